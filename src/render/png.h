/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CCTRACE_RENDER_PNG_H
#define CCTRACE_RENDER_PNG_H

#include <stdbool.h>
#include <stdio.h>

#include "render/canvas.h"

/* False when writing failed (then the stream's error and errno are set) or memory ran out. */
bool png_write(const struct canvas *canvas, const struct theme *theme, double scale,
	FILE *stream);

#endif
