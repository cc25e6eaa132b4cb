/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "render/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/layers.h"
#include "render/text.h"
#include "render/ticks.h"

/* CSS pixels. */
enum {
	MARGIN_LEFT = 78, MARGIN_RIGHT = 26, MARGIN_TOP = 14, MARGIN_BOTTOM = 66,
	TITLE_SIZE = 17, TITLE_HEIGHT = 26, TEXT_SIZE = 12, TEXT_HEIGHT = 20,
	LEGEND_ROW = 20, LEGEND_ROWS = 2, LEGEND_SWATCH = 22, LEGEND_GAP = 18, PANEL_GAP = 16,
	FOOTER_SIZE = 10, TICK_LENGTH = 4, X_LABEL_ROOM = 90, Y_LABEL_ROOM = 44,
	MARKS_PLACED_MAX = 64, MESSAGE_SIZE = 15,
};

enum anchor { ANCHOR_LEFT, ANCHOR_CENTRE, ANCHOR_RIGHT };

struct page {
	struct canvas *canvas;
	const struct scene *scene;
	double scale;
	cairo_surface_t *surface; /* coverage, the canvas's size */
	cairo_t *cr;
	cairo_font_face_t *face;
	struct box plot;         /* all panels */
	struct box placed[MARKS_PLACED_MAX];
	size_t placed_count;
};

static int
px(const struct page *page, double size)
{
	return (int)(size * page->scale + 0.5);
}

/* ---- text ---- */

/* Take what cairo drew within `box` over to the canvas, and leave the surface clean. */
static void
take_coverage(struct page *page, struct box box, enum ink ink)
{
	int stride = cairo_image_surface_get_stride(page->surface);
	unsigned char *coverage = cairo_image_surface_get_data(page->surface);

	if (box.x < 0)
		box.width += box.x, box.x = 0;
	if (box.y < 0)
		box.height += box.y, box.y = 0;
	if (box.x + box.width > page->canvas->width)
		box.width = page->canvas->width - box.x;
	if (box.y + box.height > page->canvas->height)
		box.height = page->canvas->height - box.y;
	if (box.width <= 0 || box.height <= 0)
		return;
	cairo_surface_flush(page->surface);
	coverage += (ptrdiff_t)box.y * stride + box.x;
	canvas_coverage(page->canvas, box, coverage, stride, ink);
	for (int y = 0; y < box.height; y++)
		memset(coverage + (ptrdiff_t)y * stride, 0, (size_t)box.width);
	cairo_surface_mark_dirty(page->surface);
}

/* `size` in CSS pixels; x and the baseline y in device pixels. */
static void
draw_text(struct page *page, const char *text, double size, enum anchor anchor, int x, int y,
	enum ink ink)
{
	double width = text_width(text, size * page->scale);
	int em = px(page, size);

	if (anchor == ANCHOR_CENTRE)
		x -= (int)(width / 2);
	else if (anchor == ANCHOR_RIGHT)
		x -= (int)width;
	cairo_move_to(page->cr, x, y);
	text_show(page->cr, text, size * page->scale);
	take_coverage(page, (struct box){x - em, y - 2 * em, (int)width + 2 * em, 3 * em}, ink);
}

static void
draw_fitted(struct page *page, const char *text, double size, int y, enum ink ink)
{
	int room = page->canvas->width - px(page, MARGIN_LEFT) - px(page, MARGIN_RIGHT);
	char *fit = text_fit(text, size * page->scale, room);

	draw_text(page, fit, size, ANCHOR_LEFT, px(page, MARGIN_LEFT), y, ink);
	free(fit);
}

/* Upwards along the left edge. */
static void
draw_upwards(struct page *page, const char *text, double size, int x, int middle)
{
	double width = text_width(text, size * page->scale);
	int em = px(page, size);

	cairo_save(page->cr);
	cairo_move_to(page->cr, x, middle + width / 2);
	cairo_rotate(page->cr, -M_PI / 2);
	text_show(page->cr, text, size * page->scale);
	cairo_restore(page->cr);
	take_coverage(page, (struct box){x - 2 * em, middle - (int)(width / 2) - em, 3 * em,
		(int)width + 2 * em}, INK_TEXT);
}

/* ---- legend ---- */

static void
legend_text(const struct layer *layer, char *text, size_t size)
{
	if (layer->count)
		snprintf(text, size, "%s %llu", layer->name, (unsigned long long)layer->count);
	else
		snprintf(text, size, "%s", layer->name);
}

