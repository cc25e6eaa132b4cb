/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * labels.h - words within a panel: the names of rules, and marks at their points.
 */
#ifndef CCTRACE_RENDER_LABELS_H
#define CCTRACE_RENDER_LABELS_H

#include <stddef.h>

#include "render/layers.h"
#include "render/page.h"

/*
 * Draw the labels of panel `number` over its layers: where there is least ink, never over
 * each other.  A mark that finds no room has its dot alone.
 */
void labels_draw(struct page *page, const struct frame_map *map, size_t number);

#endif
