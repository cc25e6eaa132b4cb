/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * window.h - the two curves of window-scaling, for other graphs.
 */
#ifndef CCTRACE_GRAPH_WINDOW_H
#define CCTRACE_GRAPH_WINDOW_H

#include "graph/drawing.h"

/* The receive window and the bytes in flight. */
void window_add_curves(struct drawing *drawing);

#endif
