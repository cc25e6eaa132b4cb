/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"

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
	unsigned octave = histogram_octave(value);
	uint64_t **buckets = &histogram->octaves[octave];

	if (!*buckets)
		*buckets = xcalloc(HISTOGRAM_SUBBUCKETS, sizeof(**buckets));

	uint64_t *bucket = &(*buckets)[histogram_bucket(value, octave)];

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

static void
add_exact(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	if (histogram->count == 0)
		histogram->min = value;
	histogram->exact = xgrow(histogram->exact, &histogram->capacity,
		(size_t)histogram->count, sizeof(*histogram->exact), 8);
	histogram->exact[histogram->count] = (struct histogram_sample){value, weight};
}

void
histogram_add_rare(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	if (weight == 0)
		return;
	if (value > HISTOGRAM_VALUE_MAX)
		value = HISTOGRAM_VALUE_MAX;
	if (histogram->count == HISTOGRAM_EXACT)
		spread(histogram);
	if (histogram->octaves)
		add_to_octave(histogram, value, weight);
	else
		add_exact(histogram, value, weight);
	histogram_sum(histogram, value, weight);
	histogram->weight = sum_capped(histogram->weight, weight);
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
