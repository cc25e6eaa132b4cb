/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * block.h - one connection told at length: who sent what to whom, how it went, and what
 * the capture can and cannot say about it.
 */
#ifndef CCTRACE_REPORT_BLOCK_H
#define CCTRACE_REPORT_BLOCK_H

#include <stdio.h>

#include "cctrace/report.h"

void block_write(FILE *out, const struct connection_row *row, const struct verdict *verdict);

#endif
