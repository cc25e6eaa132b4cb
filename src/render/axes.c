/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/axes.h"

#include <stdio.h>
#include <string.h>

#include "base/si.h"
#include "render/ticks.h"

/* Page units. */
enum {
	TICK = 4, X_LABEL_ROOM = 84, X_LABEL_GAP = 14, Y_LABEL_ROOM = 48, Y_TITLE = 17,
	X_TICK_BASE = 18, X_TITLE_BASE = 36, Y_TITLE_GAP = 5, INSET_TICKS = 4, INSET_TICK_BASE = 8
};

struct si_text
axes_value(enum unit unit, int64_t value)
{
	uint64_t size = value < 0 ? 0 : (uint64_t)value;

	switch (unit) {
	case UNIT_BYTES: return si_bytes(size);
	case UNIT_BITS_PER_SECOND: return si_rate((double)size);
	case UNIT_NSEC: return si_duration(value);
	case UNIT_COUNT_OF: break;
	}
	return si_count(size);
}

static void
write_title(const struct axis *axis, const struct ticks *ticks, char *text, size_t size)
{
	if (*ticks->unit)
		snprintf(text, size, "%s (%s)", axis->title, ticks->unit);
	else
		snprintf(text, size, "%s", axis->title);
}

static int
widest(const struct page *page, const struct ticks *ticks, double size)
{
	int most = 0;

	for (size_t i = 0; i < ticks->count; i++) {
		int width = page_text_width(page, ticks->tick[i].text, size);

		if (width > most)
			most = width;
	}
	return most;
}

static void
draw_y_title(struct page *page, const struct box *box, const char *title)
{
	const struct caption caption = {.text = title, .size = TEXT_SIZE, .ink = INK_TEXT,
		.anchor = ANCHOR_CENTRE, .upwards = true};

	page_caption_fitted(page, &caption, page_pixels(page, Y_TITLE), box->y + box->height / 2,
		box->height);
}

static void
draw_y_tick(struct page *page, const struct frame_map *map, const struct tick *tick)
{
	const struct box *box = &map->box;
	int y = map_y(map, (double)tick->value), length = page_pixels(page, TICK);
	int right = box->x - 2 * length;
	const struct caption caption = {.text = tick->text, .size = TEXT_SIZE, .ink = INK_TEXT,
		.anchor = ANCHOR_RIGHT};

	canvas_row(page->canvas, box->x, box->x + box->width - 1, y, INK_GRID);
	canvas_row(page->canvas, box->x - length, box->x - 1, y, INK_AXIS);
	/* Up to the axis's title. */
	page_caption_fitted(page, &caption, right, y + length,
		right - page_pixels(page, Y_TITLE + Y_TITLE_GAP));
}

static void
draw_y(struct page *page, const struct frame_map *map, const struct axis *axis)
{
	const struct box *box = &map->box;
	struct ticks ticks;
	char title[96];

	ticks_choose(axis, (size_t)(box->height / page_pixels(page, Y_LABEL_ROOM)) + 1, &ticks);
	for (size_t i = 0; i < ticks.count; i++)
		draw_y_tick(page, map, &ticks.tick[i]);
	write_title(axis, &ticks, title, sizeof(title));
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
		&& (int)ticks->count * (widest(page, ticks, TEXT_SIZE) + gap) > box->width);
}

/* The middle nearest to `x` of a text that stays on the canvas. */
static int
on_canvas(const struct page *page, const char *text, int x)
{
	int half = page_text_width(page, text, TEXT_SIZE) / 2 + 2;
	int most = page->canvas->width - half;

	return x > most ? most : x < half ? half : x;
}

static void
draw_x_label(struct page *page, const char *text, int x, int y)
{
	const struct caption caption = {.text = text, .size = TEXT_SIZE, .ink = INK_TEXT,
		.anchor = ANCHOR_CENTRE};

	page_caption(page, &caption, on_canvas(page, text, x), y);
}

static void
draw_x(struct page *page, const struct frame_map *map, bool labelled)
{
	const struct box *box = &map->box;
	int bottom = box->y + box->height;
	struct ticks ticks;
	char title[96];

	choose_x_ticks(page, box, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int x = map_x(map, (double)ticks.tick[i].value);

		canvas_column(page->canvas, x, box->y, bottom - 1, INK_GRID);
		canvas_column(page->canvas, x, bottom, bottom + page_pixels(page, TICK), INK_AXIS);
		if (labelled)
			draw_x_label(page, ticks.tick[i].text, x,
				bottom + page_pixels(page, X_TICK_BASE));
	}
	if (!labelled)
		return;
	write_title(&page->scene->x, &ticks, title, sizeof(title));
	page_caption_fitted(page, &(struct caption){.text = title, .size = TEXT_SIZE,
		.ink = INK_TEXT, .anchor = ANCHOR_CENTRE}, box->x + box->width / 2,
		bottom + page_pixels(page, X_TITLE_BASE), box->width);
}

void
axes_draw(struct page *page, const struct frame_map *map, const struct axis *y, bool labelled)
{
	draw_y(page, map, y);
	draw_x(page, map, labelled);
}

/* ---- lines ---- */

