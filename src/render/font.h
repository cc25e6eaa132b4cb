/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * font.h - outlines of the letters that pictures need, as a table: the same on every
 * machine.
 */
#ifndef CCTRACE_RENDER_FONT_H
#define CCTRACE_RENDER_FONT_H

#include <stdint.h>

struct font_glyph {
	uint32_t code;           /* Unicode */
	uint16_t advance;        /* in font units */
	uint32_t first, count;   /* in font_outline */
};

/* Units of an em. */
extern const uint16_t font_units;
/* 0 x y: move; 1 x y: line; 2 cx cy x y: quadratic curve.  y grows upwards. */
extern const int16_t font_outline[];
/* Sorted by code. */
extern const struct font_glyph font_glyphs[];
extern const uint16_t font_glyph_count;

#endif
