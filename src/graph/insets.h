/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * insets.h - the telling moments of a whole transfer, enlarged in its own picture.
 */
#ifndef CCTRACE_GRAPH_INSETS_H
#define CCTRACE_GRAPH_INSETS_H

#include "graph/drawing.h"

/*
 * At most two insets of panel 0, whose x axis is already fitted: the longest repair, and a
 * round trip of the steady state, each with what can be measured in it.  None where
 * the picture shows them large enough by itself.
 */
void insets_add(struct drawing *drawing);

#endif
