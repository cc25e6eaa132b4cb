/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * page.c - letters are drawn by cairo as coverage, a caption at a time, and then taken over
 * to the canvas as steps of one ink.
 */
#include "config.h"

#include "render/page.h"

#include <math.h>
#include <stdlib.h>

#include "render/text.h"

/* From this size on a picture has room for letters of full size; below, it is less. */
enum { FULL_WIDTH = 960, FULL_HEIGHT = 540 };
#define LEAST_UNIT 0.8
/* Of its size, what a caption may lose before it is cut. */
#define LEAST_SHRINK 0.78
/* Of an em: how far letters reach above and below their base line. */
#define ASCENT 0.77
#define DESCENT 0.22
/* How much wider the strokes of bold letters are. */
#define BOLD 0.045

static double
unit_of(const struct render_options *options)
{
	double unit = fmin((double)options->width / FULL_WIDTH,
		(double)options->height / FULL_HEIGHT);

	return fmax(fmin(unit, 1), LEAST_UNIT);
}

void
page_init(struct page *page, struct canvas *canvas, const struct scene *scene,
	const struct render_options *options, struct layout *layout)
{
	*page = (struct page){.canvas = canvas, .scene = scene, .layout = layout,
		.unit = options->scale * unit_of(options), .face = text_face_new(),
		.font = cairo_font_options_create()};
	/* Nothing of the system's settings may move a glyph. */
	cairo_font_options_set_hint_style(page->font, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(page->font, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(page->font, CAIRO_ANTIALIAS_GRAY);
}

void
page_fini(struct page *page)
{
	cairo_font_face_destroy(page->face);
	cairo_font_options_destroy(page->font);
}

int
page_pixels(const struct page *page, double size)
{
	return (int)(size * page->unit + 0.5);
}

int
page_text_width(const struct page *page, const char *text, double size)
{
	return (int)ceil(text_width(text, size * page->unit));
}

/* `box` is the surface's place on the canvas. */
static void
take_over(struct page *page, cairo_surface_t *surface, struct box box,
	const struct caption *caption)
{
	int stride = cairo_image_surface_get_stride(surface);

	cairo_surface_flush(surface);

	const unsigned char *coverage = cairo_image_surface_get_data(surface);

	if (!coverage)
		return;
	if (caption->halo)
		canvas_halo(page->canvas, box, coverage, stride, page_pixels(page, 2));
	canvas_coverage(page->canvas, box, coverage, stride, caption->ink);
}

/* The table has one weight: bold letters are drawn twice, a little apart. */
static void
show(const struct page *page, cairo_t *cr, const struct caption *caption)
{
	double size = caption->size * page->unit, x, y;

	cairo_get_current_point(cr, &x, &y);
	text_show(cr, caption->text, size);
	if (!caption->bold)
		return;
	cairo_move_to(cr, x + size * BOLD, y);
	text_show(cr, caption->text, size);
}

/* From its tallest letter to its deepest, for a text that begins at `x`, `y`. */
static struct box
extent_of(const struct page *page, const struct caption *caption, int length, int x, int y)
{
	int ascent = page_pixels(page, caption->size * ASCENT);
	int descent = page_pixels(page, caption->size * DESCENT);

	if (caption->upwards)
		return (struct box){x - ascent, y - length, ascent + descent, length};
	return (struct box){x, y - ascent, length, ascent + descent};
}

void
page_caption(struct page *page, const struct caption *caption, int x, int y)
{
	int length = page_text_width(page, caption->text, caption->size);
	/* Room around: letters reach beyond their advance, and below the base line. */
	int em = page_pixels(page, caption->size) + 1, along = length + 2 * em, across = 2 * em;
	int back = caption->anchor == ANCHOR_CENTRE ? length / 2
		: caption->anchor == ANCHOR_RIGHT ? length : 0;
	/* Where the text begins on the surface, and the surface on the canvas. */
	struct box box = caption->upwards
		? (struct box){x - em - em / 2, y + back - em - length, across, along}
		: (struct box){x - back - em, y - em - em / 2, along, across};

	if (!*caption->text)
		return;
	layout_add(page->layout, LAYOUT_TEXT, extent_of(page, caption, length,
		caption->upwards ? x : x - back, caption->upwards ? y + back : y), page->inset,
		caption->text);

	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, box.width,
		box.height);
	cairo_t *cr = cairo_create(surface);

	cairo_set_font_options(cr, page->font);
	cairo_set_font_face(cr, page->face);
	cairo_set_source_rgba(cr, 0, 0, 0, 1);
	if (caption->upwards) {
		cairo_move_to(cr, em + em / 2, length + em);
		cairo_rotate(cr, -M_PI / 2);
	} else {
		cairo_move_to(cr, em, em + em / 2);
	}
	show(page, cr, caption);
	take_over(page, surface, box, caption);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
}

void
page_caption_fitted(struct page *page, const struct caption *caption, int x, int y, int room)
{
	struct caption fitted = *caption;
	int width = page_text_width(page, caption->text, caption->size);

	if (width > room)
		fitted.size *= fmax((double)room / width, LEAST_SHRINK);

	char *text = text_fit(caption->text, fitted.size * page->unit, room);

	fitted.text = text;
	page_caption(page, &fitted, x, y);
	free(text);
}
