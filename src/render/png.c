/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * png.c - the canvas as a palette PNG.  libpng makes all of it but the data, which pack.c
 * compresses in a fraction of the time.
 */
#include "render/png.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

#include "render/pack.h"

enum { CHUNK = 1 << 20 };

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
}

/* libpng counts rows and wants them for itself, but takes any chunk that is finished. */
static void
write_data(png_structp png, const uint8_t *data, size_t length)
{
	static const png_byte name[] = {'I', 'D', 'A', 'T', 0}, end[] = {'I', 'E', 'N', 'D', 0};

	for (size_t at = 0; at < length; at += CHUNK)
		png_write_chunk(png, name, data + at, length - at < CHUNK ? length - at : CHUNK);
	png_write_chunk(png, end, NULL, 0);
}

static bool
write_packed(const struct canvas *canvas, const struct theme *theme, double scale,
	const uint8_t *data, size_t length, FILE *stream)
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
	write_data(png, data, length);
	png_destroy_write_struct(&png, &info);
	return true;
}

bool
png_write(const struct canvas *canvas, const struct theme *theme, double scale, FILE *stream)
{
	size_t length;
	uint8_t *data = pack_rows(canvas->pixels, canvas->width, canvas->height, &length);
	bool written = data && write_packed(canvas, theme, scale, data, length, stream);
	int reason = errno;

	free(data);
	errno = reason;
	return written;
}
