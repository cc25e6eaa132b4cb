/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "report/layout.h"

#include <stdlib.h>

#include "../tap.h"

static void
paragraph_is(const char *text, size_t column, size_t indent, const char *expected,
	const char *name)
{
	char *got = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&got, &length);

	layout_paragraph(out, text, column, indent);
	fclose(out);
	is_str(got, expected, name);
	free(got);
}

/* Forty columns, then the text of the case. */
#define FORTY "0123456789012345678901234567890123456789"

static void
breaks_where_it_may(void)
{
	paragraph_is("a b", 0, 2, "a b\n", "a short text is a line");
	paragraph_is("", 0, 2, "\n", "so is none");
	paragraph_is(FORTY " " FORTY, 0, 2, FORTY "\n  " FORTY "\n",
		"81 columns are two lines, the second indented");
	paragraph_is("x" FORTY " y 12 ms", 33, 4, "x" FORTY " y\n    12 ms\n",
		"a number stays with its unit");
	paragraph_is(
		"x" FORTY " y 12 µs", 33, 4, "x" FORTY " y\n    12 µs\n", "also in µ");
	paragraph_is("x" FORTY " y a" NBSP "b", 35, 4, "x" FORTY " y\n    a b\n",
		"a no-break space holds, and is a space");
	paragraph_is(
		FORTY FORTY "xy", 0, 2, FORTY FORTY "\n  xy\n", "a long word is broken");
	paragraph_is("→→→→ →", 75, 2, "→→→→\n  →\n", "columns count, not bytes");
	paragraph_is("日本", 77, 2, "日\n  本\n", "a wide letter needs two");
}

static void
shortened_is(const char *text, size_t columns, const char *expected, const char *name)
{
	struct strbuf line = {0};

	layout_shorten(&line, text, columns);
	is_str(strbuf_text(&line), expected, name);
	strbuf_fini(&line);
}

static void
shortens_in_the_middle(void)
{
	shortened_is("10.0.1.2:80", 11, "10.0.1.2:80", "what fits stays");
	shortened_is("10.0.1.2:80", 10, "10.…1.2:80", "both ends survive");
	shortened_is("10.0.1.2:80", 1, "…", "one column");
	shortened_is("日本語日本語", 6, "…本語", "a wide letter isn't halved");
}

static void
pads_by_columns(void)
{
	struct strbuf line = {0};

	layout_left(&line, "µs", 4);
	layout_right(&line, "→", 3);
	layout_right(&line, "long", 2);
	is_str(strbuf_text(&line), "µs    →long",
		"left, right, and one that is too long");
	strbuf_fini(&line);
}

static void
joins_phrases(void)
{
	struct strbuf list = {0};

	layout_phrase(&list, "%d packets", 3);
	layout_phrase(&list, "a SACK");
	is_str(strbuf_text(&list), "3 packets, a SACK", "with a comma between");
	strbuf_fini(&list);
}

int
main(void)
{
	breaks_where_it_may();
	shortens_in_the_middle();
	pads_by_columns();
	joins_phrases();
	return tap_done();
}
