/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layers.h - from points of a layer to pixels of a panel.
 */
#ifndef CCTRACE_RENDER_LAYERS_H
#define CCTRACE_RENDER_LAYERS_H

#include "render/canvas.h"

/* Draw all points of `layer`, clipped to the panel. */
void layer_draw(struct canvas *canvas, const struct frame_map *map,
	const struct layer *layer);

/* The layer's look in a legend: within `box`. */
void layer_swatch(struct canvas *canvas, const struct layer *layer, struct box box,
	double scale);

#endif
