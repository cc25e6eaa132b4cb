/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stats.c - totals of every connection, from steps and notes.
 *
 * What is counted while a connection lives sits in its slab; a row is made at its close.
 * Distributions are allocated with their first sample, since most connections of a busy
 * capture have none worth it.
 */
#include "cctrace/stats.h"

#include <stdlib.h>

#include "base/histogram.h"
#include "base/xalloc.h"

/* What is kept of one direction while the connection lives. */
struct tally {
	struct direction_stats total; /* the counters; the distributions are filled at the close */
	struct histogram *rtt, *flight, *rate;
	double rtt_by_bytes, rtt_bytes;
	nsec flight_since;       /* when `flight_now` was reached; NSEC_UNKNOWN before data */
	uint32_t flight_now;
	nsec rtt_min;            /* 0: none yet */
	stroff edge;             /* of the window the other side advertised; INT64_MAX unknown */
	uint16_t window_min, window_max; /* raw; min above max: none seen */
	bool fin_sent;
	int8_t shift;            /* of this side's windows; SHIFT_UNKNOWN until the handshake */
};

struct account {
	struct tally dir[2];
	nsec last_time;
	bool begun;
};

/* Rows are many and small: they come from chunks. */
enum { ROWS_PER_CHUNK = 64 };

/* A distribution at rest, its memory kept for the next connection. */
struct pooled {
	struct histogram histogram; /* first: a pooled one is its histogram */
	struct pooled *next;
};

struct stats {
	size_t offset;
	struct pooled *pool;
	struct connection_row **chunks;
	size_t chunk_count, chunk_capacity;
	struct connection_row **rows;
	size_t count, capacity;
	bool sorted;
};

static void
on_bind(void *self, size_t state_offset)
{
	struct stats *stats = self;

	stats->offset = state_offset;
}

static void
begin(struct account *account, nsec time)
{
	account->begun = true;
	account->last_time = time;
	for (int i = 0; i < 2; i++) {
		struct tally *tally = &account->dir[i];

		tally->total.first_data = tally->total.last_data = NSEC_UNKNOWN;
		tally->total.last_ack_of_data = NSEC_UNKNOWN;
		tally->flight_since = NSEC_UNKNOWN;
		tally->shift = SHIFT_UNKNOWN;
		tally->window_min = UINT16_MAX;
		tally->edge = INT64_MAX;
	}
}

static struct histogram *
take_histogram(struct stats *stats)
{
	struct pooled *pooled = stats->pool;

	if (!pooled)
		return &((struct pooled *)xcalloc(1, sizeof(struct pooled)))->histogram;
	stats->pool = pooled->next;
	return &pooled->histogram;
}

static void
give_histogram(struct stats *stats, struct histogram **histogram)
{
	struct pooled *pooled = (void *)*histogram;

	if (!pooled)
		return;
	histogram_reset(&pooled->histogram);
	pooled->next = stats->pool;
	stats->pool = pooled;
	*histogram = NULL;
}

static inline void
add_sample(struct stats *stats, struct histogram **histogram, uint64_t value,
	uint64_t weight)
{
	if (!*histogram)
		*histogram = take_histogram(stats);
	histogram_add(*histogram, value, weight);
}

/* ---- what the segment carried ---- */

static void
count_again(struct direction_stats *total, uint8_t cause, uint16_t segments, uint32_t sign)
{
	total->retransmitted_packets += sign;
	/* A SYN or FIN has no payload to count in MSS units, but was a segment. */
	total->retransmitted_segments += sign * (segments ? segments : 1u);
	total->by_cause[cause < CAUSE_COUNT ? cause : CAUSE_UNKNOWN] += sign;
}

static void
count_class(struct direction_stats *total, const struct step *step)
{
	switch ((enum data_class)step->data_class) {
	case DATA_AGAIN:
		count_again(total, step->cause, step->segments, 1);
		break;
	case DATA_LATE:
		total->reordered_packets++;
		break;
	case DATA_KEEP_ALIVE:
		total->keep_alives++;
		break;
	case DATA_PROBE:
		total->window_probes++;
		break;
	case DATA_NONE: case DATA_NEW: case DATA_COPY:
		break;
	}
}

static inline void
count_data(struct tally *tally, const struct step *step)
{
	struct direction_stats *total = &tally->total;

	total->payload_bytes += step->payload_bytes;
	total->data_packets++;
	if (step->data_class == DATA_NEW || step->data_class == DATA_LATE
		|| step->data_class == DATA_AGAIN)
		total->unique_bytes += step->payload_bytes - step->again_bytes;
	total->retransmitted_bytes += step->again_bytes;
	if (total->first_data == NSEC_UNKNOWN)
		total->first_data = step->time;
	total->last_data = step->time;
	if (step->end - !!(step->flags & TCP_FIN) >= tally->edge)
		total->window_full++;
}

