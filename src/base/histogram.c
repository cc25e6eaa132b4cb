/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"

#define VALUE_MAX (UINT64_C(1) << 63)

/* Values below 1024 have a bucket each; above, an octave has 1024 of them. */
static inline unsigned
octave_of(uint64_t value)
{
	return value < HISTOGRAM_SUBBUCKETS ? 0
		: 63 - (unsigned)__builtin_clzll(value) - 9;
}

static inline unsigned
bucket_of(uint64_t value, unsigned octave)
{
	return octave == 0 ? (unsigned)value
		: (unsigned)(value >> (octave - 1)) & (HISTOGRAM_SUBBUCKETS - 1);
}

/* The middle of a bucket's values. */
static uint64_t
value_of(unsigned octave, unsigned bucket)
{
	if (octave == 0)
		return bucket;
	return (((uint64_t)HISTOGRAM_SUBBUCKETS + bucket) << (octave - 1))
		+ (octave > 1 ? UINT64_C(1) << (octave - 2) : 0);
}

static inline uint64_t
sum_capped(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void
add_to_octave(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	unsigned octave = octave_of(value);
	uint64_t **buckets = &histogram->octaves[octave];

	if (!*buckets)
		*buckets = xcalloc(HISTOGRAM_SUBBUCKETS, sizeof(**buckets));

	uint64_t *bucket = &(*buckets)[bucket_of(value, octave)];

	*bucket = sum_capped(*bucket, weight);
}

static void
spread(struct histogram *histogram)
{
	histogram->octaves = xcalloc(HISTOGRAM_OCTAVES, sizeof(*histogram->octaves));
	for (size_t i = 0; i < HISTOGRAM_EXACT; i++)
		add_to_octave(histogram, histogram->exact[i].value,
			histogram->exact[i].weight);
	free(histogram->exact);
	histogram->exact = NULL;
	histogram->capacity = 0;
}

/* The first additions, and the first to an octave; apart, so that the others are lean. */
__attribute__((noinline)) static void
add_first(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	if (histogram->count == HISTOGRAM_EXACT)
		spread(histogram);
	if (histogram->octaves) {
		add_to_octave(histogram, value, weight);
		return;
	}
	if (histogram->count == 0)
		histogram->min = value;
	histogram->exact = xgrow(histogram->exact, &histogram->capacity,
		(size_t)histogram->count, sizeof(*histogram->exact), 8);
	histogram->exact[histogram->count] = (struct histogram_sample){value, weight};
}

void
histogram_add(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	__extension__ typedef unsigned __int128 wide;
	uint64_t *buckets = NULL;

	if (weight == 0)
		return;
	if (value > VALUE_MAX)
		value = VALUE_MAX;

	unsigned octave = octave_of(value);

	if (histogram->octaves)
		buckets = histogram->octaves[octave];
	if (buckets) {
		buckets += bucket_of(value, octave);
		*buckets = sum_capped(*buckets, weight);
	} else {
		add_first(histogram, value, weight);
	}
	if (value < histogram->min)
		histogram->min = value;
	if (value > histogram->max)
		histogram->max = value;
	histogram->weighted_sum += (wide)value * weight;
	histogram->weight = sum_capped(histogram->weight, weight);
	histogram->count++;
}

static int
by_value(const void *a, const void *b)
{
	const struct histogram_sample *left = a, *right = b;

	return left->value < right->value ? -1 : left->value > right->value;
}

static uint64_t
percentile_exact(struct histogram *histogram, double rank)
{
	double seen = 0;

	if (histogram->sorted != histogram->count)
		qsort(histogram->exact, (size_t)histogram->count, sizeof(*histogram->exact),
			by_value);
	histogram->sorted = histogram->count;
	for (size_t i = 0; i < histogram->count; i++) {
		seen += (double)histogram->exact[i].weight;
		if (seen >= rank)
			return histogram->exact[i].value;
	}
	return histogram->max;
}

uint64_t
histogram_percentile(struct histogram *histogram, double share)
{
	/* Weights are whole, so the rank is; this takes the rounding of `share` out. */
	double rank = ceil(share * (double)histogram->weight - 1e-6), seen = 0;

	if (histogram->count == 0)
		return 0;
	if (!histogram->octaves)
		return percentile_exact(histogram, rank);
	for (unsigned octave = 0; octave < HISTOGRAM_OCTAVES; octave++)
		for (unsigned i = 0; histogram->octaves[octave] && i < HISTOGRAM_SUBBUCKETS; i++) {
			seen += (double)histogram->octaves[octave][i];
			if (histogram->octaves[octave][i] && seen >= rank) {
				uint64_t value = value_of(octave, i);

				/* The ends are known better than their buckets. */
				if (value > histogram->max)
					return histogram->max;
				return value < histogram->min ? histogram->min : value;
			}
		}
	return histogram->max;
}

double
histogram_mean(const struct histogram *histogram)
{
	return histogram->weight ? (double)histogram->weighted_sum / (double)histogram->weight
		: 0;
}

void
histogram_fini(struct histogram *histogram)
{
	free(histogram->exact);
	for (unsigned i = 0; histogram->octaves && i < HISTOGRAM_OCTAVES; i++)
		free(histogram->octaves[i]);
	free(histogram->octaves);
	*histogram = (struct histogram){0};
}

void
histogram_reset(struct histogram *histogram)
{
	struct histogram_sample *exact = histogram->exact;
	size_t capacity = histogram->capacity;

	if (histogram->octaves) {
		histogram_fini(histogram);
		return;
	}
	*histogram = (struct histogram){.exact = exact, .capacity = capacity};
}
