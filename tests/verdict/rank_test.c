/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/rank.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/tap.h"

static int
by_value(const void *a, const void *b)
{
	const double *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/* The same as by sorting, for sets of any order with many equals. */
static void
is_what_sorting_gives(void)
{
	double values[200], sorted[200];
	uint32_t state = 1;
	int wrong = 0;

	for (size_t count = 1; count <= 200; count++)
		for (int share = 0; share <= 10; share++) {
			size_t k = (size_t)(share / 10.0 * (double)count);

			for (size_t i = 0; i < count; i++) {
				state = state * 1664525 + 1013904223;
				sorted[i] = values[i] = state >> 28;
			}
			qsort(sorted, count, sizeof(*sorted), by_value);
			wrong += fabs(rank(values, count, share / 10.0)
				- sorted[k < count ? k : count - 1]) > 0;
		}
	is_int(wrong, 0, "ranks of 2,200 sets");
}

static void
slopes_ignore_outliers(void)
{
	double line[100], one = 7;

	for (int i = 0; i < 100; i++)
		line[i] = 3.0 * i + 5;
	ok(fabs(rank_slope(line, 100) - 3) < 1e-9, "a line has its slope");
	line[50] = 1e9;
	line[20] = -1e9;
	ok(fabs(rank_slope(line, 100) - 3) < 0.05, "whatever two of a hundred say");
	ok(fabs(rank_slope(&one, 1)) <= 0, "one value has none");
}

static void
variation_is_relative(void)
{
	double flat[] = {5, 5, 5}, two[] = {4, 6};

	ok(fabs(rank_variation(flat, 3)) <= 0, "equal values vary by nothing");
	ok(fabs(rank_variation(two, 2) - 0.2) < 1e-9, "4 and 6 by a fifth");
	ok(fabs(rank_variation(two, 0)) <= 0, "none by nothing");
}

int
main(void)
{
	is_what_sorting_gives();
	slopes_ignore_outliers();
	variation_is_relative();
	return tap_done();
}