static inline void
count_rare(struct direction_stats *total, const struct step *step)
{
	total->ece += !!(step->flags & TCP_ECE) & !(step->flags & TCP_SYN);
	total->cwr += !!(step->flags & TCP_CWR) & !(step->flags & TCP_SYN);
	total->ce += step->ecn == 3;
	if (step->sack_count) {
		total->sacks++;
		total->dsacks += step->dsack;
	}
}

/* ---- what it advertised and acknowledged ---- */

static inline void
count_window(struct tally *own, struct tally *peer, const struct step *step)
{
	if (step->flags & (TCP_SYN | TCP_RST))
		return;
	if (step->window_field < own->window_min)
		own->window_min = step->window_field;
	if (step->window_field > own->window_max)
		own->window_max = step->window_field;
	if (step->window_field == 0 && !(step->flags & TCP_FIN))
		own->total.zero_windows++;
	if (own->shift != SHIFT_UNKNOWN && step->has & HAS_ACK) {
		peer->edge = step->ack
			+ ((stroff)step->window_field << (own->shift > 0 ? own->shift : 0));
	}
}

static inline void
count_samples(struct stats *stats, struct tally *peer, const struct step *step)
{
	uint32_t bytes = step->newly_acked + step->newly_sacked;

	if (step->has & HAS_RTT && bytes) {
		add_sample(stats, &peer->rtt, (uint64_t)step->rtt, 1);
		peer->rtt_by_bytes += (double)step->rtt * bytes;
		peer->rtt_bytes += bytes;
		if (peer->rtt_min == 0 || step->rtt < peer->rtt_min)
			peer->rtt_min = step->rtt ? step->rtt : 1;
	}
	if ((step->has & (HAS_RATE | RATE_APP_LIMITED)) == HAS_RATE
		&& step->rate_interval >= peer->rtt_min) {
		double bps = (double)step->rate_bytes * 8e9 / (double)step->rate_interval;

		add_sample(stats, &peer->rate, (uint64_t)(bps + 0.5), 1);
	}
	peer->total.acked_bytes += bytes;
	if (bytes)
		peer->total.last_ack_of_data = step->time;
}

/* ---- flight over time ---- */

static inline uint32_t
pipe_of(const struct outstanding *of)
{
	uint64_t gone = (uint64_t)of->sacked + of->lost;

	return gone < of->owin ? of->owin - (uint32_t)gone : 0;
}

/*
 * A value's weight is known when the next one comes.  Only payload and its ACKs make
 * values, so that the time behind the last of them, FIN and all, weighs nothing.
 */
static inline void
count_flight(struct stats *stats, struct tally *tally, const struct outstanding *of,
	nsec time)
{
	uint32_t now = pipe_of(of);

	/* The FIN is outstanding, too, but is no byte in flight. */
	if (tally->fin_sent && now)
		now--;
	if (tally->flight_since == NSEC_UNKNOWN) {
		tally->flight_since = time;
	} else if (time > tally->flight_since && now != tally->flight_now) {
		add_sample(stats, &tally->flight, tally->flight_now,
			(uint64_t)(time - tally->flight_since));
		tally->flight_since = time;
	}
	tally->flight_now = now;
}

/* Anything but plain data, a plain ACK, or both. */
static inline bool
is_plain(const struct step *step)
{
	return step->data_class <= DATA_NEW && step->ack_class <= ACK_NEW
		&& !(step->sack_count | step->ecn) && !(step->flags & ~(TCP_ACK | TCP_PSH));
}

static void
count_unusual(struct tally *own, const struct step *step)
{
	if (step->data_class > DATA_NEW)
		count_class(&own->total, step);
	count_rare(&own->total, step);
	own->fin_sent |= !!(step->flags & TCP_FIN);
	own->total.duplicate_acks += step->ack_class == ACK_DUPLICATE;
}

static inline void
take_step(struct stats *stats, struct account *account, const struct step *step)
{
	struct tally *own = &account->dir[step->dir], *peer = &account->dir[!step->dir];
	bool delivers = step->newly_acked | step->newly_sacked;

	if (!account->begun)
		begin(account, step->time);
	if (step->time > account->last_time)
		account->last_time = step->time;
	own->total.packets++;
	own->total.bytes += step->wire_bytes;
	if (step->data_class == DATA_COPY) {
		own->total.duplicate_packets++;
		return;
	}
	if (!is_plain(step))
		count_unusual(own, step);
	count_window(own, peer, step);
	if (step->payload_bytes) {
		count_data(own, step);
		count_flight(stats, own, &step->of[step->dir], step->time);
	} else if ((step->flags & (TCP_ACK | TCP_SYN | TCP_FIN | TCP_RST)) == TCP_ACK) {
		own->total.pure_acks++;
	}
	if (delivers) {
		count_samples(stats, peer, step);
		if (peer->total.data_packets)
			count_flight(stats, peer, &step->of[!step->dir], step->time);
	}
}