/* Rows below the subtitle, outside of the data; what does not fit the last one is cut. */
static void
draw_legend(struct page *page, int y)
{
	int left = px(page, MARGIN_LEFT), x = left, row = 0;
	int right = page->canvas->width - px(page, MARGIN_RIGHT);

	for (size_t i = 0; i < page->scene->layer_count; i++) {
		const struct layer *layer = &page->scene->layer[i];
		char text[160];

		if (!layer->name)
			continue;
		legend_text(layer, text, sizeof(text));

		int width = px(page, LEGEND_SWATCH + 5)
			+ (int)text_width(text, TEXT_SIZE * page->scale);

		if (x > left && x + width > right && row + 1 < LEGEND_ROWS) {
			row++;
			x = left;
		}
		if (x > left && x + width > right)
			continue;

		int top = y + row * px(page, LEGEND_ROW);

		layer_swatch(page->canvas, layer, (struct box){x, top + px(page, 3),
			px(page, LEGEND_SWATCH), px(page, 14)}, page->scale);
		draw_text(page, text, TEXT_SIZE, ANCHOR_LEFT, x + px(page, LEGEND_SWATCH + 5),
			top + px(page, 14), INK_TEXT);
		x += width + px(page, LEGEND_GAP);
	}
}

/* ---- axes ---- */

static void
axis_title(const struct axis *axis, const struct ticks *ticks, char *text, size_t size)
{
	if (*ticks->unit)
		snprintf(text, size, "%s (%s)", axis->title, ticks->unit);
	else
		snprintf(text, size, "%s", axis->title);
}

static void
draw_y_axis(struct page *page, const struct frame_map *map, const struct axis *axis)
{
	const struct box *box = &map->box;
	struct ticks ticks;
	char title[96];

	ticks_choose(axis, (size_t)(box->height / px(page, Y_LABEL_ROOM)) + 1, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int y = map_y(map, (double)ticks.tick[i].value);

		canvas_row(page->canvas, box->x, box->x + box->width - 1, y, INK_GRID);
		canvas_row(page->canvas, box->x - px(page, TICK_LENGTH), box->x - 1, y, INK_AXIS);
		draw_text(page, ticks.tick[i].text, TEXT_SIZE, ANCHOR_RIGHT,
			box->x - px(page, TICK_LENGTH + 4), y + px(page, 4), INK_TEXT);
	}
	axis_title(axis, &ticks, title, sizeof(title));
	char *fit = text_fit(title, TEXT_SIZE * page->scale, box->height);

	draw_upwards(page, fit, TEXT_SIZE, px(page, 18), box->y + box->height / 2);
	free(fit);
}

static void
draw_x_axis(struct page *page, const struct frame_map *map, bool labelled)
{
	const struct box *box = &map->box;
	int bottom = box->y + box->height;
	struct ticks ticks;
	char title[96];

	ticks_choose(&page->scene->x, (size_t)(box->width / px(page, X_LABEL_ROOM)) + 1, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int x = map_x(map, (double)ticks.tick[i].value);

		canvas_column(page->canvas, x, box->y, bottom - 1, INK_GRID);
		canvas_column(page->canvas, x, bottom, bottom + px(page, TICK_LENGTH), INK_AXIS);
		if (labelled)
			draw_text(page, ticks.tick[i].text, TEXT_SIZE, ANCHOR_CENTRE, x,
				bottom + px(page, 18), INK_TEXT);
	}
	if (!labelled)
		return;
	axis_title(&page->scene->x, &ticks, title, sizeof(title));
	draw_text(page, title, TEXT_SIZE, ANCHOR_CENTRE, box->x + box->width / 2,
		bottom + px(page, 36), INK_TEXT);
}

static void
draw_frame(struct page *page, const struct box *box)
{
	int right = box->x + box->width - 1, bottom = box->y + box->height;

	canvas_column(page->canvas, box->x - 1, box->y, bottom, INK_AXIS);
	canvas_row(page->canvas, box->x - 1, right, bottom, INK_AXIS);
}

/* ---- marks ---- */

static bool
overlaps(const struct box *a, const struct box *b)
{
	return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
		&& b->y < a->y + a->height;
}

static bool
is_free(const struct page *page, const struct box *box, const struct box *panel)
{
	if (box->x < panel->x || box->y < panel->y || box->x + box->width > panel->x + panel->width
		|| box->y + box->height > panel->y + panel->height)
		return false;
	for (size_t i = 0; i < page->placed_count; i++)
		if (overlaps(box, &page->placed[i]))
			return false;
	return true;
}

