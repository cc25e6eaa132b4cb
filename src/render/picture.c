/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * picture.c - margins depend on the picture's size alone, never on the scene, so that
 * pictures of one connection flip and stack.
 */
#include "render/picture.h"

#include <assert.h>
#include <stdio.h>

#include "render/labels.h"
#include "render/legend.h"
#include "render/ticks.h"

/* Page units. */
enum {
	MARGIN_LEFT = 80, MARGIN_RIGHT = 26, MARGIN_TOP = 14, MARGIN_BOTTOM = 66,
	TITLE_HEIGHT = 26, TEXT_HEIGHT = 18, LEGEND_GAP = 6, PANEL_GAP = 18, TICK_LENGTH = 4,
	X_LABEL_ROOM = 84, X_LABEL_GAP = 14, Y_LABEL_ROOM = 48, Y_TITLE = 17, MESSAGE_SIZE = 15,
};

/* ---- axes ---- */

static void
write_axis_title(const struct axis *axis, const struct ticks *ticks, char *text, size_t size)
{
	if (*ticks->unit)
		snprintf(text, size, "%s (%s)", axis->title, ticks->unit);
	else
		snprintf(text, size, "%s", axis->title);
}

static int
widest(const struct page *page, const struct ticks *ticks)
{
	int most = 0;

	for (size_t i = 0; i < ticks->count; i++) {
		int width = page_text_width(page, ticks->tick[i].text, TEXT_SIZE);

		if (width > most)
			most = width;
	}
	return most;
}

static void
draw_y_title(struct page *page, const struct box *box, const char *title)
{
	page_caption_fitted(page, &(struct caption){.text = title, .size = TEXT_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_CENTRE, .upwards = true}, page_pixels(page, Y_TITLE), box->y + box->height / 2, box->height);
}

static void
draw_y_axis(struct page *page, const struct frame_map *map, const struct axis *axis)
{
	const struct box *box = &map->box;
	int length = page_pixels(page, TICK_LENGTH), right = box->x - 2 * length;
	/* Between the axis's title and its ticks. */
	int room = right - page_pixels(page, Y_TITLE + 5);
	struct ticks ticks;
	char title[96];

	ticks_choose(axis, (size_t)(box->height / page_pixels(page, Y_LABEL_ROOM)) + 1, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int y = map_y(map, (double)ticks.tick[i].value);

		canvas_row(page->canvas, box->x, box->x + box->width - 1, y, INK_GRID);
		canvas_row(page->canvas, box->x - length, box->x - 1, y, INK_AXIS);
		page_caption_fitted(page, &(struct caption){.text = ticks.tick[i].text, .size = TEXT_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_RIGHT}, right, y + length, room);
	}
	write_axis_title(axis, &ticks, title, sizeof(title));
	draw_y_title(page, box, title);
}

/* As many as there is room for, which only the labels themselves know. */
static void
choose_x_ticks(const struct page *page, const struct box *box, struct ticks *ticks)
{
	size_t most = (size_t)(box->width / page_pixels(page, X_LABEL_ROOM)) + 1;
	int gap = page_pixels(page, X_LABEL_GAP);

	do
		ticks_choose(&page->scene->x, most, ticks);
	while (ticks->count > 2 && --most > 1
		&& (int)ticks->count * (widest(page, ticks) + gap) > box->width);
}

static void
draw_x_axis(struct page *page, const struct frame_map *map, bool labelled)
{
	const struct box *box = &map->box;
	int bottom = box->y + box->height, length = page_pixels(page, TICK_LENGTH);
	struct ticks ticks;
	char title[96];

	choose_x_ticks(page, box, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int x = map_x(map, (double)ticks.tick[i].value);

		canvas_column(page->canvas, x, box->y, bottom - 1, INK_GRID);
		canvas_column(page->canvas, x, bottom, bottom + length, INK_AXIS);
		if (labelled)
			page_caption(page, &(struct caption){.text = ticks.tick[i].text, .size = TEXT_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_CENTRE}, x,
				bottom + page_pixels(page, 18));
	}
	if (!labelled)
		return;
	write_axis_title(&page->scene->x, &ticks, title, sizeof(title));
	page_caption_fitted(page, &(struct caption){.text = title, .size = TEXT_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_CENTRE}, box->x + box->width / 2, bottom + page_pixels(page, 36), box->width);
}

