/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/picture.h"

#include "ascii.h"
#include "scenes.h"

static void
draw(struct canvas *canvas, const struct scene *scene, int width, int height, double scale)
{
	struct render_options options = {width, height, scale, RENDER_LIGHT};

	canvas_init(canvas, (int)(width * scale + 0.5), (int)(height * scale + 0.5));
	picture_draw(canvas, scene, &options);
}

/* Pixels of that ink, full or not. */
static long
count_ink(const struct canvas *canvas, struct box box, enum ink ink)
{
	long count = 0;

	for (int y = box.y; y < box.y + box.height; y++)
		for (int x = box.x; x < box.x + box.width; x++)
			count += (canvas->pixels[y * canvas->width + x] + INK_STEPS - 1) / INK_STEPS
				== (int)ink + 1;
	return count;
}

/* The plot of a picture of 1280 x 720: right of its left axis, above its bottom axis. */
static struct box
find_plot(const struct canvas *canvas)
{
	struct box plot = {0};

	for (int x = 0; x < canvas->width && plot.x == 0; x++)
		if (count_ink(canvas, (struct box){x, 0, 1, canvas->height}, INK_AXIS) > 200)
			plot.x = x + 1;
	for (int y = 0; y < canvas->height; y++) {
		long axis = count_ink(canvas, (struct box){plot.x - 1, y, 1, 1}, INK_AXIS);

		if (axis && plot.y == 0)
			plot.y = y;
		if (axis)
			plot.height = y - plot.y;
	}
	plot.width = (int)count_ink(canvas, (struct box){plot.x, plot.y + plot.height,
		canvas->width - plot.x, 1}, INK_AXIS);
	return plot;
}

static void
margins_are_those_of_every_graph(void)
{
	struct scene *scenes[] = {scene_of_transfer(), scene_of_flight(), scene_of_nothing()};
	struct box first = {0};

	for (size_t i = 0; i < COUNT(scenes); i++) {
		struct canvas canvas;

		draw(&canvas, scenes[i], 1280, 720, 1);

		struct box plot = find_plot(&canvas);

		if (i == 0)
			first = plot;
		ok(memcmp(&plot, &first, sizeof(plot)) == 0, "%s: plot at %d,%d, %d x %d",
			scenes[i]->graph, plot.x, plot.y, plot.width, plot.height);
		canvas_fini(&canvas);
		scene_free(scenes[i]);
	}
	ok(first.width > 1100 && first.height > 500, "most of the picture is plot");
}

/* Pixels of that ink in the bar's foot, where no word is. */
static long
count_strip(const struct canvas *canvas, struct box plot, enum ink ink)
{
	return count_ink(canvas, (struct box){plot.x, plot.y - 8, plot.width, 1}, ink);
}

static void
strips_are_a_bar_above_the_plot(void)
{
	static const struct strip strips[] = {
		{-NSEC_PER_SEC, 5 * NSEC_PER_SEC, INK_WINDOW, "receive window"},
		{5 * NSEC_PER_SEC, 5100 * NSEC_PER_MSEC, INK_AGAIN, "loss"},
		{5100 * NSEC_PER_MSEC, 20 * NSEC_PER_SEC, INK_ACK, "bandwidth"},
	};
	struct scene *scene = scene_of_transfer();
	struct render_options options = {1280, 720, 1, RENDER_LIGHT};
	struct layout layout = {0};
	struct canvas canvas;
	bool narrow = false, wide = false, title = false;

	draw(&canvas, scene, 1280, 720, 1);

	struct box before = find_plot(&canvas), after;

	canvas_fini(&canvas);
	for (size_t i = 0; i < COUNT(strips); i++)
		scene_strip(scene, &strips[i]);
	scene->strip_title = "limited by";
	canvas_init(&canvas, 1280, 720);
	picture_lay_out(&canvas, scene, &options, &layout);
	after = find_plot(&canvas);
	for (size_t i = 0; i < layout.count; i++) {
		narrow |= strcmp(layout.item[i].text, "loss") == 0;
		wide |= strcmp(layout.item[i].text, "receive window") == 0;
		title |= strcmp(layout.item[i].text, "limited by") == 0;
	}
	ok(after.x == before.x && after.width == before.width && after.y == before.y + 21
		&& after.height == before.height - 21, "a bar takes 21 pixels from the plot's top");
	is_near((double)count_strip(&canvas, after, INK_WINDOW), after.width * 0.5, 2,
		"half of it is one stretch, cut at the axis");
	is_near((double)count_strip(&canvas, after, INK_AGAIN), after.width / 104.0, 2,
		"a hundredth is the next");
	ok(wide && !narrow && title, "a word stands where it has room");
	layout_fini(&layout);
	canvas_fini(&canvas);
	scene_free(scene);
}