/* Beside its point, or as near as there is room; a mark that finds none keeps its dot. */
static void
draw_mark(struct page *page, const struct frame_map *map, const struct mark *mark)
{
	int x = map_x(map, (double)mark->x), y = map_y(map, (double)mark->y);
	int width = (int)text_width(mark->text, TEXT_SIZE * page->scale) + px(page, 4);
	int height = px(page, TEXT_SIZE + 3), gap = px(page, 7);

	canvas_clip(page->canvas, &map->box);
	struct stamp dot;
	stamp_make(&dot, GLYPH_SQUARE, px(page, 5) | 1, 1, false);
	canvas_stamp(page->canvas, &dot, x, y, mark->ink);
	canvas_clip(page->canvas, NULL);
	for (int attempt = 0; attempt < 16 && page->placed_count < MARKS_PLACED_MAX; attempt++) {
		int away = gap + attempt / 4 * height;
		struct box box = {attempt & 1 ? x - width - gap : x + gap,
			attempt & 2 ? y + away - gap : y - away - height + gap, width, height};

		if (!is_free(page, &box, &map->box))
			continue;
		page->placed[page->placed_count++] = box;
		draw_text(page, mark->text, TEXT_SIZE, ANCHOR_LEFT, box.x + px(page, 2),
			box.y + height - px(page, 3), mark->ink);
		return;
	}
}

/* ---- the page ---- */

static void
draw_panel(struct page *page, size_t number, struct box box)
{
	const struct scene *scene = page->scene;
	const struct panel *panel = &scene->panel[number];
	struct frame_map map;

	map_init(&map, box, &scene->x, &panel->y, page->scale);
	draw_y_axis(page, &map, &panel->y);
	draw_x_axis(page, &map, number + 1 == scene->panel_count);
	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].panel == number)
			layer_draw(page->canvas, &map, &scene->layer[i]);
	draw_frame(page, &box);
	for (size_t i = 0; i < scene->mark_count; i++)
		if (scene->mark[i].panel == number)
			draw_mark(page, &map, &scene->mark[i]);
}

static void
draw_panels(struct page *page)
{
	const struct scene *scene = page->scene;
	int gap = px(page, PANEL_GAP), y = page->plot.y;
	int room = page->plot.height - gap * (int)(scene->panel_count - 1);

	for (size_t i = 0; i < scene->panel_count; i++) {
		int height = i + 1 == scene->panel_count ? page->plot.y + page->plot.height - y
			: (int)(room * scene->panel[i].share);

		draw_panel(page, i, (struct box){page->plot.x, y, page->plot.width, height});
		y += height + gap;
	}
}

static void
draw_message(struct page *page)
{
	const struct box *plot = &page->plot;
	char *fit = text_fit(page->scene->message, MESSAGE_SIZE * page->scale,
		plot->width - px(page, 20));

	draw_frame(page, plot);
	draw_text(page, fit, MESSAGE_SIZE, ANCHOR_CENTRE, plot->x + plot->width / 2,
		plot->y + plot->height / 2, INK_TEXT);
	free(fit);
}

static void
draw_page(struct page *page)
{
	const struct scene *scene = page->scene;
	int y = px(page, MARGIN_TOP);
	int width = page->canvas->width, height = page->canvas->height;

	draw_fitted(page, scene->title, TITLE_SIZE, y + px(page, TITLE_SIZE), INK_TEXT);
	y += px(page, TITLE_HEIGHT);
	draw_fitted(page, scene->subtitle, TEXT_SIZE, y + px(page, TEXT_SIZE), INK_TEXT);
	y += px(page, TEXT_HEIGHT);
	draw_legend(page, y);
	y += LEGEND_ROWS * px(page, LEGEND_ROW) + px(page, 6);
	page->plot = (struct box){px(page, MARGIN_LEFT), y,
		width - px(page, MARGIN_LEFT) - px(page, MARGIN_RIGHT),
		height - y - px(page, MARGIN_BOTTOM)};
	draw_fitted(page, scene->footer, FOOTER_SIZE, height - px(page, 10), INK_MUTED);
	if (scene->message)
		draw_message(page);
	else
		draw_panels(page);
}

void
picture_draw(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options)
{
	struct page page = {.canvas = canvas, .scene = scene, .scale = options->scale};
	cairo_font_options_t *font = cairo_font_options_create();

	page.surface = cairo_image_surface_create(CAIRO_FORMAT_A8, canvas->width,
		canvas->height);
	page.cr = cairo_create(page.surface);
	page.face = text_face_new();
	/* Nothing of the system's settings may move a glyph. */
	cairo_font_options_set_hint_style(font, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(font, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(font, CAIRO_ANTIALIAS_GRAY);
	cairo_set_font_options(page.cr, font);
	cairo_set_font_face(page.cr, page.face);
	cairo_set_source_rgba(page.cr, 0, 0, 0, 1);
	draw_page(&page);
	cairo_font_face_destroy(page.face);
	cairo_destroy(page.cr);
	cairo_surface_destroy(page.surface);
	cairo_font_options_destroy(font);
}
