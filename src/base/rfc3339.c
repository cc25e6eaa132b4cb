/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/rfc3339.h"

#include <inttypes.h>
#include <stdio.h>

enum { SECONDS_A_DAY = 86400, DAYS_IN_400_YEARS = 146097 };

/* Quotient towards minus infinity, so that times before 1970 have positive parts. */
static int64_t
floor_divide(int64_t value, int64_t divisor)
{
	return value / divisor - (value % divisor < 0 ? 1 : 0);
}

struct date {
	int64_t year;
	int month, day;
};

/*
 * The Gregorian calendar repeats every 400 years.  Years are counted from 1 March, so
 * that the leap day is the last of its year.
 */
static struct date
date_of_day(int64_t days_since_1970)
{
	int64_t days = days_since_1970 + 719468; /* since 0000-03-01 */
	int64_t era = floor_divide(days, DAYS_IN_400_YEARS);
	int64_t left = days - era * DAYS_IN_400_YEARS;
	int64_t year = (left - left / 1460 + left / 36524 - left / 146096) / 365;
	int64_t day = left - (365 * year + year / 4 - year / 100);
	int64_t month = (5 * day + 2) / 153; /* 0 is March */

	return (struct date){
		.year = era * 400 + year + (month >= 10),
		.month = (int)(month < 10 ? month + 3 : month - 9),
		.day = (int)(day - (153 * month + 2) / 5 + 1),
	};
}

struct rfc3339_text
rfc3339_format(nsec time)
{
	struct rfc3339_text result;
	int64_t seconds = floor_divide(time, NSEC_PER_SEC);
	int64_t day = floor_divide(seconds, SECONDS_A_DAY);
	/* Not by the product: that of the first second overflows. */
	int64_t rest = (time % NSEC_PER_SEC + NSEC_PER_SEC) % NSEC_PER_SEC;
	struct date date = date_of_day(day);

	seconds -= day * SECONDS_A_DAY;
	snprintf(result.text, sizeof(result.text),
		"%04" PRId64 "-%02d-%02dT%02d:%02d:%02d.%09" PRId64 "Z", date.year,
		date.month, date.day, (int)(seconds / 3600), (int)(seconds / 60 % 60),
		(int)(seconds % 60), rest);
	return result;
}
