/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text.c - letters are found and placed here; cairo only fills outlines, so that neither
 * its opinion on UTF-8 nor a font of the machine changes what is drawn.
 */
#include "render/text.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
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

/* The letter at `*text`, which is moved behind it; a byte that isn't UTF-8 is missing. */
static const struct font_glyph *
next_glyph(const char **text)
{
	uint32_t code;
	size_t length = utf8_decode(*text, &code);

	*text += length ? length : 1;
	return find_glyph(length ? code : MISSING);
}

double
text_width(const char *text, double size)
{
	unsigned long advance = 0;

	while (*text)
		advance += next_glyph(&text)->advance;
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

/* A glyph's number is its index in the table. */
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

	cairo_user_font_face_set_render_glyph_func(face, render_glyph);
	return face;
}

void
text_show(cairo_t *cr, const char *text, double size)
{
	cairo_glyph_t *glyphs = xcalloc(strlen(text) + 1, sizeof(*glyphs));
	int count = 0;
	double x, y;

	cairo_get_current_point(cr, &x, &y);
	while (*text) {
		const struct font_glyph *glyph = next_glyph(&text);

		glyphs[count++] = (cairo_glyph_t){(unsigned long)(glyph - font_glyphs), x, y};
		x += glyph->advance * size / font_units;
	}
	cairo_set_font_size(cr, size);
	cairo_show_glyphs(cr, glyphs, count);
	free(glyphs);
}

/* Bytes of as many letters of `text` as `room` pixels hold. */
static size_t
head_bytes(const char *text, double size, double room)
{
	const char *at = text, *end = text;

	while (*end) {
		room -= next_glyph(&at)->advance * size / font_units;
		if (room < 0)
			break;
		end = at;
	}
	return (size_t)(end - text);
}

/* Where the last letters of `text` begin that `room` pixels hold. */
static const char *
find_tail(const char *text, double size, double room)
{
	double excess = text_width(text, size) - room;

	while (*text && excess > 0)
		excess -= next_glyph(&text)->advance * size / font_units;
	return text;
}

char *
text_fit(const char *text, double size, double width)
{
	static const char ellipsis[] = "…";
	double room = width - text_width(ellipsis, size);

	if (text_width(text, size) <= width)
		return xstrdup(text);
	if (room < 0)
		return xstrdup("");

	size_t head = head_bytes(text, size, room * 3 / 5);
	const char *tail = find_tail(text + head, size,
		room - text_width(text, size) + text_width(text + head, size));
	char *fit = xmalloc(head + sizeof(ellipsis) + strlen(tail));

	memcpy(fit, text, head);
	memcpy(fit + head, ellipsis, sizeof(ellipsis) - 1);
	strcpy(fit + head + sizeof(ellipsis) - 1, tail);
	return fit;
}
