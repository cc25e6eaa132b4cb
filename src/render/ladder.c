/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/ladder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Page units, but for the last. */
enum {
	LEAST_ROW = 16, EASY_ROW = 20, ROOMY_ROW = 27, MOST_ROW = 44, NAMES = 24, TIME = 86,
	TIME_GAP = 8, COLUMN_GAP = 28, EDGE = 6, WIDE = 900, HEAD = 7, CROSS = 9, DASH = 3,
	LOST_SHARE = 86          /* per cent of the way that a lost one comes */
};

struct column {
	struct page *page;
	int left, right;         /* where the two lines are */
	int top, row;            /* of the first rung; of each */
	size_t first, count;
};

/* ---- text ---- */

/* Microseconds are what most captures have; minutes need none. */
static void
write_time(nsec time, nsec last, char *text, size_t size)
{
	uint64_t ns = time < 0 ? 0 - (uint64_t)time : (uint64_t)time;
	bool seconds = last >= 100 * NSEC_PER_SEC;
	uint64_t unit = seconds ? NSEC_PER_SEC : NSEC_PER_MSEC;

	snprintf(text, size, "%s%" PRIu64 ".%03" PRIu64 " %s", time < 0 ? "−" : "", ns / unit,
		ns % unit / (unit / 1000), seconds ? "s" : "ms");
}

static void
draw_time(const struct column *column, const struct rung *rung, int y)
{
	const struct ladder *ladder = &column->page->scene->ladder;
	char text[48];

	write_time(rung->time, ladder->rung[ladder->count - 1].time, text, sizeof(text));
	page_caption_fitted(column->page, &(struct caption){.text = text, .size = SMALL_SIZE,
		.ink = INK_MUTED, .anchor = ANCHOR_RIGHT},
		column->left - page_pixels(column->page, TIME_GAP),
		y + page_pixels(column->page, 4), page_pixels(column->page, TIME - TIME_GAP));
}

/* In the middle between the lines, its base line at `y`, on a gap of ground. */
static void
draw_words(const struct column *column, const struct rung *rung, int y, bool clear)
{
	struct page *page = column->page;
	int middle = (column->left + column->right) / 2;
	int length = column->right - column->left;
	/* Both ends of an arrow show, also of one that comes less far. */
	int room = (rung->lost ? length * (2 * LOST_SHARE - 100) / 100 : length)
		- page_pixels(page, 6 * HEAD);
	struct caption caption = {.text = rung->text, .size = SMALL_SIZE,
		.ink = rung->gap ? INK_MUTED : INK_TEXT, .anchor = ANCHOR_CENTRE};
	struct box box = page_extent(page, &caption, middle, y);

	if (box.width > room) {
		box.x = middle - room / 2;
		box.width = room;
	}
	if (clear)
		canvas_clear(page->canvas, box_grown(box, page_pixels(page, 2)));
	page_caption_fitted(page, &caption, middle, y, room);
}

/* ---- arrows ---- */

static void
draw_head(const struct column *column, int x, int y, int sign, double slope, enum ink ink)
{
	int length = page_pixels(column->page, HEAD);

	for (int i = 0; i <= length; i++) {
		int middle = y - (int)(slope * i + 0.5);

		canvas_column(column->page->canvas, x - sign * i, middle - i / 2, middle + i / 2, ink);
	}
}

static void
draw_cross(const struct column *column, int x, int y, enum ink ink)
{
	int stroke = page_pixels(column->page, 1);
	struct stamp stamp;

	stamp_make(&stamp, GLYPH_CROSS, page_pixels(column->page, CROSS) | 1,
		stroke < 1 ? 1 : stroke, false);
	canvas_stamp(column->page->canvas, &stamp, x, y, ink);
}

/* `fall` pixels from one line to the other: time goes down. */
static void
draw_arrow(const struct column *column, const struct rung *rung, int y, int fall)
{
	int sign = rung->to_right ? 1 : -1;
	int from = rung->to_right ? column->left : column->right;
	int length = column->right - column->left - 1;

	if (rung->lost) {
		length = length * LOST_SHARE / 100;
		fall = fall * LOST_SHARE / 100;
	}
	canvas_slope(column->page->canvas, from, y, from + sign * length, y + fall,
		1.2 * column->page->unit, rung->ink);
	if (rung->lost)
		draw_cross(column, from + sign * length, y + fall, rung->ink);
	else
		draw_head(column, from + sign * length, y + fall, sign,
			(double)fall / (length > 0 ? length : 1), rung->ink);
}

/* ---- columns ---- */

