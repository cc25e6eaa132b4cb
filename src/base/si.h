/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * si.h - numbers as people read them: three significant digits or more, SI prefixes
 * (1 kB = 1000 B), no locale.  A value that rounds up to 1000 takes the next prefix.
 *
 * Results are small structs by value: `si_bytes(n).text` lives until the end of the
 * full expression, long enough to be an argument of printf.
 */
#ifndef CCTRACE_BASE_SI_H
#define CCTRACE_BASE_SI_H

#include "cctrace/units.h"

struct si_text {
	char text[32]; /* UTF-8 (µ) */
};

/* "812 B", "65.2 kB", "10.4 MB", "18.4 EB" */
struct si_text si_bytes(uint64_t bytes);

/* Bits a second: "812 bit/s", "5.21 Mbit/s".  Negative and not a number count as 0,
 * what doesn't fit 64 bits as the largest that does. */
struct si_text si_rate(double bps);

/*
 * "0 s", "812 ns", "50.1 µs", "100.2 ms", "18.4 s", from 1000 s on "16 min 40 s",
 * "2 h 46 min", "3 d 4 h", "1000 d"; a negative span has a leading "-".
 */
struct si_text si_duration(nsec span);

/* As si_duration for a span that a signed number may not hold. */
struct si_text si_elapsed(uint64_t ns);

/* "1,234,567" */
struct si_text si_count(uint64_t count);

/* For narrow columns, at most 5 characters: "812", "65.2k", "10.4M". */
struct si_text si_compact(uint64_t value);

/* The same for a rate, which is taken as si_rate takes it. */
struct si_text si_compact_rate(double bps);

/* At most 7 columns: "812ns", "50.1µs", "18.4s", "16m40s", "2h46m", "3d04h". */
struct si_text si_compact_elapsed(uint64_t ns);

#endif
