/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/histogram.h"

#include <stdlib.h>

#include "tests/tap.h"

enum { MANY = 20000 };

static uint64_t values[MANY];

static int
by_value(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

/* xorshift: the same numbers on every machine. */
static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Nearest rank of `percent` in the sorted `values`. */
static uint64_t
ranked(size_t count, size_t percent)
{
	size_t rank = (percent * count + 99) / 100;

	return values[rank ? rank - 1 : 0];
}

/* The worst relative error of all whole percentiles. */
static double
worst_error(struct histogram *histogram, size_t count)
{
	double worst = 0;

	for (size_t percent = 0; percent <= 100; percent++) {
		double expected = (double)ranked(count, percent);
		double got = (double)histogram_percentile(histogram, (double)percent / 100);
		double error = got > expected ? got - expected : expected - got;

		if (expected > 0)
			error /= expected;
		worst = error > worst ? error : worst;
	}
	return worst;
}

static void
fill(struct histogram *histogram, size_t count, unsigned bits, uint64_t seed)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t random = next_random(&seed);

		/* Spread over the octaves, not only in the highest ones. */
		values[i] = next_random(&seed) >> (64 - bits) >> random % bits;
		histogram_add(histogram, values[i], 1);
	}
	qsort(values, count, sizeof(*values), by_value);
}

static void
exact_up_to_512(void)
{
	static const size_t counts[] = {1, 2, 3, 99, 100, 511, 512};

	for (size_t i = 0; i < COUNT(counts); i++) {
		struct histogram histogram = {0};

		fill(&histogram, counts[i], 62, 7 + i);
		ok(worst_error(&histogram, counts[i]) <= 0, "%zu samples: every percentile exact",
			counts[i]);
		histogram_fini(&histogram);
	}
}

static void
within_a_thousandth_beyond(void)
{
	static const unsigned bits[] = {9, 16, 33, 63};

	for (size_t i = 0; i < COUNT(bits); i++) {
		struct histogram histogram = {0};
		uint64_t sum = 0;
		double error;

		fill(&histogram, MANY, bits[i], 99);
		error = worst_error(&histogram, MANY);
		ok(error <= 0.001, "values below 2^%u: worst error %.5f %%", bits[i], error * 100);
		ok(histogram.min == values[0] && histogram.max == values[MANY - 1],
			"the extremes are exact");
		for (size_t n = 0; n < MANY; n++)
			sum += values[n] >> 10;
		is_near(histogram_mean(&histogram) / 1024, (double)sum / MANY, 1.0
			+ (double)sum / MANY * 1e-12, "so is the mean");
		histogram_fini(&histogram);
	}
	struct histogram small = {0};

	fill(&small, MANY, 10, 5);
	ok(worst_error(&small, MANY) <= 0, "values below 1024 stay exact whatever their number");
	histogram_fini(&small);
}

/* 1, 2, 2, 2, 2, 2, 2, 2, 2, 9: as weights and as single samples. */
static void
weights_are_repetitions(void)
{
	struct histogram histogram = {0};

	histogram_add(&histogram, 2, 8);
	histogram_add(&histogram, 9, 1);
	histogram_add(&histogram, 1, 1);
	is_int((int64_t)histogram_percentile(&histogram, 0.1), 1, "P10 is the first of ten");
	is_int((int64_t)histogram_percentile(&histogram, 0.11), 2, "P11 the second");
	is_int((int64_t)histogram_percentile(&histogram, 0.9), 2, "P90 the ninth");
	is_int((int64_t)histogram_percentile(&histogram, 0.91), 9, "P91 the last");
	is_near(histogram_mean(&histogram), 2.6, 1e-12, "the mean is by weight");
	histogram_add(&histogram, 1000, 0);
	is_int((int64_t)histogram.count, 3, "a weight of 0 adds nothing");
	histogram_fini(&histogram);
}

static void
ends_of_the_range(void)
{
	struct histogram histogram = {0};

	is_int((int64_t)histogram_percentile(&histogram, 0.5), 0, "empty: 0");
	for (int i = 0; i < 600; i++)
		histogram_add(&histogram, UINT64_MAX, 1);
	ok(histogram_percentile(&histogram, 0.5) == UINT64_C(1) << 63, "above 2^63 counts as 2^63");
	for (int i = 0; i < 5; i++)
		histogram_add(&histogram, 0, UINT64_MAX / 2);
	ok(histogram.weight == UINT64_MAX, "weights stop at 2^64-1");
	is_int((int64_t)histogram_percentile(&histogram, 0.5), 0, "and still order");
	histogram_fini(&histogram);
}

/* A histogram that was used before, small or large, is as good as new. */
static void
reset_leaves_nothing(void)
{
	for (size_t before = 100; before <= 1000; before += 900) {
		struct histogram used = {0};

		fill(&used, before, 40, 3);
		histogram_reset(&used);
		fill(&used, 300, 20, 11);
		ok(worst_error(&used, 300) <= 0 && used.min == values[0]
			&& used.max == values[299] && used.weight == 300,
			"after %zu others, 300 samples are told exactly", before);
		histogram_fini(&used);
	}
}

static void
octaves_only_where_hit(void)
{
	struct histogram histogram = {0};
	int octaves = 0;

	for (uint64_t i = 0; i < 600; i++)
		histogram_add(&histogram, 20000000 + i * 1000, 1);
	for (int i = 0; i < HISTOGRAM_OCTAVES; i++)
		octaves += histogram.octaves[i] != NULL;
	is_int(octaves, 1, "RTTs of 20.0 to 20.6 ms need one octave");
	histogram_fini(&histogram);
}

int
main(void)
{
	exact_up_to_512();
	within_a_thousandth_beyond();
	weights_are_repetitions();
	ends_of_the_range();
	reset_leaves_nothing();
	octaves_only_where_hit();
	return tap_done();
}
