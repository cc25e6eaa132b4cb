/* SPDX-License-Identifier: BSD-3-Clause */
/* Areas are those of school: of rectangles and triangles, by hand. */
#include "render/raster.h"

#include <stdlib.h>

#include "../tap.h"

enum { SIZE = 8 };

struct corner {
	double x, y;             /* pixels */
};

static void
fill(const struct corner *corner, size_t count, uint8_t coverage[SIZE * SIZE])
{
	struct raster raster;

	raster_init(&raster, SIZE, SIZE);
	for (size_t i = 0; i < count; i++) {
		const struct corner *a = &corner[i], *b = &corner[(i + 1) % count];

		raster_line(&raster, (int)(a->x * RASTER_ONE), (int)(a->y * RASTER_ONE),
			(int)(b->x * RASTER_ONE), (int)(b->y * RASTER_ONE));
	}
	raster_coverage(&raster, coverage);
	raster_fini(&raster);
}

static int64_t
sum_of(const uint8_t coverage[SIZE * SIZE])
{
	int64_t sum = 0;

	for (int i = 0; i < SIZE * SIZE; i++)
		sum += coverage[i];
	return sum;
}

static void
rectangles_have_soft_edges(void)
{
	static const struct corner whole[] = {{1, 2}, {3, 2}, {3, 4}, {1, 4}};
	static const struct corner halves[] = {{1.5, 2}, {3.25, 2}, {3.25, 2.5}, {1.5, 2.5}};
	uint8_t coverage[SIZE * SIZE];

	fill(whole, COUNT(whole), coverage);
	is_int(coverage[2 * SIZE + 1], 255, "a whole pixel");
	is_int(coverage[2 * SIZE + 3], 0, "right of it none");
	is_int(sum_of(coverage), 4 * 255, "four in all");
	fill(halves, COUNT(halves), coverage);
	is_int(coverage[2 * SIZE + 1], 64, "a quarter: half as wide, half as high");
	is_int(coverage[2 * SIZE + 2], 128, "half");
	is_int(coverage[2 * SIZE + 3], 32, "an eighth");
}

static void
triangles_have_half_the_area(void)
{
	static const struct corner flat[] = {{0, 0}, {8, 0}, {0, 4}};
	static const struct corner steep[] = {{0, 0}, {0, 8}, {4, 8}};
	uint8_t coverage[SIZE * SIZE];

	fill(flat, COUNT(flat), coverage);
	is_int(coverage[0], 255, "far from the slope all");
	is_near(coverage[3 * SIZE], 191.25, 1, "at its end three quarters");
	is_near(coverage[3 * SIZE + 1], 63.75, 1, "then one");
	is_near((double)sum_of(coverage) / 255, 16, 0.1, "half of 8 x 4");
	fill(steep, COUNT(steep), coverage);
	is_near((double)sum_of(coverage) / 255, 16, 0.1, "half of 4 x 8");
}

static void
turns_and_cuts(void)
{
	static const struct corner back[] = {{1, 2}, {1, 4}, {3, 4}, {3, 2}};
	static const struct corner large[] = {{-900, -700}, {900, -700}, {900, 700}, {-900, 700}};
	static const struct corner beyond[] = {{100, 1}, {120, 1}, {120, 3}, {100, 3}};
	uint8_t coverage[SIZE * SIZE];

	fill(back, COUNT(back), coverage);
	is_int(sum_of(coverage), 4 * 255, "either turn fills");
	fill(large, COUNT(large), coverage);
	is_int(sum_of(coverage), SIZE * SIZE * 255, "one that is larger fills all");
	fill(beyond, COUNT(beyond), coverage);
	is_int(sum_of(coverage), 0, "one that is beside it nothing");
}

/* What any outline leaves beside itself would be a line to the right edge. */
static void
nothing_leaks(void)
{
	unsigned state = 1;
	int leaks = 0;

	for (int round = 0; round < 5000; round++) {
		struct corner corners[5];
		uint8_t coverage[SIZE * SIZE];

		for (size_t i = 0; i < COUNT(corners); i++) {
			state = state * 1103515245 + 12345;
			corners[i].x = (state >> 16) % 1500 / 256.0;
			state = state * 1103515245 + 12345;
			corners[i].y = (state >> 16) % 2600 / 256.0 - 1;
		}
		fill(corners, COUNT(corners), coverage);
		for (int y = 0; y < SIZE; y++)
			leaks += coverage[y * SIZE + 6] != 0 || coverage[y * SIZE + 7] != 0;
	}
	is_int(leaks, 0, "of 5000 outlines left of column 6");
}

int
main(void)
{
	rectangles_have_soft_edges();
	triangles_have_half_the_area();
	turns_and_cuts();
	nothing_leaks();
	return tap_done();
}