/* Two strokes through the axis, with ground between them. */
static void
draw_break(struct page *page, int x, int y)
{
	int reach = page_pixels(page, 6), rise = page_pixels(page, 3), gap = page_pixels(page, 3);
	int stroke = page_pixels(page, 1);

	canvas_clear(page->canvas, (struct box){x - 1, y - gap, 3, 2 * gap + 1});
	for (int sign = -1; sign <= 1; sign += 2)
		canvas_line(page->canvas, x - reach, y + sign * gap + rise, x + reach,
			y + sign * gap - rise, stroke < 1 ? 1 : stroke, INK_AXIS);
}

static void
say_knee(struct page *page, const struct frame_map *map, const struct axis *axis, int y)
{
	enum { COLUMNS = 12 };
	struct box places[2 * COLUMNS], box;
	char text[64];

	snprintf(text, sizeof(text), "logarithmic above %s", axes_value(axis->unit, axis->knee).text);
	box = page_word_box(page, text, SMALL_SIZE);
	for (int i = 0; i < 2 * COLUMNS; i++) {
		box.x = map->box.x + (map->box.width - box.width) * (COLUMNS - 1 - i / 2)
			/ (COLUMNS - 1);
		box.y = i % 2 ? y + page_pixels(page, 1) : y - box.height;
		places[i] = box;
	}
	if (layout_choose(page->layout, page->canvas, &map->box, page->inset, places, 2 * COLUMNS,
		(long)box.width * box.height, &box))
		page_word(page, &(struct caption){.text = text, .size = SMALL_SIZE,
			.ink = INK_MUTED}, box);
}

static void
draw_knee(struct page *page, const struct frame_map *map, const struct axis *axis)
{
	int y = map_y(map, map->knee), dash = page_pixels(page, 2);

	for (int x = map->box.x; x < map->box.x + map->box.width; x += 3 * dash)
		canvas_fill(page->canvas, (struct box){x, y, dash, 1}, INK_AXIS);
	draw_break(page, map->box.x - 1, y);
	say_knee(page, map, axis, y);
}

void
axes_draw_lines(struct page *page, const struct frame_map *map, const struct axis *y)
{
	const struct box *box = &map->box;
	int right = box->x + box->width - 1, bottom = box->y + box->height;

	canvas_column(page->canvas, box->x - 1, box->y, bottom, INK_AXIS);
	canvas_row(page->canvas, box->x - 1, right, bottom, INK_AXIS);
	if (y && map->knee < (double)y->hi)
		draw_knee(page, map, y);
}

/* ---- insets ---- */

/* From 0 up, whatever the axis begins with. */
static void
choose_inset_ticks(const struct axis *axis, struct ticks *ticks)
{
	struct axis span = {axis->unit, 0, axis->hi - axis->lo, "", 0};

	ticks_choose(&span, INSET_TICKS, ticks);
	/* One of them says the unit for all. */
	if (ticks->count && *ticks->unit) {
		struct tick *last = &ticks->tick[ticks->count - 1];
		size_t length = strlen(last->text);

		snprintf(last->text + length, sizeof(last->text) - length, " %s", ticks->unit);
	}
}

int
axes_inset_room(const struct page *page, const struct inset *inset)
{
	struct ticks ticks;

	choose_inset_ticks(&inset->y, &ticks);
	return widest(page, &ticks, FOOTER_SIZE) + page_pixels(page, 2 * TICK);
}

static void
draw_inset_x(struct page *page, const struct frame_map *map, const struct axis *axis)
{
	int bottom = map->box.y + map->box.height, right = map->box.x + map->box.width;
	struct ticks ticks;

	choose_inset_ticks(axis, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int x = map_x(map, (double)(axis->lo + ticks.tick[i].value));
		int half = page_text_width(page, ticks.tick[i].text, FOOTER_SIZE) / 2;

		canvas_column(page->canvas, x, bottom, bottom + page_pixels(page, 3), INK_AXIS);
		page_caption(page, &(struct caption){.text = ticks.tick[i].text,
			.size = FOOTER_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_CENTRE},
			x + half > right ? right - half : x, bottom + page_pixels(page, 12));
	}
}

static void
draw_inset_y(struct page *page, const struct frame_map *map, const struct axis *axis)
{
	/* The highest that keeps off the title. */
	int first = map->box.y + page_pixels(page, INSET_TICK_BASE);
	struct ticks ticks;

	choose_inset_ticks(axis, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		int y = map_y(map, (double)(axis->lo + ticks.tick[i].value));
		int length = page_pixels(page, 3);

		canvas_row(page->canvas, map->box.x - length, map->box.x - 1, y, INK_AXIS);
		page_caption(page, &(struct caption){.text = ticks.tick[i].text,
			.size = FOOTER_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_RIGHT},
			map->box.x - page_pixels(page, TICK + 1), y + page_pixels(page, 3) > first
			? y + page_pixels(page, 3) : first);
	}
}

void
axes_draw_inset(struct page *page, const struct frame_map *map, const struct inset *inset)
{
	draw_inset_x(page, map, &inset->x);
	draw_inset_y(page, map, &inset->y);
	axes_draw_lines(page, map, NULL);
}
