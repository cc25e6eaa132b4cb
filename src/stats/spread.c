/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spread.c - distributions of one direction, kept in histograms and told as numbers.
 */
#include "stats/spread.h"

#include <stdlib.h>

#include "base/xalloc.h"

struct spread *
spread_take(struct spread_pool *pool)
{
	struct spread *spread = pool->first;

	if (spread)
		pool->first = spread->next;
	else
		spread = xcalloc(1, sizeof(*spread));
	spread->rtt_by_bytes = spread->rtt_bytes = 0;
	spread->rtt_min = 0;
	spread->since = NSEC_UNKNOWN;
	spread->now = 0;
	spread->tail_count = 0;
	return spread;
}

void
spread_give(struct spread_pool *pool, struct spread *spread)
{
	if (!spread)
		return;
	histogram_reset(&spread->rtt);
	histogram_reset(&spread->flight);
	histogram_reset(&spread->rate);
	spread->next = pool->first;
	pool->first = spread;
}

void
spread_pool_fini(struct spread_pool *pool)
{
	while (pool->first) {
		struct spread *spread = pool->first;

		pool->first = spread->next;
		histogram_fini(&spread->rtt);
		histogram_fini(&spread->flight);
		histogram_fini(&spread->rate);
		free(spread->tail);
		free(spread);
	}
}

void
spread_keep_tail(struct spread *spread)
{
	for (size_t i = 0; i < spread->tail_count; i++)
		histogram_add(&spread->flight, spread->tail[i].value, spread->tail[i].weight);
	spread->tail_count = 0;
}

void
spread_make_room(struct spread *spread)
{
	if (spread->tail_count == FLIGHT_TAIL_MAX)
		spread_keep_tail(spread);
	else
		spread->tail = xgrow(spread->tail, &spread->tail_capacity, spread->tail_count,
			sizeof(*spread->tail), 4);
}

static nsec
whole_nsec(double value)
{
	return value < 9.2e18 ? (nsec)(value + 0.5) : INT64_MAX;
}

static void
settle_rtt(struct spread *spread, struct rtt_stats *rtt)
{
	struct histogram *from = &spread->rtt;

	if (from->count == 0)
		return;
	rtt->samples = from->count;
	rtt->min = (nsec)from->min;
	rtt->max = (nsec)from->max;
	rtt->mean = whole_nsec(histogram_mean(from));
	rtt->mean_by_bytes = whole_nsec(spread->rtt_by_bytes / spread->rtt_bytes);
	rtt->p50 = (nsec)histogram_percentile(from, 0.50);
	rtt->p90 = (nsec)histogram_percentile(from, 0.90);
	rtt->p95 = (nsec)histogram_percentile(from, 0.95);
	rtt->p99 = (nsec)histogram_percentile(from, 0.99);
}

static void
settle_flight(struct spread *spread, struct flight_stats *flight)
{
	struct histogram *from = &spread->flight;

	if (from->weight == 0 || from->weight > INT64_MAX)
		return;
	flight->duration = (nsec)from->weight;
	flight->mean_bytes = (uint32_t)(histogram_mean(from) + 0.5);
	flight->p50_bytes = (uint32_t)histogram_percentile(from, 0.50);
	flight->p95_bytes = (uint32_t)histogram_percentile(from, 0.95);
	flight->max_bytes = (uint32_t)from->max;
}

void
spread_settle(struct spread *spread, struct direction_stats *out)
{
	settle_rtt(spread, &out->rtt);
	/* Without an ACK of data, nothing is known to have been in flight, or for how long. */
	if (out->last_ack_of_data != NSEC_UNKNOWN)
		settle_flight(spread, &out->flight);
	if (spread->rate.count) {
		out->rate.samples = spread->rate.count;
		out->rate.p50_bps = histogram_percentile(&spread->rate, 0.50);
		out->rate.p99_bps = histogram_percentile(&spread->rate, 0.99);
	}
}
