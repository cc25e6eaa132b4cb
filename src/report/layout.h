/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layout.h - text on a terminal of 80 columns: paragraphs with a hanging indent, labelled
 * fields, cells of a table.  Columns are counted, not bytes.
 *
 * Lines break at spaces, but not behind a digit that a letter or % follows: a number
 * stays with its unit.  A no-break space (U+00A0) is printed as a space.  A word that is
 * longer than a line is broken anywhere.  Nothing is escaped here.
 */
#ifndef CCTRACE_REPORT_LAYOUT_H
#define CCTRACE_REPORT_LAYOUT_H

#include <stdio.h>

#include "base/strbuf.h"

enum { LAYOUT_COLUMNS = 80, LAYOUT_VALUE_COLUMN = 13 };

/* Spaces that hold things together. */
#define NBSP "\xc2\xa0"

/* Write `text` where `column` columns of the line are taken, further lines from `indent`
 * on, and a line feed at the end. */
void layout_paragraph(FILE *out, const char *text, size_t column, size_t indent);

/* "  label      text": the value begins at LAYOUT_VALUE_COLUMN.  A field without text is
 * left out. */
void layout_field(FILE *out, const char *label, const struct strbuf *text);

/* Append `text` padded with spaces to `columns`: on the right, or on the left. */
void layout_left(struct strbuf *line, const char *text, size_t columns);
void layout_right(struct strbuf *line, const char *text, size_t columns);

/*
 * Append `text` cut to `columns` (at least 1), a cut being shown by "…" in its place:
 * of the middle, so that both ends of an endpoint survive.
 */
void layout_shorten(struct strbuf *line, const char *text, size_t columns);

/* Append to a list of phrases: ", " goes in front unless the list is empty. */
void layout_phrase(struct strbuf *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
