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
static inline void
spread_add_rtt(struct spread *spread, nsec rtt, uint64_t bytes)
{
	if (rtt < 0)
		return;
	histogram_add(&spread->rtt, (uint64_t)rtt, 1);
	spread->rtt_by_bytes += (double)rtt * (double)bytes;
	spread->rtt_bytes += (double)bytes;
	if (spread->rtt_min == 0 || rtt < spread->rtt_min)
		spread->rtt_min = rtt ? rtt : 1;
}

/* Dropped unless `interval` is above 0 and no shorter than the shortest RTT so far. */
static inline void
spread_add_rate(struct spread *spread, uint32_t bytes, nsec interval)
{
	if (interval <= 0 || interval < spread->rtt_min)
		return;

	double bps = (double)bytes * 8e9 / (double)interval + 0.5;

	/* 4 GB in a nanosecond are more than 63 bits hold. */
	histogram_add(&spread->rate, bps < 9e18 ? (uint64_t)(int64_t)bps
		: UINT64_C(9000000000000000000), 1);
}

/* All that waits in the tail counts. */
void spread_keep_tail(struct spread *spread);
/* Room for one more in the tail: it grows, or at FLIGHT_TAIL_MAX it is kept. */
void spread_make_room(struct spread *spread);

/* From `time` on, `bytes` are in flight; time that goes back weighs nothing. */
static inline void
spread_add_flight(struct spread *spread, uint32_t bytes, nsec time)
{
	if (spread->since != NSEC_UNKNOWN && time > spread->since) {
		if (spread->tail_count == spread->tail_capacity
			|| spread->tail_count == FLIGHT_TAIL_MAX)
			spread_make_room(spread);
		/* The span of two hostile stamps can exceed what is signed. */
		spread->tail[spread->tail_count++] = (struct histogram_sample){
			spread->now, (uint64_t)time - (uint64_t)spread->since};
	}
	spread->since = time;
	spread->now = bytes;
}

/*
 * The same by an ACK of data.  What a sender does after the last one, its retransmissions
 * into the void and their minutes, is no flight of the transfer; whether an ACK is the last
 * is known when another comes.
 */
static inline void
spread_add_acked(struct spread *spread, uint32_t bytes, nsec time)
{
	spread_add_flight(spread, bytes, time);
	spread_keep_tail(spread);
}

/* Fill the distributions of a row. */
void spread_settle(struct spread *spread, struct direction_stats *out);

#endif
