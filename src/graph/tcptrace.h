/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcptrace.h - the layers of tcptrace's vocabulary, for the whole of a transfer or a part.
 */
#ifndef CCTRACE_GRAPH_TCPTRACE_H
#define CCTRACE_GRAPH_TCPTRACE_H

#include "graph/rare.h"
#include "graph/sacked.h"

/* The receive window's edge, dotted where its scale is unknown, and the ACK line. */
void tcptrace_add_edge(struct drawing *drawing);
void tcptrace_add_acks(struct drawing *drawing);

/*
 * SACKed parts and D-SACKs, data, and above them what is rare.  `near`: segments are far
 * enough apart for thick bars and for PSH, where there are not too many.
 */
void tcptrace_add_segments(struct drawing *drawing, const struct sacked *sacked,
	const struct rare *rare, bool near);

#endif