static void
draw_frame(struct page *page, const struct box *box)
{
	int right = box->x + box->width - 1, bottom = box->y + box->height;

	canvas_column(page->canvas, box->x - 1, box->y, bottom, INK_AXIS);
	canvas_row(page->canvas, box->x - 1, right, bottom, INK_AXIS);
}

/* ---- panels ---- */

static void
draw_panel(struct page *page, size_t number, struct box box)
{
	const struct scene *scene = page->scene;
	const struct panel *panel = &scene->panel[number];
	struct frame_map map;

	map_init(&map, box, &scene->x, &panel->y, page->unit);
	page->layout->panel[page->layout->panel_count++] = map;
	layout_add(page->layout, LAYOUT_PANEL, box, (uint8_t)number, NULL);
	draw_y_axis(page, &map, &panel->y);
	draw_x_axis(page, &map, number + 1 == scene->panel_count);
	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].panel == number)
			layer_draw(page->canvas, &map, &scene->layer[i]);
	draw_frame(page, &box);
	labels_draw(page, &map, number);
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

		draw_panel(page, i, (struct box){plot.x, y, plot.width, height});
		y += height + gap;
	}
}

static void
draw_message(struct page *page, struct box plot)
{
	draw_frame(page, &plot);
	page_caption_fitted(page, &(struct caption){.text = page->scene->message, .size = MESSAGE_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_CENTRE}, plot.x + plot.width / 2,
		plot.y + plot.height / 2, plot.width - page_pixels(page, 20));
}

/* ---- the page ---- */

static void
draw_line_of_text(struct page *page, const char *text, double size, int y, enum ink ink)
{
	int left = page_pixels(page, MARGIN_LEFT);

	page_caption_fitted(page, &(struct caption){.text = text, .size = size, .ink = ink},
		left, y, page->canvas->width - left - page_pixels(page, MARGIN_RIGHT));
}

/* Narrow pictures wrap more, low ones must do with less. */
static int
legend_rows(const struct page *page)
{
	double width = page->canvas->width / page->unit, height = page->canvas->height / page->unit;
	int rows = width >= 900 ? 2 : 3;

	return height < 300 ? 1 : height < 420 ? 2 : rows;
}

static void
draw_page(struct page *page)
{
	const struct scene *scene = page->scene;
	int top = page_pixels(page, MARGIN_TOP), left = page_pixels(page, MARGIN_LEFT);
	int width = page->canvas->width - left - page_pixels(page, MARGIN_RIGHT);
	int height = page->canvas->height, legend = legend_rows(page) * legend_row_height(page);

	draw_line_of_text(page, scene->title, TITLE_SIZE, top + page_pixels(page, TITLE_SIZE),
		INK_TEXT);
	top += page_pixels(page, TITLE_HEIGHT);
	draw_line_of_text(page, scene->subtitle, TEXT_SIZE, top + page_pixels(page, TEXT_SIZE),
		INK_TEXT);
	top += page_pixels(page, TEXT_HEIGHT);
	legend_draw(page, (struct box){left, top, width, legend});
	layout_add(page->layout, LAYOUT_LEGEND, (struct box){left, top, width, legend}, 0, NULL);
	top += legend + page_pixels(page, LEGEND_GAP);
	draw_line_of_text(page, scene->footer, FOOTER_SIZE, height - page_pixels(page, 10),
		INK_MUTED);

	struct box plot = {left, top, width, height - top - page_pixels(page, MARGIN_BOTTOM)};

	if (scene->message)
		draw_message(page, plot);
	else
		draw_panels(page, plot);
}

void
picture_lay_out(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options, struct layout *layout)
{
	struct page page;

	assert(options->width >= 320 && options->height >= 200 && options->scale >= 1);
	page_init(&page, canvas, scene, options, layout);
	draw_page(&page);
	page_fini(&page);
}

void
picture_draw(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options)
{
	struct layout layout = {0};

	picture_lay_out(canvas, scene, options, &layout);
	layout_fini(&layout);
}
