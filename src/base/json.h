/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * json.h - JSON (RFC 8259) written value by value, in the order of the calls.
 *
 * Commas, quoting and layout are decided here; that begins and ends match, and that
 * an object gets keys and an array none, is asserted.  The output depends on nothing
 * but the calls: no locale, no shortest form of a double.  A failing stream is the
 * caller's to notice (ferror).
 */
#ifndef CCTRACE_BASE_JSON_H
#define CCTRACE_BASE_JSON_H

#include <stdio.h>

#include "cctrace/units.h"

enum { JSON_DEPTH_MAX = 16 };

struct json {
	FILE *out;
	/* Containers nested deeper than this are written in one line; 0: all of it. */
	unsigned lines_depth;
	unsigned depth;
	uint32_t is_array;  /* a bit each level */
	uint32_t has_value; /* the same */
};

/* Ready to write one text to `out`. */
void json_init(struct json *json, FILE *out, unsigned lines_depth);

/* After the last value: a line feed.  Another text may follow (one a line: NDJSON). */
void json_end_text(struct json *json);

/* `key` is NULL for elements of an array and for the outermost value. */
void json_begin_object(struct json *json, const char *key);
void json_end_object(struct json *json);
void json_begin_array(struct json *json, const char *key);
void json_end_array(struct json *json);

void json_null(struct json *json, const char *key);
void json_bool(struct json *json, const char *key, bool value);
void json_uint(struct json *json, const char *key, uint64_t value);

/*
 * NULL is null.  Quotes, backslashes and all controls (C1 and DEL too, a terminal may be
 * reading) are escaped; a byte that isn't UTF-8 becomes U+FFFD (RFC 8259 8.1).
 */
void json_string(struct json *json, const char *key, const char *value);

/* Seconds with 9 decimals, exactly; NSEC_UNKNOWN is null. */
void json_seconds(struct json *json, const char *key, nsec value);

/* Seconds from `from` to `to` with 9 decimals, exactly even where nsec can't hold the
 * difference; null if either is NSEC_UNKNOWN. */
void json_seconds_between(struct json *json, const char *key, nsec from, nsec to);

/* RFC 3339 in UTC with 9 digits; NSEC_UNKNOWN is null. */
void json_time(struct json *json, const char *key, nsec value);

/* With exactly `decimals` (0..9) digits behind the point; not finite is null. */
void json_fixed(struct json *json, const char *key, double value, unsigned decimals);

#endif
