/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/layout.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"

void
layout_fini(struct layout *layout)
{
	free(layout->item);
	*layout = (struct layout){0};
}

void
layout_add(struct layout *layout, enum layout_kind kind, struct box box, uint8_t number,
	const char *text)
{
	layout->item = xgrow(layout->item, &layout->capacity, layout->count,
		sizeof(*layout->item), 64);

	struct layout_item *item = &layout->item[layout->count++];

	*item = (struct layout_item){.kind = kind, .box = box, .number = number};
	if (text)
		snprintf(item->text, sizeof(item->text), "%s", text);
}

static bool
is_obstacle(const struct layout_item *item, uint8_t inset)
{
	switch (item->kind) {
	case LAYOUT_TEXT: case LAYOUT_SYMBOL:
		return true;
	case LAYOUT_INSET:
		return item->number != inset;
	case LAYOUT_LEGEND: case LAYOUT_PANEL:
		break;
	}
	return false;
}

bool
layout_is_free(const struct layout *layout, const struct box *box, uint8_t inset)
{
	for (size_t i = 0; i < layout->count; i++)
		if (box_overlaps(box, &layout->item[i].box) && is_obstacle(&layout->item[i], inset))
			return false;
	return true;
}

bool
layout_choose(const struct layout *layout, const struct canvas *canvas,
	const struct box *within, uint8_t inset, const struct box *places, size_t count, long most,
	struct box *chosen)
{
	long least = -1;

	for (size_t i = 0; i < count && least != 0; i++) {
		if (!box_contains(within, &places[i]) || !layout_is_free(layout, &places[i], inset))
			continue;

		long ink = canvas_count_ink(canvas, places[i]);

		if (ink <= most && (least < 0 || ink < least)) {
			least = ink;
			*chosen = places[i];
		}
	}
	return least >= 0;
}
