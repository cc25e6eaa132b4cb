/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/rfc3339.h"
#include "base/utf8.h"

void
json_init(struct json *json, FILE *out, unsigned lines_depth)
{
	*json = (struct json){.out = out, .lines_depth = lines_depth};
}

static uint32_t
level_bit(const struct json *json)
{
	return UINT32_C(1) << json->depth;
}

static void
break_line(struct json *json)
{
	fprintf(json->out, "\n%*s", (int)(2 * json->depth), "");
}

/* Printable ASCII without quote and backslash: nearly all there is to write. */
static size_t
count_plain(const char *text)
{
	size_t count = 0;

	while (text[count] >= 0x20 && text[count] < 0x7f && text[count] != '"' &&
		text[count] != '\\')
		count++;
	return count;
}

static void
write_letter(struct json *json, const char *text, size_t length, uint32_t code)
{
	if (length == 0)
		fputs("\xef\xbf\xbd", json->out);
	else if (code == '"' || code == '\\')
		fprintf(json->out, "\\%c", (int)code);
	else if (code < 0x20 || (code >= 0x7f && code <= 0x9f))
		fprintf(json->out, "\\u%04" PRIx32, code);
	else
		fwrite(text, 1, length, json->out);
}

static void
write_string(struct json *json, const char *text)
{
	fputc('"', json->out);
	while (*text) {
		size_t plain = count_plain(text), length;
		uint32_t code;

		fwrite(text, 1, plain, json->out);
		text += plain;
		if (!*text)
			break;
		length = utf8_decode(text, &code);
		write_letter(json, text, length, code);
		text += length ? length : 1;
	}
	fputc('"', json->out);
}

/* What comes before a value: comma, place in the layout, key. */
static void
begin_value(struct json *json, const char *key)
{
	bool inside = json->depth > 0, in_lines = json->depth <= json->lines_depth;

	assert((key != NULL) == (inside && !(json->is_array & level_bit(json))));
	if (json->has_value & level_bit(json))
		fputs(in_lines ? "," : ", ", json->out);
	json->has_value |= level_bit(json);
	if (inside && in_lines)
		break_line(json);
	if (key) {
		write_string(json, key);
		fputs(": ", json->out);
	}
}

static void
begin_container(struct json *json, const char *key, bool array)
{
	begin_value(json, key);
	fputc(array ? '[' : '{', json->out);
	json->depth++;
	assert(json->depth < JSON_DEPTH_MAX);
	json->has_value &= ~level_bit(json);
	json->is_array &= ~level_bit(json);
	if (array)
		json->is_array |= level_bit(json);
}

static void
end_container(struct json *json, bool array)
{
	bool any = json->has_value & level_bit(json);
	bool in_lines = json->depth <= json->lines_depth;

	assert(json->depth > 0 && array == !!(json->is_array & level_bit(json)));
	json->depth--;
	if (any && in_lines)
		break_line(json);
	fputc(array ? ']' : '}', json->out);
}

void
json_end_text(struct json *json)
{
	assert(json->depth == 0);
	fputc('\n', json->out);
	json->has_value = 0;
}

void
json_begin_object(struct json *json, const char *key)
{
	begin_container(json, key, false);
}

void
json_end_object(struct json *json)
{
	end_container(json, false);
}

void
json_begin_array(struct json *json, const char *key)
{
	begin_container(json, key, true);
}

void
json_end_array(struct json *json)
{
	end_container(json, true);
}

void
json_null(struct json *json, const char *key)
{
	begin_value(json, key);
	fputs("null", json->out);
}

void
json_bool(struct json *json, const char *key, bool value)
{
	begin_value(json, key);
	fputs(value ? "true" : "false", json->out);
}

void
json_uint(struct json *json, const char *key, uint64_t value)
{
	begin_value(json, key);
	fprintf(json->out, "%" PRIu64, value);
}

void
json_string(struct json *json, const char *key, const char *value)
{
	if (!value) {
		json_null(json, key);
		return;
	}
	begin_value(json, key);
	write_string(json, value);
}

void
json_seconds_between(struct json *json, const char *key, nsec from, nsec to)
{
	if (from == NSEC_UNKNOWN || to == NSEC_UNKNOWN) {
		json_null(json, key);
		return;
	}

	/* The magnitude always fits 64 bits, the signed difference may not. */
	uint64_t size = to >= from ? (uint64_t)to - (uint64_t)from
				   : (uint64_t)from - (uint64_t)to;
	begin_value(json, key);
	fprintf(json->out, "%s%" PRIu64 ".%09" PRIu64, to < from ? "-" : "",
		size / (uint64_t)NSEC_PER_SEC, size % (uint64_t)NSEC_PER_SEC);
}

void
json_seconds(struct json *json, const char *key, nsec value)
{
	json_seconds_between(json, key, value == NSEC_UNKNOWN ? NSEC_UNKNOWN : 0, value);
}

void
json_time(struct json *json, const char *key, nsec value)
{
	if (value == NSEC_UNKNOWN)
		json_null(json, key);
	else
		json_string(json, key, rfc3339_format(value).text);
}

/*
 * printf's own point depends on the locale, so the number is printed without one, scaled,
 * and the point put in by hand.
 */
void
json_fixed(struct json *json, const char *key, double value, unsigned decimals)
{
	/* DBL_MAX has 309 digits. */
	char digits[336], *at = digits;
	double scaled = value;

	assert(decimals <= 9);
	for (unsigned i = 0; i < decimals; i++)
		scaled *= 10;
	if (!isfinite(scaled)) {
		json_null(json, key);
		return;
	}
	begin_value(json, key);
	scaled = round(scaled);
	if (scaled < 0)
		fputc('-', json->out);
	/* At least one digit before the point. */
	snprintf(digits, sizeof(digits), "%0*.0f", (int)decimals + 1, fabs(scaled));

	int whole = (int)strlen(at) - (int)decimals;
	fprintf(json->out, decimals ? "%.*s.%s" : "%.*s%s", whole, at, at + whole);
}
