/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From points to pixels.  The panel is 12 x 8, a unit of either axis is a pixel; pictures
 * were drawn by hand.
 */
#include "render/layers.h"

#include <stdlib.h>

#include "ascii.h"

#define ROWS (const char *const[])
#define LAYER_OF(scene, glyph, ink, points) \
	scene_layer_points(scene, NULL, glyph, ink, points, COUNT(points))

static void
drawn(struct scene *scene, const char *const *expected, const char *name)
{
	struct axis x = {UNIT_NSEC, 0, 11, "", 0}, y = {UNIT_BYTES, 0, 7, "", 0};
	struct canvas canvas;
	struct frame_map map;

	canvas_init(&canvas, 12, 8);
	map_init(&map, (struct box){0, 0, 12, 8}, &x, &y, 1);
	for (size_t i = 0; i < scene->layer_count; i++)
		layer_draw(&canvas, &map, &scene->layer[i]);
	looks_like(&canvas, expected, name);
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
bars_are_never_missed(void)
{
	struct scene *scene = scene_new("test");
	static const struct point bars[] = {{0, 0, 7}, {1, 2, 2}, {3, 2, 3}, {3, 4, 6},
		{5, 1, 1}, {5, 1, 1}, {5, 3, 3}, {12, 0, 7}, {11, -5, 1}, {9, 6, 50}};
	static const struct point again[] = {{8, 3, 3}};

	LAYER_OF(scene, GLYPH_BAR, INK_DATA, bars);
	drawn(scene, ROWS{
		"D........D..",
		"D..D.....D..",
		"D..D........",
		"D..D........",
		"D..D.D......",
		"DD.D........",
		"D....D.....D",
		"D..........D"}, "bars of all heights, outside ones cut");
	scene = scene_new("test");
	LAYER_OF(scene, GLYPH_BAR, INK_AGAIN, again)->thick = true;
	drawn(scene, ROWS{
		"............",
		".......RRR..",
		".......RRR..",
		".......RRR..",
		".......RRR..",
		".......RRR..",
		".......RRR..",
		"............"}, "a thick one is wide, and tall enough to be seen");
}

static void
steps_hold_until_the_next_point(void)
{
	struct scene *scene = scene_new("test");
	static const struct point steps[] = {{-3, 1, 1}, {2, 4, 4}, {2, 6, 6}, {2, 4, 4}, {5, 4, 4},
		{7, POINT_GAP, 0}, {9, 2, 2}, {14, 2, 2}};

	LAYER_OF(scene, GLYPH_STEP, INK_REFERENCE, steps);
	drawn(scene, ROWS{
		"............",
		"..F.........",
		"..F.........",
		"..FFFFFF....",
		"..F.........",
		"..F......FFF",
		"FFF.........",
		"............"}, "an extreme within a pixel shows, a gap is a gap");
}

static void
lines_go_straight(void)
{
	struct scene *scene = scene_new("test");
	static const struct point line[] = {{0, 0, 0}, {5, 5, 5}, {7, 5, 5}, {8, POINT_GAP, 0},
		{10, 7, 7}, {11, POINT_GAP, 0}};

	LAYER_OF(scene, GLYPH_LINE, INK_REFERENCE, line);
	drawn(scene, ROWS{
		"..........F.",
		"............",
		".....FFF....",
		"....F.......",
		"...F........",
		"..F.........",
		".F..........",
		"F..........."}, "and a line of one point is a dot");
}

static void
dotted_lines_lose_no_extreme(void)
{
	struct scene *scene = scene_new("test");
	static const struct point steps[] = {{0, 1, 1}, {4, 7, 7}, {4, 1, 1}, {11, 1, 1}};
	struct layer *layer = LAYER_OF(scene, GLYPH_STEP, INK_REFERENCE, steps);

	layer->dotted = true;
	drawn(scene, ROWS{
		"....F.......",
		"....F.......",
		"....F.......",
		"............",
		"............",
		"............",
		"FFF.F.FFF..F",
		"............"}, "the peak between two dashes has ink");
}

static void
rules_cross_the_panel(void)
{
	struct scene *scene = scene_new("test");
	static const struct point rule[] = {{0, 4, 4}};

	LAYER_OF(scene, GLYPH_RULE, INK_REFERENCE, rule);
	drawn(scene, ROWS{
		"............",
		"............",
		"............",
		"FFFFFF......",
		"............",
		"............",
		"............",
		"............"}, "in dashes");
}

static void
later_layers_lie_on_top(void)
{
	struct scene *scene = scene_new("test");
	static const struct point below[] = {{5, 0, 7}}, above[] = {{5, 3, 3}};

	LAYER_OF(scene, GLYPH_BAR, INK_DATA, below);
	LAYER_OF(scene, GLYPH_DOT, INK_AGAIN, above);
	drawn(scene, ROWS{
		".....D......",
		".....D......",
		".....D......",
		"....RRR.....",
		"....RRR.....",
		"....RRR.....",
		".....D......",
		".....D......"}, "a dot over a bar");
}

static long
count(const struct canvas *canvas, enum ink ink)
{
	long found = 0;

	for (int i = 0; i < canvas->width * canvas->height; i++)
		found += canvas->pixels[i] == canvas_colour(ink, INK_STEPS);
	return found;
}

/* The pixels of a million bars are those of each alone: passing over changes nothing. */
static void
a_million_points_lose_none(void)
{
	enum { MANY = 1000000, STEP = 10007 };
	static const enum glyph glyphs[] = {GLYPH_DOT, GLYPH_BAR, GLYPH_STEP};
	static const struct point lost[] = {{512345, 640000, 640001}};
	struct axis x = {UNIT_NSEC, 0, MANY, ""}, y = {UNIT_BYTES, 0, 1300000, ""};
	struct point *points = malloc(MANY * sizeof(*points));
	struct canvas canvas;
	struct frame_map map;

	for (int i = 0; points && i < MANY; i++)
		points[i] = (struct point){i, i, i + 1448};
	/* A spike of one point in a million. */
	if (points)
		points[STEP * 50].lo = points[STEP * 50].hi = 1290000;
	map_init(&map, (struct box){0, 0, 1200, 600}, &x, &y, 1);
	for (size_t i = 0; points && i < COUNT(glyphs); i++) {
		struct scene *scene = scene_new("test");
		int column = map_x(&map, STEP * 50), row = map_y(&map, 1290000);

		scene_layer_points(scene, NULL, glyphs[i], INK_DATA, points, MANY);
		scene_layer_points(scene, NULL, GLYPH_BAR, INK_AGAIN, lost, 1)->thick = true;
		canvas_init(&canvas, 1200, 600);
		layer_draw(&canvas, &map, &scene->layer[0]);
		is_int(canvas.pixels[row * 1200 + column], canvas_colour(INK_DATA, INK_STEPS),
			"a single spike is there");
		layer_draw(&canvas, &map, &scene->layer[1]);
		is_int(count(&canvas, INK_AGAIN), 18, "one retransmission shows in full");
		canvas_fini(&canvas);
		scene_free(scene);
	}
	free(points);
}

static void
swatches_stay_in_their_box(void)
{
	struct canvas canvas;

	for (int glyph = 0; glyph < GLYPH_COUNT; glyph++) {
		struct layer layer = {.glyph = (enum glyph)glyph, .ink = INK_DATA, .thick = true,
			.count = 1000000};

		canvas_init(&canvas, 60, 40);
		layer_swatch(&canvas, &layer, (struct box){20, 10, 22, 14}, 1);
		long all = canvas_count_ink(&canvas, (struct box){0, 0, 60, 40});
		long within = canvas_count_ink(&canvas, (struct box){20, 10, 22, 14});

		ok(within >= 7 && within == all, "glyph %d: %ld pixels, none outside", glyph, within);
		canvas_fini(&canvas);
	}
}

int
main(void)
{
	bars_are_never_missed();
	steps_hold_until_the_next_point();
	lines_go_straight();
	dotted_lines_lose_no_extreme();
	rules_cross_the_panel();
	later_layers_lie_on_top();
	a_million_points_lose_none();
	swatches_stay_in_their_box();
	return tap_done();
}
