/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * theme.h - ink tables: from meaning to colour.
 */
#ifndef CCTRACE_RENDER_THEME_H
#define CCTRACE_RENDER_THEME_H

#include <stdint.h>

#include "cctrace/render.h"

struct rgb {
	uint8_t red, green, blue;
};

struct theme {
	const char *name;
	struct rgb ground;
	struct rgb ink[INK_COUNT];
};

extern const struct theme themes[RENDER_THEMES];

#endif
