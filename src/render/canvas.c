/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * canvas.c - every primitive is clipped here, once, so that nobody above has to care; ends
 * of lines may lie 10^8 pixels away.
 */
#include "render/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void
canvas_init(struct canvas *canvas, int width, int height)
{
	canvas->width = width;
	canvas->height = height;
	canvas->pixels = xcalloc((size_t)width * (size_t)height, 1);
	canvas_clip(canvas, NULL);
}

void
canvas_fini(struct canvas *canvas)
{
	free(canvas->pixels);
	canvas->pixels = NULL;
}

void
canvas_clip(struct canvas *canvas, const struct box *box)
{
	canvas->clip = box ? *box : (struct box){0, 0, canvas->width, canvas->height};
}

/* The part of lo..hi within first..first+count-1; false when there is none. */
static inline bool
limit(int *lo, int *hi, int first, int count)
{
	if (*lo > *hi) {
		int other = *lo;

		*lo = *hi;
		*hi = other;
	}
	if (*lo < first)
		*lo = first;
	if (*hi > first + count - 1)
		*hi = first + count - 1;
	return *lo <= *hi;
}

static inline uint8_t *
pixel(struct canvas *canvas, int x, int y)
{
	return canvas->pixels + (size_t)y * (size_t)canvas->width + (size_t)x;
}

void
canvas_row(struct canvas *canvas, int x0, int x1, int y, enum ink ink)
{
	const struct box *clip = &canvas->clip;

	if (y < clip->y || y >= clip->y + clip->height
		|| !limit(&x0, &x1, clip->x, clip->width))
		return;
	memset(pixel(canvas, x0, y), canvas_colour(ink, INK_STEPS), (size_t)(x1 - x0 + 1));
}

void
canvas_column(struct canvas *canvas, int x, int y0, int y1, enum ink ink)
{
	const struct box *clip = &canvas->clip;

	if (x < clip->x || x >= clip->x + clip->width
		|| !limit(&y0, &y1, clip->y, clip->height))
		return;

	uint8_t *at = pixel(canvas, x, y0), colour = canvas_colour(ink, INK_STEPS);

	for (; y0 <= y1; y0++, at += canvas->width)
		*at = colour;
}

void
canvas_fill(struct canvas *canvas, struct box box, enum ink ink)
{
	for (int y = box.y; y < box.y + box.height; y++)
		canvas_row(canvas, box.x, box.x + box.width - 1, y, ink);
}

void
canvas_clear(struct canvas *canvas, struct box box)
{
	for (int y = box.y; y < box.y + box.height; y++) {
		int x0 = box.x, x1 = box.x + box.width - 1;

		if (y >= canvas->clip.y && y < canvas->clip.y + canvas->clip.height
			&& x0 <= x1 && limit(&x0, &x1, canvas->clip.x, canvas->clip.width))
			memset(pixel(canvas, x0, y), 0, (size_t)(x1 - x0 + 1));
	}
}

void
canvas_shade(struct canvas *canvas, struct box box, enum ink ink, unsigned step, int stripe)
{
	int wide = stripe / 6 + 1;

	for (int y = box.y; y < box.y + box.height; y++) {
		int x0 = box.x, x1 = box.x + box.width - 1;

		if (y < canvas->clip.y || y >= canvas->clip.y + canvas->clip.height || x0 > x1
			|| !limit(&x0, &x1, canvas->clip.x, canvas->clip.width))
			continue;
		if (stripe == 0) {
			memset(pixel(canvas, x0, y), canvas_colour(ink, step), (size_t)(x1 - x0 + 1));
			continue;
		}
		for (; x0 <= x1; x0++)
			if ((x0 + y) % stripe < wide)
				*pixel(canvas, x0, y) = canvas_colour(ink, step);
	}
}