/* ---- notes ---- */

/* A step turned out to be of another class or cause: as if it had been so from the start. */
static void
amend(struct direction_stats *total, const struct note *note)
{
	static const uint32_t minus = UINT32_MAX;
	uint16_t segments = note->value > 0 && note->value <= UINT16_MAX
		? (uint16_t)note->value : 1;

	if (note->was_class == DATA_AGAIN)
		count_again(total, note->was_cause, segments, minus);
	if (note->now_class == DATA_AGAIN)
		count_again(total, note->now_cause, segments, 1);
	total->reordered_packets += note->was_class == DATA_LATE ? minus : 0;
	total->reordered_packets += note->now_class == DATA_LATE ? 1 : 0;
}

static void
take_note(struct account *account, const struct note *note)
{
	struct tally *tally = &account->dir[note->dir];
	struct direction_stats *total = &tally->total;
	uint64_t bytes = (uint64_t)(note->end - note->begin);

	switch ((enum note_kind)note->kind) {
	case NOTE_AMEND:
		amend(total, note);
		break;
	case NOTE_SPURIOUS:
		total->spurious++;
		break;
	case NOTE_LOST:
		total->lost_segments++;
		break;
	case NOTE_UNLOST:
		total->lost_segments--;
		break;
	case NOTE_UNSEEN:
		total->unseen_bytes += bytes;
		break;
	case NOTE_SEEN:
		total->unseen_bytes -= bytes < total->unseen_bytes ? bytes : total->unseen_bytes;
		break;
	case NOTE_TIMEOUT:
		total->timeouts++;
		break;
	case NOTE_RECOVERY:
		total->recoveries++;
		break;
	case NOTE_HANDSHAKE:
		account->dir[A2B].shift = (int8_t)note->begin;
		account->dir[B2A].shift = (int8_t)note->end;
		break;
	case NOTE_ZERO_WINDOW: case NOTE_WINDOW_OPEN: case NOTE_RECOVERED: case NOTE_RESET:
	case NOTE_CLOCK_STEP: case NOTE_FACT: case NOTE_KIND_COUNT:
		break;
	}
}

static void
on_batch(void *self, const struct batch *batch)
{
	struct stats *stats = self;
	size_t at = 0;

	for (size_t i = 0; i < batch->step_count; i++) {
		const struct step *step = &batch->steps[i];

		take_step(stats, sink_state(step->conn, stats->offset), step);
		for (; at < batch->note_count && batch->notes[at].after == i; at++)
			take_note(sink_state(batch->notes[at].conn, stats->offset),
				&batch->notes[at]);
	}
}

/* ---- rows ---- */

static void
settle_rtt(struct tally *tally)
{
	struct rtt_stats *rtt = &tally->total.rtt;
	struct histogram *from = tally->rtt;

	if (!from)
		return;
	rtt->samples = from->count;
	rtt->min = (nsec)from->min;
	rtt->max = (nsec)from->max;
	rtt->mean = (nsec)(histogram_mean(from) + 0.5);
	rtt->mean_by_bytes = (nsec)(tally->rtt_by_bytes / tally->rtt_bytes + 0.5);
	rtt->p50 = (nsec)histogram_percentile(from, 0.50);
	rtt->p90 = (nsec)histogram_percentile(from, 0.90);
	rtt->p95 = (nsec)histogram_percentile(from, 0.95);
	rtt->p99 = (nsec)histogram_percentile(from, 0.99);
}

static void
settle_flight(struct stats *stats, struct tally *tally)
{
	struct flight_stats *flight = &tally->total.flight;

	/* The last value lasted until the last ACK. */
	if (tally->flight_since != NSEC_UNKNOWN
		&& tally->total.last_ack_of_data > tally->flight_since)
		add_sample(stats, &tally->flight, tally->flight_now,
			(uint64_t)(tally->total.last_ack_of_data - tally->flight_since));

	struct histogram *from = tally->flight;

	if (!from || from->weight == 0 || from->weight > INT64_MAX)
		return;
	flight->duration = (nsec)from->weight;
	flight->mean_bytes = (uint32_t)(histogram_mean(from) + 0.5);
	flight->p50_bytes = (uint32_t)histogram_percentile(from, 0.50);
	flight->p95_bytes = (uint32_t)histogram_percentile(from, 0.95);
	flight->max_bytes = (uint32_t)from->max;
}

static void
settle_rate(struct tally *tally)
{
	if (!tally->rate)
		return;
	tally->total.rate.samples = tally->rate->count;
	tally->total.rate.p50_bps = histogram_percentile(tally->rate, 0.50);
	tally->total.rate.p99_bps = histogram_percentile(tally->rate, 0.99);
}

