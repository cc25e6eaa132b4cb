/* SPDX-License-Identifier: BSD-3-Clause */
/* What is true of every picture: of scenes that say everything at once, at all sizes. */
#include "render/picture.h"

#include <stdlib.h>

#include "scenes.h"

#include "../tap.h"

static const struct render_options sizes[] = {
	{1280, 720, 1, RENDER_LIGHT}, {640, 360, 1, RENDER_LIGHT}, {3840, 2160, 1, RENDER_LIGHT},
	{1280, 720, 2, RENDER_LIGHT}, {480, 800, 1, RENDER_LIGHT}, {320, 200, 1, RENDER_LIGHT},
};

static void
draw(struct canvas *canvas, const struct scene *scene, const struct render_options *options,
	struct layout *layout)
{
	canvas_init(canvas, (int)(options->width * options->scale),
		(int)(options->height * options->scale));
	picture_lay_out(canvas, scene, options, layout);
}

static bool
is_text(const struct layout_item *item)
{
	return item->kind == LAYOUT_TEXT;
}

/* A word lies within its own inset, and off all others. */
static bool
may_touch(const struct layout_item *a, const struct layout_item *b)
{
	if (is_text(a) && is_text(b))
		return false;
	if (is_text(a) && b->kind == LAYOUT_INSET)
		return a->number == b->number;
	if (a->kind == LAYOUT_INSET && b->kind == LAYOUT_INSET)
		return false;
	return a->kind != LAYOUT_LEGEND || b->kind != LAYOUT_PANEL;
}

static int
count_clashes(const struct layout *layout)
{
	int clashes = 0;

	for (size_t i = 0; i < layout->count; i++)
		for (size_t k = 0; k < layout->count; k++) {
			const struct layout_item *a = &layout->item[i], *b = &layout->item[k];

			if (i == k || !box_overlaps(&a->box, &b->box) || may_touch(a, b))
				continue;
			clashes++;
			printf("# '%s' and '%s', kinds %d and %d, at %d,%d and %d,%d\n", a->text, b->text,
				a->kind, b->kind, a->box.x, a->box.y, b->box.x, b->box.y);
		}
	return clashes;
}

static int
count_outside(const struct layout *layout, const struct canvas *canvas)
{
	const struct box all = {0, 0, canvas->width, canvas->height};
	int outside = 0;

	for (size_t i = 0; i < layout->count; i++)
		if (!box_contains(&all, &layout->item[i].box)) {
			outside++;
			printf("# '%s' at %d,%d\n", layout->item[i].text, layout->item[i].box.x,
				layout->item[i].box.y);
		}
	return outside;
}

static void
nothing_lies_on_anything(void)
{
	struct scene *scenes[] = {scene_of_story(), scene_of_outliers(), scene_of_flight(),
		scene_of_transfer(), scene_of_nothing(), scene_of_ladder(1), scene_of_ladder(10),
		scene_of_ladder(64)};

	for (size_t i = 0; i < COUNT(scenes); i++)
		for (size_t k = 0; k < COUNT(sizes); k++) {
			struct layout layout = {0};
			struct canvas canvas;
			char name[96];

			draw(&canvas, scenes[i], &sizes[k], &layout);
			snprintf(name, sizeof(name), "scene %zu at %d x %d, scale %g: no clash", i,
				sizes[k].width, sizes[k].height, sizes[k].scale);
			is_int(count_clashes(&layout), 0, name);
			is_int(count_outside(&layout, &canvas), 0, "all of it on the canvas");
			layout_fini(&layout);
			canvas_fini(&canvas);
		}
	for (size_t i = 0; i < COUNT(scenes); i++)
		scene_free(scenes[i]);
}

static int
count_texts(const struct layout *layout, const char *text, int inset)
{
	int count = 0;

	for (size_t i = 0; i < layout->count; i++)
		count += is_text(&layout->item[i]) && strcmp(layout->item[i].text, text) == 0
			&& (inset < 0 || layout->item[i].number == inset);
	return count;
}

static void
a_story_is_told_in_full(void)
{
	struct scene *scene = scene_of_story();
	struct layout layout = {0};
	struct canvas canvas;

	draw(&canvas, scene, &sizes[0], &layout);
	is_int(count_texts(&layout, scene->headline, 0), 1, "the headline");
	is_int(count_texts(&layout, scene->title, 0), 1, "the title");
	ok(layout.has_inset[0] && layout.has_inset[1], "both insets find empty ground");
	is_int(count_texts(&layout, "a loss and its repair", 2), 1, "with their titles");
	is_int(count_texts(&layout, "one RTT: 50.0 ms", 1), 1, "the caliper of the first");
	is_int(count_texts(&layout, "20.0 kB", 2), 1, "an upright one in the second");
	is_int(count_texts(&layout, "1.30 s without an ACK", 0), 1, "and one of the panel");
	is_int(count_texts(&layout, "window: 2.47 MB further up", 1), 1,
		"how far above the inset the window lies: 3.0 MB - 534 kB");
	is_int(count_texts(&layout, "recovery", 0), 1, "two spans of one name are listed once");
	is_int(count_texts(&layout, "the capture lost packets", 0), 1, "and one of another");
	is_int(count_texts(&layout, "fast retransmissions 30: 28 after three duplicate ACKs, "
		"2 by SACK", 0), 1, "the detail behind the count");
	is_int(count_texts(&layout, "2", 0), 3,
		"a moment's number at its point and in the key; a tick of 2 s");
	is_int(count_texts(&layout, "timeout after 812 ms", 0), 1, "and what it was");
	is_int(count_texts(&layout, "Rt", 0), 2, "a letter at its point and in the legend");
	layout_fini(&layout);
	canvas_fini(&canvas);
	scene_free(scene);
}

