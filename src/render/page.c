/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * page.c - letters are filled as coverage, a caption at a time, and then taken over
 * to the canvas as steps of one ink.
 */
#include "config.h"

#include "render/page.h"

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "render/text.h"

/* From this size on a picture has room for letters of full size; below, it is less. */
enum { FULL_WIDTH = 960, FULL_HEIGHT = 540 };
/* Around a word, in page units. */
enum { AIR = 2, BELOW_BASE = 4 };
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
		.css_width = options->width, .css_height = options->height,
		.unit = options->scale * unit_of(options)};
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

/* From where its base line begins to the anchor. */
static int
anchor_back(const struct caption *caption, int length)
{
	return caption->anchor == ANCHOR_CENTRE ? length / 2
		: caption->anchor == ANCHOR_RIGHT ? length : 0;
}

struct box
page_extent(const struct page *page, const struct caption *caption, int x, int y)
{
	int length = page_text_width(page, caption->text, caption->size);
	int back = anchor_back(caption, length);
	int ascent = page_pixels(page, caption->size * ASCENT);
	int descent = page_pixels(page, caption->size * DESCENT);

	if (caption->upwards)
		return (struct box){x - ascent, y + back - length, ascent + descent, length};
	return (struct box){x - back, y - ascent, length, ascent + descent};
}

/* The table has one weight: bold letters are drawn twice, a little apart. */
static void
trace(const struct page *page, struct raster *raster, const struct caption *caption, int x,
	int y)
{
	struct text_place place = {x, y, 0, caption->size * page->unit, caption->upwards};

	text_trace(raster, caption->text, &place);
	if (!caption->bold)
		return;
	place.offset = (int)(place.size * BOLD * RASTER_ONE);
	text_trace(raster, caption->text, &place);
}

void
page_caption(struct page *page, const struct caption *caption, int x, int y)
{
	struct box extent = page_extent(page, caption, x, y);
	/* Letters reach beyond their advance, and somewhat beyond the usual heights. */
	struct box box = box_grown(extent, page_pixels(page, caption->size / 4) + 1);
	int base_x = caption->upwards ? x : extent.x;
	int base_y = caption->upwards ? extent.y + extent.height : y;
	struct raster raster;
	uint8_t *coverage;

	if (!*caption->text)
		return;
	layout_add(page->layout, LAYOUT_TEXT, extent, page->inset, caption->text);
	raster_init(&raster, box.width, box.height);
	trace(page, &raster, caption, base_x - box.x, base_y - box.y);
	coverage = xmalloc((size_t)box.width * (size_t)box.height);
	raster_coverage(&raster, coverage);
	if (caption->halo)
		canvas_halo(page->canvas, box, coverage, box.width, page_pixels(page, 2));
	canvas_coverage(page->canvas, box, coverage, box.width, caption->ink);
	free(coverage);
	raster_fini(&raster);
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

struct box
page_word_box(const struct page *page, const char *text, double size)
{
	return (struct box){0, 0, page_text_width(page, text, size) + 2 * page_pixels(page, AIR),
		page_pixels(page, size + 2 * AIR - 1)};
}

void
page_word(struct page *page, const struct caption *caption, struct box box)
{
	struct caption word = *caption;

	word.halo = canvas_count_ink(page->canvas, box) > 0;
	page_caption(page, &word, box.x + page_pixels(page, AIR),
		box.y + box.height - page_pixels(page, BELOW_BASE));
}

/* Of a ring of radius `radius` around the middle of a square: 0..255. */
static uint8_t
ring_coverage(double x, double y, double radius, double stroke)
{
	double away = fabs(hypot(x, y) - radius) - stroke / 2;

	return (uint8_t)(255 * fmax(0, fmin(1, 0.5 - away)));
}

void
page_circle(struct page *page, int x, int y, double radius, enum ink ink)
{
	double across = radius * page->unit, stroke = 1.5 * page->unit;
	int reach = (int)ceil(across + stroke), size = 2 * reach + 1;
	uint8_t *coverage = xmalloc((size_t)size * (size_t)size);

	for (int row = 0; row < size; row++)
		for (int column = 0; column < size; column++) {
			double dx = column - reach, dy = row - reach;

			coverage[row * size + column] = ring_coverage(dx, dy, across, stroke);
			if (hypot(dx, dy) < across)
				canvas_clear(page->canvas,
					(struct box){x + column - reach, y + row - reach, 1, 1});
		}
	canvas_coverage(page->canvas, (struct box){x - reach, y - reach, size, size}, coverage,
		size, ink);
	free(coverage);
}
