/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * histogram.h - a weighted distribution of non-negative integers with exact extremes,
 * sums and, while it is small, exact percentiles.
 *
 * Up to HISTOGRAM_EXACT additions are kept as they are; then values are counted
 * in buckets of 1/1024 of an octave, so that a percentile is within 0.1 %.  Octaves are
 * allocated when first hit: a path's RTTs need three or four of them.
 */
#ifndef CCTRACE_BASE_HISTOGRAM_H
#define CCTRACE_BASE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_EXACT = 512, HISTOGRAM_SUBBUCKETS = 1024, HISTOGRAM_OCTAVES = 55 };

struct histogram_sample {
	uint64_t value, weight;
};

/* `{0}` is empty. */
struct histogram {
	uint64_t count;          /* additions */
	uint64_t weight;         /* their sum; stops at 2^64-1 */
	uint64_t min, max;       /* valid while count > 0 */
	__extension__ unsigned __int128 weighted_sum; /* of value x weight, exact below 2^128 */
	struct histogram_sample *exact; /* NULL once octaves do */
	size_t capacity;
	uint64_t sorted;         /* additions that lie in `exact` in order */
	uint64_t **octaves;      /* HISTOGRAM_OCTAVES pointers, NULL where nothing fell */
};

#define HISTOGRAM_VALUE_MAX (UINT64_C(1) << 63)

/* Values below 1024 have a bucket each; above, an octave has 1024 of them. */
static inline unsigned
histogram_octave(uint64_t value)
{
	return value < HISTOGRAM_SUBBUCKETS ? 0
		: 63 - (unsigned)__builtin_clzll(value) - 9;
}

static inline unsigned
histogram_bucket(uint64_t value, unsigned octave)
{
	return octave == 0 ? (unsigned)value
		: (unsigned)(value >> (octave - 1)) & (HISTOGRAM_SUBBUCKETS - 1);
}

/* What every addition changes but `weight`. */
static inline void
histogram_sum(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	__extension__ typedef unsigned __int128 wide;

	if (value < histogram->min)
		histogram->min = value;
	if (value > histogram->max)
		histogram->max = value;
	histogram->weighted_sum += (wide)value * weight;
	histogram->count++;
}

/* histogram_add, of anything: the first additions, an octave's first, what overflows. */
void histogram_add_rare(struct histogram *histogram, uint64_t value, uint64_t weight);

/* Values above 2^63 count as that.  A weight of 0 adds nothing. */
static inline void
histogram_add(struct histogram *histogram, uint64_t value, uint64_t weight)
{
	unsigned octave = histogram_octave(value);
	uint64_t *buckets = histogram->octaves ? histogram->octaves[octave] : NULL;
	uint64_t total;

	/* Where the sum doesn't overflow, no bucket does. */
	if (!buckets || weight == 0 || value > HISTOGRAM_VALUE_MAX
		|| __builtin_add_overflow(histogram->weight, weight, &total)) {
		histogram_add_rare(histogram, value, weight);
		return;
	}
	buckets[histogram_bucket(value, octave)] += weight;
	histogram->weight = total;
	histogram_sum(histogram, value, weight);
}

/*
 * The smallest value that at least `share` (0..1) of the weight does not exceed (nearest
 * rank); 0 when empty.
 */
uint64_t histogram_percentile(struct histogram *histogram, double share);

/* Mean by weight; 0 when empty. */
double histogram_mean(const struct histogram *histogram);

void histogram_fini(struct histogram *histogram);

/* Empty it, but keep the memory of small ones for the next use. */
void histogram_reset(struct histogram *histogram);

#endif
