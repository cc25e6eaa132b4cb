/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moments.h - the few moments that matter: numbers in circles, and their key.
 */
#ifndef CCTRACE_RENDER_MOMENTS_H
#define CCTRACE_RENDER_MOMENTS_H

#include "render/page.h"

/* At their points in panel 0, or nearby with a line to it. */
void moments_draw(struct page *page, const struct frame_map *map);

/* What they were, in as many rows as `box` has; the height of a row. */
void moments_draw_key(struct page *page, struct box box);
int moments_row_height(const struct page *page);

#endif
