/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * job.h - the main job: read, report, draw.
 */
#ifndef CCTRACE_CLI_JOB_H
#define CCTRACE_CLI_JOB_H

#include <stdio.h>

#include "cli/options.h"

/* Exit statuses; when several hold: UNWRITABLE, then DAMAGED, then NOTHING. */
enum job_status {
	JOB_DONE = 0, JOB_USAGE = 1, JOB_UNREADABLE = 2, JOB_DAMAGED = 3, JOB_NOTHING = 4,
	JOB_UNWRITABLE = 5,
};

/* Results go to stdout and files, sentences to stderr. */
enum job_status job_run(const struct options *options);

/* One line a graph: name and what it shows. */
void job_list_graphs(FILE *out);

#endif