/* Circles are symbols, and brackets. */
static void
moments_keep_apart(void)
{
	struct scene *scene = scene_of_nothing();
	struct layout layout = {0};
	struct canvas canvas;
	int symbols = 0, clashes = 0;

	scene->message = NULL;
	for (int i = 0; i < SCENE_MOMENTS_MAX; i++)
		scene_moment(scene, NSEC_PER_SEC / 2, 0, INK_AGAIN, "a retransmission timeout");
	draw(&canvas, scene, &sizes[0], &layout);
	for (size_t i = 0; i < layout.count; i++)
		for (size_t k = 0; k < layout.count; k++) {
			symbols += i == k && layout.item[i].kind == LAYOUT_SYMBOL;
			clashes += i < k && layout.item[i].kind == LAYOUT_SYMBOL
				&& layout.item[k].kind == LAYOUT_SYMBOL
				&& box_overlaps(&layout.item[i].box, &layout.item[k].box);
		}
	is_int(symbols, 9, "nine at one point have nine circles");
	is_int(clashes, 0, "apart from each other");
	is_int(count_texts(&layout, "a retransmission timeout", 0), 9, "and nine texts in the key");
	layout_fini(&layout);
	canvas_fini(&canvas);
	scene_free(scene);
}

/* The sum of the numbers behind "Rf", one for a letter alone. */
static long
count_lettered(const struct layout *layout)
{
	long sum = 0;

	for (size_t i = 0; i < layout->count; i++)
		if (strncmp(layout->item[i].text, "Rf", 2) == 0)
			sum += layout->item[i].text[2] ? atol(layout->item[i].text + 3) : 1;
	return sum;
}

static void
crowds_share_a_letter(void)
{
	enum { MANY = 900 };
	struct scene *scene = scene_of_nothing();
	struct point points[MANY];
	struct layout layout = {0};
	struct canvas canvas;
	struct layer *layer;

	scene->message = NULL;
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1000, "", 0};
	for (int i = 0; i < MANY; i++)
		points[i] = (struct point){(nsec)i % 3 * NSEC_PER_SEC / 4 + i * 10000, 500, 500};
	layer = scene_layer_points(scene, NULL, GLYPH_DIAMOND, INK_AGAIN, points, MANY);
	layer->letter = "Rf";
	draw(&canvas, scene, &sizes[0], &layout);
	is_int(count_texts(&layout, "Rf 300", 0), 3, "three crowds, each with its number");
	is_int(count_lettered(&layout), MANY, "none is forgotten");
	layout_fini(&layout);
	canvas_fini(&canvas);

	/* Over the whole panel: fewer letters, for more points each. */
	layout = (struct layout){0};
	for (int i = 0; i < MANY; i++)
		points[i] = (struct point){(nsec)i * NSEC_PER_SEC / MANY, i * 617 % 1000, i * 617 % 1000};
	layer->letter = NULL;
	layer = scene_layer_points(scene, NULL, GLYPH_DIAMOND, INK_AGAIN, points, MANY);
	layer->letter = "Rf";
	draw(&canvas, scene, &sizes[0], &layout);
	ok(count_lettered(&layout) <= MANY, "where there is no room there are no letters");
	is_int(count_clashes(&layout), 0, "rather than one on another");
	layout_fini(&layout);
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
insets_need_empty_ground(void)
{
	struct scene *scene = scene_of_story();
	struct layout layout = {0};
	struct canvas canvas;

	draw(&canvas, scene, &(struct render_options){479, 720, 1, RENDER_LIGHT}, &layout);
	ok(!layout.has_inset[0] && !layout.has_inset[1], "none in a narrow picture");
	layout_fini(&layout);
	canvas_fini(&canvas);
	for (int i = 0; i < 40; i++) {
		struct point line[2] = {{0, i * 38000, 0}, {10 * NSEC_PER_SEC, i * 38000, 0}};

		if (scene->layer_count < SCENE_LAYERS_MAX)
			scene_layer_points(scene, NULL, GLYPH_LINE, INK_DATA, line, 2);
	}
	layout = (struct layout){0};
	draw(&canvas, scene, &sizes[0], &layout);
	is_int(layout.has_inset[0] + layout.has_inset[1], 0, "nor where lines leave no place");
	layout_fini(&layout);
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
a_ladder_says_what_it_leaves_out(void)
{
	struct scene *scene = scene_of_ladder(64);
	struct layout large = {0}, small = {0};
	struct canvas canvas;

	draw(&canvas, scene, &sizes[0], &large);
	is_int(count_texts(&large, "Seq=91224 Ack=80 Len=1448 [PSH, ACK]", 0), 1,
		"64 rungs have room at 1280 x 720");
	is_int(count_texts(&large, "10.0.2.2:80", 0), 2, "in two columns with names");
	is_int(count_texts(&large, "1,204 segments left out", 0), 1, "a gap says what is missing");
	is_int(count_texts(&large, "50.123 ms", 0), 1, "times are from the first segment");
	canvas_fini(&canvas);
	draw(&canvas, scene, &sizes[1], &small);
	is_int(count_texts(&small, "first 19 of 64", 0), 1, "fewer at 640 x 360, and that is said");
	layout_fini(&large);
	layout_fini(&small);
	canvas_fini(&canvas);
	scene_free(scene);
}

int
main(void)
{
	nothing_lies_on_anything();
	a_story_is_told_in_full();
	moments_keep_apart();
	crowds_share_a_letter();
	insets_need_empty_ground();
	a_ladder_says_what_it_leaves_out();
	return tap_done();
}