static void
draw_line(const struct column *column, int x, int y0, int y1, bool dotted)
{
	int dash = page_pixels(column->page, DASH);

	for (int y = y0; y <= y1; y++)
		if (!dotted || (y - y0) / dash % 2)
			canvas_row(column->page->canvas, x, x, y, INK_AXIS);
}

static void
draw_rung(const struct column *column, const struct rung *rung, int top)
{
	struct page *page = column->page;
	bool roomy = column->row >= page_pixels(page, ROOMY_ROW);
	int fall = column->row / (roomy ? 5 : 4);
	/* Where there is room the words stand above their arrow, else they interrupt it. */
	int y = roomy ? top + column->row - fall - page_pixels(page, 2)
		: top + (column->row - fall) / 2;
	int middle = top + column->row / 2;

	draw_line(column, column->left, top, top + column->row, rung->gap);
	draw_line(column, column->right, top, top + column->row, rung->gap);
	if (rung->gap) {
		draw_words(column, rung, middle + page_pixels(page, 4), false);
		return;
	}
	draw_arrow(column, rung, y, fall);
	draw_time(column, rung, y);
	draw_words(column, rung, roomy ? y + fall / 2 - page_pixels(page, 5)
		: middle + page_pixels(page, 4), !roomy);
}

static void
draw_names(const struct column *column)
{
	const struct ladder *ladder = &column->page->scene->ladder;
	struct page *page = column->page;
	int time = page_pixels(page, TIME), gap = page_pixels(page, 12);
	/* Both stand over their lines, and share what is between. */
	int from = column->left - time, room = (column->right - from - gap) / 2;
	int base = column->top - page_pixels(page, 8);

	page_caption_fitted(page, &(struct caption){.text = ladder->left, .size = TEXT_SIZE,
		.ink = INK_TEXT, .bold = true}, from, base, room);
	page_caption_fitted(page, &(struct caption){.text = ladder->right, .size = TEXT_SIZE,
		.ink = INK_TEXT, .anchor = ANCHOR_RIGHT, .bold = true}, column->right, base, room);
}

static void
draw_column(const struct column *column)
{
	const struct ladder *ladder = &column->page->scene->ladder;

	draw_names(column);
	for (size_t i = 0; i < column->count; i++)
		draw_rung(column, &ladder->rung[column->first + i],
			column->top + (int)i * column->row);
}

/* ---- the whole ---- */

struct plan {
	size_t columns, rows;    /* of each column */
	size_t shown;
	int row;
};

static struct plan
plan_of(const struct page *page, struct box box)
{
	size_t count = page->scene->ladder.count;
	int height = box.height - page_pixels(page, NAMES), least = page_pixels(page, LEAST_ROW);
	size_t most = height > least ? (size_t)(height / least) : 1;
	bool wide = box.width >= page_pixels(page, WIDE);
	bool easy = count * (size_t)page_pixels(page, EASY_ROW) <= (size_t)height;
	struct plan plan = {easy || !wide ? 1 : 2, 0, count, 0};

	if (count > most * plan.columns) {
		/* The last line says how many there are. */
		most = most > 1 ? most - 1 : 1;
		plan.shown = most * plan.columns;
		height -= least;
	}
	plan.rows = (plan.shown + plan.columns - 1) / plan.columns;
	plan.row = height / (int)plan.rows;
	if (plan.row > page_pixels(page, MOST_ROW))
		plan.row = page_pixels(page, MOST_ROW);
	return plan;
}

static void
say_rest(struct page *page, struct box box, size_t shown)
{
	char text[64];

	if (shown == page->scene->ladder.count)
		return;
	snprintf(text, sizeof(text), "first %zu of %zu", shown, page->scene->ladder.count);
	page_caption(page, &(struct caption){.text = text, .size = SMALL_SIZE, .ink = INK_MUTED,
		.anchor = ANCHOR_CENTRE}, box.x + box.width / 2,
		box.y + box.height - page_pixels(page, 4));
}

void
ladder_draw(struct page *page, struct box box)
{
	struct plan plan = plan_of(page, box);
	int gap = page_pixels(page, COLUMN_GAP);
	int width = (box.width - gap * (int)(plan.columns - 1)) / (int)plan.columns;

	for (size_t i = 0; i < plan.columns && i * plan.rows < plan.shown; i++) {
		int x = box.x + (int)i * (width + gap);
		size_t first = i * plan.rows, left = plan.shown - first;

		draw_column(&(struct column){page, x + page_pixels(page, TIME),
			x + width - page_pixels(page, EDGE), box.y + page_pixels(page, NAMES), plan.row,
			first, left < plan.rows ? left : plan.rows});
	}
	say_rest(page, box, plan.shown);
}
