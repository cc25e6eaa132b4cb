/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kinds.h - the writers that registry.c lists, one a file; contract in export.h.
 */
#ifndef CCTRACE_EXPORT_KINDS_H
#define CCTRACE_EXPORT_KINDS_H

#include "cctrace/export.h"

void xpl_tcptrace(const struct export_input *input, FILE *out);
void xpl_rtt(const struct export_input *input, FILE *out);
void xpl_owin(const struct export_input *input, FILE *out);
void xpl_throughput(const struct export_input *input, FILE *out);

#endif
