/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text.h - text as outlines of the table.
 */
#ifndef CCTRACE_RENDER_TEXT_H
#define CCTRACE_RENDER_TEXT_H

#include <stdbool.h>

#include "render/raster.h"

/* Where a line of text lies: its base line begins there, and goes to the right or upwards. */
struct text_place {
	int x, y;                /* pixels */
	int offset;              /* along the line, in 1/RASTER_ONE of a pixel */
	double size;             /* pixels an em */
	bool upwards;
};

/*
 * Add the outlines of `text`.  Letters that the table lacks, and bytes that are no UTF-8,
 * are boxes.
 */
void text_trace(struct raster *raster, const char *text, const struct text_place *place);

/* Width of `text` at `size` pixels an em, from the table alone. */
double text_width(const char *text, double size);

/*
 * A copy of `text` that is at most `width` wide: whole, or cut in its middle, where an
 * address's end and a name's beginning are kept; empty when not even a dot fits.  Free it.
 */
char *text_fit(const char *text, double size, double width);

#endif
