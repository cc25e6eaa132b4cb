/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * map.h - how data coordinates lie on pixels: of a panel, or of an inset of one.
 */
#ifndef CCTRACE_RENDER_MAP_H
#define CCTRACE_RENDER_MAP_H

#include "cctrace/scene.h"

/* Device pixels. */
struct box {
	int x, y, width, height;
};

struct frame_map {
	struct box box;
	double x_origin, x_scale; /* pixel = box.x + (x - origin) * scale */
	double y_origin, y_scale; /* pixel = bottom - (y - origin) * scale, up to the knee */
	double knee;              /* above it logarithmic; INFINITY without */
	double knee_height;       /* pixels from the bottom */
	double log_scale;         /* pixels for a factor of e */
	double scale;             /* device pixels a page unit: symbols and strokes grow with it */
};

/* A knee that isn't above zero has no logarithm: the axis is then linear throughout. */
void map_init(struct frame_map *map, struct box box, const struct axis *x,
	const struct axis *y, double scale);

/* Pixels from the bottom. */
double map_above_knee(const struct frame_map *map, double y);

/* Far outside stays outside, some 10^8 pixels away, without overflowing an int. */
static inline int
map_to_int(double value)
{
	return value < -1e8 ? -100000000 : value > 1e8 ? 100000000
		: (int)(value + (value < 0 ? -0.5 : 0.5));
}

/* Inline: they are all that is done with most of a million points. */
static inline int
map_x(const struct frame_map *map, double x)
{
	return map->box.x + map_to_int((x - map->x_origin) * map->x_scale);
}

static inline int
map_y(const struct frame_map *map, double y)
{
	double up = y > map->knee ? map_above_knee(map, y) : (y - map->y_origin) * map->y_scale;

	return map->box.y + map->box.height - 1 - map_to_int(up);
}

static inline bool
box_overlaps(const struct box *a, const struct box *b)
{
	return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
		&& b->y < a->y + a->height;
}

static inline bool
box_contains(const struct box *outer, const struct box *inner)
{
	return inner->x >= outer->x && inner->y >= outer->y
		&& inner->x + inner->width <= outer->x + outer->width
		&& inner->y + inner->height <= outer->y + outer->height;
}

static inline bool
box_has(const struct box *box, int x, int y)
{
	return x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height;
}

/* The box with `more` pixels on every side. */
static inline struct box
box_grown(struct box box, int more)
{
	return (struct box){box.x - more, box.y - more, box.width + 2 * more,
		box.height + 2 * more};
}

#endif
