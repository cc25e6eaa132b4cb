/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spans.c - from notes to stretches of time.  Those closer than a picture can tell apart
 * become one, so that a bad capture gives hundreds of them, not millions.
 */
#include "graph/spans.h"

#include <stdlib.h>

#include "base/xalloc.h"

/* Parts of the connection's time that a picture tells apart. */
enum { SPAN_COLUMNS = 1000 };

struct spans {
	struct drawing *drawing;
	struct span open;        /* not handed on yet */
	bool any;
	nsec least, covered;
};

static void
spans_end(struct spans *spans)
{
	if (spans->any) {
		scene_span(spans->drawing->scene, &spans->open);
		spans->covered += spans->open.end - spans->open.begin;
	}
	spans->any = false;
}

/* In order of `begin`, but for clocks that step. */
static void
spans_add(struct spans *spans, nsec begin, nsec end)
{
	if (end < begin + spans->least)
		end = begin + spans->least;
	if (spans->any && begin <= spans->open.end + spans->least
		&& begin >= spans->open.begin) {
		if (end > spans->open.end)
			spans->open.end = end;
		return;
	}
	spans_end(spans);
	spans->open.begin = begin;
	spans->open.end = end;
	spans->any = true;
}

static struct spans
spans_begin(struct drawing *drawing, const char *name, enum ink ink, bool hatched)
{
	const struct connection_row *row = drawing->input->row;
	nsec took = drawing_since(row->last_time, row->first_time);

	return (struct spans){
		.drawing = drawing,
		.open = {.ink = ink, .hatched = hatched, .name = name},
		.least = (took > 0 ? took : 0) / SPAN_COLUMNS + 1,
	};
}

static int
compare_offsets(const void *a, const void *b)
{
	const stroff *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/* Where bytes begin that were captured after their ACK: no gap, after all. */
static stroff *
seen_begins(const struct tape *tape, enum direction dir, size_t *count)
{
	stroff *begins = xcalloc(tape->note_count + 1, sizeof(*begins));

	*count = 0;
	for (size_t i = 0; i < tape->note_count; i++)
		if (tape->notes[i].kind == NOTE_SEEN && tape->notes[i].dir == dir)
			begins[(*count)++] = tape->notes[i].begin;
	qsort(begins, *count, sizeof(*begins), compare_offsets);
	return begins;
}

/* Rows around a gap in the data, as seen by one pass in step with the notes. */
struct edge {
	size_t row;
	nsec before;
};

/* Time of the last data below `offset`; the edge stops at what lies beyond. */
static void
edge_move(struct edge *edge, const struct tape *tape, enum direction dir, stroff offset)
{
	for (; edge->row < tape->rows; edge->row++) {
		if (tape->dir[edge->row] != dir || tape->data_class[edge->row] != DATA_NEW)
			continue;
		if (tape->begin[edge->row] >= offset)
			return;
		edge->before = drawing_time(tape, edge->row);
	}
}

static void
add_unseen(struct spans *spans, enum direction dir)
{
	const struct tape *tape = spans->drawing->input->tape;
	struct edge edge = {0};
	size_t seen_count;
	stroff *seen = seen_begins(tape, dir, &seen_count);

	for (size_t i = 0; i < tape->note_count; i++) {
		const struct note *note = &tape->notes[i];

		if (note->kind != NOTE_UNSEEN || note->dir != dir
			|| bsearch(&note->begin, seen, seen_count, sizeof(*seen),
				compare_offsets))
			continue;
		edge_move(&edge, tape, dir, note->begin);

		nsec acked = drawing_time(tape, note->after);
		nsec after = edge.row < tape->rows ? drawing_time(tape, edge.row) : acked;

		spans_add(spans, edge.before < acked ? edge.before : acked,
			after < acked ? after : acked);
	}
	free(seen);
}

static void
add_clock_steps(struct spans *spans)
{
	const struct tape *tape = spans->drawing->input->tape;

	for (size_t i = 0; i < tape->note_count; i++) {
		const struct note *note = &tape->notes[i];
		nsec begin = drawing_time(tape, note->after), end;

		if (note->kind != NOTE_CLOCK_STEP
			|| __builtin_add_overflow(begin, note->value, &end))
			continue;
		spans_add(spans, begin, end < DRAWING_TIME_MAX ? end : DRAWING_TIME_MAX);
	}
}

void
drawing_capture_gaps(struct drawing *drawing)
{
	struct spans lost = spans_begin(drawing, "not captured", INK_MUTED, true);
	struct spans stepped = spans_begin(drawing, "the clock was set back", INK_MUTED, true);

	add_unseen(&lost, drawing->input->dir);
	spans_end(&lost);
	add_clock_steps(&stepped);
	spans_end(&stepped);
}

void
drawing_recoveries(struct drawing *drawing)
{
	const struct tape *tape = drawing->input->tape;
	struct spans spans = spans_begin(drawing, "recovery", INK_AGAIN, false);
	size_t before = drawing->scene->span_count;
	bool open = false;
	nsec begin = 0;

	for (size_t i = 0; i < tape->note_count; i++) {
		const struct note *note = &tape->notes[i];
		nsec x = drawing_time(tape, note->after);

		if (note->dir != drawing->input->dir)
			continue;
		if (note->kind == NOTE_RECOVERED && open)
			spans_add(&spans, begin, x);
		if (note->kind == NOTE_RECOVERY && !open)
			begin = x;
		if (note->kind == NOTE_RECOVERY || note->kind == NOTE_RECOVERED)
			open = note->kind == NOTE_RECOVERY;
	}
	if (open && tape->rows)
		spans_add(&spans, begin, drawing_time(tape, tape->rows - 1));
	spans_end(&spans);
	/* What is shaded nearly everywhere sets nothing apart. */
	if (spans.covered / SPAN_COLUMNS > spans.least / 2)
		drawing->scene->span_count = before;
}
