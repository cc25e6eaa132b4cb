/* SPDX-License-Identifier: BSD-3-Clause */
#include "path.h"

#include <inttypes.h>
#include <string.h>

#include "base/si.h"
#include "base/strbuf.h"
#include "layout.h"
#include "view.h"

/* A direction of a row with the letters of its ends. */
struct path {
	const struct connection_row *row;
	enum direction dir;
	const struct direction_stats *sent; /* by the data's sender */
	const struct direction_stats *back; /* by its receiver */
	char sender, receiver;
};

enum { CELLS = 4, CELL_COLUMNS = 12 };

/* A line of the table of distributions; NULL is "not said". */
struct cells {
	const char *label;
	const char *cell[CELLS]; /* min, p50, p95, max */
	const char *remark;      /* or NULL */
};

static void
write_cells(FILE *out, const struct cells *cells)
{
	struct strbuf line = {0};

	strbuf_printf(&line, "  ");
	layout_left(&line, cells->label, LAYOUT_VALUE_COLUMN - 2);
	for (int i = 0; i < CELLS; i++)
		layout_right(&line, cells->cell[i] ? cells->cell[i] : "–", CELL_COLUMNS);
	if (cells->remark)
		strbuf_printf(&line, "  %s", cells->remark);
	fprintf(out, "%s\n", strbuf_text(&line));
	strbuf_fini(&line);
}

static void
write_title(FILE *out, const struct path *path)
{
	char label[16];

	snprintf(label, sizeof(label), "%c → %c", path->sender, path->receiver);
	write_cells(out, &(struct cells){label, {"min", "p50", "p95", "max"}, NULL});
}

static void
write_rtt(FILE *out, const struct path *path)
{
	const struct rtt_stats *rtt = &path->sent->rtt;
	bool turnaround = view_rtt_path(path->row, path->dir) == PATH_TURNAROUND;
	struct strbuf remark = {0};

	if (rtt->samples == 0)
		return;
	/* A million samples a digit group still fits behind the cells. */
	strbuf_printf(&remark, "%s sample%s",
		rtt->samples < 10000000 ? si_count(rtt->samples).text
					: si_compact(rtt->samples).text,
		rtt->samples == 1 ? "" : "s");
	write_cells(out,
		&(struct cells){turnaround ? "turnaround" : "RTT",
			{si_duration(rtt->min).text, si_duration(rtt->p50).text,
				si_duration(rtt->p95).text, si_duration(rtt->max).text},
			strbuf_text(&remark)});
	strbuf_fini(&remark);
}

static void
write_flight(FILE *out, const struct path *path)
{
	const struct flight_stats *flight = &path->sent->flight;

	if (view_has_flight(path->row, path->dir))
		write_cells(out,
			&(struct cells){"in flight",
				{NULL, si_bytes(flight->p50_bytes).text,
					si_bytes(flight->p95_bytes).text,
					si_bytes(flight->max_bytes).text},
				NULL});
}

static void
write_window(FILE *out, const struct path *path)
{
	int shift = path->row->facts.side[direction_other(path->dir)].window_shift;
	char label[16], remark[24];

	if (!path->back->has_window)
		return;
	snprintf(label, sizeof(label), "window of %c", path->receiver);
	snprintf(remark, sizeof(remark), "scale %d", shift);
	write_cells(out,
		&(struct cells){label,
			{si_bytes(path->back->window_min_bytes).text, NULL, NULL,
				si_bytes(path->back->window_max_bytes).text},
			shift >= 0 ? remark : NULL});
}

