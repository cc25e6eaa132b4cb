/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * window.h - the two curves of window-scaling, for other graphs.
 */
#ifndef CCTRACE_GRAPH_WINDOW_H
#define CCTRACE_GRAPH_WINDOW_H

#include "graph/moments.h"

/* The receive window and the bytes in flight. */
void window_add_curves(struct drawing *drawing);

/* A moment_height on the curve of flight; `context` is the graph_input. */
int64_t window_height(const void *context, const struct moment_place *place);

#endif
