/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table.h - one line a connection.
 */
#ifndef CCTRACE_REPORT_TABLE_H
#define CCTRACE_REPORT_TABLE_H

#include <stdio.h>

#include "cctrace/report.h"

/* Head, `count` rows in the order given, and the legend of the marks that were used. */
void table_write(FILE *out, const struct connection_row *const *rows, size_t count);

#endif
