/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * raster.h - filled outlines as coverage: exact areas, in whole numbers, so that every
 * machine has the same edges.
 */
#ifndef CCTRACE_RENDER_RASTER_H
#define CCTRACE_RENDER_RASTER_H

#include <stdint.h>

/* Coordinates are in 1/256 of a pixel. */
enum { RASTER_BITS = 8, RASTER_ONE = 1 << RASTER_BITS };

struct raster {
	int width, height;
	int32_t *sum;            /* a row has width + 2: what a cell adds to all right of it */
};

void raster_init(struct raster *raster, int width, int height);
void raster_fini(struct raster *raster);

/*
 * A side of a closed outline.  What is outside the raster is cut, as far as 2^20 pixels away.
 * Where outlines of one turn overlap it is filled, too.
 */
void raster_line(struct raster *raster, int x0, int y0, int x1, int y1);

/* 0..255 for each of width x height pixels, row by row. */
void raster_coverage(const struct raster *raster, uint8_t *coverage);

#endif
