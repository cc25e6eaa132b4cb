/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moments.h - the few events that explain a transfer: what stopped it, for how long, what
 * was lost.  Chosen by the time they cost, the same in every graph of a direction.
 */
#ifndef CCTRACE_GRAPH_MOMENTS_H
#define CCTRACE_GRAPH_MOMENTS_H

#include "graph/drawing.h"

/* Where a moment is, for a graph to find its height there. */
struct moment_place {
	nsec x;          /* as in struct moment */
	size_t row;      /* of the tape */
	stroff offset;   /* of the drawn direction's data */
};

/* The height of a moment in panel 0, in its unit. */
typedef int64_t (*moment_height)(const void *context, const struct moment_place *place);

/*
 * Adds at most SCENE_MOMENTS_MAX moments, in order of time: timeouts, zero windows, losses,
 * resets, pauses, SYNs sent again, steps of the clock.  Call it before the axes are fitted:
 * they reach to every moment.
 */
void drawing_moments(struct drawing *drawing, moment_height height, const void *context);

/* A moment_height for sequence axes: the offset; needs no context. */
int64_t moment_offset(const void *context, const struct moment_place *place);

#endif
