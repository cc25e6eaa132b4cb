/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ground.c - ink is counted once in coarse cells, then summed over any box in four reads:
 * hundreds of places are looked at, and each is as large as a third of the panel.
 */
#include "render/ground.h"

#include <stdlib.h>

#include "base/xalloc.h"

enum { CELL = 6 };

struct cells {
	struct box box;          /* whole cells of it count */
	int columns, rows;
	long *sum;               /* of all cells above and left, (columns + 1) x (rows + 1) */
};

static long *
sum_at(const struct cells *cells, int column, int row)
{
	return &cells->sum[(size_t)row * (size_t)(cells->columns + 1) + (size_t)column];
}

static void
count_cells(struct cells *cells, const struct canvas *canvas, struct box box)
{
	cells->box = box;
	cells->columns = box.width / CELL;
	cells->rows = box.height / CELL;
	cells->sum = xcalloc((size_t)(cells->columns + 1) * (size_t)(cells->rows + 1),
		sizeof(*cells->sum));
	for (int row = 0; row < cells->rows; row++)
		for (int column = 0; column < cells->columns; column++)
			*sum_at(cells, column + 1, row + 1) = canvas_count_ink(canvas,
				(struct box){box.x + column * CELL, box.y + row * CELL, CELL, CELL})
				+ *sum_at(cells, column, row + 1) + *sum_at(cells, column + 1, row)
				- *sum_at(cells, column, row);
}

/* Of `width` x `height` cells from there on. */
static long
count_ink(const struct cells *cells, int column, int row, int width, int height)
{
	return *sum_at(cells, column + width, row + height) - *sum_at(cells, column, row + height)
		- *sum_at(cells, column + width, row) + *sum_at(cells, column, row);
}

static int64_t
distance(const struct box *a, const struct box *b)
{
	int64_t x = (2 * a->x + a->width - 2 * b->x - b->width) / 2;
	int64_t y = (2 * a->y + a->height - 2 * b->y - b->height) / 2;

	return x * x + y * y;
}

static bool
find(const struct cells *cells, const struct layout *layout, int width, int height,
	struct box target, struct box *found)
{
	int across = (width + CELL - 1) / CELL, down = (height + CELL - 1) / CELL;
	int64_t nearest = -1;

	for (int row = 0; row + down <= cells->rows; row += 2)
		for (int column = 0; column + across <= cells->columns; column += 2) {
			struct box box = {cells->box.x + column * CELL, cells->box.y + row * CELL,
				width, height};
			int64_t away = distance(&box, &target);

			if (count_ink(cells, column, row, across, down) || box_overlaps(&box, &target)
				|| (nearest >= 0 && away >= nearest) || !layout_is_free(layout, &box, 0))
				continue;
			nearest = away;
			*found = box;
		}
	return nearest >= 0;
}

bool
ground_find(const struct canvas *canvas, const struct layout *layout, struct box within,
	int width, int height, struct box target, struct box *found)
{
	struct cells cells;
	bool any;

	count_cells(&cells, canvas, within);
	any = find(&cells, layout, width, height, target, found);
	free(cells.sum);
	return any;
}
