/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank.h - percentiles of small sets, without sorting them.
 */
#ifndef CCTRACE_VERDICT_RANK_H
#define CCTRACE_VERDICT_RANK_H

#include <stddef.h>

/* The value below which `share` (0..1) of `count` (at least 1) lie.  Reorders them. */
double rank(double *values, size_t count, double share);

/* Theil-Sen slope a step over the medians of at most 30 blocks; 0 below two. */
double rank_slope(const double *values, size_t count);

/* Standard deviation over mean; 0 when empty. */
double rank_variation(const double *values, size_t count);

#endif
