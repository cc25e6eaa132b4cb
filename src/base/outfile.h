/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * outfile.h - a file that is written whole or not at all.
 *
 * A regular or new file is written under a temporary name beside it and renamed at the
 * end; a device, a pipe, a socket and what is open already (/dev/stdout, /dev/fd/3) are
 * written straight.  Of a symbolic link, the file that it leads to is replaced.
 */
#ifndef CCTRACE_BASE_OUTFILE_H
#define CCTRACE_BASE_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "cctrace/error.h"

struct outfile {
	FILE *stream;
	char *path, *target;     /* as given; with links followed */
	char *temporary;         /* NULL when written straight */
	int reason;              /* errno of a failed write, from a writer that knows it; else 0 */
};

/* False and a sentence when it can't be created. */
bool outfile_open(struct outfile *file, const char *path, struct error *error);

/* Flush, check, close, rename.  False and a sentence otherwise: nothing is left behind. */
bool outfile_commit(struct outfile *file, struct error *error);

/* Close and remove what was written. */
void outfile_abort(struct outfile *file);

#endif
