/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A string that grows is always terminated, holds any bytes, and begins as nothing.
 */
#include "base/strbuf.h"

#include <stdint.h>
#include <stdlib.h>

#include "../tap.h"

static void
nothing_is_the_empty_string(void)
{
	struct strbuf buf = {0};

	is_str(strbuf_text(&buf), "", "text of nothing");
	ok(!buf.bytes, "no memory is taken for it");
	strbuf_append(&buf, "", 0);
	ok(buf.bytes && buf.length == 0, "nothing appended is terminated memory");
	is_str(strbuf_text(&buf), "", "and the empty string");
	strbuf_fini(&buf);
	ok(!buf.bytes && buf.length == 0 && buf.capacity == 0, "ready again after the end");
	strbuf_printf(&buf, "%d", 1);
	is_str(strbuf_text(&buf), "1", "and usable");
	strbuf_fini(&buf);
	strbuf_fini(&buf);
	ok(true, "the end of nothing is nothing");
}

/* Around each size at which it grows, byte for byte. */
static void
it_grows_byte_by_byte(void)
{
	struct strbuf buf = {0};
	bool terminated = true, fits = true, same = true;

	for (size_t i = 0; i < 5000; i++) {
		char byte = (char)('a' + i % 26);

		strbuf_append(&buf, &byte, 1);
		terminated &= buf.bytes[buf.length] == '\0';
		fits &= buf.length + 1 <= buf.capacity;
	}
	for (size_t i = 0; i < 5000; i++)
		same &= buf.bytes[i] == (char)('a' + i % 26);
	is_int((int64_t)buf.length, 5000, "5000 bytes");
	ok(terminated, "terminated after each");
	ok(fits, "never beyond its capacity");
	ok(same, "all of them in order");
	ok(buf.capacity <= 2 * 5001, "at most twice the room needed");
	strbuf_fini(&buf);
}

static void
bytes_may_be_zero(void)
{
	struct strbuf buf = {0};

	strbuf_append(&buf, "a\0b", 3);
	strbuf_printf(&buf, "%c", 'c');
	is_int((int64_t)buf.length, 4, "length counts them");
	ok(memcmp(buf.bytes, "a\0bc", 5) == 0, "and they stay");
	strbuf_fini(&buf);
}

static void
printing_appends(void)
{
	struct strbuf buf = {0};
	char wide[300];

	strbuf_printf(&buf, "%s %d", "one", 2);
	strbuf_printf(&buf, "%s", "");
	strbuf_printf(&buf, ", %05.1f", 3.14);
	is_str(strbuf_text(&buf), "one 2, 003.1", "one after the other");
	strbuf_printf(&buf, "%250s", "x");
	snprintf(wide, sizeof(wide), "one 2, 003.1%250s", "x");
	is_str(strbuf_text(&buf), wide, "more than the room there was");
	strbuf_fini(&buf);
}

/* The boundaries of Unicode 3.9, table 3-7, and of the controls. */
static void
foreign_text_is_escaped(void)
{
	static const struct {
		const char *text, *escaped, *name;
	} cases[] = {
		{"", "", "nothing"},
		{"plain ~", "plain ~", "printable ASCII"},
		{"\t\r\n\x1f", "\\x09\\x0d\\x0a\\x1f", "controls"},
		{"a\\x0a", "a\\x0a", "a backslash stays"},
		{"\x7f", "\\x7f", "DEL"},
		{"\xc2\x80\xc2\x9f", "\\xc2\\x80\\xc2\\x9f", "U+0080 and U+009F"},
		{"\xc2\xa0", "\xc2\xa0", "U+00A0, the first behind them"},
		{"\xe2\x82\xac \xf0\x9f\x98\x80", "\xe2\x82\xac \xf0\x9f\x98\x80", "three, four bytes"},
		{"\xc0\xaf", "\\xc0\\xaf", "an overlong slash"},
		{"\xed\xa0\x80", "\\xed\\xa0\\x80", "a surrogate"},
		{"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "past U+10FFFF"},
		{"\xe2\x82", "\\xe2\\x82", "a sequence that is cut"},
		{"\xe2\x82" "A", "\\xe2\\x82A", "one that is broken off"},
		{"\x80", "\\x80", "a stray continuation"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct strbuf buf = {0};

		strbuf_escape(&buf, cases[i].text);
		is_str(strbuf_text(&buf), cases[i].escaped, cases[i].name);
		strbuf_fini(&buf);
	}
}

int
main(void)
{
	nothing_is_the_empty_string();
	it_grows_byte_by_byte();
	bytes_may_be_zero();
	printing_appends();
	foreign_text_is_escaped();
	return tap_done();
}
