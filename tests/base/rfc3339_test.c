/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/rfc3339.h"

#include "../tap.h"

/* By date(1) and Python's datetime. */
static void
writes_utc_with_nine_digits(void)
{
	static const struct {
		int64_t seconds, nanoseconds;
		const char *text, *name;
	} cases[] = {
		{0, 0, "1970-01-01T00:00:00.000000000Z", "the epoch"},
		{1700000000, 123456789, "2023-11-14T22:13:20.123456789Z", "every digit"},
		{1700000000, 1, "2023-11-14T22:13:20.000000001Z", "leading zeros"},
		{951696000, 0, "2000-02-28T00:00:00.000000000Z",
			"the day before a leap day"},
		{951782400, 0, "2000-02-29T00:00:00.000000000Z", "2000 is a leap year"},
		{4107542399, 999999999, "2100-02-28T23:59:59.999999999Z",
			"2100: last of February"},
		{4107542400, 0, "2100-03-01T00:00:00.000000000Z", "2100 is none"},
		{-2203891200, 0, "1900-03-01T00:00:00.000000000Z", "1900 is none"},
		{4294967295, 0, "2106-02-07T06:28:15.000000000Z",
			"the last of a classic pcap"},
		{-1, 0, "1969-12-31T23:59:59.000000000Z", "before the epoch"},
		{-1, 999999999, "1969-12-31T23:59:59.999999999Z",
			"a nanosecond before it"},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		is_str(rfc3339_format(
			       cases[i].seconds * NSEC_PER_SEC + cases[i].nanoseconds)
				.text,
			cases[i].text, cases[i].name);
}

static void
holds_every_nsec(void)
{
	is_str(rfc3339_format(INT64_MAX).text, "2262-04-11T23:47:16.854775807Z",
		"the last");
	is_str(rfc3339_format(INT64_MIN + 1).text, "1677-09-21T00:12:43.145224193Z",
		"the first");
}

int
main(void)
{
	writes_utc_with_nine_digits();
	holds_every_nsec();
	return tap_done();
}
