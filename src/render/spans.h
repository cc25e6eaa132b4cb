/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spans.h - stretches of time as shades behind everything else.
 */
#ifndef CCTRACE_RENDER_SPANS_H
#define CCTRACE_RENDER_SPANS_H

#include "render/page.h"

/* All spans of the scene, over the height of the panel. */
void spans_draw(struct page *page, const struct frame_map *map);

/* The span's look, within `box`. */
void spans_swatch(struct page *page, const struct span *span, struct box box);

#endif
