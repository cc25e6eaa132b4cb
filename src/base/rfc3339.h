/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rfc3339.h - points in time as text, by arithmetic alone: no time zone, no libc.
 */
#ifndef CCTRACE_BASE_RFC3339_H
#define CCTRACE_BASE_RFC3339_H

#include "cctrace/units.h"

/* By value, as si.h does. */
struct rfc3339_text {
	char text[48];
};

/*
 * "2023-11-14T22:13:20.123456789Z": UTC, always 9 digits, Gregorian also before 1582.
 * Any nsec is fine; NSEC_UNKNOWN is the caller's to keep away.
 */
struct rfc3339_text rfc3339_format(nsec time);

#endif
