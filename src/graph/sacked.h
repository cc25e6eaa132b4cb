/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sacked.h - what each SACK option tells that earlier ones had not: receivers repeat a
 * block in every ACK (RFC 2018 4), and a bar for each is a stain.
 */
#ifndef CCTRACE_GRAPH_SACKED_H
#define CCTRACE_GRAPH_SACKED_H

#include "graph/drawing.h"

/* Bars in order of the tape; the points are the caller's to free. */
struct sacked {
	struct point *points;
	size_t count, capacity;
};

/* The parts of `dir`'s data that are SACKed for the first time. */
void sacked_find(struct sacked *sacked, const struct tape *tape, enum direction dir);
void sacked_fini(struct sacked *sacked);

#endif
