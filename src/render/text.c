/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/text.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "render/font.h"

/* What stands for a letter that the table lacks. */
enum { MISSING = 0x25a1 };

static const struct font_glyph *
find_glyph(uint32_t code)
{
	unsigned low = 0, high = font_glyph_count;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (font_glyphs[middle].code < code)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < font_glyph_count && font_glyphs[low].code == code)
		return &font_glyphs[low];
	return code == MISSING ? &font_glyphs[0] : find_glyph(MISSING);
}

/* The code point at `*text`, moved behind it; what isn't UTF-8 counts byte by byte. */
static uint32_t
next_code(const char **text)
{
	const unsigned char *at = (const unsigned char *)*text;
	uint32_t code = *at;
	int more = code >= 0xf0 ? 3 : code >= 0xe0 ? 2 : code >= 0xc0 ? 1 : 0;

	if (more)
		code &= 0x3fu >> more;
	(*text)++;
	while (more-- && (**text & 0xc0) == 0x80)
		code = code << 6 | (*(*text)++ & 0x3f);
	return code;
}

double
text_width(const char *text, double size)
{
	unsigned long advance = 0;

	while (*text)
		advance += find_glyph(next_code(&text))->advance;
	return (double)advance * size / font_units;
}

static void
trace_glyph(cairo_t *cr, const struct font_glyph *glyph)
{
	const int16_t *at = font_outline + glyph->first, *end = at + glyph->count;

	while (at < end) {
		double x0, y0;

		switch (at[0]) {
		case 0:
			cairo_move_to(cr, at[1], at[2]);
			at += 3;
			break;
		case 1:
			cairo_line_to(cr, at[1], at[2]);
			at += 3;
			break;
		default:
			/* cairo draws cubic curves: two thirds of the way to the control point. */
			cairo_get_current_point(cr, &x0, &y0);
			cairo_curve_to(cr, x0 + (at[1] - x0) * 2 / 3, y0 + (at[2] - y0) * 2 / 3,
				at[3] + (at[1] - at[3]) * 2.0 / 3, at[4] + (at[2] - at[4]) * 2.0 / 3,
				at[3], at[4]);
			at += 5;
			break;
		}
	}
}

/* cairo numbers glyphs by what we return here: the index in the table. */
static cairo_status_t
unicode_to_glyph(cairo_scaled_font_t *font, unsigned long code, unsigned long *index)
{
	(void)font;
	*index = (unsigned long)(find_glyph((uint32_t)code) - font_glyphs);
	return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
render_glyph(cairo_scaled_font_t *font, unsigned long index, cairo_t *cr,
	cairo_text_extents_t *extents)
{
	double unit = 1.0 / font_units;

	(void)font;
	if (index >= font_glyph_count)
		return CAIRO_STATUS_USER_FONT_ERROR;
	extents->x_advance = font_glyphs[index].advance * unit;
	cairo_scale(cr, unit, -unit);
	trace_glyph(cr, &font_glyphs[index]);
	cairo_fill(cr);
	return CAIRO_STATUS_SUCCESS;
}

cairo_font_face_t *
text_face_new(void)
{
	cairo_font_face_t *face = cairo_user_font_face_create();

	cairo_user_font_face_set_unicode_to_glyph_func(face, unicode_to_glyph);
	cairo_user_font_face_set_render_glyph_func(face, render_glyph);
	return face;
}

/* Bytes of the first `count` letters. */
static size_t
prefix_bytes(const char *text, size_t count)
{
	const char *at = text;

	while (count-- && *at)
		next_code(&at);
	return (size_t)(at - text);
}

static size_t
count_letters(const char *text)
{
	size_t count = 0;

	for (; *text; count++)
		next_code(&text);
	return count;
}

char *
text_fit(const char *text, double size, double width)
{
	size_t letters = count_letters(text);
	char *fit = xmalloc(strlen(text) + 4);

	strcpy(fit, text);
	for (size_t left = letters; left > 2 && text_width(fit, size) > width; left--) {
		size_t head = prefix_bytes(text, left * 3 / 5);
		size_t tail = prefix_bytes(text, letters - (left - left * 3 / 5));

		memcpy(fit, text, head);
		strcpy(fit + head, "…");
		strcat(fit, text + tail);
	}
	return fit;
}
