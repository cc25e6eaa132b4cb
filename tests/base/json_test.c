/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/json.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "../tap.h"

/* What a writer wrote, as text. */
struct sheet {
	struct json json;
	char *text;
	size_t length;
};

static void
sheet_open(struct sheet *sheet, unsigned lines_depth)
{
	json_init(
		&sheet->json, open_memstream(&sheet->text, &sheet->length), lines_depth);
}

static void
sheet_is(struct sheet *sheet, const char *expected, const char *name)
{
	fclose(sheet->json.out);
	is_str(sheet->text, expected, name);
	free(sheet->text);
}

static void
separates_and_nests(void)
{
	struct sheet sheet;

	sheet_open(&sheet, 0);
	json_begin_object(&sheet.json, NULL);
	json_uint(&sheet.json, "a", 1);
	json_begin_array(&sheet.json, "b");
	json_bool(&sheet.json, NULL, true);
	json_null(&sheet.json, NULL);
	json_end_array(&sheet.json);
	json_begin_object(&sheet.json, "c");
	json_end_object(&sheet.json);
	json_uint(&sheet.json, "d", UINT64_MAX);
	json_end_object(&sheet.json);
	json_end_text(&sheet.json);
	json_null(&sheet.json, NULL);
	json_end_text(&sheet.json);
	sheet_is(&sheet,
		"{\"a\": 1, \"b\": [true, null], \"c\": {}, \"d\": "
		"18446744073709551615}\n"
		"null\n",
		"two texts, a line each");
}

static void
breaks_lines_down_to_a_depth(void)
{
	struct sheet sheet;

	sheet_open(&sheet, 1);
	json_begin_object(&sheet.json, NULL);
	json_uint(&sheet.json, "a", 1);
	json_begin_object(&sheet.json, "b");
	json_uint(&sheet.json, "c", 2);
	json_uint(&sheet.json, "d", 3);
	json_end_object(&sheet.json);
	json_end_object(&sheet.json);
	sheet_is(&sheet, "{\n  \"a\": 1,\n  \"b\": {\"c\": 2, \"d\": 3}\n}", "depth 1");
}

static void
escapes_strings(void)
{
	static const struct {
		const char *value, *text, *name;
	} cases[] = {
		{"", "\"\"", "empty"},
		{"a\"b\\c", "\"a\\\"b\\\\c\"", "quote and backslash"},
		{"\n\t\x01\x1f", "\"\\u000a\\u0009\\u0001\\u001f\"", "controls"},
		{"\x7f\xc2\x9b", "\"\\u007f\\u009b\"", "DEL and C1"},
		{"→/é", "\"→/é\"", "the rest as it is"},
		{"a\xff\xe2\x86z", "\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\"",
			"bytes that aren't UTF-8"},
		{NULL, "null", "no string"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sheet sheet;

		sheet_open(&sheet, 0);
		json_string(&sheet.json, NULL, cases[i].value);
		sheet_is(&sheet, cases[i].text, cases[i].name);
	}
}

static void
writes_seconds_exactly(void)
{
	static const struct {
		nsec from, to;
		const char *text, *name;
	} cases[] = {
		{0, 0, "0.000000000", "nothing"},
		{0, 1, "0.000000001", "a nanosecond"},
		{0, INT64_C(1700000000123456789), "1700000000.123456789",
			"more than a double holds"},
		{1500000000, 0, "-1.500000000", "back in time"},
		{1, 0, "-0.000000001", "a nanosecond back"},
		{INT64_MIN + 1, INT64_MAX, "18446744073.709551614",
			"from the first to the last"},
		{NSEC_UNKNOWN, 0, "null", "unknown begin"},
		{0, NSEC_UNKNOWN, "null", "unknown end"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sheet sheet;

		sheet_open(&sheet, 0);
		json_seconds_between(&sheet.json, NULL, cases[i].from, cases[i].to);
		sheet_is(&sheet, cases[i].text, cases[i].name);
	}
}

static void
writes_doubles_with_fixed_decimals(void)
{
	static const struct {
		double value;
		unsigned decimals;
		const char *text, *name;
	} cases[] = {
		{0, 1, "0.0", "zero"},
		{-0.01, 1, "0.0", "no negative zero"},
		{0.05, 6, "0.050000", "zeros in front"},
		{5212345.64, 1, "5212345.6", "one decimal"},
		{1.0 / 3, 6, "0.333333", "six decimals"},
		{2.0 / 3, 6, "0.666667", "rounded"},
		{0.9999999, 6, "1.000000", "carried"},
		{-12.5, 1, "-12.5", "negative"},
		{7, 0, "7", "none"},
		{1e20, 1, "100000000000000000000.0", "past 64 bits"},
		{DBL_MAX, 1, "null", "past a double when scaled"},
		{(double)INFINITY, 1, "null", "infinite"},
		{(double)NAN, 1, "null", "not a number"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sheet sheet;

		sheet_open(&sheet, 0);
		json_fixed(&sheet.json, NULL, cases[i].value, cases[i].decimals);
		sheet_is(&sheet, cases[i].text, cases[i].name);
	}
}

static void
writes_times(void)
{
	struct sheet sheet;

	sheet_open(&sheet, 0);
	json_begin_array(&sheet.json, NULL);
	json_time(&sheet.json, NULL, INT64_C(1700000000123456789));
	json_time(&sheet.json, NULL, NSEC_UNKNOWN);
	json_seconds(&sheet.json, NULL, 1000);
	json_seconds(&sheet.json, NULL, NSEC_UNKNOWN);
	json_end_array(&sheet.json);
	sheet_is(&sheet, "[\"2023-11-14T22:13:20.123456789Z\", null, 0.000001000, null]",
		"a time, a span, and both unknown");
}

int
main(void)
{
	separates_and_nests();
	breaks_lines_down_to_a_depth();
	escapes_strings();
	writes_seconds_exactly();
	writes_doubles_with_fixed_decimals();
	writes_times();
	return tap_done();
}
