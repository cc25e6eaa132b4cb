/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/legend.h"

#include <stdio.h>
#include <string.h>

#include "base/si.h"
#include "render/layers.h"
#include "render/spans.h"

/* Page units. */
enum { ROW = 20, SWATCH = 22, SWATCH_HEIGHT = 14, SWATCH_GAP = 6, LETTER_GAP = 5, GAP = 20 };
enum { ENTRIES_MAX = SCENE_LAYERS_MAX + 8 };

struct entry {
	const struct layer *layer; /* or a span */
	const struct span *span;
	const char *letter;      /* "": none */
	char text[160];
	int x, row, width;
};

struct legend {
	struct entry entry[ENTRIES_MAX];
	size_t count, placed;
	int rows;
	double size;             /* of letters */
	bool detailed;
};

int
legend_row_height(const struct page *page)
{
	return page_pixels(page, ROW);
}

static void
write_entry(struct entry *entry, bool detailed)
{
	const struct layer *layer = entry->layer;
	size_t size = sizeof(entry->text);

	if (!layer) {
		snprintf(entry->text, size, "%s", entry->span->name);
		return;
	}

	struct si_text count = si_count(layer->count);

	/* "retransmissions 25: 24 fast, 1 timeout" */
	if (detailed && layer->detail)
		snprintf(entry->text, size, "%s%s%s: %s", layer->name, layer->count ? " " : "",
			layer->count ? count.text : "", layer->detail);
	else
		snprintf(entry->text, size, "%s%s%s", layer->name, layer->count ? ": " : "",
			layer->count ? count.text : "");
}

static bool
is_listed(const struct legend *legend, const struct span *span)
{
	for (size_t i = 0; i < legend->count; i++)
		if (legend->entry[i].span && strcmp(legend->entry[i].span->name, span->name) == 0)
			return true;
	return false;
}

static void
collect(struct legend *legend, const struct scene *scene)
{
	for (size_t i = 0; i < scene->layer_count; i++) {
		const struct layer *layer = &scene->layer[i];

		if (layer->name && layer->glyph != GLYPH_RULE)
			legend->entry[legend->count++] = (struct entry){.layer = layer,
				.letter = layer->letter ? layer->letter : ""};
	}
	for (size_t i = 0; i < scene->span_count && legend->count < ENTRIES_MAX; i++)
		if (scene->span[i].name && !is_listed(legend, &scene->span[i]))
			legend->entry[legend->count++] = (struct entry){.span = &scene->span[i],
				.letter = ""};
}

static int
letter_width(const struct page *page, const struct legend *legend, const struct entry *entry)
{
	return !*entry->letter ? 0
		: page_text_width(page, entry->letter, legend->size) + page_pixels(page, LETTER_GAP);
}

/* Left to right, then the next row; false when some are left over in the end. */
static bool
arrange(struct legend *legend, const struct page *page, int width, int rows)
{
	int x = 0, row = 0, gap = page_pixels(page, GAP);
	/* The last row keeps a place for the ellipsis. */
	int ellipsis = page_text_width(page, " …", TEXT_SIZE);

	for (legend->placed = 0; legend->placed < legend->count; legend->placed++) {
		struct entry *entry = &legend->entry[legend->placed];

		write_entry(entry, legend->detailed);
		entry->width = page_pixels(page, SWATCH + SWATCH_GAP)
			+ letter_width(page, legend, entry)
			+ page_text_width(page, entry->text, legend->size);
		if (x > 0 && x + entry->width > width && row + 1 < rows) {
			row++;
			x = 0;
		}
		if (x > 0 && x + entry->width > (row + 1 < rows ? width : width - ellipsis))
			break;
		entry->x = x;
		entry->row = row;
		x += entry->width + gap;
	}
	legend->rows = row + 1;
	return legend->placed == legend->count;
}

static void
draw_entry(struct page *page, const struct legend *legend, const struct entry *entry,
	struct box box, int top)
{
	int x = box.x + entry->x, base = top + page_pixels(page, SWATCH_HEIGHT);
	struct box swatch = {x, top + page_pixels(page, 3), page_pixels(page, SWATCH),
		page_pixels(page, SWATCH_HEIGHT)};
	struct caption caption = {.text = entry->letter, .size = legend->size, .bold = true};

	if (entry->layer)
		layer_swatch(page->canvas, entry->layer, swatch, page->unit);
	else
		spans_swatch(page, entry->span, swatch);
	x += page_pixels(page, SWATCH + SWATCH_GAP);
	caption.ink = entry->layer ? entry->layer->ink : INK_TEXT;
	page_caption(page, &caption, x, base);
	x += letter_width(page, legend, entry);
	caption = (struct caption){.text = entry->text, .size = legend->size, .ink = INK_TEXT};
	page_caption_fitted(page, &caption, x, base, box.x + box.width - x);
}

/* What is said less of, and smaller, until all has room. */
static void
fit(struct legend *legend, const struct page *page, int width, int rows)
{
	static const struct {
		double size;
		bool detailed;
	} tries[] = {{TEXT_SIZE, true}, {SMALL_SIZE, true}, {TEXT_SIZE, false},
		{SMALL_SIZE, false}, {FOOTER_SIZE, false}};

	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		legend->size = tries[i].size;
		legend->detailed = tries[i].detailed;
		if (arrange(legend, page, width, rows))
			break;
	}
}

void
legend_draw(struct page *page, struct box box)
{
	struct legend legend = {.count = 0};
	int height = legend_row_height(page), last = box.y + box.height - height;

	layout_add(page->layout, LAYOUT_LEGEND, box, 0, NULL);
	collect(&legend, page->scene);
	fit(&legend, page, box.width, box.height / height);
	for (size_t i = 0; i < legend.placed; i++)
		draw_entry(page, &legend, &legend.entry[i], box,
			box.y + box.height - (legend.rows - legend.entry[i].row) * height);
	if (legend.placed < legend.count)
		page_caption(page, &(struct caption){.text = "…", .size = TEXT_SIZE,
			.ink = INK_TEXT, .anchor = ANCHOR_RIGHT}, box.x + box.width,
			last + page_pixels(page, SWATCH_HEIGHT));
}
