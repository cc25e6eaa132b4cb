/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * explained.c - the frame in words: what it carried, what it acknowledged, the state after
 * it, and the transfer around it.
 */
#include "explained.h"

#include <inttypes.h>

#include "cctrace/tcp.h"
#include "layout.h"
#include "place.h"

struct si_text
exact_bytes(uint64_t bytes)
{
	struct si_text text;

	snprintf(text.text, sizeof(text.text), "%.24s byte%s", si_count(bytes).text,
		bytes == 1 ? "" : "s");
	return text;
}

void
add_rule(struct strbuf *text, enum rule rule)
{
	const struct rule_row *row = rule_row((uint16_t)rule);

	strbuf_printf(text, "Rule \"%s\"", row->name);
	if (*row->source)
		strbuf_printf(text, " (%s)", row->source);
	strbuf_printf(text, ": %s. ", row->text);
}

static void
write_heading(FILE *out, const struct explained *explained)
{
	const struct step *step = explained->step;
	const struct connection *conn = step->conn;
	struct strbuf text = {0};

	strbuf_printf(&text, "frame %" PRIu64 ": stream %" PRIu32, step->frame, conn->stream);
	if (conn->part)
		strbuf_printf(&text, ".%" PRIu32, conn->part);
	strbuf_printf(&text, ", %s, segment %s", step->dir == A2B ? "A" NBSP "→" NBSP "B"
		: "B" NBSP "→" NBSP "A", si_count((uint64_t)step->serial + 1).text);
	if (explained->context.tape)
		strbuf_printf(&text, " of %s", si_count(explained->context.tape->rows).text);
	strbuf_printf(&text, ", %s after the first", si_duration(step->time - conn->first_time).text);
	layout_paragraph(out, strbuf_text(&text), 0, LAYOUT_VALUE_COLUMN);
	strbuf_fini(&text);
}

static void
add_flags(struct strbuf *text, uint8_t flags)
{
	static const char *const names[] = {
		"FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR",
	};
	const char *gap = text->length ? ", " : "";

	for (int i = 0; i < 8; i++)
		if (flags & 1 << i) {
			strbuf_printf(text, "%s%s", gap, names[i]);
			gap = " ";
		}
}

static void
write_carried(FILE *out, const struct step *step)
{
	struct strbuf text = {0};

	if (step->payload_bytes)
		strbuf_printf(&text, "%s of data, ", exact_bytes(step->payload_bytes).text);
	if (step->has & HAS_DATA)
		strbuf_printf(&text, "offsets %" PRId64 " to %" PRId64, step->begin, step->end);
	else
		strbuf_printf(&text, "no data, at offset %" PRId64, step->begin);
	if (step->segments > 1)
		layout_phrase(&text, "%u segments in one packet", step->segments);
	add_flags(&text, step->flags);
	if (step->has & HAS_TIMESTAMPS)
		layout_phrase(&text, "TSval %" PRIu32 " TSecr %" PRIu32, step->ts_value,
			step->ts_echo);
	if (step->has & HAS_IP_ID)
		layout_phrase(&text, "IP identification %u", step->ip_id);
	if (step->ecn)
		layout_phrase(&text, "ECN %u%s", step->ecn, step->ecn == 3 ? " (CE)" : "");
	layout_field(out, "carried", &text);
	strbuf_fini(&text);
}

static void
add_window(struct strbuf *text, const struct explained *explained)
{
	const struct step *step = explained->step;
	int shift = explained->context.row->facts.side[step->dir].window_shift;

	layout_phrase(text, "window field %u", step->window_field);
	if (step->has & WINDOW_UNSCALED)
		strbuf_printf(text, " (never scaled in a SYN)");
	else if (shift >= 0)
		strbuf_printf(text, " = %s by scale %d",
			exact_bytes((uint64_t)step->window_field << shift).text, shift);
	else if (shift == SHIFT_UNKNOWN)
		strbuf_printf(text, " (its scale is unknown)");
}

static void
write_acknowledged(FILE *out, const struct explained *explained)
{
	const struct step *step = explained->step;
	struct strbuf text = {0};

	if (step->has & HAS_ACK)
		strbuf_printf(&text, "%c's offsets below %" PRId64, step->dir == A2B ? 'B' : 'A',
			step->ack);
	for (unsigned i = 0; i < step->sack_count; i++)
		layout_phrase(&text, "%s %" PRId64 " to %" PRId64,
			i == 0 && step->dsack ? "D-SACK" : "SACK", explained->sack[i].begin,
			explained->sack[i].end);
	if (step->newly_acked)
		layout_phrase(&text, "%s for the first time", exact_bytes(step->newly_acked).text);
	if (step->newly_sacked)
		layout_phrase(&text, "%s first SACKed", exact_bytes(step->newly_sacked).text);
	if (step->has & HAS_WINDOW)
		add_window(&text, explained);
	layout_field(out, "acked", &text);
	strbuf_fini(&text);
}

static void
write_state(FILE *out, const struct step *step)
{
	for (int d = 0; d < 2; d++) {
		const struct outstanding *of = &step->of[d];
		struct strbuf text = {0};

		strbuf_printf(&text, "%s of %c's out", of->owin ? exact_bytes(of->owin).text
			: "nothing", d == A2B ? 'A' : 'B');
		if (of->sacked)
			layout_phrase(&text, "%s SACKed", exact_bytes(of->sacked).text);
		if (of->lost)
			layout_phrase(&text, "%s held lost", exact_bytes(of->lost).text);
		if (of->again)
			layout_phrase(&text, "%s sent again", exact_bytes(of->again).text);
		if (of->sacked || of->lost)
			layout_phrase(&text, "pipe %s", exact_bytes(outstanding_pipe(of, 0)).text);
		layout_field(out, d == A2B ? "state" : "", &text);
		strbuf_fini(&text);
	}
}

static void
write_place(FILE *out, const struct explained *explained)
{
	struct strbuf text = {0};

	place_add(&text, explained->context.row, explained->context.verdict);
	layout_field(out, "captured", &text);
	strbuf_fini(&text);
}

void
explained_write(const struct explained *explained, FILE *out)
{
	struct strbuf text = {0};

	write_heading(out, explained);
	write_carried(out, explained->step);
	write_acknowledged(out, explained);
	write_state(out, explained->step);
	if (explained->context.tape) {
		conclusions_write(explained, out);
		afterwards_write(explained, out);
	} else {
		strbuf_printf(&text, "What passed before and after it is out of memory, and the input "
			"can't be read twice.");
		layout_field(out, "history", &text);
	}
	write_place(out, explained);
	strbuf_fini(&text);
}
