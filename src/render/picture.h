/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * picture.h - layout of a scene on a canvas: title, subtitle, legend, panels with axes,
 * footer.  Margins are equal for all scenes of a size, so that pictures flip and stack.
 */
#ifndef CCTRACE_RENDER_PICTURE_H
#define CCTRACE_RENDER_PICTURE_H

#include "cctrace/render.h"
#include "render/canvas.h"

/* `canvas` has the size of options->width x height times scale. */
void picture_draw(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options);

#endif
