/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layers.h - from points of a layer to pixels of a panel.
 */
#ifndef CCTRACE_RENDER_LAYERS_H
#define CCTRACE_RENDER_LAYERS_H

#include "render/canvas.h"
#include "render/spots.h"

/* Draw all points of `layer`, clipped to the panel. */
void layer_draw(struct canvas *canvas, const struct frame_map *map,
	const struct layer *layer);

/* What is noted of a layer while it is drawn. */
struct layer_watch {
	struct layer_part *part; /* for each inset what is to be drawn there */
	size_t part_count;
	struct spots *spots;     /* of points within the panel; NULL: not wanted */
};

/* The same, of `only` (NULL: of all), and notes what `watch` asks for. */
void layer_draw_watched(struct canvas *canvas, const struct frame_map *map,
	const struct layer *layer, const struct layer_part *only, struct layer_watch *watch);

/*
 * The least value of a step layer between part->lo and part->hi, what it held before it
 * included; false when it has none.
 */
bool layer_least(const struct layer *layer, const struct layer_part *part, int64_t *least);

/* Device pixels across of its symbol or bar. */
int layer_size(const struct layer *layer, double scale);

/* The layer's look in a legend: within `box`. */
void layer_swatch(struct canvas *canvas, const struct layer *layer, struct box box,
	double scale);

#endif
