/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/cut.h"

#define SHIFT(column) (cut.column = tape->column + begin)

/* The first range of `row` or a later one. */
static size_t
ranges_from(const struct tape *tape, size_t row)
{
	size_t at = 0;

	while (at < tape->sack_count && tape->sack[at].row < row)
		at++;
	return at;
}

static void
cut_ranges(struct scene *scene, struct tape *cut, const struct tape *tape, size_t begin,
	size_t end)
{
	size_t first = ranges_from(tape, begin), last = ranges_from(tape, end);

	cut->sack_count = last - first;
	cut->sack = scene_keep(scene, tape->sack + first, cut->sack_count * sizeof(*cut->sack));
	for (size_t i = 0; i < cut->sack_count; i++)
		cut->sack[i].row -= (uint32_t)begin;
}

const struct tape *
cut_rows(struct scene *scene, const struct tape *tape, size_t begin, size_t end)
{
	struct tape cut = *tape;

	cut.rows = end - begin;
	SHIFT(time), SHIFT(frame), SHIFT(begin), SHIFT(length), SHIFT(ack), SHIFT(delivered);
	SHIFT(window), SHIFT(has), SHIFT(dir), SHIFT(flags), SHIFT(data_class), SHIFT(cause);
	SHIFT(spurious), SHIFT(ack_class), SHIFT(dup_acks), SHIFT(ecn);
	SHIFT(of[A2B]), SHIFT(of[B2A]);
	cut.rtt_count = cut.rate_count = cut.note_count = 0;
	if (tape->sack_count)
		cut_ranges(scene, &cut, tape, begin, end);
	return scene_keep(scene, &cut, sizeof(cut));
}

const struct tape *
cut_lines(struct scene *scene, const struct graph_input *input, const struct excerpt *excerpt)
{
	const struct tape *tape = input->tape;
	size_t begin = excerpt->begin, end = excerpt->end;

	while (begin > 0 && !drawing_is_ack(tape, --begin, (uint8_t)input->dir))
		continue;
	while (end < tape->rows && !drawing_is_ack(tape, end++, (uint8_t)input->dir))
		continue;
	return cut_rows(scene, tape, begin, end);
}