static void
settle(struct stats *stats, struct tally *tally, const struct side_facts *side,
	struct direction_stats *out)
{
	settle_rtt(tally);
	settle_flight(stats, tally);
	settle_rate(tally);
	if (tally->window_min <= tally->window_max && side->window_shift != SHIFT_UNKNOWN) {
		unsigned shift = side->window_shift > 0 ? (unsigned)side->window_shift : 0;

		tally->total.has_window = true;
		tally->total.window_min_bytes = (uint32_t)tally->window_min << shift;
		tally->total.window_max_bytes = (uint32_t)tally->window_max << shift;
	}
	*out = tally->total;
	give_histogram(stats, &tally->rtt);
	give_histogram(stats, &tally->flight);
	give_histogram(stats, &tally->rate);
}

static struct connection_row *
add_row(struct stats *stats)
{
	if (stats->count % ROWS_PER_CHUNK == 0) {
		stats->chunks = xgrow(stats->chunks, &stats->chunk_capacity, stats->chunk_count,
			sizeof(*stats->chunks), 64);
		stats->chunks[stats->chunk_count++] = xcalloc(ROWS_PER_CHUNK,
			sizeof(struct connection_row));
	}
	return &stats->chunks[stats->chunk_count - 1][stats->count % ROWS_PER_CHUNK];
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	struct stats *stats = self;
	struct account *account = sink_state(conn, stats->offset);
	struct connection_row *row = add_row(stats);

	if (!account->begun)
		begin(account, conn->first_time);
	row->end[A2B] = conn->end[A2B];
	row->end[B2A] = conn->end[B2A];
	row->first_frame = conn->first_frame;
	row->first_time = conn->first_time;
	row->last_time = account->last_time;
	row->frames = account->dir[A2B].total.packets + account->dir[B2A].total.packets;
	row->stream = conn->stream;
	row->part = conn->part;
	row->index = conn->index;
	row->ip_version = conn->ip_version;
	row->facts = *final;
	row->conn = conn;
	for (int i = 0; i < 2; i++)
		settle(stats, &account->dir[i], &final->side[i], &row->dir[i]);
	stats->rows = xgrow(stats->rows, &stats->capacity, stats->count,
		sizeof(*stats->rows), 64);
	stats->rows[stats->count++] = row;
	stats->sorted = false;
}

const struct sink stats_sink = {
	.name = "stats", .state_bytes = sizeof(struct account),
	.on_batch = on_batch, .on_close = on_close, .on_bind = on_bind,
};

struct stats *
stats_new(void)
{
	return xcalloc(1, sizeof(struct stats));
}

void
stats_free(struct stats *stats)
{
	if (!stats)
		return;
	while (stats->pool) {
		struct pooled *pooled = stats->pool;

		stats->pool = pooled->next;
		histogram_fini(&pooled->histogram);
		free(pooled);
	}
	for (size_t i = 0; i < stats->chunk_count; i++)
		free(stats->chunks[i]);
	free(stats->chunks);
	free(stats->rows);
	free(stats);
}

static int
by_index(const void *a, const void *b)
{
	const struct connection_row *const *left = a, *const *right = b;

	return (*left)->index < (*right)->index ? -1 : (*left)->index > (*right)->index;
}

const struct connection_row *const *
stats_rows(struct stats *stats, size_t *count)
{
	if (!stats->sorted && stats->count)
		qsort(stats->rows, stats->count, sizeof(*stats->rows), by_index);
	stats->sorted = true;
	*count = stats->count;
	return (const struct connection_row *const *)stats->rows;
}

bool
row_data_direction(const struct connection_row *row, enum direction *dir)
{
	uint64_t a = row->dir[A2B].payload_bytes, b = row->dir[B2A].payload_bytes;

	*dir = b > a ? B2A : A2B;
	return a || b;
}

static bool
bits_a_second(uint64_t bytes, nsec from, nsec to, double *bps)
{
	if (from == NSEC_UNKNOWN || to == NSEC_UNKNOWN || to <= from)
		return false;
	/* The span of two hostile stamps can exceed what is signed. */
	*bps = (double)bytes * 8e9 / (double)((uint64_t)to - (uint64_t)from);
	return true;
}

bool
row_throughput(const struct connection_row *row, enum direction dir, double *bps)
{
	const struct direction_stats *total = &row->dir[dir];

	return bits_a_second(total->payload_bytes, total->first_data, total->last_data, bps);
}

bool
row_goodput(const struct connection_row *row, enum direction dir, double *bps)
{
	const struct direction_stats *total = &row->dir[dir];

	return bits_a_second(total->acked_bytes, total->first_data, total->last_ack_of_data, bps);
}
