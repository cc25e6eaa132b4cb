/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/labels.h"

#include <limits.h>

#include "render/stamp.h"

/* Page units. */
enum { GAP = 6, HEIGHT = 15, PADDING = 2, DOT = 5, SYMBOL = 9 };

/* ---- rules ---- */

struct rule {
	const struct layer *layer;
	int y;
};

/* The named rules of the panel. */
static size_t
find_rules(const struct scene *scene, const struct place *place,
	struct rule rules[SCENE_LAYERS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < scene->layer_count; i++) {
		const struct layer *layer = &scene->layer[i];
		struct point point;
		size_t cursor = 0;

		if (layer->panel == place->panel && layer->glyph == GLYPH_RULE && layer->name
			&& layer->read(layer, &cursor, &point, 1) == 1)
			rules[count++] = (struct rule){layer, map_y(place->map, (double)point.lo)};
	}
	return count;
}

/* Whether a name on that side of `rule` would be read as another rule's. */
static bool
is_contested(const struct rule *rules, size_t count, const struct rule *rule, int reach)
{
	for (size_t i = 0; i < count; i++) {
		int away = reach > 0 ? rules[i].y - rule->y : rule->y - rules[i].y;

		if (&rules[i] != rule && away > 0 && away < (reach > 0 ? reach : -reach))
			return true;
	}
	return false;
}

/* Above or below the rule, from its right end to its left; false when there is no room. */
static bool
label_side(struct page *page, const struct place *place, const struct rule *rule, bool above,
	bool below)
{
	enum { COLUMNS = 12 };
	struct box places[2 * COLUMNS], box = page_word_box(page, rule->layer->name, TEXT_SIZE);
	const struct box *panel = &place->map->box;
	int room = panel->width - box.width - page_pixels(page, GAP);
	size_t found = 0;

	for (int i = 0; i < COLUMNS; i++) {
		box.x = panel->x + room - room * i / COLUMNS;
		box.y = rule->y - box.height;
		if (above)
			places[found++] = box;
		box.y = rule->y + page_pixels(page, PADDING);
		if (below)
			places[found++] = box;
	}
	if (!layout_choose(page->layout, page->canvas, panel, page->inset, places, found, LONG_MAX,
		&box))
		return false;
	page_word(page, &(struct caption){.text = rule->layer->name, .size = TEXT_SIZE,
		.ink = INK_TEXT}, box);
	return true;
}

void
labels_draw_rules(struct page *page, const struct place *place)
{
	struct rule rules[SCENE_LAYERS_MAX];
	size_t count = find_rules(page->scene, place, rules);
	int reach = 2 * page_pixels(page, HEIGHT);

	for (size_t i = 0; i < count; i++) {
		bool above = !is_contested(rules, count, &rules[i], -reach);
		bool below = !is_contested(rules, count, &rules[i], reach);

		/* A name that may be misread is better than none. */
		if (!label_side(page, place, &rules[i], above, below))
			label_side(page, place, &rules[i], true, true);
	}
}

/* ---- marks ---- */

static bool
is_here(const struct mark *mark, const struct place *place)
{
	return mark->panel == place->panel && mark->inset == place->inset;
}

static void
draw_symbol(struct page *page, const struct place *place, const struct mark *mark)
{
	bool plain = mark->glyph == GLYPH_DOT;
	int stroke = page_pixels(page, 1);
	struct stamp stamp;

	stamp_make(&stamp, plain ? GLYPH_SQUARE : mark->glyph,
		page_pixels(page, plain ? DOT : SYMBOL) | 1, stroke < 1 ? 1 : stroke, false);
	canvas_stamp(page->canvas, &stamp, map_x(place->map, (double)mark->x),
		map_y(place->map, (double)mark->y), mark->ink);
}

void
labels_draw_symbols(struct page *page, const struct place *place)
{
	const struct scene *scene = page->scene;

	canvas_clip(page->canvas, &place->map->box);
	for (size_t i = 0; i < scene->mark_count; i++)
		if (is_here(&scene->mark[i], place))
			draw_symbol(page, place, &scene->mark[i]);
	canvas_clip(page->canvas, NULL);
}

/* At its four corners, the upper right one first; then farther away, up and down or aside. */
static void
label_mark(struct page *page, const struct place *place, const struct mark *mark)
{
	enum { PLACES = 48 };
	struct box places[PLACES], box = page_word_box(page, mark->text, TEXT_SIZE);
	int x = map_x(place->map, (double)mark->x), y = map_y(place->map, (double)mark->y);
	int gap = page_pixels(page, GAP);

	for (int i = 0; i < PLACES; i++) {
		int away = i / 8 * box.height * 2 / 3, aside = i & 4 ? gap + away : gap;

		box.x = i & 1 ? x - aside - box.width : x + aside;
		box.y = i & 2 ? y + (i & 4 ? 0 : away) : y - box.height - (i & 4 ? 0 : away);
		places[i] = box;
	}
	if (layout_choose(page->layout, page->canvas, &place->map->box, page->inset, places,
		PLACES, LONG_MAX, &box))
		page_word(page, &(struct caption){.text = mark->text, .size = TEXT_SIZE,
			.ink = mark->ink}, box);
}

void
labels_draw_marks(struct page *page, const struct place *place)
{
	const struct scene *scene = page->scene;

	for (size_t i = 0; i < scene->mark_count; i++)
		if (is_here(&scene->mark[i], place) && scene->mark[i].text
			&& box_has(&place->map->box, map_x(place->map, (double)scene->mark[i].x),
				map_y(place->map, (double)scene->mark[i].y)))
			label_mark(page, place, &scene->mark[i]);
}
