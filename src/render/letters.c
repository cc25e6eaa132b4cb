/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/letters.h"

#include <stdio.h>

#include "base/si.h"
#include "render/layers.h"

enum {
	CROWDS_MAX = 40,         /* of one layer, in one panel */
	FEW_CROWDS = 16,         /* when there are so many points that letters would be a carpet */
	NEAR_LIMIT = 64,         /* times a letter's width: then all are one */
	GAP = 2,                 /* page units */
	INK_SHARE = 4            /* of a place, one part in four may be covered */
};

/* Points that share a letter. */
struct crowd {
	int x, y;                /* of the first */
	struct box box;
	uint64_t count;
};

struct crowds {
	struct crowd crowd[CROWDS_MAX];
	size_t count, most;
};

static void
widen(struct box *box, int x, int y)
{
	int right = box->x + box->width, bottom = box->y + box->height;

	box->x = x < box->x ? x : box->x;
	box->y = y < box->y ? y : box->y;
	box->width = (x >= right ? x + 1 : right) - box->x;
	box->height = (y >= bottom ? y + 1 : bottom) - box->y;
}

/* Into the latest crowd within reach, or a new one; false when there are too many. */
static bool
join(struct crowds *crowds, const struct spot *spot, int reach_x, int reach_y)
{
	for (size_t i = crowds->count; i-- > 0;) {
		struct crowd *crowd = &crowds->crowd[i];

		if (spot->x > crowd->x + reach_x || spot->x < crowd->x - reach_x
			|| spot->y > crowd->y + reach_y || spot->y < crowd->y - reach_y)
			continue;
		widen(&crowd->box, spot->x, spot->y);
		crowd->count += spot->count;
		return true;
	}
	if (crowds->count == crowds->most)
		return false;
	crowds->crowd[crowds->count++] = (struct crowd){spot->x, spot->y,
		{spot->x, spot->y, 1, 1}, spot->count};
	return true;
}

static bool
gather(struct crowds *crowds, const struct spots *spots, int reach_x, int reach_y)
{
	crowds->count = 0;
	for (size_t i = 0; i < spots->count; i++)
		if (!join(crowds, &spots->spot[i], reach_x, reach_y))
			return false;
	return true;
}

/* Right of its crowd, left, above, below, then at the corners. */
static void
draw_letter(struct page *page, const struct place *place, const struct layer *layer,
	const struct crowd *crowd)
{
	static const struct {
		int8_t x, y;         /* -1: before the crowd, 0: at its middle, 1: behind it */
	} sides[] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
	enum { SIDES = sizeof(sides) / sizeof(sides[0]), RINGS = 2 };
	struct box places[RINGS * SIDES], around, box;
	char text[48];

	if (crowd->count > 1)
		snprintf(text, sizeof(text), "%s %s", layer->letter,
			si_count(crowd->count).text);
	else
		snprintf(text, sizeof(text), "%s", layer->letter);
	box = page_word_box(page, text, SMALL_SIZE);
	for (int i = 0; i < RINGS * SIDES; i++) {
		int sx = sides[i % SIDES].x, sy = sides[i % SIDES].y;

		around = box_grown(crowd->box, (layer_size(layer, page->unit) + 1) / 2
			+ page_pixels(page, GAP) * (i < SIDES ? 0 : 6));
		box.x = sx < 0 ? around.x - box.width : sx > 0 ? around.x + around.width
			: around.x + (around.width - box.width) / 2;
		box.y = sy < 0 ? around.y - box.height : sy > 0 ? around.y + around.height
			: around.y + (around.height - box.height) / 2;
		places[i] = box;
	}
	if (layout_choose(page->layout, page->canvas, &place->map->box, page->inset, places,
		RINGS * SIDES, (long)box.width * box.height / INK_SHARE, &box))
		page_word(page, &(struct caption){.text = text, .size = SMALL_SIZE,
			.ink = layer->ink, .bold = true}, box);
}

void
letters_draw(struct page *page, const struct place *place, const struct layer *layer,
	const struct spots *spots)
{
	int width = page_text_width(page, layer->letter, SMALL_SIZE);
	int height = page_pixels(page, SMALL_SIZE), times = 1;
	struct crowds crowds = {.most = spots->count > 2 * CROWDS_MAX ? FEW_CROWDS : CROWDS_MAX};

	while (!gather(&crowds, spots, width * times, height * times) && times < NEAR_LIMIT)
		times *= 2;
	for (size_t i = 0; i < crowds.count; i++)
		draw_letter(page, place, layer, &crowds.crowd[i]);
}
