/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text.h - text through a cairo user font over the outline table.
 */
#ifndef CCTRACE_RENDER_TEXT_H
#define CCTRACE_RENDER_TEXT_H

#include <cairo.h>

/* The face; destroy it with cairo_font_face_destroy.  NULL without memory. */
cairo_font_face_t *text_face_new(void);

/*
 * Draw `text` from cairo's current point in its current font, which is a text_face_new, at
 * `size` pixels an em.  Letters that the table lacks, and bytes that are no UTF-8, are boxes.
 */
void text_show(cairo_t *cr, const char *text, double size);

/* Width of `text` at `size` pixels an em, from the table alone. */
double text_width(const char *text, double size);

/*
 * A copy of `text` that is at most `width` wide: whole, or cut in its middle, where an
 * address's end and a name's beginning are kept; empty when not even a dot fits.  Free it.
 */
char *text_fit(const char *text, double size, double width);

#endif
