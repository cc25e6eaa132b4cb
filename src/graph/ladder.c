/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ladder.c - the exchange segment by segment, as teachers draw it: the handshake, the loss
 * and its repair or a burst of the steady state, and the end.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/address.h"
#include "base/si.h"
#include "base/strbuf.h"
#include "graph/detail.h"
#include "graph/kinds.h"

/* ---- which rows ---- */

/* With the gaps between them no more than SCENE_RUNGS_MAX. */
enum { ROWS_MAX = 54, HANDSHAKE_ROWS = 9, END_ROWS = 5 };

struct chosen {
	size_t row[ROWS_MAX];
	size_t count;
};

static bool
is_chosen(const struct chosen *chosen, size_t row)
{
	for (size_t i = 0; i < chosen->count; i++)
		if (chosen->row[i] == row)
			return true;
	return false;
}

/* The rows around one, as far as there are any and as there is room. */
static void
choose(struct chosen *chosen, const struct tape *tape, size_t row, size_t before, size_t count)
{
	size_t begin = row > before ? row - before : 0;

	for (size_t at = begin; at < begin + count && at < tape->rows; at++)
		if (chosen->count < ROWS_MAX && tape->data_class[at] != DATA_COPY
			&& !is_chosen(chosen, at))
			chosen->row[chosen->count++] = at;
}

static int
by_number(const void *a, const void *b)
{
	size_t left = *(const size_t *)a, right = *(const size_t *)b;

	return left < right ? -1 : left > right;
}

/* Behind the longest silence comes what was waited for. */
static size_t
after_silence(const struct tape *tape, const struct excerpt *excerpt)
{
	size_t found = excerpt->begin;
	nsec longest = -1;

	for (size_t row = excerpt->begin + 1; row < excerpt->end; row++) {
		nsec silence = drawing_time(tape, row) - drawing_time(tape, row - 1);

		if (silence > longest) {
			longest = silence;
			found = row;
		}
	}
	return found;
}

static void
choose_part(struct chosen *chosen, const struct graph_input *input)
{
	const struct tape *tape = input->tape;
	struct detail detail = detail_choose(input);
	const struct excerpt *excerpt = &detail.excerpt;

	if (!detail.repaired) {
		choose(chosen, tape, excerpt->begin, 0, 10);
		choose(chosen, tape, after_silence(tape, excerpt), 5, 12);
		return;
	}
	choose(chosen, tape, detail.repair.original, 2, 7);
	choose(chosen, tape, detail.repair.again, 6, 9);
	choose(chosen, tape, detail.repair.acked, 2, 4);
}

static void
choose_rows(struct chosen *chosen, const struct graph_input *input)
{
	const struct tape *tape = input->tape;

	if (input->zoom_begin < input->zoom_end) {
		struct excerpt zoom = locate_excerpt(tape, input->zoom_begin, input->zoom_end);

		choose(chosen, tape, zoom.begin, 0, zoom.end - zoom.begin);
	} else if (tape->rows <= ROWS_MAX) {
		choose(chosen, tape, 0, 0, tape->rows);
	} else {
		choose(chosen, tape, 0, 0, HANDSHAKE_ROWS);
		choose(chosen, tape, tape->rows - 1, END_ROWS - 1, END_ROWS);
		choose_part(chosen, input);
	}
	qsort(chosen->row, chosen->count, sizeof(chosen->row[0]), by_number);
}

/* ---- words ---- */

static void
say_flags(struct strbuf *text, uint8_t flags)
{
	static const char *const names[] = {"FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE",
		"CWR"};
	const char *separator = " [";

	for (int bit = 0; bit < 8; bit++)
		if (flags >> bit & 1) {
			strbuf_printf(text, "%s%s", separator, names[bit]);
			separator = ", ";
		}
	if (flags)
		strbuf_printf(text, "]");
}

/* The first range, which is what the segment is about (RFC 2018 4), and how many more. */
static void
say_ranges(struct strbuf *text, const struct tape *tape, size_t row)
{
	size_t low = 0, high = tape->sack_count, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tape->sack[middle].row < row)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < tape->sack_count && tape->sack[end].row == row; end++)
		continue;
	if (low == end)
		return;
	strbuf_printf(text, " %s=%" PRId64 "–%" PRId64, tape->sack[low].dsack ? "D-SACK" : "SACK",
		tape->sack[low].begin, tape->sack[low].end);
	if (end - low > 1)
		strbuf_printf(text, " and %zu more", end - low - 1);
}

