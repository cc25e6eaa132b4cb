/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * strip.h - the bar above the panels, in the time of their axis.
 */
#ifndef CCTRACE_RENDER_STRIP_H
#define CCTRACE_RENDER_STRIP_H

#include "render/page.h"

/* What it takes from the plot's top, in device pixels; 0: the scene has none. */
int strip_height(const struct page *page);

/* At the top of `plot`, which is that high at least. */
void strip_draw(struct page *page, struct box plot);

#endif
