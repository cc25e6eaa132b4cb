/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * xpl.h - the language of xplot.org's xplot: a line a command, with the colour that was
 * set last.
 */
#ifndef CCTRACE_EXPORT_XPL_H
#define CCTRACE_EXPORT_XPL_H

#include <stdio.h>

#include "cctrace/export.h"

/*
 * `{.out = file}` begins one.  Values are integers in units of 10^-decimals of the axis:
 * with 6, nanoseconds are milliseconds of six places.
 */
struct xpl {
	FILE *out;
	int decimals;            /* 0 or 6 */
	const char *colour;      /* set last; NULL: none */
};

/* Axes and titles, as tcptrace words them: "A:80_==>_B:90 (WHAT)". */
void xpl_begin(struct xpl *xpl, const struct export_input *input, const char *what,
	const char *value_label);
void xpl_end(struct xpl *xpl);

/* For all that follows; a colour that holds already is not written again. */
void xpl_colour(struct xpl *xpl, const char *colour);

/* `shape`: dot, diamond, box, uarrow, darrow, utick, dtick, htick. */
void xpl_point(struct xpl *xpl, const char *shape, nsec time, int64_t value);

void xpl_line(struct xpl *xpl, nsec time0, int64_t value0, nsec time1, int64_t value1);

/* `where`, of the point: atext above, btext below, rtext right of it. */
void xpl_text(struct xpl *xpl, const char *where, nsec time, int64_t value, const char *text);

/* A line that keeps its value until the next: `{0}` is one without a point. */
struct xpl_step {
	nsec time;
	int64_t value;
	bool begun;
};

/*
 * Draw it on to `time` and up or down to `value`.  Returns false for its first point,
 * of which nothing is drawn.
 */
bool xpl_step(struct xpl *xpl, struct xpl_step *step, nsec time, int64_t value);

#endif
