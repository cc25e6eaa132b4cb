/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * page.h - a canvas with letters: what title, legend, axes and labels are put on.
 *
 * Sizes are given in page units: a CSS pixel, or somewhat less on a small picture, where
 * letters and margins shrink.  Places are device pixels.
 */
#ifndef CCTRACE_RENDER_PAGE_H
#define CCTRACE_RENDER_PAGE_H

#include <cairo.h>

#include "cctrace/render.h"
#include "render/layout.h"

/* In page units. */
enum { TITLE_SIZE = 17, TEXT_SIZE = 12, FOOTER_SIZE = 10 };

struct page {
	struct canvas *canvas;
	const struct scene *scene;
	struct layout *layout;   /* every caption is entered there */
	uint8_t inset;           /* which one is being drawn; 0: none */
	double unit;             /* device pixels a page unit */
	cairo_font_face_t *face;
	cairo_font_options_t *font;
};

enum anchor { ANCHOR_LEFT, ANCHOR_CENTRE, ANCHOR_RIGHT };

struct caption {
	const char *text;
	double size;             /* page units an em */
	enum anchor anchor;
	enum ink ink;
	bool upwards;
	bool halo;               /* over other ink: with a border of ground */
	bool bold;
};

void page_init(struct page *page, struct canvas *canvas, const struct scene *scene,
	const struct render_options *options, struct layout *layout);
void page_fini(struct page *page);

/* Device pixels. */
int page_pixels(const struct page *page, double size);
int page_text_width(const struct page *page, const char *text, double size);

/* `x`, `y`: where the anchor of its base line is. */
void page_caption(struct page *page, const struct caption *caption, int x, int y);

/* The same within `room` pixels: somewhat smaller if need be, then cut. */
void page_caption_fitted(struct page *page, const struct caption *caption, int x, int y,
	int room);

#endif
