/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stamp.c - the shapes: each is a question put to every pixel of a square.
 */
#include "render/stamp.h"

#include <stdlib.h>

/* In half pixels, so that even sizes have a middle too. */
struct spot {
	int x, y;                /* from the middle: -half..half */
	int half;                /* size - 1 */
	int stroke;              /* 2 * pixels */
};

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static bool
in_disc(const struct spot *at, int radius)
{
	return radius > 0 && at->x * at->x + at->y * at->y <= radius * radius;
}

static bool
in_dot(const struct spot *at, bool hollow)
{
	if (hollow)
		return in_disc(at, at->half + 1) && !in_disc(at, at->half + 1 - at->stroke);
	/* Up to three pixels a disc is a square. */
	return at->half < 3 || in_disc(at, at->half + 1);
}

static bool
in_cross(const struct spot *at, bool hollow)
{
	(void)hollow;
	/* On a slope a line needs more pixels to look as wide. */
	return abs(abs(at->x) - abs(at->y)) <= at->stroke;
}

static bool
in_plus(const struct spot *at, bool hollow)
{
	(void)hollow;
	return abs(at->x) <= at->stroke || abs(at->y) <= at->stroke;
}

static bool
in_diamond(const struct spot *at, bool hollow)
{
	int far = abs(at->x) + abs(at->y);

	/* An even size has no pixel at its very tips. */
	return far <= at->half + at->half % 2 && (!hollow || far > at->half - at->stroke);
}

static bool
in_ring(const struct spot *at, bool hollow)
{
	(void)hollow;
	return in_disc(at, at->half + 1) && !in_disc(at, at->half + 1 - at->stroke);
}

/* Its tip is in the middle of the top row, its base the whole bottom row. */
static bool
in_triangle(const struct spot *at, bool hollow)
{
	int reach = (at->y + at->half) / 2 - abs(at->x);

	return reach >= 0
		&& (!hollow || reach < at->stroke || at->y > at->half - at->stroke);
}

/* A head over the upper half, and a shaft below it: no triangle is taken for it. */
static bool
in_arrow(const struct spot *at, bool hollow)
{
	/* An even size has two pixels for a tip. */
	int reach = at->y + at->half + at->half % 2 - abs(at->x);

	(void)hollow;
	return at->y <= 0 ? reach >= 0 : abs(at->x) <= at->stroke;
}

static bool
in_arrow_down(const struct spot *at, bool hollow)
{
	return in_arrow(&(struct spot){at->x, -at->y, at->half, at->stroke}, hollow);
}

static bool
in_square(const struct spot *at, bool hollow)
{
	return !hollow || larger(abs(at->x), abs(at->y)) > at->half - at->stroke;
}

static bool
in_tick(const struct spot *at, bool hollow)
{
	(void)hollow;
	return abs(at->x) < at->stroke;
}

typedef bool shape(const struct spot *at, bool hollow);

static shape *
shape_of(enum glyph glyph)
{
	static shape *const shapes[GLYPH_COUNT] = {
		[GLYPH_CROSS] = in_cross, [GLYPH_PLUS] = in_plus, [GLYPH_DIAMOND] = in_diamond,
		[GLYPH_RING] = in_ring, [GLYPH_TRIANGLE] = in_triangle,
		[GLYPH_SQUARE] = in_square, [GLYPH_TICK] = in_tick,
		[GLYPH_ARROW_UP] = in_arrow, [GLYPH_ARROW_DOWN] = in_arrow_down,
	};

	return glyph < GLYPH_COUNT && shapes[glyph] ? shapes[glyph] : in_dot;
}

static void
add_run(struct stamp *stamp, int y, int x0, int x1)
{
	if (stamp->count == STAMP_RUNS_MAX)
		return;
	stamp->run[stamp->count++] = (struct stamp_run){(int8_t)y, (int8_t)x0, (int8_t)x1};
	if (x0 < stamp->left)
		stamp->left = x0;
	if (x1 > stamp->right)
		stamp->right = x1;
	stamp->bottom = y;
}

/* How many rows of `size` lie above the point. */
static int
rows_above(enum glyph glyph, int size)
{
	switch (glyph) {
	case GLYPH_TICK: case GLYPH_TRIANGLE: case GLYPH_ARROW_UP:
		return 0;
	case GLYPH_ARROW_DOWN:
		return size - 1;
	case GLYPH_DOT: case GLYPH_BAR: case GLYPH_STEP: case GLYPH_LINE: case GLYPH_CROSS:
	case GLYPH_PLUS: case GLYPH_DIAMOND: case GLYPH_RING: case GLYPH_SQUARE: case GLYPH_RULE:
	case GLYPH_COUNT:
		break;
	}
	return (size - 1) / 2;
}

void
stamp_make(struct stamp *stamp, enum glyph glyph, int size, int stroke, bool hollow)
{
	shape *inside = shape_of(glyph);

	size = size < 1 ? 1 : size > STAMP_SIZE_MAX ? STAMP_SIZE_MAX : size;
	int middle = (size - 1) / 2, above = rows_above(glyph, size);

	*stamp = (struct stamp){.left = size, .top = -above, .right = -size};
	for (int y = 0; y < size; y++)
		for (int x = 0, begin = 0; x <= size; x++) {
			struct spot at = {2 * x - size + 1, 2 * y - size + 1, size - 1, 2 * stroke};
			bool set = x < size && inside(&at, hollow);

			if (!set && x > begin)
				add_run(stamp, y - above, begin - middle, x - 1 - middle);
			if (!set)
				begin = x + 1;
		}
}