/* A retransmission that is one of 701 points, and a legend that does not cover it. */
static void
rare_points_show(void)
{
	struct scene *scene = scene_of_transfer();
	struct canvas canvas;

	draw(&canvas, scene, 1280, 720, 1);

	struct box plot = find_plot(&canvas);

	is_int(count_ink(&canvas, plot, INK_AGAIN), 18, "the retransmission: 3 x 6 pixels");
	ok(count_ink(&canvas, plot, INK_DATA) > 1000, "the data segments");
	ok(count_ink(&canvas, (struct box){0, 0, 1280, plot.y}, INK_AGAIN) > 9,
		"the legend shows its ink");
	is_int(count_ink(&canvas, (struct box){0, plot.y + plot.height + 1, 1280,
		720 - plot.y - plot.height - 1}, INK_DATA), 0, "no data below the plot");
	is_int(count_ink(&canvas, (struct box){0, 0, plot.x - 1, 720}, INK_DATA), 0,
		"nor left of it");
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
legend_is_never_on_data(void)
{
	struct scene *scene = scene_of_nothing();
	struct canvas canvas;

	scene->message = NULL;
	for (int i = 0; i < SCENE_LAYERS_MAX; i++)
		scene_layer(scene, scene_text(scene, "a layer without points, number %d", i),
			GLYPH_SQUARE, INK_DATA);
	draw(&canvas, scene, 1280, 720, 1);

	struct box plot = find_plot(&canvas);

	is_int(count_ink(&canvas, plot, INK_DATA), 0, "not even of twenty-four layers");
	ok(count_ink(&canvas, (struct box){0, 0, 1280, plot.y}, INK_DATA) >= 8 * 49,
		"as many as have room are listed");
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
long_texts_end_at_the_margin(void)
{
	static const int widths[] = {320, 640, 1280};
	struct scene *scene = scene_of_flight();

	scene->subtitle = scene->footer = scene->title;
	for (size_t i = 0; i < COUNT(widths); i++) {
		struct canvas canvas;

		draw(&canvas, scene, widths[i], widths[i] * 9 / 16 + 20, 1);
		is_int(canvas_count_ink(&canvas, (struct box){widths[i] - 12, 0, 12, 1000}), 0,
			"two IPv6 addresses leave the right margin free");
		canvas_fini(&canvas);
	}
	scene_free(scene);
}

/* Ink of the words alone: the dots of the marks at one point cover each other. */
static long
ink_of_words(int marks)
{
	struct scene *scene = scene_of_nothing();
	struct canvas canvas;

	scene->message = NULL;
	for (int i = 0; i < marks; i++)
		scene_mark(scene, 0, NSEC_PER_SEC / 2, 0, INK_EVENT, "RST");
	draw(&canvas, scene, 1280, 720, 1);

	long ink = canvas_count_ink(&canvas, find_plot(&canvas));

	canvas_fini(&canvas);
	scene_free(scene);
	return ink;
}

static void
marks_do_not_cover_each_other(void)
{
	long none = ink_of_words(0), one = ink_of_words(1), five = ink_of_words(5);
	long dot = 5 * 3; /* the lower half lies below the panel */

	ok(one - none > 60, "a mark has a dot and a word: %ld pixels", one - none);
	is_int(five - none - dot, 5 * (one - none - dot), "five at one place have five words");
	ok(ink_of_words(500) > five, "five hundred have as many as there is room for");
}

static void
rules_carry_their_names(void)
{
	struct scene *scene = scene_of_flight();
	struct canvas named, unnamed;

	draw(&named, scene, 1280, 720, 1);
	scene->layer[2].name = NULL;
	draw(&unnamed, scene, 1280, 720, 1);

	struct box plot = find_plot(&named), above = {0, 0, 1280, plot.y};

	ok(count_ink(&named, plot, INK_TEXT) > count_ink(&unnamed, plot, INK_TEXT) + 100,
		"in the plot");
	is_int(count_ink(&named, above, INK_TEXT), count_ink(&unnamed, above, INK_TEXT),
		"and not in the legend");
	canvas_fini(&named);
	canvas_fini(&unnamed);
	scene_free(scene);
}

static void
nothing_to_draw_is_said(void)
{
	struct scene *scene = scene_of_nothing();
	struct canvas canvas;

	draw(&canvas, scene, 1280, 720, 1);

	struct box plot = find_plot(&canvas);
	struct box middle = {plot.x + plot.width / 2 - 130, plot.y + plot.height / 2 - 20, 260, 30};

	ok(count_ink(&canvas, middle, INK_TEXT) > 100, "in the middle");
	is_int(count_ink(&canvas, plot, INK_GRID), 0, "without a grid that would mean nothing");
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
every_size_is_drawn(void)
{
	static const struct render_options sizes[] = {
		{320, 200, 1, RENDER_LIGHT}, {320, 8192, 1, RENDER_LIGHT}, {8192, 200, 4, RENDER_DARK},
		{333, 222, 1.37, RENDER_DARK}, {3840, 2160, 1, RENDER_PRINT},
		{640, 360, 4, RENDER_PRINT},
	};
	struct scene *scenes[] = {scene_of_transfer(), scene_of_flight(), scene_of_nothing()};

	for (size_t i = 0; i < COUNT(sizes); i++)
		for (size_t k = 0; k < COUNT(scenes); k++) {
			struct canvas canvas;

			draw(&canvas, scenes[k], sizes[i].width, sizes[i].height, sizes[i].scale);

			struct box all = {0, 0, canvas.width, canvas.height};

			ok(canvas_count_ink(&canvas, all) > 500
				&& count_ink(&canvas, all, INK_TEXT) > 100, "%s at %d x %d, scale %g",
				scenes[k]->graph, sizes[i].width, sizes[i].height, sizes[i].scale);
			canvas_fini(&canvas);
		}
	for (size_t k = 0; k < COUNT(scenes); k++)
		scene_free(scenes[k]);
}

/* Titles come from file names and captures. */
static void
no_byte_of_a_title_stops_it(void)
{
	struct scene *scene = scene_of_transfer();
	struct canvas whole, broken;

	scene->footer = "\xff\xfe\xc3(";
	draw(&broken, scene, 1280, 720, 1);
	scene->footer = "";
	draw(&whole, scene, 1280, 720, 1);

	struct box above = {0, 0, 1280, 690};

	is_int(canvas_count_ink(&broken, above), canvas_count_ink(&whole, above),
		"all else is as it was");
	ok(canvas_count_ink(&broken, (struct box){0, 690, 1280, 30})
		> canvas_count_ink(&whole, (struct box){0, 690, 1280, 30}), "and something stands there");
	canvas_fini(&whole);
	canvas_fini(&broken);
	scene_free(scene);
}

int
main(void)
{
	margins_are_those_of_every_graph();
	strips_are_a_bar_above_the_plot();
	rare_points_show();
	legend_is_never_on_data();
	long_texts_end_at_the_margin();
	marks_do_not_cover_each_other();
	rules_carry_their_names();
	nothing_to_draw_is_said();
	every_size_is_drawn();
	no_byte_of_a_title_stops_it();
	return tap_done();
}
