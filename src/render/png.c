/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * png.c - the canvas as a palette PNG.  No filter and run lengths: for large areas of one
 * ink that is both faster and smaller than what filters and level 9 make of it.
 */
#include "render/png.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <zlib.h>

/* libpng's own message goes nowhere: the stream says what failed. */
static void
on_error(png_structp png, png_const_charp message)
{
	(void)message;
	png_longjmp(png, 1);
}

static void
on_warning(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}

static void
write_bytes(png_structp png, png_bytep bytes, png_size_t length)
{
	FILE *stream = png_get_io_ptr(png);

	if (fwrite(bytes, 1, length, stream) != length)
		png_error(png, "write");
}

static void
flush_nothing(png_structp png)
{
	(void)png;
}

static void
set_header(png_structp png, png_infop info, const struct canvas *canvas,
	const struct theme *theme, double scale)
{
	struct rgb colours[CANVAS_COLOURS];
	png_color palette[CANVAS_COLOURS];

	canvas_palette(theme, colours);
	for (int i = 0; i < CANVAS_COLOURS; i++)
		palette[i] = (png_color){colours[i].red, colours[i].green, colours[i].blue};
	png_set_IHDR(png, info, (png_uint_32)canvas->width, (png_uint_32)canvas->height, 8,
		PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, palette, CANVAS_COLOURS);
	/* 96 pixels an inch at scale 1, in pixels a metre. */
	png_uint_32 density = (png_uint_32)(96 * scale / 0.0254 + 0.5);

	png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_set_compression_level(png, 6);
	png_set_compression_strategy(png, Z_RLE);
	png_set_compression_mem_level(png, 9);
}

bool
png_write(const struct canvas *canvas, const struct theme *theme, double scale, FILE *stream)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error,
		on_warning);
	png_infop info = png ? png_create_info_struct(png) : NULL;

	if (!info || setjmp(png_jmpbuf(png))) {
		int reason = errno;

		png_destroy_write_struct(&png, &info);
		errno = reason;
		return false;
	}
	png_set_write_fn(png, stream, write_bytes, flush_nothing);
	set_header(png, info, canvas, theme, scale);
	png_write_info(png, info);
	for (int y = 0; y < canvas->height; y++)
		png_write_row(png, canvas->pixels + (size_t)y * (size_t)canvas->width);
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	return true;
}
