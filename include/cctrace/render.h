/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render.h - from scene to picture.
 *
 * Dense layers are stamped per pixel: every extreme and every mark is kept, nothing is
 * averaged.  The same scene gives the same bytes whatever fonts, locale and time zone
 * the machine has.
 */
#ifndef CCTRACE_RENDER_H
#define CCTRACE_RENDER_H

#include "cctrace/error.h"
#include "cctrace/scene.h"

enum render_theme {
	RENDER_LIGHT,           /* for a white page: the default */
	RENDER_DARK,
	RENDER_PRINT,           /* inks that also differ in grey */
	RENDER_THEMES
};

/* What a user calls it: "light", "dark", "print". */
const char *render_theme_name(enum render_theme theme);

struct render_options {
	int width, height;      /* CSS pixels: 320..8192; the default is 1280 x 720 */
	double scale;           /* device pixels a CSS pixel, 1..4 */
	enum render_theme theme;
};

/*
 * Write `scene` as PNG to `path`: whole or not at all (a temporary name beside it, then
 * rename).  A device or pipe is written straight.
 */
bool render_png(const struct scene *scene, const struct render_options *options,
	const char *path, struct error *error);

#endif
