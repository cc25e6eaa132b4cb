/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/spans.h"

/* Page units: how far stripes are apart, and the least that can be seen. */
enum { STRIPE = 6, LEAST_WIDTH = 2 };
enum { SOFT = 2, STRIPED = SHADE_STEPS };

static void
shade(struct page *page, const struct span *span, struct box box)
{
	canvas_shade(page->canvas, box, span->ink, span->hatched ? STRIPED : SOFT,
		span->hatched ? page_pixels(page, STRIPE) : 0);
}

void
spans_draw(struct page *page, const struct frame_map *map)
{
	const struct scene *scene = page->scene;
	int least = page_pixels(page, LEAST_WIDTH);

	canvas_clip(page->canvas, &map->box);
	for (size_t i = 0; i < scene->span_count; i++) {
		int x0 = map_x(map, (double)scene->span[i].begin);
		int x1 = map_x(map, (double)scene->span[i].end);

		shade(page, &scene->span[i], (struct box){x0, map->box.y,
			x1 - x0 < least ? least : x1 - x0, map->box.height});
	}
	canvas_clip(page->canvas, NULL);
}

void
spans_swatch(struct page *page, const struct span *span, struct box box)
{
	shade(page, span, box);
	canvas_frame(page->canvas, box, page_pixels(page, 1), INK_GRID);
}
