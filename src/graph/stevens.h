/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stevens.h - the layers of Stevens' graph, for the whole of a transfer or a part.
 */
#ifndef CCTRACE_GRAPH_STEVENS_H
#define CCTRACE_GRAPH_STEVENS_H

#include "graph/drawing.h"

/* A dot for every data segment, and other shapes for what is no new data. */
void stevens_add_segments(struct drawing *drawing);

#endif
