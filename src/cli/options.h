/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * options.h - the command line: one table, from which parsing, --help and the check of the
 * man page come.
 */
#ifndef CCTRACE_CLI_OPTIONS_H
#define CCTRACE_CLI_OPTIONS_H

#include <stdio.h>

#include "cctrace/error.h"
#include "cctrace/render.h"
#include "cctrace/units.h"

/* Streams wanted by -s: `first`..`last`, of them part `part`, or all parts (-1). */
struct stream_range {
	uint32_t first, last;
	int64_t part;
};

/* Asked for by --zoom: ns since a connection's first segment, begin < end. */
struct zoom {
	nsec begin, end;
};

enum draw_direction { DRAW_DATA, DRAW_A2B, DRAW_B2A, DRAW_BOTH };

/* Kinds of file, as bits. */
enum output_format { FORMAT_PNG = 1, FORMAT_XPL = 2 };

struct options {
	/* Arrays are owned, what they point to is argv's. */
	const char **files;
	size_t file_count;
	const char *output_dir;      /* NULL: nothing is drawn */
	const char *filter;          /* NULL: none */
	const char *graphs;          /* list as given; NULL: all */
	struct stream_range *streams;
	size_t stream_count;         /* 0: chosen by payload */
	enum draw_direction direction;
	struct zoom *zooms;
	size_t zoom_count;           /* 0: the graphs choose */
	unsigned formats;            /* enum output_format, at least one */
	uint32_t top;                /* 0: not given */
	bool all, list, list_graphs, steps, no_tunnels, no_verdict, quiet, help, version;
	uint64_t *explain;           /* frames, in the order given */
	size_t explain_count;
	const char *json, *ndjson;   /* NULL: not asked for; "-": stdout */
	int width, height;
	double scale;
	enum render_theme theme;
	size_t tape_budget;          /* bytes of all tapes together; 0: the default.  No option:
	                                 for tests, which can't fill the default */
};

/*
 * Read the command line into `options`.  False and a sentence when it is wrong; options
 * that ask for help or the version leave the rest unchecked.
 */
bool options_parse(int argc, char *const *argv, struct options *options,
	struct error *error);
void options_fini(struct options *options);

/* The text of --help, 80 columns. */
void options_help(FILE *out);

/* One line an option, "-o, --output-dir": for tests. */
void options_names(FILE *out);

/* Does -s (or its absence) take this connection? */
bool options_wants(const struct options *options, uint32_t stream, uint32_t part);

#endif
