/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/insets.h"

#include "graph/measure.h"

/* More retransmissions than these can't be told apart on so little ground. */
enum { FEW = 12 };

/* Fewer have no steady state, and a whole picture to themselves. */
enum { SEGMENTS_MIN = 50 };

/* What fills this part of the picture or more needs no inset. */
enum { ENLARGED_SHARE = 8 };

static bool
is_small(const struct drawing *drawing, nsec from, nsec to)
{
	const struct axis *x = &drawing->scene->x;

	return from < to && to - from < (x->hi - x->lo) / ENLARGED_SHARE;
}

/* An inset of a stretch of time and what the direction did in it, 4 % wider. */
static struct measure
open_inset(struct drawing *drawing, nsec from, nsec to, const char *title)
{
	const struct graph_input *input = drawing->input;
	nsec margin = (to - from) / 25 + 1;
	struct measure measure = {drawing->scene, input,
		locate_excerpt(input->tape, from - margin, to + margin), 0, INT64_MIN};
	struct extent y = locate_extent(input->tape, input->dir, &measure.excerpt);
	int64_t height = y.hi - y.lo;
	struct inset inset = {.title = title};

	inset.x = (struct axis){UNIT_NSEC, measure.excerpt.from, measure.excerpt.to, NULL};
	inset.y = (struct axis){UNIT_BYTES, y.lo - height / 20 - 1, y.hi + height / 8 + 1, NULL};
	measure.inset = scene_inset(drawing->scene, &inset);
	measure_edge(&measure, &drawing->scene->inset[measure.inset - 1].y);
	return measure;
}

/* Some segments before it, which show where the line would have gone on. */
static size_t
before_loss(const struct graph_input *input, size_t row)
{
	size_t first = row;

	for (int left = 3; row-- > 0 && left > 0;)
		if (drawing_is_first(input->tape, row, (uint8_t)input->dir)) {
			first = row;
			left--;
		}
	return first;
}

static void
add_repair(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	const struct tape *tape = input->tape;
	struct repair repair;

	if (!locate_repair(tape, input->dir, FEW, &repair)
		&& !locate_repair(tape, input->dir, SIZE_MAX, &repair))
		return;

	bool acked = repair.acked < tape->rows;
	nsec start = drawing_time(tape, repair.original);
	nsec from = drawing_time(tape, before_loss(input, repair.original));
	nsec to = drawing_time(tape, acked ? repair.acked : repair.again);

	/* Segments long before it would only make it small. */
	if (start - from > (to - start) / 4)
		from = start - (to - start) / 4;
	if (!is_small(drawing, from, to))
		return;

	struct measure measure = open_inset(drawing, from, to, repair.seen
		? "a loss and its repair" : "a gap and its filling");

	measure_repair(&measure, &repair);
}

static void
add_round_trip(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	nsec trip = locate_round_trip(input), width = trip + trip * 2 / 5;
	size_t row;

	if (!is_small(drawing, 0, width) || !locate_steady(input, width, &row))
		return;

	nsec from = drawing_time(input->tape, row);
	struct measure measure = open_inset(drawing, from, from + width,
		"one round trip of the steady state");

	measure_round_trip(&measure);
	measure_flight(&measure);
}

void
insets_add(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;

	if (drawing->scene->message || input->row->dir[input->dir].data_packets < SEGMENTS_MIN)
		return;
	add_repair(drawing);
	add_round_trip(drawing);
}
