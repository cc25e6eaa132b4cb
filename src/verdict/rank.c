/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { BLOCKS_MAX = 30 };

static void
swap(double *a, double *b)
{
	double kept = *a;

	*a = *b;
	*b = kept;
}

/* Hoare's selection: what belongs at `k` is there afterwards, the smaller before it. */
static void
place(double *values, size_t count, size_t k)
{
	size_t low = 0, high = count - 1;

	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		size_t i = low, j = high;

		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i >= j)
				break;
			swap(&values[i++], &values[j--]);
		}
		if (k <= j)
			high = j;
		else
			low = j + 1;
	}
}

double
rank(double *values, size_t count, double share)
{
	size_t k = (size_t)(share * (double)count);

	if (k >= count)
		k = count - 1;
	place(values, count, k);
	return values[k];
}

double
rank_slope(const double *values, size_t count)
{
	size_t size = count / BLOCKS_MAX ? count / BLOCKS_MAX : 1, blocks = 0, pairs = 0;
	double *scratch = xreallocarray(NULL, count + 1, sizeof(*scratch));
	double at[2 * BLOCKS_MAX + 2], height[2 * BLOCKS_MAX + 2];
	static const size_t most = sizeof(at) / sizeof(at[0]);
	double slopes[(2 * BLOCKS_MAX + 2) * (2 * BLOCKS_MAX + 1) / 2];

	for (size_t begin = 0; begin < count && blocks < most; begin += size, blocks++) {
		size_t length = count - begin < size ? count - begin : size;

		memcpy(scratch, values + begin, length * sizeof(*scratch));
		at[blocks] = (double)begin + (double)(length - 1) / 2;
		height[blocks] = rank(scratch, length, 0.5);
	}
	free(scratch);
	for (size_t i = 0; i < blocks; i++)
		for (size_t j = i + 1; j < blocks; j++)
			slopes[pairs++] = (height[j] - height[i]) / (at[j] - at[i]);
	return pairs ? rank(slopes, pairs, 0.5) : 0;
}

double
rank_variation(const double *values, size_t count)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	if (count == 0 || sum <= 0)
		return 0;

	double mean = sum / (double)count;

	for (size_t i = 0; i < count; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return sqrt(squares / (double)count) / mean;
}
