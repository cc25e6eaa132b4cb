/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * picture.c - margins depend on the picture's size, and on whether there is a strip, never on
 * what else a scene holds, so that pictures of one connection flip and stack.
 */
#include "render/picture.h"

#include <assert.h>

#include "render/axes.h"
#include "render/calipers.h"
#include "render/insets.h"
#include "render/ladder.h"
#include "render/layers.h"
#include "render/legend.h"
#include "render/letters.h"
#include "render/moments.h"
#include "render/spans.h"
#include "render/strip.h"

/* Page units. */
enum {
	MARGIN_LEFT = 80, MARGIN_RIGHT = 26, MARGIN_TOP = 9, MARGIN_BOTTOM = 66, HEADLINE_ROW = 23,
	TITLE_ROW = 19, SUBTITLE_ROW = 17, LEGEND_GAP = 6, PANEL_GAP = 18, KEY_TOP = 44,
	FOOTER_BASE = 9, MESSAGE_SIZE = 15,
	/* Below these heights there is room for less. */
	LOW = 420, LOWEST = 300, NARROW = 900
};

/* ---- panels ---- */

static void
draw_layers(struct page *page, const struct place *place, struct inset_parts *parts,
	struct spots spots[SCENE_LAYERS_MAX])
{
	const struct scene *scene = page->scene;

	for (size_t i = 0; i < scene->layer_count; i++) {
		const struct layer *layer = &scene->layer[i];
		struct layer_watch watch = {parts->part[i], scene->inset_count,
			layer->letter ? &spots[i] : NULL};

		if (layer->panel == place->panel)
			layer_draw_watched(page->canvas, place->map, layer, NULL, &watch);
	}
}

/* What lies on top has the first choice of places. */
static void
draw_letters(struct page *page, const struct place *place,
	const struct spots spots[SCENE_LAYERS_MAX])
{
	const struct scene *scene = page->scene;

	for (size_t i = scene->layer_count; i-- > 0;)
		if (spots[i].count)
			letters_draw(page, place, &scene->layer[i], &spots[i]);
}

/* Words in order of what they are worth: each keeps off those before it. */
static void
draw_words(struct page *page, const struct place *place, const struct inset_parts *parts,
	const struct spots spots[SCENE_LAYERS_MAX])
{
	const struct axis *y = &page->scene->panel[place->panel].y;

	axes_draw_lines(page, place->map, y);
	calipers_draw(page, place);
	insets_draw(page, place->map, place->panel, parts);
	if (place->panel == 0)
		moments_draw(page, place->map);
	labels_draw_rules(page, place);
	labels_draw_marks(page, place);
	draw_letters(page, place, spots);
}

static void
draw_panel(struct page *page, uint8_t number, struct box box)
{
	const struct scene *scene = page->scene;
	struct spots spots[SCENE_LAYERS_MAX] = {{0}};
	struct inset_parts parts;
	struct frame_map map;
	struct place place = {&map, number, PLACE_PANEL};

	map_init(&map, box, &scene->x, &scene->panel[number].y, page->unit);
	page->layout->panel[page->layout->panel_count++] = map;
	layout_add(page->layout, LAYOUT_PANEL, box, number, NULL);
	spans_draw(page, &map);
	axes_draw(page, &map, &scene->panel[number].y, number + 1u == scene->panel_count);
	insets_ask(scene, &parts);
	draw_layers(page, &place, &parts, spots);
	labels_draw_symbols(page, &place);
	draw_words(page, &place, &parts, spots);
	for (size_t i = 0; i < SCENE_LAYERS_MAX; i++)
		spots_fini(&spots[i]);
}

static void
draw_panels(struct page *page, struct box plot)
{
	const struct scene *scene = page->scene;
	int gap = page_pixels(page, PANEL_GAP), y = plot.y;
	int room = plot.height - gap * (int)(scene->panel_count - 1);

	for (size_t i = 0; i < scene->panel_count; i++) {
		int height = i + 1 == scene->panel_count ? plot.y + plot.height - y
			: (int)(room * scene->panel[i].share);

		draw_panel(page, (uint8_t)i, (struct box){plot.x, y, plot.width, height});
		y += height + gap;
	}
}