/* What the table above is not, and what is missing in it. */
static void
write_caveats(FILE *out, const struct path *path)
{
	enum vantage vantage = view_vantage(path->row, path->dir);
	int shift = path->row->facts.side[direction_other(path->dir)].window_shift;
	nsec handshake = view_handshake_rtt(path->row);
	struct strbuf text = {0};

	if (path->sent->as_sender)
		strbuf_printf(&text, "RTT and flight are the sender's, rebuilt from time stamps. ");
	else if (path->sent->rtt.samples == 0)
		strbuf_printf(&text,
			"RTT unknown: no packet that was sent once was acknowledged. ");
	else if (vantage == VANTAGE_RECEIVER)
		strbuf_printf(&text,
			"Captured at the receiver: this is the time the receiver takes "
			"to acknowledge, not the path. ");
	else if (vantage == VANTAGE_MIDDLE)
		strbuf_printf(&text,
			"RTT is from the capture to %c and back, a part of the path. ",
			path->receiver);
	else if (vantage == VANTAGE_UNKNOWN && !view_flight_known(path->row, path->dir))
		strbuf_printf(&text,
			"RTT is from the capture, wherever that was, to %c and back. ",
			path->receiver);
	if (!path->sent->as_sender && vantage == VANTAGE_RECEIVER && handshake != NSEC_UNKNOWN)
		strbuf_printf(
			&text, "The handshake took %s. ", si_duration(handshake).text);
	if (!view_flight_known(path->row, path->dir))
		strbuf_printf(&text, "What %c had in flight can't be told from here. ",
			path->sender);
	if (!path->back->has_window && path->back->packets > 0 && shift == SHIFT_UNKNOWN)
		strbuf_printf(&text,
			"The window of %c is unknown: its scale was not captured. ",
			path->receiver);
	if (text.length > 0)
		text.bytes[--text.length] = '\0';
	layout_field(out, "", &text);
	strbuf_fini(&text);
}

static void
write_delivery(FILE *out, const struct path *path)
{
	const struct rate_stats *rate = &path->sent->rate;
	struct strbuf text = {0};

	if (view_has_rate(path->row, path->dir))
		strbuf_printf(&text, "at %s (p50), %s (p99)",
			si_rate((double)rate->p50_bps).text,
			si_rate((double)rate->p99_bps).text);
	layout_field(out, "delivered", &text);
	strbuf_fini(&text);
}

/* Hundredths of a percent, so that one in a thousand shows; "<0.01" is not "0.00". */
static void
add_share(struct strbuf *text, uint64_t part, uint64_t whole)
{
	double percent = whole > 0 ? 100 * (double)part / (double)whole : 0;
	uint64_t hundredths = (uint64_t)(percent * 100 + 0.5);

	if (part == 0 || whole == 0)
		return;
	if (hundredths == 0)
		strbuf_printf(text, ", below 0.01 %% of the bytes");
	else
		strbuf_printf(text, ", %" PRIu64 ".%02" PRIu64 " %% of the bytes",
			hundredths / 100, hundredths % 100);
}

static void
add_causes(struct strbuf *text, const struct direction_stats *sent)
{
	static const struct {
		enum again_cause cause;
		const char *name;
	} causes[] = {
		{CAUSE_FAST, "fast"},
		{CAUSE_SACK, "by SACK"},
		{CAUSE_RACK, "by RACK"},
		{CAUSE_TLP, "as tail probe"},
		{CAUSE_TIMEOUT, "by timeout"},
		{CAUSE_LOST_AGAIN, "lost again"},
		{CAUSE_UNKNOWN, "of unknown cause"},
	};
	const char *gap = ": ";

	for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
		uint64_t count = sent->by_cause[causes[i].cause];

		if (count == 0)
			continue;
		strbuf_printf(text, "%s%s %s", gap, si_count(count).text, causes[i].name);
		gap = ", ";
	}
}

static void
add_again(struct strbuf *text, const struct direction_stats *sent)
{
	strbuf_printf(text, "%s packet%s", si_count(sent->retransmitted_packets).text,
		sent->retransmitted_packets == 1 ? "" : "s");
	if (sent->retransmitted_segments > sent->retransmitted_packets)
		strbuf_printf(text, " (%s segments)",
			si_count(sent->retransmitted_segments).text);
	add_share(text, sent->retransmitted_bytes, sent->payload_bytes);
	add_causes(text, sent);
	if (sent->spurious > 0)
		strbuf_printf(
			text, "; %s proven needless", si_count(sent->spurious).text);
}

static void
write_again(FILE *out, const struct path *path)
{
	const struct direction_stats *sent = path->sent;
	struct strbuf text = {0};

	if (sent->retransmitted_packets > 0)
		add_again(&text, sent);
	else
		strbuf_printf(&text, "none of %s data packets",
			si_count(sent->data_packets).text);
	layout_field(out, "sent again", &text);
	strbuf_fini(&text);
}

/* "1 packet lost", "1,200 packets lost", and nothing for 0. */
static void
add_count(struct strbuf *list, uint64_t count, const char *one, const char *many)
{
	if (count > 0)
		layout_phrase(
			list, "%s %s", si_count(count).text, count == 1 ? one : many);
}

