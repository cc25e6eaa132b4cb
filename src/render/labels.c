/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/labels.h"

#include <limits.h>

#include "render/stamp.h"

/* Page units. */
enum { GAP = 6, HEIGHT = 15, PADDING = 2, DOT = 5, SYMBOL = 9 };
/* Per cent of a word's box that may be covered. */
enum { LITTLE_INK = 4 };

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

/* A word that stands off its rule is tied to it. */
static void
tie(struct page *page, const struct box *word, const struct rule *rule)
{
	int x = word->x + page_pixels(page, GAP), below = word->y + word->height;

	if (below < rule->y)
		canvas_column(page->canvas, x, below, rule->y - 1, INK_MUTED);
	else if (word->y > rule->y + page_pixels(page, PADDING))
		canvas_column(page->canvas, x, rule->y + 1, word->y - 1, INK_MUTED);
}

/*
 * Above or below the rule, `away` pixels off, from its right end to its left; false when all
 * has more ink than `share` parts in a hundred.
 */
static bool
label_side(struct page *page, const struct place *place, const struct rule *rule,
	bool sides[2], int away, long share)
{
	enum { COLUMNS = 12 };
	struct box places[2 * COLUMNS], box = page_word_box(page, rule->layer->name, TEXT_SIZE);
	const struct box *panel = &place->map->box;
	int room = panel->width - box.width - page_pixels(page, GAP);
	size_t found = 0;

	for (int i = 0; i < COLUMNS; i++) {
		box.x = panel->x + room - room * i / COLUMNS;
		box.y = rule->y - box.height - away;
		if (sides[0])
			places[found++] = box;
		box.y = rule->y + page_pixels(page, PADDING) + away;
		if (sides[1])
			places[found++] = box;
	}
	if (!layout_choose(page->layout, page->canvas, panel, page->inset, places, found,
		(long)box.width * box.height * share / 100, &box))
		return false;
	page_word(page, &(struct caption){.text = rule->layer->name, .size = TEXT_SIZE,
		.ink = INK_TEXT}, box);
	tie(page, &box, rule);
	return true;
}

/* At the rule, or up to four lines off where data is too dense to be written on. */
static bool
label_rule(struct page *page, const struct place *place, const struct rule *rule, bool sides[2])
{
	for (int off = 0; off <= 4; off++)
		if (label_side(page, place, rule, sides, off * page_pixels(page, HEIGHT),
			LITTLE_INK))
			return true;
	return label_side(page, place, rule, sides, 0, 100);
}

void
labels_draw_rules(struct page *page, const struct place *place)
{
	struct rule rules[SCENE_LAYERS_MAX];
	size_t count = find_rules(page->scene, place, rules);
	int reach = 2 * page_pixels(page, HEIGHT);

	for (size_t i = 0; i < count; i++) {
		bool sides[2] = {!is_contested(rules, count, &rules[i], -reach),
			!is_contested(rules, count, &rules[i], reach)};

		/* A name that may be misread is better than none. */
		if (!label_rule(page, place, &rules[i], sides))
			label_side(page, place, &rules[i], (bool[]){true, true}, 0, 100);
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
