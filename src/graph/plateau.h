/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * plateau.h - how much is in flight once a transfer has settled.
 */
#ifndef CCTRACE_GRAPH_PLATEAU_H
#define CCTRACE_GRAPH_PLATEAU_H

#include "cctrace/graph.h"

/*
 * The P95 by time of the bytes in flight during the second half of the time from the first
 * data to the last ACK of data; exact.  0 where nothing was in flight for 95 % of it, or
 * nothing was acknowledged.
 */
uint32_t plateau_bytes(const struct graph_input *input);

#endif
