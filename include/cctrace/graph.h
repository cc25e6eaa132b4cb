/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * graph.h - the kinds of picture.  Each is one file and one row of a table.
 */
#ifndef CCTRACE_GRAPH_H
#define CCTRACE_GRAPH_H

#include "cctrace/scene.h"
#include "cctrace/stats.h"
#include "cctrace/tape.h"
#include "cctrace/verdict.h"

/* What a graph is made from; all borrowed for the life of the scene. */
struct graph_input {
	const struct tape *tape;
	const struct connection_row *row;
	enum direction dir;     /* whose data is drawn */
	const char *file;       /* base name for the footer, escaped */
	/* Of this direction; NULL where it was not judged. */
	const struct verdict *verdict;
	/* Where RTT and flight are drawn as the sender lived them; NULL where the capture saw
	 * that itself, or where it can't be rebuilt. */
	const struct sender_view *view;
	/*
	 * The stretch of time that kinds which `zoom` are to show, in ns since the connection's
	 * first segment: begin < end.  Both 0: they choose one.
	 */
	nsec zoom_begin, zoom_end;
};

struct graph_kind {
	const char *name;       /* "rtt": in -g and in file names */
	const char *title;      /* "Round-trip time" */
	const char *summary;    /* one line for --list-graphs */
	void (*build)(const struct graph_input *input, struct scene *scene);
	bool zoom;              /* shows a stretch of time: one picture for each --zoom */
};

/* The table, in the order in which graphs are made; ends with a NULL name. */
extern const struct graph_kind graph_kinds[];

/* NULL when there is none of that name. */
const struct graph_kind *graph_find(const char *name);

/* A scene; the caller frees it.  Never NULL: without data its `message` says why. */
struct scene *graph_build(const struct graph_kind *kind, const struct graph_input *input);

#endif
