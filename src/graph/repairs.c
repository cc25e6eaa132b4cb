/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/repairs.h"

#include <stdlib.h>

#include "base/xalloc.h"

typedef bool (*row_test)(const struct tape *tape, size_t row, uint8_t dir);

static void
add_ticks(struct drawing *drawing, const char *name, enum ink ink, row_test test, int64_t y)
{
	const struct tape *tape = drawing->input->tape;
	struct point *points = NULL;
	size_t count = 0, capacity = 0;

	for (size_t row = 0; row < tape->rows; row++) {
		if (!test(tape, row, (uint8_t)drawing->input->dir))
			continue;
		points = xgrow(points, &capacity, count, sizeof(*points), 64);
		points[count++] = (struct point){drawing_time(tape, row), y, y};
	}
	drawing_points(drawing, name, GLYPH_TICK, ink, points, count);
	if (count)
		drawing->scene->layer[drawing->scene->layer_count - 1].count = count;
	free(points);
}

void
drawing_repairs(struct drawing *drawing, int64_t top)
{
	const struct direction_stats *total = &drawing->input->row->dir[drawing->input->dir];
	/* A tick hangs from its point, and ends above the axis. */
	int64_t y = top / 100 * 3;

	if (total->reordered_packets)
		add_ticks(drawing, "filling a gap", INK_LATE, drawing_is_late, y);
	if (total->retransmitted_packets)
		add_ticks(drawing, "retransmissions", INK_AGAIN, drawing_is_again, y);
}
