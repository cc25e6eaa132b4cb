/* SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"

/* A character of the text: its bytes and columns; a stray byte is one of one column. */
struct letter {
	size_t bytes, columns;
};

static struct letter
letter_at(const char *text)
{
	uint32_t code;
	size_t bytes = utf8_decode(text, &code);

	if (bytes == 0)
		return (struct letter){1, 1};
	return (struct letter){bytes, utf8_width(code)};
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Can the line end at this space?  Not between a number and its unit (µ is two bytes). */
static bool
may_break(const char *text, const char *space)
{
	char next = space[1];
	bool unit = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
		next == '%' || strncmp(space + 1, "µ", strlen("µ")) == 0;

	return space == text || !is_digit(space[-1]) || !unit;
}

/* The end of the word that begins at `word`: where a line may break next. */
static const char *
find_word_end(const char *text, const char *word)
{
	const char *end = word;

	while (*end && !(*end == ' ' && may_break(text, end)))
		end++;
	return end;
}

static size_t
count_columns(const char *begin, const char *end)
{
	size_t columns = 0;

	while (begin < end) {
		struct letter letter = letter_at(begin);

		columns += letter.columns;
		begin += letter.bytes;
	}
	return columns;
}

static void
put_spaces(FILE *out, size_t count)
{
	while (count-- > 0)
		fputc(' ', out);
}

static void
put_letter(FILE *out, const char *at, size_t bytes)
{
	if (bytes == 2 && memcmp(at, NBSP, 2) == 0)
		fputc(' ', out);
	else
		fwrite(at, 1, bytes, out);
}

/* Print a word from `column` on, broken where the line is full; the column behind it. */
static size_t
put_word(FILE *out, const char *begin, const char *end, size_t column, size_t indent)
{
	while (begin < end) {
		struct letter letter = letter_at(begin);

		if (column + letter.columns > LAYOUT_COLUMNS) {
			fputc('\n', out);
			put_spaces(out, indent);
			column = indent;
		}
		put_letter(out, begin, letter.bytes);
		column += letter.columns;
		begin += letter.bytes;
	}
	return column;
}

void
layout_paragraph(FILE *out, const char *text, size_t column, size_t indent)
{
	const char *word = text;
	bool at_begin = true;

	while (*word) {
		const char *end = find_word_end(text, word);
		size_t columns = count_columns(word, end), gap = at_begin ? 0 : 1;

		/* A word that no line holds may as well begin in this one. */
		bool fits_a_line = columns <= LAYOUT_COLUMNS - indent;
		if (!at_begin &&
			column + gap + (fits_a_line ? columns : 1) > LAYOUT_COLUMNS) {
			fputc('\n', out);
			put_spaces(out, indent);
			column = indent;
			gap = 0;
		}
		put_spaces(out, gap);
		column = put_word(out, word, end, column + gap, indent);
		at_begin = false;
		word = *end ? end + 1 : end;
	}
	fputc('\n', out);
}

void
layout_field(FILE *out, const char *label, const struct strbuf *text)
{
	struct strbuf start = {0};

	if (text->length == 0)
		return;
	strbuf_printf(&start, "  ");
	layout_left(&start, label, LAYOUT_VALUE_COLUMN - 2);
	fputs(strbuf_text(&start), out);
	layout_paragraph(
		out, strbuf_text(text), LAYOUT_VALUE_COLUMN, LAYOUT_VALUE_COLUMN);
	strbuf_fini(&start);
}

static void
append_spaces(struct strbuf *line, size_t count)
{
	while (count-- > 0)
		strbuf_append(line, " ", 1);
}

static size_t
missing(const char *text, size_t columns)
{
	size_t have = utf8_columns(text);

	return have < columns ? columns - have : 0;
}

void
layout_left(struct strbuf *line, const char *text, size_t columns)
{
	strbuf_append(line, text, strlen(text));
	append_spaces(line, missing(text, columns));
}

void
layout_right(struct strbuf *line, const char *text, size_t columns)
{
	append_spaces(line, missing(text, columns));
	strbuf_append(line, text, strlen(text));
}

void
layout_shorten(struct strbuf *line, const char *text, size_t columns)
{
	size_t have = utf8_columns(text), head, tail;
	const char *at = text;

	if (have <= columns) {
		strbuf_append(line, text, strlen(text));
		return;
	}
	/* The tail, with the port, is the part that tells connections apart. */
	head = (columns - 1) / 3;
	tail = columns - 1 - head;
	while (head > 0 && letter_at(at).columns <= head) {
		struct letter letter = letter_at(at);

		strbuf_append(line, at, letter.bytes);
		head -= letter.columns;
		at += letter.bytes;
	}
	strbuf_append(line, "…", strlen("…"));
	while (utf8_columns(at) > tail)
		at += letter_at(at).bytes;
	strbuf_append(line, at, strlen(at));
}

void
layout_phrase(struct strbuf *list, const char *format, ...)
{
	va_list ap;

	if (list->length > 0)
		strbuf_append(list, ", ", 2);
	va_start(ap, format);
	strbuf_vprintf(list, format, ap);
	va_end(ap);
}
