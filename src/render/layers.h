/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layers.h - from points of a layer to pixels of a panel.
 */
#ifndef CCTRACE_RENDER_LAYERS_H
#define CCTRACE_RENDER_LAYERS_H

#include "render/canvas.h"

/* Where a panel lies, and how data coordinates map to it. */
struct frame_map {
	struct box box;
	double x_origin, x_scale; /* pixel = box.x + (x - origin) * scale */
	double y_origin, y_scale; /* pixel = bottom - (y - origin) * scale */
	double scale;             /* device pixels a page unit: symbols and strokes grow with it */
};

void map_init(struct frame_map *map, struct box box, const struct axis *x,
	const struct axis *y, double scale);
int map_x(const struct frame_map *map, double x);
int map_y(const struct frame_map *map, double y);

/* Draw all points of `layer`, clipped to the panel. */
void layer_draw(struct canvas *canvas, const struct frame_map *map,
	const struct layer *layer);

/* The layer's look in a legend: within `box`. */
void layer_swatch(struct canvas *canvas, const struct layer *layer, struct box box,
	double scale);

#endif
