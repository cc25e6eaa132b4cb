/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "render/moments.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

/* Page units. */
enum { RADIUS = 8, ROW = 18, BASE = 13, GAP = 18, TEXT_GAP = 5 };

static void
draw_number(struct page *page, size_t number, int x, int y, enum ink ink)
{
	char text[8];

	snprintf(text, sizeof(text), "%zu", number);
	page_circle(page, x, y, RADIUS, ink);
	page_caption(page, &(struct caption){.text = text, .size = SMALL_SIZE, .ink = INK_TEXT,
		.anchor = ANCHOR_CENTRE, .bold = true}, x, y + page_pixels(page, 4));
}

/* ---- in the plot ---- */

/* In a ring of places around the point, above it first, then in wider ones. */
static bool
find_place(const struct page *page, const struct frame_map *map, int x, int y, struct box *box)
{
	enum { AROUND = 12, RINGS = 6 };
	int across = 2 * page_pixels(page, RADIUS + 2);
	struct box places[AROUND * RINGS];

	for (int i = 0; i < AROUND * RINGS; i++) {
		double away = page->unit * (RADIUS + 6 + 14.0 * (i / AROUND));
		/* Up, then by turns to the right and to the left. */
		int turn = (i % AROUND + 1) / 2 * (i % 2 ? 1 : -1);
		double angle = turn * 2 * M_PI / AROUND;

		places[i] = (struct box){x + (int)lround(away * sin(angle)) - across / 2,
			y - (int)lround(away * cos(angle)) - across / 2, across, across};
	}
	return layout_choose(page->layout, page->canvas, &map->box, page->inset, places,
		AROUND * RINGS, LONG_MAX, box);
}

static void
draw_moment(struct page *page, const struct frame_map *map, size_t number)
{
	const struct moment *moment = &page->scene->moment[number];
	int x = map_x(map, (double)moment->x), y = map_y(map, (double)moment->y);
	struct box box;

	if (!box_has(&map->box, x, y) || !find_place(page, map, x, y, &box))
		return;

	int middle_x = box.x + box.width / 2, middle_y = box.y + box.height / 2;

	canvas_slope(page->canvas, x, y, middle_x, middle_y, page->unit, moment->ink);
	layout_add(page->layout, LAYOUT_SYMBOL, box, page->inset, NULL);
	draw_number(page, number + 1, middle_x, middle_y, moment->ink);
}

void
moments_draw(struct page *page, const struct frame_map *map)
{
	for (size_t i = 0; i < page->scene->moment_count; i++)
		draw_moment(page, map, i);
}

/* ---- the key ---- */

int
moments_row_height(const struct page *page)
{
	return page_pixels(page, ROW);
}

struct entry {
	int x, row;
};

/* How many have room, left to right and top to bottom, when their letters have that size. */
static size_t
arrange(const struct page *page, const struct box *box, double size,
	struct entry entries[SCENE_MOMENTS_MAX])
{
	int x = 0, row = 0, rows = box->height / moments_row_height(page);

	for (size_t i = 0; i < page->scene->moment_count; i++) {
		int width = page_pixels(page, 2 * RADIUS + TEXT_GAP)
			+ page_text_width(page, page->scene->moment[i].text, size);

		if (x > 0 && x + width > box->width) {
			row++;
			x = 0;
		}
		if (row >= rows)
			return i;
		entries[i] = (struct entry){x, row};
		x += width + page_pixels(page, GAP);
	}
	return page->scene->moment_count;
}

void
moments_draw_key(struct page *page, struct box box)
{
	static const double sizes[] = {TEXT_SIZE, SMALL_SIZE, FOOTER_SIZE, FOOTER_SIZE - 1};
	const struct scene *scene = page->scene;
	struct entry entries[SCENE_MOMENTS_MAX];
	size_t fitting = 0, last = sizeof(sizes) / sizeof(sizes[0]) - 1, used = 0;

	for (used = 0; used <= last; used++) {
		fitting = arrange(page, &box, sizes[used], entries);
		if (fitting == scene->moment_count || used == last)
			break;
	}
	for (size_t i = 0; i < fitting; i++) {
		int radius = page_pixels(page, RADIUS), x = box.x + entries[i].x + radius;
		int base = box.y + entries[i].row * moments_row_height(page)
			+ page_pixels(page, BASE);
		int text = x + radius + page_pixels(page, TEXT_GAP);

		draw_number(page, i + 1, x, base - page_pixels(page, 4), scene->moment[i].ink);
		page_caption_fitted(page, &(struct caption){.text = scene->moment[i].text,
			.size = sizes[used], .ink = INK_TEXT}, text, base, box.x + box.width - text);
	}
}
