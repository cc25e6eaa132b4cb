/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures were drawn by hand. */
#include "ascii.h"

static void
fills_and_clips(void)
{
	static const char *const expected[] = {
		"........",
		".DDD....",
		".DDDAAAA",
		".DDDAAAA",
		"....AAAA",
		"......RR",
	};
	struct canvas canvas;

	canvas_init(&canvas, 8, 6);
	canvas_fill(&canvas, (struct box){1, 1, 3, 3}, INK_DATA);
	canvas_clip(&canvas, &(struct box){4, 2, 100, 3});
	canvas.clip.width = 4;
	canvas_fill(&canvas, (struct box){-50, -50, 1000, 1000}, INK_ACK);
	canvas_clip(&canvas, NULL);
	canvas_row(&canvas, 1000, 6, 5, INK_AGAIN);
	canvas_row(&canvas, -10, -5, 5, INK_AGAIN);
	canvas_row(&canvas, 0, 5, 6, INK_AGAIN);
	canvas_column(&canvas, -1, 0, 5, INK_AGAIN);
	canvas_column(&canvas, 8, 0, 5, INK_AGAIN);
	looks_like(&canvas, expected, "boxes, rows and columns end at the clip");
	canvas_fini(&canvas);
}

static void
draws_lines(void)
{
	static const char *const expected[] = {
		"D......A",
		".D.....A",
		"..D....A",
		"...D...A",
		"....D..A",
		"SSSSSD.A",
		"......DA",
		".......D",
	};
	struct canvas canvas;

	canvas_init(&canvas, 8, 8);
	canvas_line(&canvas, 7, 7, 7, 0, 1, INK_ACK);
	canvas_line(&canvas, 4, 5, 0, 5, 1, INK_SACK);
	canvas_line(&canvas, 0, 0, 7, 7, 1, INK_DATA);
	looks_like(&canvas, expected, "level, upright and sloping lines");
	canvas_fini(&canvas);
}

/* The ends that a zoomed axis gives; a walk over all their pixels would take minutes. */
static void
far_ends_are_reached_at_once(void)
{
	static const char *const expected[] = {
		"....D",
		"...D.",
		"AADAA",
		".D...",
		"D....",
	};
	struct canvas canvas;

	canvas_init(&canvas, 5, 5);
	for (int i = 0; i < 1000; i++) {
		canvas_line(&canvas, -100000000, 2, 100000000, 2, 1, INK_ACK);
		canvas_line(&canvas, -100000000, 100000004, 100000004, -100000000, 1, INK_DATA);
		canvas_line(&canvas, -100000000, -100000000, -90000000, 100000000, 1, INK_AGAIN);
		canvas_line(&canvas, 100000000, 9, 90000000, 9, 3, INK_AGAIN);
	}
	looks_like(&canvas, expected, "lines from far away pass where they should");
	canvas_fini(&canvas);
}

static void
text_gives_way_to_data(void)
{
	static const char *const expected[] = {".~t~DD", ".~t~Dt"};
	static const unsigned char coverage[] = {0, 60, 255, 100, 60, 100, 0, 60, 255, 100, 60, 255};
	struct canvas canvas;

	canvas_init(&canvas, 6, 2);
	canvas_fill(&canvas, (struct box){4, 0, 2, 2}, INK_DATA);
	canvas_coverage(&canvas, (struct box){0, 0, 6, 2}, coverage, 6, INK_TEXT);
	looks_like(&canvas, expected, "thin edges on ground, only full strokes on ink");
	canvas_fill(&canvas, (struct box){0, 0, 6, 2}, INK_DATA);
	canvas_coverage(&canvas, (struct box){-4, -1, 6, 2}, coverage, 6, INK_TEXT);
	looks_like(&canvas, (const char *const[]){"DtDDDD", "DDDDDD"}, "and clipped at the edge");
	canvas_fini(&canvas);
}

static void
a_halo_clears_around_strokes(void)
{
	static const char *const expected[] = {"DDDDD", "D...D", "D...D", "D...D"};
	static const unsigned char coverage[] = {0, 255, 0};
	struct canvas canvas;

	canvas_init(&canvas, 5, 4);
	canvas_fill(&canvas, (struct box){0, 0, 5, 4}, INK_DATA);
	is_int(canvas_count_ink(&canvas, (struct box){-3, -3, 5, 5}), 4, "ink is counted");
	canvas_halo(&canvas, (struct box){1, 2, 3, 1}, coverage, 3, 1);
	looks_like(&canvas, expected, "one pixel around one pixel");
	is_int(canvas_count_ink(&canvas, (struct box){0, 0, 5, 4}), 11, "less ink is left");
	canvas_fill(&canvas, (struct box){0, 0, 5, 4}, INK_GRID);
	is_int(canvas_count_ink(&canvas, (struct box){0, 0, 5, 4}), 0, "the grid is no ink");
	canvas_fini(&canvas);
}

int
main(void)
{
	fills_and_clips();
	draws_lines();
	far_ends_are_reached_at_once();
	text_gives_way_to_data();
	a_halo_clears_around_strokes();
	return tap_done();
}
