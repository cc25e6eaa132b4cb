/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text.c - letters lie where their widths put them, not on whole pixels: small text is then
 * spaced as it was designed.
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

/* From font units to the raster's. */
struct pen {
	struct raster *raster;
	const struct text_place *place;
	int64_t scale;           /* 2^32 to a pixel, for a unit of the font */
	int64_t advance;         /* of all letters so far, in font units */
};

struct dot {
	int x, y;
};

enum { SCALE_BITS = 32, CURVE_PIECES = 4, LARGE_CURVE_PIECES = 10, LARGE = 40 };

static struct dot
place_dot(const struct pen *pen, int x, int y)
{
	int along = pen->place->offset
		+ (int)((pen->advance + x) * pen->scale >> (SCALE_BITS - RASTER_BITS));
	int above = (int)(y * pen->scale >> (SCALE_BITS - RASTER_BITS));
	int from_x = pen->place->x * RASTER_ONE, from_y = pen->place->y * RASTER_ONE;

	return pen->place->upwards ? (struct dot){from_x - above, from_y - along}
		: (struct dot){from_x + along, from_y - above};
}

static void
draw_side(const struct pen *pen, struct dot from, struct dot to)
{
	raster_line(pen->raster, from.x, from.y, to.x, to.y);
}

/* A parabola, in straight pieces. */
static void
draw_curve(const struct pen *pen, struct dot from, struct dot control, struct dot to)
{
	int pieces = pen->place->size > LARGE ? LARGE_CURVE_PIECES : CURVE_PIECES;
	struct dot last = from;

	for (int i = 1; i <= pieces; i++) {
		int a = (pieces - i) * (pieces - i), b = 2 * i * (pieces - i), c = i * i;
		int all = pieces * pieces;
		struct dot next = {(a * from.x + b * control.x + c * to.x) / all,
			(a * from.y + b * control.y + c * to.y) / all};

		draw_side(pen, last, next);
		last = next;
	}
}

static void
trace_glyph(const struct pen *pen, const struct font_glyph *glyph)
{
	const int16_t *at = font_outline + glyph->first, *end = at + glyph->count;
	struct dot first = {0, 0}, last = {0, 0}, next;

	while (at < end) {
		next = place_dot(pen, at[at[0] == 2 ? 3 : 1], at[at[0] == 2 ? 4 : 2]);
		if (at[0] == 0) {
			draw_side(pen, last, first);
			first = next;
		} else if (at[0] == 1) {
			draw_side(pen, last, next);
		} else {
			draw_curve(pen, last, place_dot(pen, at[1], at[2]), next);
		}
		at += at[0] == 2 ? 5 : 3;
		last = next;
	}
	draw_side(pen, last, first);
}

void
text_trace(struct raster *raster, const char *text, const struct text_place *place)
{
	struct pen pen = {raster, place, (int64_t)(place->size * 4294967296.0 / font_units), 0};

	while (*text) {
		const struct font_glyph *glyph = next_glyph(&text);

		trace_glyph(&pen, glyph);
		pen.advance += glyph->advance;
	}
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
