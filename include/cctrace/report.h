/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report.h - rows for people and machines.
 */
#ifndef CCTRACE_REPORT_H
#define CCTRACE_REPORT_H

#include <stdio.h>

#include "cctrace/verdict.h"

struct report_input {
	const char *const *files;   /* as given on the command line */
	size_t file_count;
	const struct capture_info *capture;
	const struct frame_counts *counts;
	/* Selected rows in order of first frame. */
	const struct connection_row *const *rows;
	size_t row_count;
	const struct verdicts *verdicts; /* NULL: not asked for */
};

/*
 * The summary on a terminal, 80 columns: the capture, then one block a connection for up
 * to 5, else a table of the 20 largest; the largest payload first.  `list` asks for the
 * table alone, with all connections.
 */
void report_text(const struct report_input *input, bool list, FILE *out);

/* One document (`cctrace/1`, described in doc/json.md), or one line a connection. */
void report_json(const struct report_input *input, FILE *out);
void report_ndjson(const struct report_input *input, FILE *out);

#endif
