/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * axes.h - grid, ticks and titles around a panel, and the few ticks of an inset.
 */
#ifndef CCTRACE_RENDER_AXES_H
#define CCTRACE_RENDER_AXES_H

#include "render/page.h"

/* Under the layers: grid and ticks of both axes; those of time have words when `labelled`. */
void axes_draw(struct page *page, const struct frame_map *map, const struct axis *y,
	bool labelled);

/* Over the layers: the two lines, and where the scale changes. */
void axes_draw_lines(struct page *page, const struct frame_map *map, const struct axis *y);

/* Ticks counted from the inset's own left end and bottom, within and beside `map->box`. */
void axes_draw_inset(struct page *page, const struct frame_map *map,
	const struct inset *inset);

/* What the ticks of an inset need left of its box; below it a line of text. */
int axes_inset_room(const struct page *page, const struct inset *inset);

/* "3.1 MB", "12 ms" */
struct si_text axes_value(enum unit unit, int64_t value);

#endif
