/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CCTRACE_CLI_VERSION_H
#define CCTRACE_CLI_VERSION_H

#include <stdio.h>

/* The text of --version: cctrace, the libraries in use, the licence. */
void version_print(FILE *out);

#endif
