/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * main.c - the order of work, and what the exit status says of it.
 */
#include <signal.h>
#include <stdio.h>

#include "cli/job.h"
#include "cli/options.h"
#include "cli/version.h"

/* The reader of a pipe went away: that is no error, and nothing is left to say. */
static void
leave_quietly(void)
{
	signal(SIGPIPE, SIG_DFL);
}

int
main(int argc, char **argv)
{
	struct options options;
	struct error error = {{0}};
	int status = 0;

	leave_quietly();
	if (!options_parse(argc, argv, &options, &error)) {
		fprintf(stderr, "cctrace: %s\nTry 'cctrace --help'.\n", error.text);
		status = JOB_USAGE;
	} else if (options.help) {
		options_help(stdout);
	} else if (options.version) {
		version_print(stdout);
	} else if (options.list_graphs) {
		job_list_graphs(stdout);
	} else {
		status = (int)job_run(&options);
	}
	options_fini(&options);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fputs("cctrace: standard output can't be written\n", stderr);
		status = JOB_UNWRITABLE;
	}
	return status;
}
