/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stamp.h - a small picture of a symbol, made once a layer and then put down at every point.
 */
#ifndef CCTRACE_RENDER_STAMP_H
#define CCTRACE_RENDER_STAMP_H

#include <stdbool.h>

#include "cctrace/scene.h"

/* 9 pixels at scale 4, and an odd one for the centre. */
enum { STAMP_SIZE_MAX = 40, STAMP_RUNS_MAX = 2 * STAMP_SIZE_MAX };

/* Pixels x0 to x1 of row y, relative to the point. */
struct stamp_run {
	int8_t y, x0, x1;
};

struct stamp {
	int left, top, right, bottom;  /* of all runs, inclusive */
	int count;
	struct stamp_run run[STAMP_RUNS_MAX];
};

/*
 * The stamp of `glyph`, `size` pixels across (limited to 1..STAMP_SIZE_MAX) with strokes
 * `stroke` pixels wide.  Glyphs that are no symbols are dots.  A tick hangs from its point, a
 * triangle and an arrow up touch it from below, an arrow down from above, so that none hides
 * it; all others are centred, of an even size with the point left and above of the middle.
 */
void stamp_make(struct stamp *stamp, enum glyph glyph, int size, int stroke, bool hollow);

#endif
