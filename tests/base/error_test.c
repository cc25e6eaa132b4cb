/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sentence about the outside world is one line, whatever a file is called.
 */
#include "cctrace/error.h"

#include <stdlib.h>

#include "../tap.h"

static void
a_sentence_is_formatted(void)
{
	struct error error = {{0}};

	is_str(error.text, "", "no error is no text");
	error_set(&error, "%s: cut at byte %d", "a.pcap", 24);
	is_str(error.text, "a.pcap: cut at byte 24", "name and number");
	error_set(&error, "%s", "");
	is_str(error.text, "", "the next one replaces it");
	error_set(NULL, "%s", "nobody listens");
	ok(true, "without a place for it nothing happens");
}

static void
names_of_files_cannot_act_on_a_terminal(void)
{
	static const struct {
		const char *name, *text;
	} cases[] = {
		{"a\nb", "a\\x0ab: is a directory"},
		{"\x1b[2J", "\\x1b[2J: is a directory"},
		{"\x7f", "\\x7f: is a directory"},
		{"\xc2\x9b" "31m", "\\xc2\\x9b31m: is a directory"},
		{"\xff\xfe", "\\xff\\xfe: is a directory"},
		{"h\xc3\xa4user", "h\xc3\xa4user: is a directory"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error error = {{0}};

		error_set(&error, "%s: is a directory", cases[i].name);
		is_str(error.text, cases[i].text, "escaped where it must be");
	}
}

/* A path may have 4096 bytes, and each may become four. */
static void
a_long_sentence_is_cut(void)
{
	struct error error = {{0}};
	char name[4097];

	memset(name, '\x01', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	error_set(&error, "%s: no", name);
	is_int((int64_t)strlen(error.text), sizeof(error.text) - 1, "to the room there is");
	ok(strncmp(error.text, "\\x01\\x01", 8) == 0, "from its begin");
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(error.text) - 1] = '\0';
	error_set(&error, "%s", name);
	is_str(error.text, name, "one that just fits is whole");
}

/* What was said before may be part of what is said now. */
static void
a_sentence_may_quote_its_own_place(void)
{
	struct error error = {{0}};

	error_set(&error, "the gzip stream is corrupt");
	error_set(&error, "a.gz: %s", error.text);
	is_str(error.text, "a.gz: the gzip stream is corrupt", "read before it is written");
}

int
main(void)
{
	a_sentence_is_formatted();
	names_of_files_cannot_act_on_a_terminal();
	a_long_sentence_is_cut();
	a_sentence_may_quote_its_own_place();
	return tap_done();
}
