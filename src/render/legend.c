/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/legend.h"

#include <stdio.h>

#include "base/si.h"
#include "render/layers.h"

/* Page units. */
enum { ROW = 20, SWATCH = 22, SWATCH_HEIGHT = 14, SWATCH_GAP = 6, GAP = 20 };

struct entry {
	const struct layer *layer;
	char text[160];
	int x, row;
};

struct legend {
	struct entry entry[SCENE_LAYERS_MAX];
	size_t count;
	int rows;
	bool cut;
};

int
legend_row_height(const struct page *page)
{
	return page_pixels(page, ROW);
}

static void
write_entry(struct entry *entry, const struct layer *layer)
{
	entry->layer = layer;
	if (layer->count)
		snprintf(entry->text, sizeof(entry->text), "%s: %s", layer->name,
			si_count(layer->count).text);
	else
		snprintf(entry->text, sizeof(entry->text), "%s", layer->name);
}

/* Left to right, then the next row; what is left over in the end is cut. */
static void
arrange(struct legend *legend, const struct page *page, int width, int rows)
{
	int x = 0, row = 0, swatch = page_pixels(page, SWATCH + SWATCH_GAP);
	/* The last row keeps a place for the ellipsis. */
	int ellipsis = page_text_width(page, " …", TEXT_SIZE);

	for (size_t i = 0; i < page->scene->layer_count; i++) {
		const struct layer *layer = &page->scene->layer[i];
		struct entry *entry = &legend->entry[legend->count];

		if (!layer->name || layer->glyph == GLYPH_RULE)
			continue;
		write_entry(entry, layer);

		int length = swatch + page_text_width(page, entry->text, TEXT_SIZE);

		if (x > 0 && x + length > width && row + 1 < rows) {
			row++;
			x = 0;
		}
		if (x > 0 && x + length > (row + 1 < rows ? width : width - ellipsis)) {
			legend->cut = true;
			break;
		}
		entry->x = x;
		entry->row = row;
		legend->count++;
		x += length + page_pixels(page, GAP);
	}
	legend->rows = row + 1;
}

static void
draw_entry(struct page *page, const struct entry *entry, struct box box, int top)
{
	int x = box.x + entry->x, base = top + page_pixels(page, SWATCH_HEIGHT);
	int text = x + page_pixels(page, SWATCH + SWATCH_GAP);

	layer_swatch(page->canvas, entry->layer, (struct box){x, top + page_pixels(page, 3),
		page_pixels(page, SWATCH), page_pixels(page, SWATCH_HEIGHT)}, page->unit);
	page_caption_fitted(page, &(struct caption){.text = entry->text, .size = TEXT_SIZE, .ink = INK_TEXT}, text, base, box.x + box.width - text);
}

void
legend_draw(struct page *page, struct box box)
{
	struct legend legend = {.count = 0};
	int height = legend_row_height(page);

	arrange(&legend, page, box.width, box.height / height);
	for (size_t i = 0; i < legend.count; i++)
		draw_entry(page, &legend.entry[i], box, box.y + box.height
			- (legend.rows - legend.entry[i].row) * height);
	if (legend.cut)
		page_caption(page, &(struct caption){.text = "…", .size = TEXT_SIZE, .ink = INK_TEXT, .anchor = ANCHOR_RIGHT}, box.x + box.width, box.y + box.height - height
			+ page_pixels(page, SWATCH_HEIGHT));
}
