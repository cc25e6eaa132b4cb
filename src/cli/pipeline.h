/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pipeline.h - from files to rows and tapes: one pass over the capture.
 */
#ifndef CCTRACE_CLI_PIPELINE_H
#define CCTRACE_CLI_PIPELINE_H

#include <stdio.h>

#include "cctrace/capture.h"
#include "cctrace/explain.h"
#include "cctrace/stats.h"
#include "cctrace/tape.h"
#include "cctrace/tcp.h"
#include "cctrace/verdict.h"

struct pipeline_options {
	const char *const *files;
	size_t file_count;
	const char *filter;      /* NULL: none */
	bool no_tunnels;         /* look for TCP in none */
	/* Steps are printed here; NULL: not. */
	struct steps_printer *printer;
	/* Frames to be explained are kept here; NULL: none. */
	struct explain *explain;
	/* Recording for graphs; NULL: none. */
	struct tapes *tapes;
	bool verdicts;           /* judge every connection that has a tape */
	bool drop_tapes;         /* ... and drop it then */
	size_t batch;            /* 0: the default */
	/* Told of input that was damaged or could not be read; the sentence is finished. */
	void (*on_trouble)(void *context, const struct error *error);
	void *context;
};

/* Rows, counts and what the tapes say of their connections stay valid until pipeline_free. */
struct pipeline {
	struct capture *capture;
	struct flow_table *flows;
	struct stats *stats;
	struct verdicts *verdicts; /* NULL when not asked for */
	struct frame_counts counts;
	bool damaged;            /* some of the input was cut, damaged or unreadable */
};

/* False with a sentence when the capture can't be opened; `pipeline` is empty then. */
bool pipeline_run(struct pipeline *pipeline, const struct pipeline_options *options,
	struct error *error);
/* Can these be read a second time? */
bool pipeline_can_repeat(const char *const *files, size_t count);
/* An empty one is fine. */
void pipeline_free(struct pipeline *pipeline);

#endif
