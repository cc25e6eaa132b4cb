/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/labels.h"

#include <limits.h>

/* Page units. */
enum { GAP = 6, HEIGHT = 15, PADDING = 2, DESCENT = 3, DOT = 5 };

struct labels {
	struct page *page;
	const struct frame_map *map;
	size_t number;           /* of the panel */
};

static bool
put(struct labels *labels, const struct box *places, size_t count, const struct caption *word)
{
	struct page *page = labels->page;
	struct caption caption = *word;
	struct box box;

	if (!layout_choose(page->layout, page->canvas, &labels->map->box, page->inset, places,
		count, LONG_MAX, &box))
		return false;
	caption.halo = canvas_count_ink(page->canvas, box) > 0;
	page_caption(page, &caption, box.x + page_pixels(page, PADDING),
		box.y + box.height - page_pixels(page, DESCENT));
	return true;
}

static struct box
box_of(const struct labels *labels, const char *text)
{
	const struct page *page = labels->page;

	return (struct box){0, 0, page_text_width(page, text, TEXT_SIZE)
		+ 2 * page_pixels(page, PADDING), page_pixels(page, HEIGHT)};
}

struct rule {
	const struct layer *layer;
	int y;
};

/* The named rules of the panel. */
static size_t
find_rules(const struct labels *labels, struct rule rules[SCENE_LAYERS_MAX])
{
	const struct scene *scene = labels->page->scene;
	size_t count = 0;

	for (size_t i = 0; i < scene->layer_count; i++) {
		const struct layer *layer = &scene->layer[i];
		struct point point;
		size_t cursor = 0;

		if (layer->panel == labels->number && layer->glyph == GLYPH_RULE && layer->name
			&& layer->read(layer, &cursor, &point, 1) == 1)
			rules[count++] = (struct rule){layer, map_y(labels->map, (double)point.lo)};
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
label_side(struct labels *labels, const struct rule *rule, bool above, bool below)
{
	enum { COLUMNS = 12 };
	struct box places[2 * COLUMNS], box = box_of(labels, rule->layer->name);
	const struct box *panel = &labels->map->box;
	int room = panel->width - box.width - page_pixels(labels->page, GAP);
	size_t found = 0;

	for (int i = 0; i < COLUMNS; i++) {
		box.x = panel->x + room - room * i / COLUMNS;
		box.y = rule->y - box.height;
		if (above)
			places[found++] = box;
		box.y = rule->y + page_pixels(labels->page, PADDING);
		if (below)
			places[found++] = box;
	}
	return put(labels, places, found, &(struct caption){.text = rule->layer->name, .size = TEXT_SIZE, .ink = INK_TEXT});
}

static void
label_rule(struct labels *labels, const struct rule *rules, size_t count,
	const struct rule *rule)
{
	int reach = 2 * page_pixels(labels->page, HEIGHT);
	bool above = !is_contested(rules, count, rule, -reach);
	bool below = !is_contested(rules, count, rule, reach);

	/* A name that may be misread is better than none. */
	if (!label_side(labels, rule, above, below))
		label_side(labels, rule, true, true);
}

static void
label_rules(struct labels *labels)
{
	struct rule rules[SCENE_LAYERS_MAX];
	size_t count = find_rules(labels, rules);

	for (size_t i = 0; i < count; i++)
		label_rule(labels, rules, count, &rules[i]);
}

static void
draw_dot(struct labels *labels, const struct mark *mark)
{
	struct canvas *canvas = labels->page->canvas;
	struct stamp dot;

	stamp_make(&dot, GLYPH_SQUARE, page_pixels(labels->page, DOT) | 1, 1, false);
	canvas_clip(canvas, &labels->map->box);
	canvas_stamp(canvas, &dot, map_x(labels->map, (double)mark->x),
		map_y(labels->map, (double)mark->y), mark->ink);
	canvas_clip(canvas, NULL);
}

/* At its four corners, the upper right one first; then farther away, up and down or aside. */
static void
label_mark(struct labels *labels, const struct mark *mark)
{
	enum { PLACES = 48 };
	struct box places[PLACES], box = box_of(labels, mark->text);
	int x = map_x(labels->map, (double)mark->x), y = map_y(labels->map, (double)mark->y);
	int gap = page_pixels(labels->page, GAP);

	for (int i = 0; i < PLACES; i++) {
		int away = i / 8 * box.height * 2 / 3, aside = i & 4 ? gap + away : gap;

		if (i & 4)
			away = 0;
		box.x = i & 1 ? x - box.width - aside : x + aside;
		box.y = i & 2 ? y + away : y - away - box.height;
		places[i] = box;
	}
	put(labels, places, PLACES, &(struct caption){.text = mark->text, .size = TEXT_SIZE, .ink = mark->ink});
}

void
labels_draw(struct page *page, const struct frame_map *map, size_t number)
{
	struct labels labels = {.page = page, .map = map, .number = number};
	const struct scene *scene = page->scene;

	/* All dots are there before the first word looks for a place. */
	for (size_t i = 0; i < scene->mark_count; i++)
		if (scene->mark[i].panel == number)
			draw_dot(&labels, &scene->mark[i]);
	label_rules(&labels);
	for (size_t i = 0; i < scene->mark_count; i++)
		if (scene->mark[i].panel == number)
			label_mark(&labels, &scene->mark[i]);
}