static void
write_losses(FILE *out, const struct path *path)
{
	const struct direction_stats *sent = path->sent;
	struct strbuf text = {0};

	add_count(&text, sent->recoveries, "recovery", "recoveries");
	add_count(&text, sent->timeouts, "timeout", "timeouts");
	add_count(&text, sent->lost_segments, "packet held lost", "packets held lost");
	layout_field(out, "losses", &text);
	strbuf_fini(&text);
}

static void
write_order(FILE *out, const struct path *path)
{
	struct strbuf text = {0};

	add_count(&text, path->sent->reordered_packets, "packet out of order",
		"packets out of order");
	layout_field(out, "order", &text);
	strbuf_fini(&text);
}

static void
write_answers(FILE *out, const struct path *path)
{
	const struct direction_stats *back = path->back;
	struct strbuf text = {0};

	add_count(&text, back->pure_acks, "pure ACK", "pure ACKs");
	add_count(&text, back->duplicate_acks, "duplicate", "duplicates");
	add_count(&text, back->sacks, "with SACK", "with SACK");
	add_count(&text, back->dsacks, "with D-SACK", "with D-SACK");
	layout_field(out, "answers", &text);
	strbuf_fini(&text);
}

static void
write_stops(FILE *out, const struct path *path)
{
	const struct direction_stats *sent = path->sent;
	struct strbuf text = {0};

	add_count(&text, path->back->zero_windows, "zero window", "zero windows");
	add_count(&text, sent->window_full, "packet up to the window's edge",
		"packets up to the window's edge");
	add_count(&text, sent->window_probes, "window probe", "window probes");
	add_count(&text, sent->keep_alives, "keep-alive", "keep-alives");
	layout_field(out, "stops", &text);
	strbuf_fini(&text);
}

static void
write_ecn(FILE *out, const struct path *path)
{
	struct strbuf text = {0};

	add_count(&text, path->sent->ce, "packet marked CE", "packets marked CE");
	add_count(&text, path->back->ece, "answer with ECE", "answers with ECE");
	add_count(&text, path->sent->cwr, "packet with CWR", "packets with CWR");
	layout_field(out, "ECN", &text);
	strbuf_fini(&text);
}

/* What the capture did to the numbers above. */
static void
add_capture(struct strbuf *text, const struct direction_stats *sent)
{
	if (sent->unseen_bytes > 0)
		layout_phrase(text, "%s acknowledged that the capture never saw",
			si_bytes(sent->unseen_bytes).text);
	add_count(text, sent->duplicate_packets, "packet recorded twice",
		"packets recorded twice");
}

static void
write_capture(FILE *out, const struct path *path)
{
	struct strbuf text = {0};

	add_capture(&text, path->sent);
	layout_field(out, "capture", &text);
	strbuf_fini(&text);
}

void
path_write_trouble(FILE *out, const struct connection_row *row, enum direction dir)
{
	const struct direction_stats *sent = &row->dir[dir];
	struct strbuf text = {0};

	if (sent->retransmitted_packets > 0 && view_outcome(row) != OUTCOME_NO_ANSWER) {
		strbuf_printf(&text, "sent again ");
		add_again(&text, sent);
	}
	add_count(&text, sent->reordered_packets, "packet out of order",
		"packets out of order");
	add_capture(&text, sent);
	layout_field(out, dir == A2B ? "A → B" : "B → A", &text);
	strbuf_fini(&text);
}

void
path_write(FILE *out, const struct connection_row *row, enum direction dir)
{
	struct path path = {
		.row = row,
		.dir = dir,
		.sent = &row->dir[dir],
		.back = &row->dir[direction_other(dir)],
		.sender = dir == A2B ? 'A' : 'B',
		.receiver = dir == A2B ? 'B' : 'A',
	};

	fputc('\n', out);
	write_title(out, &path);
	write_rtt(out, &path);
	write_flight(out, &path);
	write_window(out, &path);
	write_caveats(out, &path);
	write_delivery(out, &path);
	write_again(out, &path);
	write_losses(out, &path);
	write_order(out, &path);
	write_answers(out, &path);
	write_stops(out, &path);
	write_ecn(out, &path);
	write_capture(out, &path);
}
