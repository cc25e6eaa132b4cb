/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spread.h - how the samples of one direction's data are distributed: round-trip times,
 * flight over time, delivery rates.
 *
 * Made with a direction's first payload or sample, since most connections of a busy
 * capture have little else than their handshake, and given back at the close.
 */
#ifndef CCTRACE_STATS_SPREAD_H
#define CCTRACE_STATS_SPREAD_H

#include "base/histogram.h"
#include "cctrace/stats.h"

/*
 * Spans of flight that wait for an ACK of data.  A sender that has lost its peer sends a
 * few segments more, so that the limit is met where no ACKs were captured at all, or
 * amid a window of that many segments, which is no tail yet.
 */
enum { FLIGHT_TAIL_MAX = 1024 };

/* `{0}` but for `since`, which spread_take sets. */
struct spread {
	struct histogram rtt, flight, rate;
	double rtt_by_bytes, rtt_bytes; /* sums; in the order of the steps, so the same each run */
	nsec rtt_min;            /* 0: no sample; a sample of 0 counts as 1 */
	nsec since;              /* when `now` was reached; NSEC_UNKNOWN before payload */
	uint32_t now;            /* bytes in flight */
	/* Spans since the last ACK of data: they count once there is a next. */
	struct histogram_sample *tail;
	size_t tail_count, tail_capacity;
	struct spread *next;     /* in the pool */
};

/* Spreads at rest, their memory kept for the next connection; `{0}` is empty. */
struct spread_pool {
	struct spread *first;
};

struct spread *spread_take(struct spread_pool *pool);
void spread_give(struct spread_pool *pool, struct spread *spread);
void spread_pool_fini(struct spread_pool *pool);

/* `rtt` below 0 is none.  `bytes`, above 0, is what its ACK delivered. */
void spread_add_rtt(struct spread *spread, nsec rtt, uint64_t bytes);

/* Dropped unless `interval` is above 0 and no shorter than the shortest RTT so far. */
void spread_add_rate(struct spread *spread, uint32_t bytes, nsec interval);

/*
 * From `time` on, `bytes` are in flight; time that goes back weighs nothing.  With
 * `acked`, data was acknowledged: what went before counts.
 */
void spread_add_flight(struct spread *spread, uint32_t bytes, nsec time, bool acked);

/* Fill the distributions of a row. */
void spread_settle(struct spread *spread, struct direction_stats *out);

#endif
