/* SPDX-License-Identifier: BSD-3-Clause */
#include "block.h"

#include <inttypes.h>
#include <string.h>

#include "base/address.h"
#include "base/si.h"
#include "base/strbuf.h"
#include "layout.h"
#include "path.h"
#include "place.h"
#include "sentence.h"
#include "view.h"

static const char side_letter[] = {'A', 'B'};

/* A direction with less than a twentieth of the other's data has no section. */
static bool
is_minor(const struct connection_row *row, enum direction dir)
{
	uint64_t own = row->dir[dir].payload_bytes;

	return own == 0 || own < view_payload(row) / 20;
}

static void
write_heading(FILE *out, const struct connection_row *row)
{
	struct address_text a = address_endpoint(
		row->end[A2B].address, row->ip_version, row->end[A2B].port);
	struct address_text b = address_endpoint(
		row->end[B2A].address, row->ip_version, row->end[B2A].port);
	struct strbuf name = {0}, line = {0};
	size_t indent;

	strbuf_printf(&name, "stream %" PRIu32, row->stream);
	if (row->part > 0)
		strbuf_printf(&name, ".%" PRIu32, row->part);
	layout_left(&line, strbuf_text(&name), LAYOUT_VALUE_COLUMN - 2);
	strbuf_printf(&line, "  ");
	indent = line.length;
	strbuf_printf(&line, "A %s", a.text);
	fputs(strbuf_text(&line), out);
	/* Two IPv6 addresses stand one below the other. */
	if (line.length + strlen("  B ") + strlen(b.text) > LAYOUT_COLUMNS)
		fprintf(out, "\n%*sB %s\n", (int)indent, "", b.text);
	else
		fprintf(out, "  B %s\n", b.text);
	strbuf_fini(&name);
	strbuf_fini(&line);
}

static void
write_volume(FILE *out, const char *label, const struct connection_row *row,
	enum direction dir)
{
	const struct direction_stats *stats = &row->dir[dir];
	struct strbuf text = {0};
	double bps = 0;

	if (view_payload(row) > 0)
		strbuf_printf(&text, "%c" NBSP "→" NBSP "%c ", side_letter[dir],
			side_letter[direction_other(dir)]);
	if (stats->payload_bytes == 0)
		strbuf_printf(&text, "no data");
	else
		strbuf_printf(&text, "%s in ", si_bytes(stats->payload_bytes).text);
	if (row_throughput(row, dir, &bps)) {
		uint64_t elapsed = view_elapsed(stats->first_data, stats->last_data);

		strbuf_printf(&text, "%s, %s", si_elapsed(elapsed).text,
			si_rate(bps).text);
		if (view_goodput(row, dir, &bps))
			layout_phrase(&text, "goodput %s", si_rate(bps).text);
	} else if (stats->payload_bytes > 0) {
		strbuf_printf(&text, "%s packet%s", si_count(stats->data_packets).text,
			stats->data_packets == 1 ? "" : "s");
	}
	layout_field(out, label, &text);
	strbuf_fini(&text);
}

static void
add_reset(struct strbuf *text, const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;

	if (side[A2B].reset && side[B2A].reset)
		strbuf_printf(text, "reset by A and by B");
	else
		strbuf_printf(text, "reset by %c", side[A2B].reset ? 'A' : 'B');
}

/* Packets may come behind the reset. */
static struct si_text
time_until_reset(const struct connection_row *row)
{
	nsec time = view_reset_time(row);

	return si_elapsed(view_elapsed(row->first_time,
		time == NSEC_UNKNOWN ? row->last_time : time));
}

