/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/utf8.h"

#include "base/strbuf.h"
#include "../tap.h"

static void
decodes(const char *text, size_t length, uint32_t code, const char *name)
{
	uint32_t got;

	is_int((int64_t)utf8_decode(text, &got), (int64_t)length, name);
	if (length > 0)
		is_int(got, code, name);
}

/* The edges of Unicode 3.9, table 3-7. */
static void
takes_the_well_formed_only(void)
{
	decodes("A", 1, 'A', "ASCII");
	decodes("", 1, 0, "the terminating NUL");
	decodes("\xc2\x80", 2, 0x80, "first of two bytes");
	decodes("\xdf\xbf", 2, 0x7ff, "last of two");
	decodes("\xe0\xa0\x80", 3, 0x800, "first of three");
	decodes("\xef\xbf\xbf", 3, 0xffff, "last of three");
	decodes("\xf0\x90\x80\x80", 4, 0x10000, "first of four");
	decodes("\xf4\x8f\xbf\xbf", 4, 0x10ffff, "last of four");
	decodes("\xc1\xbf", 0, 0, "overlong in two");
	decodes("\xe0\x9f\xbf", 0, 0, "overlong in three");
	decodes("\xf0\x8f\xbf\xbf", 0, 0, "overlong in four");
	decodes("\xed\xa0\x80", 0, 0, "a surrogate");
	decodes("\xf4\x90\x80\x80", 0, 0, "past U+10FFFF");
	decodes("\x80", 0, 0, "a stray continuation");
	decodes("\xe2\x86", 0, 0, "ended early");
}

static void
counts_columns(void)
{
	is_int((int64_t)utf8_columns("A → B"), 5, "an arrow is one");
	is_int((int64_t)utf8_columns("50.1 µs"), 7, "so is a micro sign");
	is_int((int64_t)utf8_columns("日本"), 4, "ideographs are two each");
	is_int((int64_t)utf8_columns("e\xcc\x81"), 1, "a combining accent is none");
	is_int((int64_t)utf8_columns("\xff\xff"), 2, "a stray byte is one");
}

static void
escapes_what_a_terminal_would_act_on(void)
{
	struct strbuf text = {0};

	strbuf_escape(&text, "a\x1b[2J\x7f\xc2\x9b\xff→");
	is_str(strbuf_text(&text), "a\\x1b[2J\\x7f\\xc2\\x9b\\xff→",
		"controls, C1 and stray bytes are spelled out");
	strbuf_fini(&text);
}

int
main(void)
{
	takes_the_well_formed_only();
	counts_columns();
	escapes_what_a_terminal_would_act_on();
	return tap_done();
}
