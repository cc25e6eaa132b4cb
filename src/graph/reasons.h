/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reasons.h - the verdict's spans in a picture: what held the transfer back at each moment.
 */
#ifndef CCTRACE_GRAPH_REASONS_H
#define CCTRACE_GRAPH_REASONS_H

#include "graph/drawing.h"

/* As the bar above the panels; nothing where the direction was not judged. */
void drawing_reasons(struct drawing *drawing);

/* Shaded behind the panels, in the legend with their shares of the time; needs a verdict. */
void drawing_shade_reasons(struct drawing *drawing);

#endif