static void
draw_message(struct page *page, struct box plot)
{
	axes_draw_lines(page, &(struct frame_map){.box = plot}, NULL);
	page_caption_fitted(page, &(struct caption){.text = page->scene->message,
		.size = MESSAGE_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_CENTRE},
		plot.x + plot.width / 2, plot.y + plot.height / 2,
		plot.width - page_pixels(page, 20));
}

/* ---- the page ---- */

/* What a page of this size has room for. */
struct sheet {
	bool has_headline;
	int legend_rows, key_rows;
};

static struct sheet
sheet_of(const struct page *page)
{
	double width = page->canvas->width / page->unit, height = page->canvas->height / page->unit;

	if (height < LOWEST)
		return (struct sheet){false, 1, 0};
	if (height < LOW)
		return (struct sheet){true, 2, 0};
	return (struct sheet){true, width < NARROW ? 3 : 2, height < LOW + 100 ? 1 : 2};
}

/* A row of `height` page units from `*top` on, which is moved below it. */
static void
draw_row(struct page *page, const struct caption *caption, int height, int *top)
{
	int left = page_pixels(page, MARGIN_LEFT), right = page_pixels(page, MARGIN_RIGHT);

	if (caption->text)
		page_caption_fitted(page, caption, left,
			*top + page_pixels(page, caption->size), page->canvas->width - left - right);
	*top += page_pixels(page, height);
}

/* The plot's top. */
static int
draw_head(struct page *page, const struct sheet *sheet)
{
	const struct scene *scene = page->scene;
	int top = page_pixels(page, MARGIN_TOP), left = page_pixels(page, MARGIN_LEFT);
	int width = page->canvas->width - left - page_pixels(page, MARGIN_RIGHT);
	int legend = sheet->legend_rows * legend_row_height(page);

	if (sheet->has_headline)
		draw_row(page, &(struct caption){.text = scene->headline, .size = HEADLINE_SIZE,
			.ink = INK_TEXT, .bold = true}, HEADLINE_ROW, &top);
	draw_row(page, &(struct caption){.text = scene->title, .size = TITLE_SIZE,
		.ink = INK_TEXT}, TITLE_ROW, &top);
	draw_row(page, &(struct caption){.text = scene->subtitle, .size = TEXT_SIZE,
		.ink = INK_MUTED}, SUBTITLE_ROW, &top);
	/* A ladder needs none, and all the room there is. */
	if (scene->ladder.count && !scene->message)
		return top;
	legend_draw(page, (struct box){left, top, width, legend});
	return top + legend + page_pixels(page, LEGEND_GAP);
}

static void
draw_page(struct page *page)
{
	const struct scene *scene = page->scene;
	struct sheet sheet = sheet_of(page);
	int left = page_pixels(page, MARGIN_LEFT), height = page->canvas->height;
	int width = page->canvas->width - left - page_pixels(page, MARGIN_RIGHT);
	int top = draw_head(page, &sheet), key = sheet.key_rows * moments_row_height(page);
	int foot = height - page_pixels(page, FOOTER_BASE + FOOTER_SIZE + 2);
	struct box plot = {left, top, width, height - top - page_pixels(page, MARGIN_BOTTOM) - key};

	page_caption_fitted(page, &(struct caption){.text = scene->footer, .size = FOOTER_SIZE,
		.ink = INK_MUTED}, left, height - page_pixels(page, FOOTER_BASE), width);
	if (scene->message) {
		draw_message(page, plot);
		return;
	}
	if (scene->ladder.count) {
		ladder_draw(page, (struct box){left, top, width, foot - top});
		return;
	}
	if (scene->strip_count) {
		strip_draw(page, plot);
		plot.y += strip_height(page);
		plot.height -= strip_height(page);
	}
	draw_panels(page, plot);
	moments_draw_key(page, (struct box){left, plot.y + plot.height
		+ page_pixels(page, KEY_TOP), width, key});
}

void
picture_lay_out(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options, struct layout *layout)
{
	struct page page;

	assert(options->width >= 320 && options->height >= 200 && options->scale >= 1);
	page_init(&page, canvas, scene, options, layout);
	draw_page(&page);
}

void
picture_draw(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options)
{
	struct layout layout = {0};

	picture_lay_out(canvas, scene, options, &layout);
	layout_fini(&layout);
}
