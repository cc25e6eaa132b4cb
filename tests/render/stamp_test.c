/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures were drawn by hand. */
#include "ascii.h"

/* The stamp at the middle of a canvas of 9 x 9. */
static void
stamped(enum glyph glyph, int size, bool hollow, const char *const *expected, const char *name)
{
	struct canvas canvas;
	struct stamp stamp;

	canvas_init(&canvas, 9, 9);
	stamp_make(&stamp, glyph, size, 1, hollow);
	canvas_stamp(&canvas, &stamp, 4, 4, INK_DATA);
	looks_like(&canvas, expected, name);
	canvas_fini(&canvas);
}

#define ROWS (const char *const[])

static void
symbols_have_their_shapes(void)
{
	stamped(GLYPH_DOT, 1, false, ROWS{".........", ".........", ".........", ".........",
		"....D....", ".........", ".........", ".........", "........."}, "the least dot");
	stamped(GLYPH_DOT, 2, false, ROWS{".........", ".........", ".........", ".........",
		"....DD...", "....DD...", ".........", ".........", "........."}, "a dot of two");
	stamped(GLYPH_DOT, 3, false, ROWS{".........", ".........", ".........", "...DDD...",
		"...DDD...", "...DDD...", ".........", ".........", "........."}, "a dot of three");
	stamped(GLYPH_CROSS, 9, false, ROWS{"DD.....DD", "DDD...DDD", ".DDD.DDD.", "..DDDDD..",
		"...DDD...", "..DDDDD..", ".DDD.DDD.", "DDD...DDD", "DD.....DD"}, "a cross");
	stamped(GLYPH_PLUS, 7, false, ROWS{".........", "...DDD...", "...DDD...", ".DDDDDDD.",
		".DDDDDDD.", ".DDDDDDD.", "...DDD...", "...DDD...", "........."}, "a plus");
	stamped(GLYPH_DIAMOND, 7, false, ROWS{".........", "....D....", "...DDD...", "..DDDDD..",
		".DDDDDDD.", "..DDDDD..", "...DDD...", "....D....", "........."}, "a diamond");
	stamped(GLYPH_DIAMOND, 7, true, ROWS{".........", "....D....", "...D.D...", "..D...D..",
		".D.....D.", "..D...D..", "...D.D...", "....D....", "........."}, "a hollow one");
	stamped(GLYPH_RING, 7, false, ROWS{".........", "...DDD...", "..D...D..", ".D.....D.",
		".D.....D.", ".D.....D.", "..D...D..", "...DDD...", "........."}, "a ring");
	stamped(GLYPH_SQUARE, 5, true, ROWS{".........", ".........", "..DDDDD..", "..D...D..",
		"..D...D..", "..D...D..", "..DDDDD..", ".........", "........."}, "a hollow square");
	stamped(GLYPH_SQUARE, 5, false, ROWS{".........", ".........", "..DDDDD..", "..DDDDD..",
		"..DDDDD..", "..DDDDD..", "..DDDDD..", ".........", "........."}, "a square");
}

static void
some_leave_their_point_free(void)
{
	stamped(GLYPH_TRIANGLE, 5, false, ROWS{".........", ".........", ".........", ".........",
		"....D....", "....D....", "...DDD...", "...DDD...", "..DDDDD.."},
		"a triangle points at it from below");
	stamped(GLYPH_ARROW_UP, 5, false, ROWS{".........", ".........", ".........", ".........",
		"....D....", "...DDD...", "..DDDDD..", "...DDD...", "...DDD..."},
		"an arrow goes on upwards from it");
	stamped(GLYPH_ARROW_DOWN, 5, false, ROWS{"...DDD...", "...DDD...", "..DDDDD..",
		"...DDD...", "....D....", ".........", ".........", ".........", "........."},
		"or downwards");
	stamped(GLYPH_DOT, 5, true, ROWS{".........", ".........", "...DDD...", "..D...D..",
		"..D...D..", "..D...D..", "...DDD...", ".........", "........."}, "a hollow dot");
	stamped(GLYPH_TICK, 4, false, ROWS{".........", ".........", ".........", ".........",
		"....DD...", "....DD...", "....DD...", "....DD...", "........."}, "a tick hangs from it");
}

static void
edges_clip_them(void)
{
	struct canvas canvas;
	struct stamp stamp;

	canvas_init(&canvas, 9, 9);
	stamp_make(&stamp, GLYPH_SQUARE, 5, 1, false);
	canvas_stamp(&canvas, &stamp, 0, 0, INK_DATA);
	canvas_stamp(&canvas, &stamp, 8, 9, INK_DATA);
	canvas_stamp(&canvas, &stamp, -100000000, 100000000, INK_DATA);
	looks_like(&canvas, ROWS{"DDD......", "DDD......", "DDD......", ".........", ".........",
		".........", ".........", "......DDD", "......DDD"}, "at two corners and far outside");
	canvas_fini(&canvas);
}

static void
every_size_stays_within_bounds(void)
{
	for (int glyph = 0; glyph <= GLYPH_COUNT; glyph++) {
		bool good = true;

		for (int size = -1; size < 200; size++) {
			struct stamp stamp;

			stamp_make(&stamp, (enum glyph)glyph, size, 1 + size / 8, size % 2);
			good = good && stamp.count > 0 && stamp.left <= 0 && stamp.right >= 0
				&& stamp.top <= 0 && stamp.bottom >= 0
				&& stamp.right - stamp.left < STAMP_SIZE_MAX;
		}
		ok(good, "glyph %d at all sizes", glyph);
	}
}

int
main(void)
{
	symbols_have_their_shapes();
	some_leave_their_point_free();
	edges_clip_them();
	every_size_stays_within_bounds();
	return tap_done();
}
