/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * path.h - one direction of a connection: round trips, flight, window, what was lost and
 * sent again, each with the name that it deserves at this vantage.
 */
#ifndef CCTRACE_REPORT_PATH_H
#define CCTRACE_REPORT_PATH_H

#include <stdio.h>

#include "cctrace/report.h"

/* A blank line and a section. */
void path_write(FILE *out, const struct connection_row *row, enum direction dir);

/* What went wrong in a direction that deserves no section: one field, or nothing. */
void path_write_trouble(FILE *out, const struct connection_row *row, enum direction dir);

#endif