static const char *const cause_words[CAUSE_COUNT] = {
	[CAUSE_UNKNOWN] = "again", [CAUSE_FAST] = "again: fast", [CAUSE_SACK] = "again: SACK",
	[CAUSE_RACK] = "again: RACK", [CAUSE_TLP] = "again: tail probe",
	[CAUSE_TIMEOUT] = "again: timeout", [CAUSE_LOST_AGAIN] = "again: lost again",
};

static const char *
data_remark(const struct tape *tape, size_t row)
{
	switch (tape->data_class[row]) {
	case DATA_AGAIN:
		return tape->cause[row] < CAUSE_COUNT ? cause_words[tape->cause[row]] : "again";
	case DATA_LATE: return "fills a gap";
	case DATA_KEEP_ALIVE: return "keep-alive";
	case DATA_PROBE: return "window probe";
	default: return NULL;
	}
}

static void
say_remark(struct strbuf *text, const struct tape *tape, size_t row)
{
	const char *remark = data_remark(tape, row);

	if (remark)
		strbuf_printf(text, " · %s%s", remark, tape->spurious[row] ? ", needless" : "");
	else if (tape->ack_class[row] == ACK_DUPLICATE && tape->dup_acks[row])
		strbuf_printf(text, " · dup ACK %u", tape->dup_acks[row]);
	else if (tape->ack_class[row] == ACK_WINDOW_UPDATE)
		strbuf_printf(text, " · window update");
}

/* Relative numbers, as Wireshark counts them. */
static const char *
say(struct scene *scene, const struct tape *tape, size_t row)
{
	struct strbuf text = {0};
	const char *kept;

	strbuf_printf(&text, "Seq=%" PRId64, tape->begin[row]);
	if (tape->has[row] & HAS_ACK)
		strbuf_printf(&text, " Ack=%" PRId64, tape->ack[row]);
	if (tape->has[row] & HAS_WINDOW)
		strbuf_printf(&text, " Win=%" PRId64 "%s",
			drawing_window(tape, row, (uint8_t)!tape->dir[row]),
			tape->has[row] & WINDOW_UNSCALED
				|| drawing_shift(tape, (uint8_t)!tape->dir[row]) != SHIFT_UNKNOWN
				? "" : " unscaled");
	strbuf_printf(&text, " Len=%" PRIu32, drawing_payload(tape, row));
	say_flags(&text, tape->flags[row]);
	say_ranges(&text, tape, row);
	say_remark(&text, tape, row);
	kept = scene_text(scene, "%s", strbuf_text(&text));
	strbuf_fini(&text);
	return kept;
}

/* ---- rungs ---- */

static enum ink
ink_of(const struct tape *tape, size_t row)
{
	if (tape->data_class[row] == DATA_AGAIN)
		return INK_AGAIN;
	if (tape->data_class[row] == DATA_LATE)
		return INK_LATE;
	if (tape->flags[row] & (TCP_SYN | TCP_FIN | TCP_RST)
		|| tape->data_class[row] == DATA_PROBE
		|| tape->data_class[row] == DATA_KEEP_ALIVE)
		return INK_EVENT;
	return drawing_payload(tape, row) ? INK_DATA : INK_ACK;
}

/* What was sent again for the first byte of a row, and not without need; tape->rows. */
static size_t
repair_of(const struct tape *tape, size_t row)
{
	for (size_t at = row + 1; at < tape->rows; at++)
		if (drawing_is_again(tape, at, tape->dir[row]) && tape->begin[at] <= tape->begin[row]
			&& tape->begin[at] + (stroff)tape->length[at] > tape->begin[row])
			return tape->spurious[at] ? tape->rows : at;
	return tape->rows;
}

