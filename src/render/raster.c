/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * raster.c - each side of an outline adds, for every row it crosses, its height there to all
 * pixels right of it, and to the pixel it crosses the part of it that lies right of the side.
 * A running sum along the row is then the area that is covered.
 */
#include "render/raster.h"

#include <stdlib.h>

#include "base/xalloc.h"

void
raster_init(struct raster *raster, int width, int height)
{
	*raster = (struct raster){width, height,
		xcalloc((size_t)(width + 2) * (size_t)height, sizeof(*raster->sum))};
}

void
raster_fini(struct raster *raster)
{
	free(raster->sum);
	raster->sum = NULL;
}

/* A piece within a row that is `height` high (negative: upwards), its middle at `x`. */
static inline void
add_piece(const struct raster *raster, int32_t *row, int x, int height)
{
	int column = x >> RASTER_BITS, right = RASTER_ONE - (x & (RASTER_ONE - 1));

	if (column < 0) {
		column = 0;
		right = RASTER_ONE;
	}
	if (column >= raster->width)
		return;
	row[column] += height * right;
	row[column + 1] += height * (RASTER_ONE - right);
}

/* The same for one that goes from x0 to x1: cut where it leaves a pixel. */
static void
add_slope(const struct raster *raster, int32_t *row, int x0, int x1, int height)
{
	int step = x1 > x0 ? 1 : -1, done = 0, from = x0;

	while (from >> RASTER_BITS != x1 >> RASTER_BITS) {
		int border = ((from >> RASTER_BITS) + (step > 0 ? 1 : 0)) << RASTER_BITS;
		/* Left of a border is the pixel before it. */
		int to = step > 0 ? border : from == border ? border - 1 : border;
		int upto = (int)((int64_t)height * (to - x0) / (x1 - x0));

		add_piece(raster, row, (from + to - (step > 0 ? 1 : 0)) / 2, upto - done);
		done = upto;
		from = to;
	}
	add_piece(raster, row, (from + x1) / 2, height - done);
}

void
raster_line(struct raster *raster, int x0, int y0, int x1, int y1)
{
	int sign = y1 > y0 ? 1 : -1, last = raster->height << RASTER_BITS;
	int top = sign > 0 ? y0 : y1, bottom = sign > 0 ? y1 : y0;
	int x = sign > 0 ? x0 : x1, far = sign > 0 ? x1 : x0, y = top < 0 ? 0 : top;
	int end = bottom > last ? last : bottom, from;

	if (y >= end)
		return;
	from = x + (int)((int64_t)(far - x) * (y - top) / (bottom - top));
	while (y < end) {
		int border = ((y >> RASTER_BITS) + 1) << RASTER_BITS, next = border < end ? border : end;
		int to = x + (int)((int64_t)(far - x) * (next - top) / (bottom - top));
		int32_t *row = raster->sum + (size_t)(y >> RASTER_BITS) * (size_t)(raster->width + 2);

		add_slope(raster, row, from, to, sign * (next - y));
		from = to;
		y = next;
	}
}

void
raster_coverage(const struct raster *raster, uint8_t *coverage)
{
	const int32_t *sum = raster->sum;

	for (int y = 0; y < raster->height; y++, sum += raster->width + 2) {
		int32_t area = 0;

		for (int x = 0; x < raster->width; x++) {
			area += sum[x];

			/* Of RASTER_ONE squared. */
			int32_t part = (area < 0 ? -area : area) >> RASTER_BITS;

			*coverage++ = (uint8_t)(part > 255 ? 255 : part);
		}
	}
}
