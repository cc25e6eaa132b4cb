/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * repairs.h - what was sent again, as ticks along the bottom of graphs whose axis is no
 * sequence.
 */
#ifndef CCTRACE_GRAPH_REPAIRS_H
#define CCTRACE_GRAPH_REPAIRS_H

#include "graph/drawing.h"

/* They hang from a little above zero; `top`: where the axis ends, were it linear throughout. */
void drawing_repairs(struct drawing *drawing, int64_t top);

#endif