static void
add_outcome(struct strbuf *text, const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;
	bool reset = side[A2B].reset || side[B2A].reset;
	struct si_text elapsed =
		si_elapsed(view_elapsed(row->first_time, row->last_time));

	switch (view_outcome(row)) {
	case OUTCOME_NO_ANSWER:
		strbuf_printf(text, "never answered: %s SYN%s of A in %s, nothing from B",
			si_count(side[A2B].syns).text, side[A2B].syns == 1 ? "" : "s",
			elapsed.text);
		break;
	case OUTCOME_REFUSED:
		strbuf_printf(text, "refused after %s: B answered the SYN with a reset",
			time_until_reset(row).text);
		break;
	case OUTCOME_RESET:
		add_reset(text, row);
		strbuf_printf(text, " after %s", time_until_reset(row).text);
		if (view_half_open(row))
			layout_phrase(text, "before the handshake was complete");
		if (side[A2B].fin || side[B2A].fin)
			layout_phrase(
				text, "%c had sent its FIN", side[A2B].fin ? 'A' : 'B');
		break;
	case OUTCOME_CLOSED:
		strbuf_printf(text, "closed by both sides after %s", elapsed.text);
		if (reset) {
			strbuf_printf(text, ", and ");
			add_reset(text, row);
			strbuf_printf(text, " after %s", time_until_reset(row).text);
		}
		break;
	case OUTCOME_HALF_OPEN:
		strbuf_printf(text, "half open: A did not answer %s SYN-ACK%s of B in %s",
			si_count(side[B2A].syn_acks).text, side[B2A].syn_acks == 1 ? "" : "s",
			elapsed.text);
		break;
	case OUTCOME_HALF_CLOSED:
		strbuf_printf(text,
			"half closed: %c sent its FIN, %c had not after %s, when the "
			"capture ended",
			side[A2B].fin ? 'A' : 'B', side[A2B].fin ? 'B' : 'A',
			elapsed.text);
		break;
	case OUTCOME_OPEN:
		strbuf_printf(text, "still open after %s, when the capture ended",
			elapsed.text);
		break;
	}
}

static void
write_state(FILE *out, const struct connection_row *row)
{
	struct strbuf text = {0};

	add_outcome(&text, row);
	for (int d = 0; d < 2; d++)
		if (row->dir[d].packets == 0 && view_outcome(row) != OUTCOME_NO_ANSWER)
			layout_phrase(
				&text, "no packet of %c was captured", side_letter[d]);
	if (row->conn && row->conn->late_frames > 0)
		layout_phrase(&text, "%s late packets were not analysed",
			si_count(row->conn->late_frames).text);
	layout_field(out, "state", &text);
	strbuf_fini(&text);
}

static void
add_opening(struct strbuf *text, const struct connection_row *row)
{
	if (view_opening(row) == OPENING_SIMULTANEOUS)
		layout_phrase(text, "both sides sent a SYN (simultaneous open)");
	else if (view_opening(row) == OPENING_SPLIT)
		layout_phrase(text, "B answered the SYN with a SYN of its own (split handshake)");
}

static void
add_syns_again(struct strbuf *text, const struct connection_row *row, int d)
{
	const struct side_facts *side = &row->facts.side[d];
	uint64_t again = facts_syns_again(side);
	const char *what = side->syn_acks == side->syns ? "SYN-ACK" : "SYN";

	if (again == 0)
		return;
	layout_phrase(text, "%s of %c sent again %s", what, side_letter[d],
		again == 1 ? "once" : si_count(again).text);
	if (again > 1)
		strbuf_printf(text, " times");
	strbuf_printf(text, " within %s",
		si_elapsed(view_elapsed(side->first_syn, side->last_syn)).text);
}

/* Data before the handshake is complete (RFC 7413). */
static void
add_syn_data(struct strbuf *text, const struct connection_row *row)
{
	for (int d = 0; d < 2; d++) {
		const struct side_facts *side = &row->facts.side[d];

		if (side->syn_payload)
			layout_phrase(text, "%s of data with the %s of %c%s",
				si_bytes(side->syn_payload).text, side->syn_ack ? "SYN-ACK" : "SYN",
				side_letter[d], side->syn_ack ? "" : side->syn_payload_acked
				? ", accepted" : ", not accepted");
	}
}

static void
write_handshake(FILE *out, const struct connection_row *row)
{
	struct handshake halves = facts_handshake(&row->facts);
	nsec rtt = view_handshake_rtt(row);
	struct strbuf text = {0};

	if (rtt != NSEC_UNKNOWN)
		strbuf_printf(&text, "%s: ", si_duration(rtt).text);
	if (halves.syn_to_synack != NSEC_UNKNOWN)
		strbuf_printf(&text, "SYN to SYN-ACK %s",
			si_duration(halves.syn_to_synack).text);
	if (halves.synack_to_ack != NSEC_UNKNOWN)
		layout_phrase(&text, "SYN-ACK to ACK %s",
			si_duration(halves.synack_to_ack).text);
	add_opening(&text, row);
	if (view_outcome(row) != OUTCOME_NO_ANSWER)
		for (int d = 0; d < 2; d++)
			add_syns_again(&text, row, d);
	add_syn_data(&text, row);
	if (!view_syn_seen(row) && !view_syn_ack_seen(row))
		strbuf_printf(
			&text, "not captured: the connection is older than the capture");
	else if (!view_syn_seen(row))
		layout_phrase(&text, "the SYN was not captured");
	layout_field(out, "handshake", &text);
	strbuf_fini(&text);
}

