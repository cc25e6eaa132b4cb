/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdicts.c - the verdicts of a run, each given at the close of its connection.
 */
#include <stdlib.h>

#include "base/xalloc.h"
#include "cctrace/verdict.h"

struct verdicts {
	struct tapes *tapes;
	struct stats *stats;
	bool drop;
	struct verdict **by_index; /* NULL: none */
	size_t count, capacity;
};

struct verdicts *
verdicts_new(struct tapes *tapes, struct stats *stats, bool drop)
{
	struct verdicts *verdicts = xcalloc(1, sizeof(*verdicts));

	verdicts->tapes = tapes;
	verdicts->stats = stats;
	verdicts->drop = drop;
	return verdicts;
}

void
verdicts_free(struct verdicts *verdicts)
{
	if (!verdicts)
		return;
	for (size_t i = 0; i < verdicts->count; i++)
		verdict_free(verdicts->by_index[i]);
	free(verdicts->by_index);
	free(verdicts);
}

const struct verdict *
verdicts_find(const struct verdicts *verdicts, uint32_t index)
{
	return verdicts && index < verdicts->count ? verdicts->by_index[index] : NULL;
}

static enum near_side
near_of(const struct verdict *verdict)
{
	bool a = verdict->dir == A2B;

	switch (verdict->vantage) {
	case VANTAGE_SENDER:
		return a ? NEAR_A : NEAR_B;
	case VANTAGE_RECEIVER:
		return a ? NEAR_B : NEAR_A;
	case VANTAGE_MIDDLE:
		return NEAR_MIDDLE;
	case VANTAGE_UNKNOWN:
		break;
	}
	return NEAR_UNKNOWN;
}

/* The packets that replaced lost ones are counted as what they are. */
static void
count_again(struct verdicts *verdicts, struct connection_row *row,
	const struct verdict *verdict)
{
	struct direction_stats *stats = &row->dir[verdict->dir];

	for (size_t i = 0; i < verdict->again_count; i++) {
		const struct verdict_again *again = &verdict->again[i];

		tapes_amend(verdicts->tapes, row->index, again->row, DATA_AGAIN,
			(enum again_cause)again->cause);
		stats->reordered_packets -= stats->reordered_packets > 0;
		stats->retransmitted_packets++;
		stats->retransmitted_segments += (again->bytes + verdict->mss - 1) / verdict->mss;
		stats->retransmitted_bytes += again->bytes;
		stats->by_cause[again->cause]++;
	}
}

/* What the sender lived takes the place of what passed the capture. */
static void
complete(struct verdicts *verdicts, struct connection_row *row, const struct verdict *verdict)
{
	struct direction_stats *stats = &row->dir[verdict->dir];

	row->facts.near = (uint8_t)near_of(verdict);
	count_again(verdicts, row, verdict);
	if (verdict->method != SENDER_TIMESTAMPS)
		return;
	stats->as_sender = true;
	stats->rtt = verdict->rtt;
	stats->flight = verdict->flight;
}

static void
keep(struct verdicts *verdicts, uint32_t index, struct verdict *verdict)
{
	while (verdicts->count <= index) {
		verdicts->by_index = xgrow(verdicts->by_index, &verdicts->capacity,
			verdicts->count, sizeof(*verdicts->by_index), 64);
		verdicts->by_index[verdicts->count++] = NULL;
	}
	verdicts->by_index[index] = verdict;
}

static void
on_batch(void *self, const struct batch *batch)
{
	(void)self;
	(void)batch;
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	struct verdicts *verdicts = self;
	const struct tape *tape = tapes_find(verdicts->tapes, conn->index);
	struct connection_row *row = stats_row(verdicts->stats, conn->index);
	struct verdict *verdict;
	enum direction dir;

	(void)final;
	if (tape && row && row_data_direction(row, &dir)) {
		verdict = verdict_new(tape, dir, row->last_time);
		if (verdict) {
			keep(verdicts, conn->index, verdict);
			complete(verdicts, row, verdict);
		}
	}
	if (verdicts->drop)
		tapes_drop(verdicts->tapes, conn->index);
}

const struct sink verdict_sink = {
	.name = "verdict", .on_batch = on_batch, .on_close = on_close,
};
