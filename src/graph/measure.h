/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * measure.h - distances that explain a stretch of a transfer, measured between rows of the
 * tape and laid into a panel or an inset: the text of each is the difference of its ends.
 */
#ifndef CCTRACE_GRAPH_MEASURE_H
#define CCTRACE_GRAPH_MEASURE_H

#include "graph/locate.h"

/* Where measured distances are laid. */
struct measure {
	struct scene *scene;
	const struct graph_input *input;
	struct excerpt excerpt;
	uint8_t inset;           /* as in struct caliper */
	nsec busy_until;         /* set by measure_round_trip: what follows keeps behind it,
	                            where it can */
};

/* One RTT, from a segment to the ACK that covers it; false where no sample is the path's. */
bool measure_round_trip(struct measure *measure);

/*
 * One flight, from the ACK line to the highest byte sent just before an ACK, and the
 * silence before that ACK when it is a good part of the round trip, for which an inset has
 * no room.  At the receiver, who sees no flight, the silence alone.
 */
bool measure_flight(const struct measure *measure);

/* A retransmission's distance to what was sent before, for at most `max` of them. */
size_t measure_ages(const struct measure *measure, size_t max);

/* The time from a lost segment, or from what showed the gap, to what filled it. */
void measure_repair(const struct measure *measure, const struct repair *repair);

/*
 * The receive window's edge beside data that reaches from y->lo to y->hi: when it is near,
 * the axis is stretched to it and true is returned; when it is far, an arrow says how far
 * in a panel.
 */
bool measure_edge(const struct measure *measure, struct axis *y);

#endif
