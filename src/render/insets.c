/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/insets.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/si.h"
#include "render/axes.h"
#include "render/calipers.h"
#include "render/ground.h"
#include "render/letters.h"
#include "render/layers.h"
#include "render/spans.h"

/* Page units but for the first, which are CSS pixels, and shares in per cent. */
enum {
	LEAST_PICTURE = 480, WIDTH_SHARE = 32, HEIGHT_SHARE = 38, LEAST_WIDTH = 190,
	LEAST_HEIGHT = 112, MOST_WIDTH = 460, MOST_HEIGHT = 300, TITLE = 18, BELOW = 17, RIGHT = 8,
	AIR = 8, TITLE_BASE = 13, LEAST_RING = 9, ARROW = 9
};

void
insets_ask(const struct scene *scene, struct inset_parts *parts)
{
	for (size_t i = 0; i < scene->layer_count; i++)
		for (size_t k = 0; k < scene->inset_count; k++)
			parts->part[i][k] = (struct layer_part){.lo = scene->inset[k].x.lo,
				.hi = scene->inset[k].x.hi};
}

/* ---- where ---- */

/* What the inset shows, as a box of the panel that can be seen. */
static struct box
ring_of(const struct page *page, const struct frame_map *map, const struct inset *inset)
{
	int x0 = map_x(map, (double)inset->x.lo), x1 = map_x(map, (double)inset->x.hi);
	int y0 = map_y(map, (double)inset->y.hi), y1 = map_y(map, (double)inset->y.lo);
	int least = page_pixels(page, LEAST_RING), right = map->box.x + map->box.width - 1;
	int bottom = map->box.y + map->box.height - 1;
	int wide = x1 - x0 < least ? (least - (x1 - x0)) / 2 : 0;
	int high = y1 - y0 < least ? (least - (y1 - y0)) / 2 : 0;

	x0 = x0 - wide < map->box.x ? map->box.x : x0 - wide;
	y0 = y0 - high < map->box.y ? map->box.y : y0 - high;
	x1 = x1 + wide > right ? right : x1 + wide;
	y1 = y1 + high > bottom ? bottom : y1 + high;
	return (struct box){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

/* That share of the panel, but no less than can be read and no more than is of use. */
static int
nominal(const struct page *page, int room, int share, int least, int most)
{
	int size = room * share / 100;

	size = size < page_pixels(page, least) ? page_pixels(page, least) : size;
	return size > page_pixels(page, most) ? page_pixels(page, most) : size;
}

/* The largest that has room, down to the least that can be read. */
static bool
find_place(const struct page *page, const struct frame_map *map, struct box ring,
	struct box *found)
{
	const struct box within = box_grown(map->box, -page_pixels(page, AIR) / 2);
	int air = page_pixels(page, AIR);
	int width = nominal(page, within.width, WIDTH_SHARE, LEAST_WIDTH, MOST_WIDTH);
	int height = nominal(page, within.height, HEIGHT_SHARE, LEAST_HEIGHT, MOST_HEIGHT);

	while (width >= page_pixels(page, LEAST_WIDTH)
		&& height >= page_pixels(page, LEAST_HEIGHT)) {
		if (ground_find(page->canvas, page->layout, within, width + 2 * air,
			height + 2 * air, ring, found)) {
			*found = box_grown(*found, -air);
			return true;
		}
		width = width * 9 / 10;
		height = height * 9 / 10;
	}
	return false;
}

static int
nearest(int from, int lo, int count)
{
	return from < lo ? lo : from > lo + count - 1 ? lo + count - 1 : from;
}

/* From the ring's edge to the inset's, the shortest way. */
static void
draw_leader(struct page *page, struct box ring, struct box frame)
{
	int x0 = nearest(frame.x + frame.width / 2, ring.x, ring.width);
	int y0 = nearest(frame.y + frame.height / 2, ring.y, ring.height);
	int x1 = nearest(x0, frame.x, frame.width), y1 = nearest(y0, frame.y, frame.height);

	canvas_frame(page->canvas, ring, 1, INK_TEXT);
	canvas_slope(page->canvas, nearest(x1, ring.x, ring.width),
		nearest(y1, ring.y, ring.height), x1, y1, page->unit, INK_TEXT);
}

/* ---- what ---- */

static void
draw_layers(struct page *page, const struct place *place, const struct inset_parts *parts)
{
	const struct scene *scene = page->scene;

	for (size_t i = 0; i < scene->layer_count; i++) {
		const struct layer_part *part = &parts->part[i][place->inset - 1];
		const struct layer *layer = &scene->layer[i];

		if (layer->panel == place->panel && (part->any || layer->glyph == GLYPH_RULE))
			layer_draw_watched(page->canvas, place->map, layer, part->any ? part : NULL,
				NULL);
	}
}

/* The letters need the points again: here they are few. */
static void
draw_letters(struct page *page, const struct place *place, const struct inset_parts *parts)
{
	const struct scene *scene = page->scene;

	for (size_t i = scene->layer_count; i-- > 0;) {
		const struct layer_part *part = &parts->part[i][place->inset - 1];
		struct spots spots = {0};
		struct layer_watch watch = {.spots = &spots};

		if (scene->layer[i].panel != place->panel || !scene->layer[i].letter || !part->any)
			continue;
		layer_draw_watched(page->canvas, place->map, &scene->layer[i], part, &watch);
		letters_draw(page, place, &scene->layer[i], &spots);
		spots_fini(&spots);
	}
}

/* An arrowhead at the top, and how much higher the window's edge is all the time. */
static void
say_window(struct page *page, const struct place *place, const struct layer *layer,
	const struct layer_part *part)
{
	const struct inset *inset = &page->scene->inset[place->inset - 1];
	const struct box *box = &place->map->box;
	int x = box->x + page_pixels(page, ARROW), stroke = page_pixels(page, 1);
	struct stamp stamp;
	int64_t least;
	char text[80];

	if (!part->any || !layer_least(layer, part, &least) || least <= inset->y.hi)
		return;
	stamp_make(&stamp, GLYPH_ARROW_UP, page_pixels(page, ARROW) | 1, stroke < 1 ? 1 : stroke,
		false);
	canvas_stamp(page->canvas, &stamp, x, box->y + page_pixels(page, 2), layer->ink);
	snprintf(text, sizeof(text), "window: %s further up",
		axes_value(inset->y.unit, least - inset->y.hi).text);

	struct box word = page_word_box(page, text, SMALL_SIZE);

	word.x = x + page_pixels(page, ARROW);
	word.y = box->y + page_pixels(page, 1);
	if (box_contains(box, &word) && layout_is_free(page->layout, &word, place->inset))
		page_word(page, &(struct caption){.text = text, .size = SMALL_SIZE,
			.ink = INK_TEXT}, word);
}

static void
say_windows(struct page *page, const struct place *place, const struct inset_parts *parts)
{
	const struct scene *scene = page->scene;

	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].panel == place->panel && scene->layer[i].ink == INK_WINDOW
			&& scene->layer[i].glyph == GLYPH_STEP)
			say_window(page, place, &scene->layer[i],
				&parts->part[i][place->inset - 1]);
}