void
canvas_frame(struct canvas *canvas, struct box box, int thick, enum ink ink)
{
	int right = box.x + box.width - thick, bottom = box.y + box.height - thick;

	canvas_fill(canvas, (struct box){box.x, box.y, box.width, thick}, ink);
	canvas_fill(canvas, (struct box){box.x, bottom, box.width, thick}, ink);
	canvas_fill(canvas, (struct box){box.x, box.y, thick, box.height}, ink);
	canvas_fill(canvas, (struct box){right, box.y, thick, box.height}, ink);
}

/* Which steps from `from` in direction `sign` stay within lo..hi. */
static void
limit_steps(int64_t from, int sign, int64_t lo, int64_t hi, int64_t range[2])
{
	int64_t enter = sign > 0 ? lo - from : from - hi;
	int64_t leave = sign > 0 ? hi - from : from - lo;

	if (enter > range[0])
		range[0] = enter;
	if (leave < range[1])
		range[1] = leave;
}

void
canvas_line(struct canvas *canvas, int x0, int y0, int x1, int y1, int thick, enum ink ink)
{
	const struct box *clip = &canvas->clip;
	int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
	bool flat = llabs(dx) >= llabs(dy);
	int64_t steps = flat ? llabs(dx) : llabs(dy), range[2] = {0, steps};

	/* Along the longer side only: then there are no more steps than the clip has pixels. */
	if (flat)
		limit_steps(x0, dx < 0 ? -1 : 1, (int64_t)clip->x - thick,
			(int64_t)clip->x + clip->width, range);
	else
		limit_steps(y0, dy < 0 ? -1 : 1, (int64_t)clip->y - thick,
			(int64_t)clip->y + clip->height, range);
	for (int64_t i = range[0]; i <= range[1]; i++) {
		int x = (int)(steps ? x0 + dx * i / steps : x0);
		int y = (int)(steps ? y0 + dy * i / steps : y0);

		canvas_fill(canvas, (struct box){x, y, thick, thick}, ink);
	}
}

/* Over other ink a thin edge would look like dirt: it gives way. */
static void
blend(uint8_t *at, unsigned step, enum ink ink)
{
	if (step && (canvas_is_ground(*at) || step > INK_STEPS / 2))
		*at = canvas_colour(ink, step);
}

/* The part of pixel `at` that lies between lo and hi, in steps. */
static unsigned
share(int at, double lo, double hi)
{
	double from = lo > at ? lo : at, to = hi < at + 1 ? hi : at + 1;

	return to > from ? (unsigned)((to - from) * INK_STEPS + 0.5) : 0;
}

/* Along the longer side, pixel by pixel: across it each has its share of the stroke. */
void
canvas_slope(struct canvas *canvas, double x0, double y0, double x1, double y1, double thick,
	enum ink ink)
{
	const struct box *clip = &canvas->clip;
	bool flat = fabs(x1 - x0) >= fabs(y1 - y0);
	double from = flat ? fmin(x0, x1) : fmin(y0, y1), to = flat ? fmax(x0, x1) : fmax(y0, y1);
	double slope = flat ? (y1 - y0) / (x1 - x0) : (x1 - x0) / (y1 - y0);
	int first = flat ? clip->x : clip->y, past = first + (flat ? clip->width : clip->height);

	/* A slope of nothing is none, and not a number. */
	if (!(to > from))
		return;
	for (int at = (int)fmax(floor(from), first); at <= (int)fmin(to, past - 1); at++) {
		double middle = flat ? y0 + (at - x0) * slope : x0 + (at - y0) * slope;
		double lo = middle + 0.5 - thick / 2, hi = lo + thick;

		for (int across = (int)floor(lo); across < hi; across++) {
			int x = flat ? at : across, y = flat ? across : at;

			if (box_has(clip, x, y))
				blend(pixel(canvas, x, y), share(across, lo, hi), ink);
		}
	}
}

static void
stamp_clipped(struct canvas *canvas, const struct stamp *stamp, int x, int y, enum ink ink)
{
	for (int i = 0; i < stamp->count; i++) {
		const struct stamp_run *run = &stamp->run[i];

		canvas_row(canvas, x + run->x0, x + run->x1, y + run->y, ink);
	}
}

