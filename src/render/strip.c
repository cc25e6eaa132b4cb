/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/strip.h"

/* Page units; each stretch stands on a line of full ink, as shades alone look alike in grey. */
enum { BAR = 15, BAR_GAP = 6, FOOT = 3, WORD_BASE = 10, PAD = 4, TITLE_GAP = 8 };
/* Light enough for the words on it. */
enum { SHADE = 3 };

int
strip_height(const struct page *page)
{
	return page->scene->strip_count ? page_pixels(page, BAR + BAR_GAP) : 0;
}

static void
draw_name(struct page *page, const struct strip *strip, struct box box)
{
	const struct caption caption = {.text = strip->name, .size = SMALL_SIZE,
		.ink = INK_TEXT, .anchor = ANCHOR_CENTRE};

	if (page_text_width(page, strip->name, SMALL_SIZE) + 2 * page_pixels(page, PAD) <= box.width)
		page_caption(page, &caption, box.x + box.width / 2,
			box.y + page_pixels(page, WORD_BASE));
}

/* The part of it within the plot; one pixel stays free before the next. */
static void
draw_stretch(struct page *page, const struct strip *strip, const struct frame_map *map)
{
	int left = map->box.x, right = left + map->box.width;
	int x0 = map_x(map, (double)strip->begin), x1 = map_x(map, (double)strip->end);
	int foot = page_pixels(page, FOOT);
	struct box box = {x0 < left ? left : x0, map->box.y, 0, map->box.height};

	box.width = (x1 > right ? right : x1) - box.x;
	if (box.width <= 0)
		return;
	if (box.width > page_pixels(page, PAD))
		box.width -= page_pixels(page, 1);
	canvas_shade(page->canvas, box, strip->ink, SHADE, 0);
	canvas_fill(page->canvas, (struct box){box.x, box.y + box.height - foot, box.width, foot},
		strip->ink);
	draw_name(page, strip, box);
}

void
strip_draw(struct page *page, struct box plot)
{
	const struct scene *scene = page->scene;
	struct box bar = {plot.x, plot.y, plot.width, page_pixels(page, BAR)};
	struct frame_map map;

	map_init(&map, bar, &scene->x, &scene->panel[0].y, page->unit);
	for (size_t i = 0; i < scene->strip_count; i++)
		draw_stretch(page, &scene->strip[i], &map);
	layout_add(page->layout, LAYOUT_SYMBOL, bar, 0, NULL);
	if (scene->strip_title)
		page_caption_fitted(page, &(struct caption){.text = scene->strip_title,
			.size = FOOTER_SIZE, .ink = INK_MUTED, .anchor = ANCHOR_RIGHT},
			bar.x - page_pixels(page, TITLE_GAP), bar.y + page_pixels(page, WORD_BASE),
			bar.x - 2 * page_pixels(page, TITLE_GAP));
}
