/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/si.h"

#include <math.h>

#include "base/utf8.h"
#include "../tap.h"

static void
keeps_three_digits_of_bytes(void)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} cases[] = {
		{0, "0 B"},
		{1, "1 B"},
		{999, "999 B"},
		{1000, "1.00 kB"},
		{1448, "1.45 kB"},
		{9994, "9.99 kB"},
		{9995, "10.0 kB"},
		{65160, "65.2 kB"},
		{104857600, "104.9 MB"},
		{999949, "999.9 kB"},
		{999950, "1.00 MB"},
		{10400000, "10.4 MB"},
		{999950000000, "1.00 TB"},
		{UINT64_MAX, "18.4 EB"},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		is_str(si_bytes(cases[i].bytes).text, cases[i].text, cases[i].text);
}

static void
tells_rates_in_bits(void)
{
	is_str(si_rate(0.4).text, "0 bit/s", "rounded");
	is_str(si_rate(812).text, "812 bit/s", "whole below 1000");
	is_str(si_rate(999.6).text, "1.00 kbit/s", "rounded up to the next prefix");
	is_str(si_rate(5212345.6).text, "5.21 Mbit/s", "mega");
	is_str(si_rate(1e300).text, "18.4 Ebit/s", "more than 64 bits hold");
	is_str(si_rate(-1).text, "0 bit/s", "negative");
	is_str(si_rate((double)NAN).text, "0 bit/s", "not a number");
}

static void
tells_durations_in_the_unit_that_fits(void)
{
	static const struct {
		nsec span;
		const char *text;
	} cases[] = {
		{0, "0 s"},
		{1, "1 ns"},
		{999, "999 ns"},
		{50123, "50.1 µs"},
		{100200000, "100.2 ms"},
		{999950000, "1.00 s"},
		{18449000000, "18.4 s"},
		{INT64_C(999900000000), "999.9 s"},
		{INT64_C(1000000000000), "16 min 40 s"},
		{INT64_C(3600000000000), "1 h 0 min"},
		{INT64_C(9999000000000), "2 h 46 min"},
		{INT64_C(273600000000000), "3 d 4 h"},
		{-1500000000, "-1.50 s"},
		{INT64_MIN, "-106751 d"},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		is_str(si_duration(cases[i].span).text, cases[i].text, cases[i].text);
	is_str(si_elapsed(UINT64_MAX).text, "213503 d", "more than nsec holds");
}

static void
groups_counts(void)
{
	is_str(si_count(0).text, "0", "zero");
	is_str(si_count(999).text, "999", "three digits");
	is_str(si_count(1000).text, "1,000", "four");
	is_str(si_count(123456).text, "123,456", "six");
	is_str(si_count(UINT64_MAX).text, "18,446,744,073,709,551,615", "the largest");
}

static void
is_compact_for_columns(void)
{
	is_str(si_compact(999).text, "999", "as it is below 1000");
	is_str(si_compact(1448).text, "1.45k", "two decimals");
	is_str(si_compact(65160).text, "65.2k", "one");
	is_str(si_compact(100240).text, "100k", "none");
	is_str(si_compact(999500).text, "1.00M", "rounded up");
	is_str(si_compact(UINT64_MAX).text, "18.4E", "the largest");
	is_str(si_compact_rate(5.2e6).text, "5.20M", "a rate");
	is_str(si_compact_elapsed(0).text, "0s", "no time");
	is_str(si_compact_elapsed(50123).text, "50.1µs", "µs");
	is_str(si_compact_elapsed(100200000).text, "100ms", "ms");
	is_str(si_compact_elapsed(999900000).text, "999ms", "never 1000ms");
	is_str(si_compact_elapsed(18449000000).text, "18.4s", "s");
	is_str(si_compact_elapsed(1000000000000).text, "16m40s", "minutes");
	is_str(si_compact_elapsed(9999000000000).text, "2h46m", "hours");
	is_str(si_compact_elapsed(273600000000000).text, "3d04h", "days");
}

/* Powers of two and their neighbours, up to the top. */
static void
never_exceeds_its_columns(void)
{
	size_t widest = 0, widest_time = 0;

	for (int bit = 0; bit < 64; bit++)
		for (uint64_t off = 0; off < 3; off++) {
			uint64_t value = (UINT64_C(1) << bit) * 9 / 5 - 1 + off;
			size_t columns = utf8_columns(si_compact(value).text);
			size_t time = utf8_columns(si_compact_elapsed(value).text);

			widest = columns > widest ? columns : widest;
			widest_time = time > widest_time ? time : widest_time;
		}
	ok(widest <= 5, "a compact value has 5 columns at most, here %zu", widest);
	ok(widest_time <= 7, "a compact time has 7 columns at most, here %zu",
		widest_time);
}

int
main(void)
{
	keeps_three_digits_of_bytes();
	tells_rates_in_bits();
	tells_durations_in_the_unit_that_fits();
	groups_counts();
	is_compact_for_columns();
	never_exceeds_its_columns();
	return tap_done();
}
