/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * headline.h - the words above every picture: what was carried, how long, how fast and
 * what stood out; and what can be said from where the capture was taken.
 */
#ifndef CCTRACE_GRAPH_HEADLINE_H
#define CCTRACE_GRAPH_HEADLINE_H

#include "graph/drawing.h"

/*
 * "8.48 MB in 20.6 s, 3.29 Mbit/s: limited by loss for 98 % of the time, 61 retransmissions in
 * 53 recoveries": the same in all graphs of a direction.  What limited it only where the
 * verdict is no guess.  NULL when it carried no data.  Owned by the scene.
 */
const char *headline_text(struct scene *scene, const struct graph_input *input);

/* Why a direction without data has no picture: a sentence.  Owned by the scene, or static. */
const char *headline_nothing(struct scene *scene, const struct graph_input *input);

/*
 * "captured at the receiver: flight is a lower bound; the path's RTT by the handshake is
 * 40.0 ms".  Claims nothing that isn't measured.  Owned by the scene, or static.
 */
const char *headline_ribbon(struct scene *scene, const struct graph_input *input);

#endif
