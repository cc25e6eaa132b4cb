/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * json_check.h - a strict reader of JSON (RFC 8259) that tells what it read as lines
 * "path=value", in order: "connections[0].a.port=80".  Containers are lines "path={" and
 * "path=[".  It knows nothing of the writer.
 */
#ifndef CCTRACE_TESTS_JSON_CHECK_H
#define CCTRACE_TESTS_JSON_CHECK_H

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"

struct json_check {
	const char *at;
	struct strbuf lines;
	char path[512];
};

static inline bool check_value(struct json_check *check);

static inline void
check_space(struct json_check *check)
{
	check->at += strspn(check->at, " \t\r\n");
}

static inline bool
check_take(struct json_check *check, const char *token)
{
	size_t length = strlen(token);

	if (strncmp(check->at, token, length) != 0)
		return false;
	check->at += length;
	return true;
}

/* The raw text between the quotes goes to `raw`, if there is one. */
static inline bool
check_string(struct json_check *check, struct strbuf *raw)
{
	if (!check_take(check, "\""))
		return false;
	while (*check->at != '"') {
		uint32_t code;
		size_t length = utf8_decode(check->at, &code);

		if (length == 0 || code < 0x20)
			return false;
		if (code == '\\') {
			length = check->at[1] == 'u' ? 6 : 2;
			if (!check->at[1] || !strchr("\"\\/bfnrtu", check->at[1]))
				return false;
			for (size_t i = 2; i < length; i++)
				if (!isxdigit((unsigned char)check->at[i]))
					return false;
		}
		if (raw)
			strbuf_append(raw, check->at, length);
		check->at += length;
	}
	check->at++;
	return true;
}

static inline bool
check_digits(struct json_check *check)
{
	size_t count = strspn(check->at, "0123456789");

	check->at += count;
	return count > 0;
}

static inline bool
check_number(struct json_check *check)
{
	check_take(check, "-");
	if (!check_take(check, "0") && !check_digits(check))
		return false;
	if (check_take(check, ".") && !check_digits(check))
		return false;
	return true;
}

static inline void
check_line(struct json_check *check, const char *begin, size_t length)
{
	strbuf_printf(&check->lines, "%s=%.*s\n", check->path, (int)length, begin);
}

/* Members or elements up to `close`; `keys` tells which. */
static inline bool
check_members(struct json_check *check, bool keys, const char *close)
{
	size_t depth = strlen(check->path), index = 0;

	check_line(check, check->at, 1);
	check->at++;
	check_space(check);
	if (check_take(check, close))
		return true;
	do {
		struct strbuf key = {0};

		check_space(check);
		if (keys && !check_string(check, &key))
			return false;
		check_space(check);
		if (keys && !check_take(check, ":"))
			return false;
		if (keys)
			snprintf(check->path + depth, sizeof(check->path) - depth, "%s%s",
				depth > 0 ? "." : "", strbuf_text(&key));
		else
			snprintf(check->path + depth, sizeof(check->path) - depth,
				"[%zu]", index++);
		strbuf_fini(&key);
		if (!check_value(check))
			return false;
		check->path[depth] = '\0';
		check_space(check);
	} while (check_take(check, ","));
	return check_take(check, close);
}

static inline bool
check_value(struct json_check *check)
{
	const char *begin;

	check_space(check);
	begin = check->at;
	if (*begin == '{')
		return check_members(check, true, "}");
	if (*begin == '[')
		return check_members(check, false, "]");
	if (*begin == '"') {
		if (!check_string(check, NULL))
			return false;
	} else if (!check_take(check, "null") && !check_take(check, "true") &&
		!check_take(check, "false") && !check_number(check)) {
		return false;
	}
	check_line(check, begin, (size_t)(check->at - begin));
	return true;
}

/* Is `text` one JSON text, and nothing else?  `lines` says what is in it; to be freed. */
static inline bool
json_check(const char *text, struct strbuf *lines)
{
	struct json_check check = {.at = text};
	bool good = check_value(&check);

	check_space(&check);
	*lines = check.lines;
	return good && *check.at == '\0';
}

/* Is there a line "path=value"? */
static inline bool
json_check_has(const struct strbuf *lines, const char *path_and_value)
{
	size_t length = strlen(path_and_value);

	for (const char *at = strbuf_text(lines); *at; at += strcspn(at, "\n") + 1)
		if (strncmp(at, path_and_value, length) == 0 && at[length] == '\n')
			return true;
	return false;
}

#endif
