/* SPDX-License-Identifier: BSD-3-Clause */
/* Files are read back with libpng, or byte by byte (PNG, second edition, 11.2). */
#include "config.h"

#include "cctrace/render.h"

#include <png.h>
#include <unistd.h>

#include "render/picture.h"
#include "scenes.h"

#include "../tap.h"

static const struct render_options usual = {1280, 720, 1, RENDER_LIGHT};

static unsigned char *
bytes_of(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes = malloc(4000000);

	*length = file && bytes ? fread(bytes, 1, 4000000, file) : 0;
	if (file)
		fclose(file);
	return bytes;
}

static int64_t
big_endian(const unsigned char *at)
{
	return (int64_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

static void
the_file_holds_the_canvas(void)
{
	struct scene *scene = scene_of_transfer();
	struct canvas canvas;
	struct error error = {{0}};
	struct rgb palette[CANVAS_COLOURS];
	png_image image = {.version = PNG_IMAGE_VERSION};
	unsigned char *pixels = malloc(1280 * 720 * 3);
	long different = 0;

	canvas_init(&canvas, 1280, 720);
	picture_draw(&canvas, scene, &usual);
	canvas_palette(&themes[RENDER_LIGHT], palette);
	ok(render_png(scene, &usual, "picture.png", &error), "written");
	ok(png_image_begin_read_from_file(&image, "picture.png"), "libpng can read it");
	is_int(image.width, 1280, "its width");
	is_int(image.height, 720, "its height");
	image.format = PNG_FORMAT_RGB;
	ok(pixels && png_image_finish_read(&image, NULL, pixels, 0, NULL), "and all of its rows");
	for (int i = 0; pixels && i < 1280 * 720; i++)
		different += memcmp(pixels + 3 * i, &palette[canvas.pixels[i]], 3) != 0;
	is_int(different, 0, "every pixel has the colour of its ink");
	free(pixels);
	canvas_fini(&canvas);
	scene_free(scene);
}

static void
the_same_scene_gives_the_same_bytes(void)
{
	struct scene *scenes[] = {scene_of_transfer(), scene_of_flight(), scene_of_nothing()};

	for (size_t i = 0; i < COUNT(scenes); i++) {
		struct error error = {{0}};
		size_t one, two;

		render_png(scenes[i], &usual, "one.png", &error);
		render_png(scenes[i], &usual, "two.png", &error);

		unsigned char *first = bytes_of("one.png", &one), *second = bytes_of("two.png", &two);

		ok(one > 3000 && one == two && memcmp(first, second, one) == 0, "%s: %zu bytes",
			scenes[i]->graph, one);
		ok(one < 60000, "which are few");
		free(first);
		free(second);
		scene_free(scenes[i]);
	}
	unlink("one.png");
	unlink("two.png");
}

/* IHDR begins at byte 16: width, height, depth 8, palette. */
static void
scale_multiplies_pixels(void)
{
	struct scene *scene = scene_of_flight();
	struct error error = {{0}};
	size_t length;

	ok(render_png(scene, &(struct render_options){640, 360, 2.5, RENDER_LIGHT},
		"picture.png", &error),
		"640 x 360 at 2.5");

	unsigned char *bytes = bytes_of("picture.png", &length);

	is_int(big_endian(bytes + 16), 1600, "are 1600");
	is_int(big_endian(bytes + 20), 900, "by 900");
	is_int(bytes[24], 8, "8 bits a pixel");
	is_int(bytes[25], 3, "of a palette");
	free(bytes);
	scene_free(scene);
}

/* Pixels of that colour within the picture's columns and rows. */
static long
count_colour(const unsigned char *pixels, struct box box, int width, struct rgb colour)
{
	long count = 0;

	for (int y = box.y; y < box.y + box.height; y++)
		for (int x = box.x; x < box.x + box.width; x++) {
			const unsigned char *at = pixels + 3 * ((size_t)y * (size_t)width + (size_t)x);

			count += at[0] == colour.red && at[1] == colour.green && at[2] == colour.blue;
		}
	return count;
}

/* A million segments of 1448 bytes in ten seconds, all in one layer. */
static struct scene *
scene_of_a_million(size_t lost)
{
	enum { MANY = 1000000 };
	struct scene *scene = scene_of_transfer();
	struct point *points = malloc(MANY * sizeof(*points)), again[2];

	for (int i = 0; points && i < MANY; i++)
		points[i] = (struct point){(nsec)i * 10000, (int64_t)i * 1448, (i + 1) * 1448LL};
	for (size_t i = 0; points && i < lost; i++)
		again[i] = points[300000 + 400000 * i];
	scene->layer_count = 0;
	scene->mark_count = 0;
	scene->panel[0].y.hi = 1460000000;
	scene_layer_points(scene, "data segments", GLYPH_BAR, INK_DATA, points, points ? MANY : 0);
	if (lost)
		scene_layer_points(scene, NULL, GLYPH_BAR, INK_AGAIN, again, lost)->thick = true;
	free(points);
	return scene;
}

static void
one_among_a_million_can_be_counted(void)
{
	const struct theme *theme = &themes[RENDER_LIGHT];

	for (size_t lost = 0; lost <= 2; lost++) {
		struct scene *scene = scene_of_a_million(lost);
		struct error error = {{0}};
		png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
		unsigned char *pixels = malloc(1280 * 720 * 3);
		bool good = pixels && render_png(scene, &usual, "picture.png", &error)
			&& png_image_begin_read_from_file(&image, "picture.png");

		image.format = PNG_FORMAT_RGB;
		ok(good && png_image_finish_read(&image, NULL, pixels, 0, NULL), "a million segments");
		if (good)
			is_int(count_colour(pixels, (struct box){80, 0, 1200, 720}, 1280,
				theme->ink[INK_AGAIN]), 18 * (int64_t)lost,
				"each retransmission among them has its 18 pixels");
		free(pixels);
		scene_free(scene);
	}
}

static void
what_is_in_the_way_is_said(void)
{
	struct scene *scene = scene_of_transfer();
	struct error error = {{0}};

	ok(render_png(scene, &usual, "/dev/null", &error), "a device is written straight");
	ok(!render_png(scene, &usual, "nowhere/picture.png", &error), "no folder, no picture");
	is_str(error.text, "nowhere/picture.png: can't be written: No such file or directory",
		"as the sentence says");
	if (access("/dev/full", W_OK) == 0) {
		ok(!render_png(scene, &usual, "/dev/full", &error), "a full disk");
		is_str(error.text, "/dev/full: can't be written: No space left on device",
			"is told so");
	} else {
		skip("a full disk", "no /dev/full");
	}
	scene_free(scene);
}

int
main(void)
{
	char folder[] = "/tmp/render_test.XXXXXX";

	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 99;
	the_file_holds_the_canvas();
	the_same_scene_gives_the_same_bytes();
	scale_multiplies_pixels();
	one_among_a_million_can_be_counted();
	what_is_in_the_way_is_said();
	unlink("picture.png");
	/* Fails when anything else was left behind. */
	ok(chdir("/") == 0 && rmdir(folder) == 0, "no half of a picture stays");
	return tap_done();
}
