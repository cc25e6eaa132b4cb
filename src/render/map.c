/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/map.h"

#include <math.h>

/* Of the height, what lies below the knee. */
#define LINEAR_SHARE 0.75

static void
set_linear(struct frame_map *map, const struct axis *y)
{
	double height = (double)y->hi - (double)y->lo;

	map->y_scale = (map->box.height - 1) / (height > 0 ? height : 1);
	map->knee = HUGE_VAL;
}

static void
set_knee(struct frame_map *map, const struct axis *y)
{
	double below = (map->box.height - 1) * LINEAR_SHARE;

	map->knee = (double)y->knee;
	map->knee_height = below;
	map->y_scale = below / (map->knee - (double)y->lo);
	map->log_scale = (map->box.height - 1 - below) / log((double)y->hi / map->knee);
}

void
map_init(struct frame_map *map, struct box box, const struct axis *x, const struct axis *y,
	double scale)
{
	double width = (double)x->hi - (double)x->lo;

	*map = (struct frame_map){.box = box, .x_origin = (double)x->lo,
		.x_scale = (box.width - 1) / (width > 0 ? width : 1), .y_origin = (double)y->lo,
		.scale = scale};
	if (y->knee > 0 && y->lo < y->knee && y->knee < y->hi)
		set_knee(map, y);
	else
		set_linear(map, y);
}

double
map_above_knee(const struct frame_map *map, double y)
{
	return map->knee_height + log(y / map->knee) * map->log_scale;
}
