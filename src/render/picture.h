/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * picture.h - layout of a scene on a canvas: title, subtitle, legend, panels with axes,
 * footer.  Margins are equal for all scenes of a size, so that pictures flip and stack.
 */
#ifndef CCTRACE_RENDER_PICTURE_H
#define CCTRACE_RENDER_PICTURE_H

#include "cctrace/render.h"
#include "render/layout.h"

/* `canvas` has the size of options->width x height times scale. */
void picture_draw(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options);

/* The same, and enters into `layout`, which is empty before, where everything lies. */
void picture_lay_out(struct canvas *canvas, const struct scene *scene,
	const struct render_options *options, struct layout *layout);

#endif
