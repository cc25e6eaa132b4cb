/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * labels.h - words within a panel or inset: the names of rules, and marks at their points.
 * They stand where there is least ink, and never over each other.
 */
#ifndef CCTRACE_RENDER_LABELS_H
#define CCTRACE_RENDER_LABELS_H

#include "render/page.h"

/* What is being labelled: panel `number`, or an inset of it. */
struct place {
	const struct frame_map *map;
	uint8_t panel, inset;
};

/* All symbols of the marks, before the first word looks for a place. */
void labels_draw_symbols(struct page *page, const struct place *place);

/* A mark that finds no room has its symbol alone. */
void labels_draw_marks(struct page *page, const struct place *place);

void labels_draw_rules(struct page *page, const struct place *place);

#endif