static bool
is_judged_lost(const struct tape *tape, size_t row)
{
	bool lost = false;

	for (size_t i = 0; i < tape->note_count; i++)
		if (tape->notes[i].serial == row && (tape->notes[i].kind == NOTE_LOST
			|| tape->notes[i].kind == NOTE_UNLOST))
			lost = tape->notes[i].kind == NOTE_LOST;
	return lost;
}

/*
 * Only at the sender has the capture seen what then was lost.  That nothing but the second
 * transmission arrived is proven by an ACK that left it the time for the way.
 */
static bool
is_lost(const struct graph_input *input, size_t row)
{
	const struct tape *tape = input->tape;
	struct graph_input own = *input;
	size_t again, acked;
	nsec way;

	own.dir = (enum direction)tape->dir[row];
	if (drawing_payload(tape, row) == 0 || drawing_vantage(&own) != DRAWING_SENDER)
		return false;
	again = repair_of(tape, row);
	if (again == tape->rows)
		return false;
	acked = locate_ack_of(tape, again, own.dir, tape->begin[row] + 1);
	way = input->row->dir[own.dir].rtt.samples ? input->row->dir[own.dir].rtt.min : 0;
	return is_judged_lost(tape, row) || (acked < tape->rows && way > 0
		&& drawing_since(tape->time[acked], tape->time[again]) >= way - way / 10);
}

struct rungs {
	struct scene *scene;
	const struct graph_input *input;
	struct rung rung[SCENE_RUNGS_MAX];
	size_t count;
};

static void
add(struct rungs *rungs, struct rung rung)
{
	if (rungs->count < SCENE_RUNGS_MAX)
		rungs->rung[rungs->count++] = rung;
}

/* What lies between two rungs: segments left out, or a silence worth a line. */
static void
add_gap(struct rungs *rungs, size_t before, size_t row)
{
	const struct tape *tape = rungs->input->tape;
	nsec from = drawing_time(tape, before), took = drawing_time(tape, row) - from;
	size_t left_out = row - before - 1;

	if (left_out)
		add(rungs, (struct rung){.time = from, .ink = INK_MUTED, .gap = true,
			.text = scene_text(rungs->scene, "… %s segment%s, %s …",
				si_count(left_out).text, left_out == 1 ? "" : "s",
				si_duration(took).text)});
	else if (took > locate_round_trip(rungs->input) / 2 && took >= NSEC_PER_MSEC)
		add(rungs, (struct rung){.time = from, .ink = INK_MUTED, .gap = true,
			.text = scene_text(rungs->scene, "… %s …", si_duration(took).text)});
}

static void
add_row(struct rungs *rungs, size_t row)
{
	const struct tape *tape = rungs->input->tape;

	add(rungs, (struct rung){.time = drawing_time(tape, row), .ink = ink_of(tape, row),
		.to_right = tape->dir[row] == A2B, .lost = is_lost(rungs->input, row),
		.text = say(rungs->scene, tape, row)});
}

static const char *
name_end(struct scene *scene, const struct connection_row *row, enum direction dir)
{
	const struct endpoint *end = &row->end[dir];

	return scene_text(scene, "%s",
		address_endpoint(end->address, row->ip_version, end->port).text);
}

void
ladder_build(const struct graph_input *input, struct scene *scene)
{
	struct rungs rungs = {.scene = scene, .input = input};
	struct chosen chosen = {.count = 0};

	choose_rows(&chosen, input);
	drawing_title(scene, input, NULL, scene_text(scene, "%s of %s segments",
		si_count(chosen.count).text, si_count(input->tape->rows).text));
	if (chosen.count == 0) {
		scene->message = "Nothing was captured in this stretch of time.";
		return;
	}
	for (size_t i = 0; i < chosen.count; i++) {
		if (i > 0)
			add_gap(&rungs, chosen.row[i - 1], chosen.row[i]);
		add_row(&rungs, chosen.row[i]);
	}
	scene->x.lo = rungs.rung[0].time;
	scene->x.hi = rungs.rung[rungs.count - 1].time + 1;
	if (scene->x.hi <= scene->x.lo)
		scene->x.hi = scene->x.lo + 1;
	scene_ladder(scene, name_end(scene, input->row, A2B), name_end(scene, input->row, B2A),
		rungs.rung, rungs.count);
}
