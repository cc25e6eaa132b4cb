/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * detail.h - which stretch of a transfer is worth a picture of its own.
 */
#ifndef CCTRACE_GRAPH_DETAIL_H
#define CCTRACE_GRAPH_DETAIL_H

#include "graph/locate.h"

struct detail {
	struct excerpt excerpt;
	const char *why;         /* "the longest repair": for the subtitle */
	bool repaired;           /* chosen for `repair` */
	struct repair repair;
};

/*
 * The zoom asked for; else the longest repair; else some round trips of the steady state,
 * beginning with an ACK that advances; else all of the data.  max(50 ms, 3 round trips)
 * wide, at most 12 round trips, unless the repair takes longer.
 */
struct detail detail_choose(const struct graph_input *input);

#endif
