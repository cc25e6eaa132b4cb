/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export.h - a connection's series as files for other programs: .xpl for xplot.org's
 * xplot, the vocabulary and colours being those of tcptrace.
 *
 * Times are seconds.microseconds since the Unix epoch, cut after the microsecond as
 * tcptrace cuts them; a time before 1970 is written as 0, since xplot knows none.
 * Sequence numbers are offsets as in struct step: the SYN at 0, the first byte at 1, and on
 * past 2^32 without a wrap.  They are those of `tcptrace -zy`; without a SYN, where
 * tcptrace counts from 0, they are one larger.
 */
#ifndef CCTRACE_EXPORT_H
#define CCTRACE_EXPORT_H

#include <stdio.h>

#include "cctrace/error.h"
#include "cctrace/tape.h"

/* What is exported; borrowed for the call. */
struct export_input {
	const struct tape *tape; /* closed */
	enum direction dir;      /* whose data */
};

struct export_kind {
	const char *name;        /* "owin": in file names */
	const char *graph;       /* "window-scaling": the graph of which it is the text */
	void (*write)(const struct export_input *input, FILE *out);
};

/* The table; ends with a NULL name. */
extern const struct export_kind export_kinds[];

/* What goes with a graph of that name; NULL: it has no .xpl. */
const struct export_kind *export_of_graph(const char *graph);

/*
 * Write `kind` to `path` as .xpl, whole or not at all; a device or pipe is written
 * straight.  Without data the file has its titles and no point.
 */
bool export_xpl(const struct export_kind *kind, const struct export_input *input,
	const char *path, struct error *error);

#endif
