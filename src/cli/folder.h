/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * folder.h - the folder that pictures and files go to.
 */
#ifndef CCTRACE_CLI_FOLDER_H
#define CCTRACE_CLI_FOLDER_H

#include <stdbool.h>

#include "cctrace/error.h"

/*
 * Whether `path` is a folder that can be written, or one that could be made.  To be asked
 * before hours of a capture are read; nothing is made yet, since the capture may turn out
 * to be none.  False and a sentence otherwise.
 */
bool folder_check(const char *path, struct error *error);

/* Make it, unless it is there.  False and a sentence otherwise. */
bool folder_make(const char *path, struct error *error);

#endif
