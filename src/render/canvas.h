/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * canvas.h - a picture of ink indices: a byte a pixel, full ink or one of its lighter
 * steps towards the ground.
 *
 * Dense layers are stamped here without antialiasing; text comes as coverage and is
 * mapped to the steps.  All coordinates are clipped.
 */
#ifndef CCTRACE_RENDER_CANVAS_H
#define CCTRACE_RENDER_CANVAS_H

#include <stdbool.h>

#include "render/map.h"
#include "render/stamp.h"
#include "render/theme.h"

enum {
	INK_STEPS = 15, CANVAS_COLOURS = 1 + INK_COUNT * INK_STEPS,
	/* Up to this step ink is a shade of the ground, on which data and words may lie. */
	SHADE_STEPS = 5
};

struct canvas {
	int width, height;
	struct box clip;
	uint8_t *pixels;         /* 0: ground; else 1 + ink * INK_STEPS + step - 1 */
};

void canvas_init(struct canvas *canvas, int width, int height);
void canvas_fini(struct canvas *canvas);

/* Limit drawing to `box`; the whole canvas with NULL. */
void canvas_clip(struct canvas *canvas, const struct box *box);

static inline uint8_t
canvas_colour(enum ink ink, unsigned step)
{
	return (uint8_t)(1 + (unsigned)ink * INK_STEPS + step - 1);
}

/* The grid and shades are ground, too. */
static inline bool
canvas_is_ground(uint8_t pixel)
{
	return pixel == 0 || pixel == canvas_colour(INK_GRID, INK_STEPS)
		|| (pixel - 1u) % INK_STEPS < SHADE_STEPS;
}

void canvas_fill(struct canvas *canvas, struct box box, enum ink ink);
/* Back to ground. */
void canvas_clear(struct canvas *canvas, struct box box);
/* Evenly, or in slanted stripes that are `stripe` pixels apart (0: evenly). */
void canvas_shade(struct canvas *canvas, struct box box, enum ink ink, unsigned step, int stripe);
/* The border of `box`, within it. */
void canvas_frame(struct canvas *canvas, struct box box, int thick, enum ink ink);
/* From x0 to x1, both included, in any order. */
void canvas_row(struct canvas *canvas, int x0, int x1, int y, enum ink ink);
void canvas_column(struct canvas *canvas, int x, int y0, int y1, enum ink ink);
/* A straight line of `thick` pixels; far ends cost nothing. */
void canvas_line(struct canvas *canvas, int x0, int y0, int x1, int y1, int thick,
	enum ink ink);
/* A line `thick` pixels wide with smooth edges. */
void canvas_slope(struct canvas *canvas, double x0, double y0, double x1, double y1,
	double thick, enum ink ink);
void canvas_stamp(struct canvas *canvas, const struct stamp *stamp, int x, int y,
	enum ink ink);
/* `coverage`: 0..255 for every pixel of `box`, `stride` bytes a row. */
void canvas_coverage(struct canvas *canvas, struct box box, const uint8_t *coverage,
	int stride, enum ink ink);

/* Clear what is nearer than `reach` pixels to such coverage, so that it can be read. */
void canvas_halo(struct canvas *canvas, struct box box, const uint8_t *coverage, int stride,
	int reach);

/* Pixels within `box` that are drawn on: what canvas_is_ground isn't. */
long canvas_count_ink(const struct canvas *canvas, struct box box);

/* The palette that belongs to a theme. */
void canvas_palette(const struct theme *theme, struct rgb palette[CANVAS_COLOURS]);

#endif
