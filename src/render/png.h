/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CCTRACE_RENDER_PNG_H
#define CCTRACE_RENDER_PNG_H

#include <stdbool.h>
#include <stdio.h>

#include "render/canvas.h"

/* Write the canvas to `stream`; false when writing failed (the stream's error is set). */
bool png_write(const struct canvas *canvas, const struct theme *theme, double scale,
	FILE *stream);

#endif
