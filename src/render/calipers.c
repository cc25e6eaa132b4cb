/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/calipers.h"

#include <limits.h>

/* Page units. */
enum { END = 5, GAP = 2, STROKE = 1 };

struct bracket {
	int x0, y0, x1, y1;      /* left to right, top to bottom; of one of them all the same */
	bool upright;
};

static bool
is_here(const struct caliper *caliper, const struct place *place)
{
	return caliper->panel == place->panel && caliper->inset == place->inset;
}

/* One that is partly outside is measured to the edge, where it has no end. */
static struct bracket
bracket_of(const struct caliper *caliper, const struct frame_map *map)
{
	return (struct bracket){map_x(map, (double)caliper->x0), map_y(map, (double)caliper->y1),
		map_x(map, (double)caliper->x1), map_y(map, (double)caliper->y0),
		caliper->x0 == caliper->x1 && caliper->y0 != caliper->y1};
}

/* Nothing is cleared around it: a gap in the data would be read as one of the transfer. */
static void
draw_strokes(struct page *page, const struct bracket *at, enum ink ink)
{
	struct canvas *canvas = page->canvas;
	int end = page_pixels(page, END), thick = page_pixels(page, STROKE);

	thick = thick < 1 ? 1 : thick;
	if (at->upright) {
		canvas_fill(canvas, (struct box){at->x0, at->y0, thick, at->y1 - at->y0 + 1}, ink);
		canvas_fill(canvas, (struct box){at->x0 - end, at->y0, 2 * end + thick, thick}, ink);
		canvas_fill(canvas, (struct box){at->x0 - end, at->y1, 2 * end + thick, thick}, ink);
		return;
	}
	canvas_fill(canvas, (struct box){at->x0, at->y0, at->x1 - at->x0 + 1, thick}, ink);
	canvas_fill(canvas, (struct box){at->x0, at->y0 - end, thick, 2 * end + thick}, ink);
	canvas_fill(canvas, (struct box){at->x1, at->y0 - end, thick, 2 * end + thick}, ink);
}

static struct box
extent_of(const struct page *page, const struct bracket *at, const struct box *panel)
{
	int end = page_pixels(page, END), reach_x = at->upright ? end : 1;
	int reach_y = at->upright ? 1 : end, right = panel->x + panel->width;
	int bottom = panel->y + panel->height;
	struct box box = {at->x0 - reach_x, at->y0 - reach_y, 0, 0};

	box.x = box.x < panel->x ? panel->x : box.x;
	box.y = box.y < panel->y ? panel->y : box.y;
	box.width = (at->x1 + reach_x + 1 < right ? at->x1 + reach_x + 1 : right) - box.x;
	box.height = (at->y1 + reach_y + 1 < bottom ? at->y1 + reach_y + 1 : bottom) - box.y;
	return box;
}

static void
draw_bracket(struct page *page, const struct place *place, const struct caliper *caliper)
{
	struct bracket at = bracket_of(caliper, place->map);
	struct box extent = extent_of(page, &at, &place->map->box);

	canvas_clip(page->canvas, &place->map->box);
	draw_strokes(page, &at, caliper->ink);
	canvas_clip(page->canvas, NULL);
	if (extent.width > 0 && extent.height > 0)
		layout_add(page->layout, LAYOUT_SYMBOL, extent, page->inset, NULL);
}

/* Beside the bracket, at its middle first, then along it and farther away. */
static void
draw_word(struct page *page, const struct place *place, const struct caliper *caliper)
{
	enum { ALONG = 5, RINGS = 5, PLACES = ALONG * RINGS * 2 };
	static const int8_t along[ALONG] = {0, 1, -1, 2, -2}; /* quarters from the middle */
	const struct box *panel = &place->map->box;
	struct bracket at = bracket_of(caliper, place->map);
	struct box extent = extent_of(page, &at, panel), places[PLACES];
	struct box box = page_word_box(page, caliper->text, TEXT_SIZE);
	int count = 0;

	for (int ring = 0; ring < RINGS; ring++)
		for (int i = 0; i < ALONG; i++) {
			int away = page_pixels(page, GAP) + ring * box.height;

			box.x = extent.x + (extent.width - box.width) / 2
				+ along[i] * (extent.width + (at.upright ? 0 : box.width)) / 4;
			box.y = extent.y + (extent.height - box.height) / 2
				+ along[i] * (extent.height + (at.upright ? box.height : 0)) / 4;
			if (at.upright)
				box.x = extent.x + extent.width + away;
			else
				box.y = extent.y - box.height - away;
			places[count++] = box;
			if (at.upright)
				box.x = extent.x - box.width - away;
			else
				box.y = extent.y + extent.height + away;
			places[count++] = box;
		}
	if (layout_choose(page->layout, page->canvas, panel, page->inset, places, PLACES, LONG_MAX,
		&box))
		page_word(page, &(struct caption){.text = caliper->text, .size = TEXT_SIZE,
			.ink = INK_TEXT, .bold = true}, box);
}

void
calipers_draw(struct page *page, const struct place *place)
{
	const struct scene *scene = page->scene;

	for (size_t i = 0; i < scene->caliper_count; i++)
		if (is_here(&scene->caliper[i], place))
			draw_bracket(page, place, &scene->caliper[i]);
	for (size_t i = 0; i < scene->caliper_count; i++)
		if (is_here(&scene->caliper[i], place) && scene->caliper[i].text)
			draw_word(page, place, &scene->caliper[i]);
}