static void
draw_content(struct page *page, const struct place *place, const struct inset_parts *parts)
{
	spans_draw(page, place->map);
	draw_layers(page, place, parts);
	labels_draw_symbols(page, place);
	axes_draw_inset(page, place->map, &page->scene->inset[place->inset - 1]);
	say_windows(page, place, parts);
	calipers_draw(page, place);
	labels_draw_marks(page, place);
	draw_letters(page, place, parts);
}

static void
draw_inset(struct page *page, struct box frame, const struct place *of,
	const struct inset_parts *parts)
{
	const struct inset *inset = &page->scene->inset[of->inset - 1];
	int left = axes_inset_room(page, inset), title = page_pixels(page, TITLE);
	int right = page_pixels(page, RIGHT), below = page_pixels(page, BELOW);
	struct place place = *of;
	struct frame_map map;

	map_init(&map, (struct box){frame.x + left, frame.y + title, frame.width - left - right,
		frame.height - title - below}, &inset->x, &inset->y, page->unit);
	place.map = &map;
	page->layout->inset[of->inset - 1] = map;
	page->layout->has_inset[of->inset - 1] = true;
	page->inset = of->inset;
	canvas_clear(page->canvas, frame);
	canvas_frame(page->canvas, frame, 1, INK_AXIS);
	page_caption_fitted(page, &(struct caption){.text = inset->title, .size = SMALL_SIZE,
		.ink = INK_TEXT, .bold = true}, frame.x + right, frame.y
		+ page_pixels(page, TITLE_BASE), frame.width - 2 * right);
	draw_content(page, &place, parts);
	page->inset = 0;
}

void
insets_draw(struct page *page, const struct frame_map *map, uint8_t panel,
	const struct inset_parts *parts)
{
	const struct scene *scene = page->scene;
	struct box frame[SCENE_INSETS_MAX];
	bool found[SCENE_INSETS_MAX];

	if (page->css_width < LEAST_PICTURE)
		return;
	/* All have their places and leaders before the first is drawn: none is crossed by one. */
	for (size_t i = 0; i < scene->inset_count; i++) {
		struct box ring = ring_of(page, map, &scene->inset[i]);

		found[i] = scene->inset[i].panel == panel && find_place(page, map, ring, &frame[i]);
		if (!found[i])
			continue;
		draw_leader(page, ring, frame[i]);
		layout_add(page->layout, LAYOUT_INSET, frame[i], (uint8_t)(i + 1), NULL);
	}
	for (size_t i = 0; i < scene->inset_count; i++)
		if (found[i])
			draw_inset(page, frame[i], &(struct place){NULL, panel, (uint8_t)(i + 1)},
				parts);
}