void
canvas_stamp(struct canvas *canvas, const struct stamp *stamp, int x, int y, enum ink ink)
{
	const struct box *clip = &canvas->clip;

	if (x + stamp->left < clip->x || x + stamp->right >= clip->x + clip->width
		|| y + stamp->top < clip->y || y + stamp->bottom >= clip->y + clip->height) {
		stamp_clipped(canvas, stamp, x, y, ink);
		return;
	}

	uint8_t *centre = pixel(canvas, x, y), colour = canvas_colour(ink, INK_STEPS);

	/* Runs are a few pixels: a call of memset would cost more than they do. */
	for (int i = 0; i < stamp->count; i++) {
		const struct stamp_run *run = &stamp->run[i];
		uint8_t *row = centre + (ptrdiff_t)run->y * canvas->width;

		for (int at = run->x0; at <= run->x1; at++)
			row[at] = colour;
	}
}

void
canvas_coverage(struct canvas *canvas, struct box box, const uint8_t *coverage, int stride,
	enum ink ink)
{
	for (int row = 0; row < box.height; row++, coverage += stride) {
		int x0 = box.x, x1 = box.x + box.width - 1, y = box.y + row;

		if (y < 0 || y >= canvas->height || !limit(&x0, &x1, 0, canvas->width))
			continue;

		uint8_t *at = pixel(canvas, x0, y);
		const uint8_t *from = coverage + (x0 - box.x);

		for (; x0 <= x1; x0++, at++, from++)
			if (*from)
				blend(at, (*from * INK_STEPS + 127u) / 255u, ink);
	}
}

static void
clear_square(struct canvas *canvas, int x, int y, int reach)
{
	int x0 = x - reach, x1 = x + reach;

	if (!limit(&x0, &x1, 0, canvas->width))
		return;
	for (int row = y - reach; row <= y + reach; row++)
		for (int column = x0; column <= x1 && row >= 0 && row < canvas->height; column++)
			if (!canvas_is_ground(*pixel(canvas, column, row)))
				*pixel(canvas, column, row) = 0;
}

void
canvas_halo(struct canvas *canvas, struct box box, const uint8_t *coverage, int stride,
	int reach)
{
	for (int row = 0; row < box.height; row++, coverage += stride)
		for (int column = 0; column < box.width; column++)
			if (coverage[column] > 255 / 4)
				clear_square(canvas, box.x + column, box.y + row, reach);
}

long
canvas_count_ink(const struct canvas *canvas, struct box box)
{
	int x0 = box.x, x1 = box.x + box.width - 1, y0 = box.y, y1 = box.y + box.height - 1;
	long count = 0;

	if (!limit(&x0, &x1, 0, canvas->width) || !limit(&y0, &y1, 0, canvas->height))
		return 0;
	for (int y = y0; y <= y1; y++) {
		const uint8_t *row = canvas->pixels + (size_t)y * (size_t)canvas->width;

		for (int x = x0; x <= x1; x++)
			count += !canvas_is_ground(row[x]);
	}
	return count;
}

static uint8_t
between(uint8_t ground, uint8_t ink, unsigned step)
{
	return (uint8_t)((ground * (INK_STEPS - step) + ink * step + INK_STEPS / 2) / INK_STEPS);
}

void
canvas_palette(const struct theme *theme, struct rgb palette[CANVAS_COLOURS])
{
	palette[0] = theme->ground;
	for (int ink = 0; ink < INK_COUNT; ink++)
		for (unsigned step = 1; step <= INK_STEPS; step++)
			palette[canvas_colour((enum ink)ink, step)] = (struct rgb){
				between(theme->ground.red, theme->ink[ink].red, step),
				between(theme->ground.green, theme->ink[ink].green, step),
				between(theme->ground.blue, theme->ink[ink].blue, step),
			};
}
