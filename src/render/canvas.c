/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/canvas.h"

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
canvas_line(struct canvas *canvas, int x0, int y0, int x1, int y1, int thick, enum ink ink)
{
	int dx = abs(x1 - x0), dy = abs(y1 - y0);
	int steps = dx > dy ? dx : dy;

	for (int i = 0; i <= steps; i++) {
		int x = steps ? x0 + (x1 - x0) * i / steps : x0;
		int y = steps ? y0 + (y1 - y0) * i / steps : y0;

		canvas_fill(canvas, (struct box){x, y, thick, thick}, ink);
	}
}

static void
stroke_diamond(struct canvas *canvas, int x, int y, int half, int thick, enum ink ink)
{
	canvas_line(canvas, x - half, y, x, y - half, thick, ink);
	canvas_line(canvas, x, y - half, x + half, y, thick, ink);
	canvas_line(canvas, x + half, y, x, y + half, thick, ink);
	canvas_line(canvas, x, y + half, x - half, y, thick, ink);
}

void
canvas_symbol(struct canvas *canvas, enum glyph glyph, int x, int y, int size, enum ink ink)
{
	int half = size / 2, thick = size >= 10 ? 2 : 1;

	switch (glyph) {
	case GLYPH_CROSS:
		canvas_line(canvas, x - half, y - half, x + half, y + half, thick, ink);
		canvas_line(canvas, x - half, y + half, x + half, y - half, thick, ink);
		break;
	case GLYPH_PLUS:
		canvas_fill(canvas, (struct box){x - half, y, 2 * half + 1, thick}, ink);
		canvas_fill(canvas, (struct box){x, y - half, thick, 2 * half + 1}, ink);
		break;
	case GLYPH_DIAMOND: case GLYPH_RING:
		stroke_diamond(canvas, x, y, half, thick, ink);
		break;
	case GLYPH_TRIANGLE:
		for (int i = 0; i <= 2 * half; i++)
			canvas_row(canvas, x - i / 2, x + i / 2, y - half + i, ink);
		break;
	case GLYPH_SQUARE:
		canvas_fill(canvas, (struct box){x - half, y - half, 2 * half + 1,
			2 * half + 1}, ink);
		break;
	case GLYPH_TICK:
		canvas_fill(canvas, (struct box){x, y, thick, size}, ink);
		break;
	case GLYPH_DOT: case GLYPH_BAR: case GLYPH_STEP: case GLYPH_LINE: case GLYPH_RULE:
	case GLYPH_COUNT:
		canvas_fill(canvas, (struct box){x - (size - 1) / 2, y - (size - 1) / 2, size,
			size}, ink);
		break;
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

		for (; x0 <= x1; x0++, at++, from++) {
			unsigned step = (*from * INK_STEPS + 127u) / 255u;

			/* Over other ink a thin edge would look like dirt: it gives way. */
			if (step && (*at == 0 || step > INK_STEPS / 2))
				*at = canvas_colour(ink, step);
		}
	}
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
