/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rare.h - what happens rarely on the sequence axis and must not be missed: found in one
 * pass over the tape, kept as points, so that a million ordinary segments cost their
 * layers nothing.
 */
#ifndef CCTRACE_GRAPH_RARE_H
#define CCTRACE_GRAPH_RARE_H

#include "graph/drawing.h"

/* In the order in which they are drawn: the later one lies on top. */
enum rare_kind {
	RARE_PUSH, RARE_TIE, RARE_CE, RARE_ECE, RARE_KEEP_ALIVE, RARE_PROBE, RARE_THIRD,
	RARE_ZERO, RARE_LATE, RARE_LATE_LETTER, RARE_AGAIN,
	/* Of each cause first what was proven needless, then the others. */
	RARE_UNKNOWN, RARE_FAST = RARE_UNKNOWN + 2, RARE_SACK = RARE_FAST + 2,
	RARE_RACK = RARE_SACK + 2, RARE_LOST_AGAIN = RARE_RACK + 2,
	RARE_TAIL_PROBE = RARE_LOST_AGAIN + 2, RARE_TIMEOUT = RARE_TAIL_PROBE + 2,
	RARE_COUNT = RARE_TIMEOUT + 2
};

/* Points of each kind; `{0}` is none. */
struct rare {
	struct rare_list {
		struct point *points;
		size_t count, capacity;
	} list[RARE_COUNT];
};

/*
 * Collect all of a direction, PSH if `pushes`.  Ties, from a retransmission back to what was
 * sent before, are lines with gaps; the longest few are kept of those that are at least
 * `tie_min` long.
 */
void rare_find(struct rare *rare, const struct tape *tape, enum direction dir, nsec tie_min,
	bool pushes);
void rare_fini(struct rare *rare);

/* Add the layers of `first`..`last`. */
void rare_layers(const struct rare *rare, struct drawing *drawing, enum rare_kind first,
	enum rare_kind last);

/* "24 fast, 1 timeout; 2 needless" from counts by cause; NULL where there is none to tell. */
const char *rare_causes(struct scene *scene, const uint32_t by_cause[CAUSE_COUNT],
	uint32_t spurious);

#endif
