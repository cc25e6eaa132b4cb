/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/map.h"

#include "../tap.h"

static void
axes_map_ends_to_ends(void)
{
	struct axis x = {UNIT_NSEC, -100, 100, "", 0}, y = {UNIT_BYTES, 5, 5, "", 0};
	struct frame_map map;

	map_init(&map, (struct box){10, 20, 201, 101}, &x, &y, 1);
	is_int(map_x(&map, -100), 10, "the least is the first column");
	is_int(map_x(&map, 100), 210, "the largest is the last");
	is_int(map_x(&map, 0), 110, "the middle is the middle");
	is_int(map_y(&map, 5), 120, "a span of nothing is at the bottom");
	ok(map_x(&map, 1e300) > 10000 && map_x(&map, -1e300) < -10000, "far is far, not undefined");
	ok(map_y(&map, -9.3e18) > 10000, "below is below");
}

/* 401 rows: 300 for 0..200, 100 for 200..20000, which are two decades. */
static void
above_the_knee_it_is_logarithmic(void)
{
	struct axis x = {UNIT_NSEC, 0, 1, "", 0}, y = {UNIT_NSEC, 0, 20000, "", 200};
	struct frame_map map;

	map_init(&map, (struct box){0, 0, 10, 401}, &x, &y, 1);
	is_int(map_y(&map, 0), 400, "zero at the bottom");
	is_int(map_y(&map, 100), 250, "half of the linear part");
	is_int(map_y(&map, 200), 100, "the knee");
	is_int(map_y(&map, 2000), 50, "a decade is half of the rest");
	is_int(map_y(&map, 20000), 0, "the next the other half");
	y.knee = 20000;
	map_init(&map, (struct box){0, 0, 10, 401}, &x, &y, 1);
	is_int(map_y(&map, 10000), 200, "a knee at the end is none");
	y = (struct axis){UNIT_NSEC, -100, 100, "", -50};
	map_init(&map, (struct box){0, 0, 10, 401}, &x, &y, 1);
	is_int(map_y(&map, 0), 200, "nor one that has no logarithm");
}

int
main(void)
{
	axes_map_ends_to_ends();
	above_the_knee_it_is_logarithmic();
	return tap_done();
}
