/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * page.h - a canvas with letters: what title, legend, axes and labels are put on.
 *
 * Sizes are given in page units: a CSS pixel, or somewhat less on a small picture, where
 * letters and margins shrink.  Places are device pixels.
 */
#ifndef CCTRACE_RENDER_PAGE_H
#define CCTRACE_RENDER_PAGE_H

#include "cctrace/render.h"
#include "render/layout.h"

/* In page units. */
enum { HEADLINE_SIZE = 16, TITLE_SIZE = 14, TEXT_SIZE = 12, SMALL_SIZE = 11, FOOTER_SIZE = 10 };

struct page {
	struct canvas *canvas;
	const struct scene *scene;
	struct layout *layout;   /* every caption is entered there */
	uint8_t inset;           /* which one is being drawn; 0: none */
	int css_width, css_height; /* what was asked for, before scale */
	double unit;             /* device pixels a page unit */
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

/* Device pixels. */
int page_pixels(const struct page *page, double size);
int page_text_width(const struct page *page, const char *text, double size);

/* `x`, `y`: where the anchor of its base line is. */
void page_caption(struct page *page, const struct caption *caption, int x, int y);

/* The same within `room` pixels: somewhat smaller if need be, then cut. */
void page_caption_fitted(struct page *page, const struct caption *caption, int x, int y,
	int room);

/* The box that page_caption enters for `caption` at `x`, `y`, but of a fitted one. */
struct box page_extent(const struct page *page, const struct caption *caption, int x, int y);

/* Room for a word that looks for its place: with a little air on all sides. */
struct box page_word_box(const struct page *page, const char *text, double size);

/* Put a word into a box of page_word_box's size, with a halo where there is ink. */
void page_word(struct page *page, const struct caption *caption, struct box box);

/* A circle of ground with a border; `radius` in page units. */
void page_circle(struct page *page, int x, int y, double radius, enum ink ink);

#endif