static void
write_place(FILE *out, const struct connection_row *row, const struct verdict *verdict)
{
	struct strbuf text = {0};

	place_add(&text, row, verdict);
	layout_field(out, "captured", &text);
	strbuf_fini(&text);
}

/* "MSS 1460 of A, 1400 of B": what either side announced. */
static void
add_mss(struct strbuf *text, const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;

	if (side[A2B].mss > 0 && side[A2B].mss == side[B2A].mss)
		layout_phrase(text, "MSS" NBSP "%u", side[A2B].mss);
	else
		for (int d = 0; d < 2; d++)
			if (side[d].mss > 0)
				layout_phrase(text, "MSS of %c %u", side_letter[d],
					side[d].mss);
}

static void
add_tristate(struct strbuf *text, const struct connection_row *row, const char *name,
	const uint8_t value[2])
{
	if (value[A2B] == FACT_YES && value[B2A] == FACT_YES)
		layout_phrase(text, "%s", name);
	else if (value[A2B] == FACT_NO || value[B2A] == FACT_NO)
		layout_phrase(text, "no %s", name);
	else
		for (int d = 0; d < 2; d++)
			if (value[d] == FACT_YES && row->dir[d].packets > 0)
				layout_phrase(text, "%s by %c", name, side_letter[d]);
}

static void
write_options(FILE *out, const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;
	struct strbuf text = {0};

	add_mss(&text, row);
	add_tristate(&text, row, "SACK",
		(uint8_t[]){side[A2B].sack_permitted, side[B2A].sack_permitted});
	add_tristate(&text, row, "timestamps",
		(uint8_t[]){side[A2B].timestamps, side[B2A].timestamps});
	if (side[A2B].window_shift == SHIFT_UNUSED ||
		side[B2A].window_shift == SHIFT_UNUSED)
		layout_phrase(&text, "no window scaling");
	if (row->facts.fast_open)
		layout_phrase(&text, "TCP Fast Open");
	if (row->facts.mptcp)
		layout_phrase(&text, "Multipath TCP (this is one subflow)");
	layout_field(out, "options", &text);
	strbuf_fini(&text);
}

/* The answer first, then how it was had, and what to do. */
static void
write_verdict(FILE *out, const struct connection_row *row, const struct verdict *verdict)
{
	struct strbuf text = {0};

	if (!verdict)
		return;
	sentence_write(&text, row, verdict);
	strbuf_printf(&text, " (");
	sentence_confidence(&text, verdict);
	strbuf_printf(&text, ")");
	layout_field(out, "verdict", &text);
	text.length = 0;
	sentence_law(&text, verdict);
	layout_field(out, "", &text);
	text.length = 0;
	sentence_advice(&text, row, verdict);
	layout_field(out, "advice", &text);
	strbuf_fini(&text);
}

void
block_write(FILE *out, const struct connection_row *row, const struct verdict *verdict)
{
	enum outcome outcome = view_outcome(row);
	enum direction first = A2B;

	row_data_direction(row, &first);
	write_heading(out, row);
	write_verdict(out, row, verdict);
	write_volume(out, "data", row, first);
	if (view_payload(row) > 0)
		write_volume(out, "", row, direction_other(first));
	write_state(out, row);
	write_handshake(out, row);
	write_place(out, row, verdict);
	if (outcome != OUTCOME_NO_ANSWER && outcome != OUTCOME_REFUSED)
		write_options(out, row);
	if (is_minor(row, direction_other(first)))
		path_write_trouble(out, row, direction_other(first));
	if (!is_minor(row, first))
		path_write(out, row, first);
	if (!is_minor(row, direction_other(first)))
		path_write(out, row, direction_other(first));
}
