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
#include <string.h>

#include "base/pages.h"
#include "base/xalloc.h"
#include "stats/spread.h"

/*
 * What is kept of one direction while the connection lives: small, since a busy capture
 * has many at once.
 */
struct tally {
	uint64_t packets, bytes, payload_bytes, unique_bytes, data_packets, pure_acks;
	uint64_t acked_bytes;
	nsec first_data, last_data, last_ack_of_data;
	struct direction_stats *rare; /* the other counters; NULL while all are 0 */
	struct spread *spread;   /* NULL before payload */
	stroff edge;             /* of the window the other side advertised; INT64_MAX unknown */
	uint16_t window_min, window_max; /* raw; min above max: none seen */
	int8_t shift;            /* of this side's windows; SHIFT_UNKNOWN until the handshake */
	bool fin_sent;
};

struct account {
	struct tally dir[2];
	nsec last_time;
	bool begun;
};

/* Rows come from chunks, small ones until it is seen that there are many. */
enum { CHUNK_FIRST_BYTES = 64 << 10, CHUNK_BYTES = HUGE_PAGE, SMALL_CHUNKS = 8 };

struct stats {
	size_t offset;
	struct spread_pool pool;
	struct connection_row **chunks;
	size_t chunk_count, chunk_capacity;
	size_t chunk_left;       /* rows of the last chunk that are not taken */
	struct connection_row **by_index; /* NULL: not closed, or without steps */
	size_t index_count, index_capacity;
	const struct connection_row **rows; /* of by_index, those that are there */
	size_t count;            /* that are there */
	size_t listed;           /* in `rows` */
};

static size_t
chunk_bytes(size_t number)
{
	return number < SMALL_CHUNKS ? CHUNK_FIRST_BYTES : CHUNK_BYTES;
}

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

		tally->first_data = tally->last_data = NSEC_UNKNOWN;
		tally->last_ack_of_data = NSEC_UNKNOWN;
		tally->shift = SHIFT_UNKNOWN;
		tally->window_min = UINT16_MAX;
		tally->edge = INT64_MAX;
	}
}

static struct direction_stats *
rare_of(struct tally *tally)
{
	if (!tally->rare)
		tally->rare = xcalloc(1, sizeof(*tally->rare));
	return tally->rare;
}

/* ---- what the segment carried ---- */

/* A segment of this class more, or with a `sign` of UINT32_MAX, less. */
static void
count_class(struct tally *tally, uint8_t data_class, uint8_t cause, uint16_t segments,
	uint32_t sign)
{
	switch ((enum data_class)data_class) {
	case DATA_AGAIN:
		rare_of(tally)->retransmitted_packets += sign;
		/* A SYN or FIN has no payload to count in MSS units, but was a segment. */
		rare_of(tally)->retransmitted_segments += sign * (segments ? segments : 1u);
		rare_of(tally)->by_cause[cause < CAUSE_COUNT ? cause : CAUSE_UNKNOWN] += sign;
		break;
	case DATA_LATE:
		rare_of(tally)->reordered_packets += sign;
		break;
	case DATA_KEEP_ALIVE:
		rare_of(tally)->keep_alives += sign;
		break;
	case DATA_PROBE:
		rare_of(tally)->window_probes += sign;
		break;
	case DATA_NONE: case DATA_NEW: case DATA_COPY:
		break;
	}
}

/* Keep-alives and probes are no part of the transfer: nothing is timed by the first, and
 * neither presses against the window. */
static inline void
count_data(struct tally *tally, const struct step *step)
{
	tally->payload_bytes += step->payload_bytes;
	tally->data_packets++;
	if (step->again_bytes)
		rare_of(tally)->retransmitted_bytes += step->again_bytes;
	if (step->data_class == DATA_KEEP_ALIVE)
		return;
	if (tally->first_data == NSEC_UNKNOWN)
		tally->first_data = step->time;
	tally->last_data = step->time;
	if (step->data_class == DATA_PROBE)
		return;
	tally->unique_bytes += step->payload_bytes - step->again_bytes;
	if (step->end - !!(step->flags & TCP_FIN) >= tally->edge)
		rare_of(tally)->window_full++;
}

/* Anything but plain data, a plain ACK, or both. */
static inline bool
is_plain(const struct step *step)
{
	return step->data_class <= DATA_NEW && step->ack_class <= ACK_NEW
		&& !(step->sack_count | step->ecn) && !(step->flags & ~(TCP_ACK | TCP_PSH));
}

/* ECE and CWR of a SYN negotiate (RFC 3168 6.1.1), and report nothing. */
static void
count_marks(struct tally *own, const struct step *step)
{
	unsigned flags = step->flags & TCP_SYN ? 0 : step->flags & (TCP_ECE | TCP_CWR);

	if (!flags && step->ecn != 3)
		return;
	rare_of(own)->ece += !!(flags & TCP_ECE);
	rare_of(own)->cwr += !!(flags & TCP_CWR);
	rare_of(own)->ce += step->ecn == 3;
}

static void
count_unusual(struct tally *own, const struct step *step)
{
	own->fin_sent |= !!(step->flags & TCP_FIN);
	count_class(own, step->data_class, step->cause, step->segments, 1);
	count_marks(own, step);
	if (step->ack_class == ACK_DUPLICATE)
		rare_of(own)->duplicate_acks++;
	if (step->sack_count) {
		rare_of(own)->sacks++;
		rare_of(own)->dsacks += step->dsack;
	}
}

/* ---- what it advertised and acknowledged ---- */

/*
 * How far the other side may send, by the newest ACK.  A SYN's window is never scaled
 * (RFC 7323 2.2).
 */
static inline void
move_edge(const struct tally *own, struct tally *peer, const struct step *step)
{
	unsigned shift = own->shift > 0 && !(step->flags & TCP_SYN) ? (unsigned)own->shift : 0;

	if (!(step->has & HAS_ACK) || step->ack_class == ACK_OLD)
		return;
	peer->edge = own->shift == SHIFT_UNKNOWN && !(step->flags & TCP_SYN) ? INT64_MAX
		: step->ack + ((stroff)step->window_field << shift);
}

/* Of a segment whose window says something. */
static inline void
count_window(struct tally *own, struct tally *peer, const struct step *step)
{
	move_edge(own, peer, step);
	if (step->flags & TCP_SYN)
		return;
	if (step->window_field < own->window_min)
		own->window_min = step->window_field;
	if (step->window_field > own->window_max)
		own->window_max = step->window_field;
	if (step->window_field == 0 && !(step->flags & TCP_FIN))
		rare_of(own)->zero_windows++;
}

static inline uint32_t
pipe_of(const struct tally *tally, const struct outstanding *of)
{
	/* The FIN is outstanding, too, but is no byte in flight. */
	return outstanding_pipe(of, tally->fin_sent);
}

static inline struct spread *
spread_of(struct stats *stats, struct tally *tally)
{
	if (!tally->spread)
		tally->spread = spread_take(&stats->pool);
	return tally->spread;
}

/* `bytes`, more than 0, of the other side's data arrived. */
static inline void
count_delivery(struct stats *stats, struct tally *peer, const struct step *step,
	uint64_t bytes)
{
	struct spread *spread = spread_of(stats, peer);

	peer->acked_bytes += bytes;
	peer->last_ack_of_data = step->time;
	if (step->has & HAS_RTT)
		spread_add_rtt(spread, step->rtt, bytes);
	if ((step->has & (HAS_RATE | RATE_APP_LIMITED)) == HAS_RATE)
		spread_add_rate(spread, step->rate_bytes, step->rate_interval);
	if (spread->since != NSEC_UNKNOWN)
		spread_add_acked(spread, pipe_of(peer, &step->of[!step->dir]), step->time);
}

/* The state after `step` as far as payload and its ACKs change it. */
static inline void
count_flight(struct stats *stats, struct tally *own, struct tally *peer,
	const struct step *step)
{
	uint64_t bytes = (uint64_t)step->newly_acked + step->newly_sacked;

	if (step->payload_bytes && step->data_class != DATA_KEEP_ALIVE)
		spread_add_flight(spread_of(stats, own), pipe_of(own, &step->of[step->dir]),
			step->time);
	if (bytes)
		count_delivery(stats, peer, step, bytes);
	else if (step->ack_class == ACK_DUPLICATE && peer->spread
		&& peer->spread->since != NSEC_UNKNOWN)
		/* It may have made the sender hold something lost. */
		spread_add_flight(peer->spread, pipe_of(peer, &step->of[!step->dir]),
			step->time);
}

/* Nothing but data, an ACK that moves on, or both. */
static inline bool
is_usual(const struct step *step)
{
	return is_plain(step) && step->flags & TCP_ACK
		&& (step->has & (HAS_ACK | HAS_WINDOW)) == (HAS_ACK | HAS_WINDOW);
}

/* A function of its own, for whose sake gcc keeps the two addresses in registers. */
static __attribute__((noinline)) void
take_usual(struct stats *stats, struct tally *own, struct tally *peer,
	const struct step *step)
{
	uint64_t bytes = (uint64_t)step->newly_acked + step->newly_sacked;

	own->packets++;
	own->bytes += step->wire_bytes;
	count_window(own, peer, step);
	if (step->payload_bytes) {
		count_data(own, step);
		spread_add_flight(spread_of(stats, own), pipe_of(own, &step->of[step->dir]),
			step->time);
	} else {
		own->pure_acks++;
	}
	if (bytes)
		count_delivery(stats, peer, step, bytes);
}

static void
take_any(struct stats *stats, struct tally *own, struct tally *peer, const struct step *step)
{
	own->packets++;
	own->bytes += step->wire_bytes;
	if (step->data_class == DATA_COPY) {
		rare_of(own)->duplicate_packets++;
		return;
	}
	if (!is_plain(step))
		count_unusual(own, step);
	if (step->has & HAS_WINDOW && !(step->flags & TCP_RST))
		count_window(own, peer, step);
	if (step->payload_bytes)
		count_data(own, step);
	else if ((step->flags & (TCP_ACK | TCP_SYN | TCP_FIN | TCP_RST)) == TCP_ACK)
		own->pure_acks++;
	count_flight(stats, own, peer, step);
}

static inline void
take_step(struct stats *stats, struct account *account, const struct step *step)
{
	struct tally *own = &account->dir[step->dir], *peer = &account->dir[!step->dir];

	if (!account->begun)
		begin(account, step->time);
	if (step->time > account->last_time)
		account->last_time = step->time;
	if (is_usual(step))
		take_usual(stats, own, peer, step);
	else
		take_any(stats, own, peer, step);
}

/* ---- notes ---- */

/* A step turned out to be of another class or cause: as if it had been so from the start. */
static void
amend(struct tally *tally, const struct note *note)
{
	uint16_t segments = note->value > 0 && note->value <= UINT16_MAX
		? (uint16_t)note->value : 1;

	count_class(tally, note->was_class, note->was_cause, segments, UINT32_MAX);
	count_class(tally, note->now_class, note->now_cause, segments, 1);
}

/* The shifts are known from here on: the ACK that told them had a window itself. */
static void
take_shifts(struct account *account, const struct note *note, const struct step *step)
{
	account->dir[A2B].shift = (int8_t)note->begin;
	account->dir[B2A].shift = (int8_t)note->end;
	if (step->has & HAS_WINDOW && step->data_class != DATA_COPY)
		move_edge(&account->dir[step->dir], &account->dir[!step->dir], step);
}

/* `step` is the evidence. */
static void
take_note(struct account *account, const struct note *note, const struct step *step)
{
	struct tally *tally = &account->dir[note->dir];
	uint64_t bytes = (uint64_t)note->end - (uint64_t)note->begin;
	struct direction_stats *rare;

	switch ((enum note_kind)note->kind) {
	case NOTE_AMEND:
		amend(tally, note);
		break;
	case NOTE_SPURIOUS:
		rare_of(tally)->spurious++;
		break;
	case NOTE_LOST:
		rare_of(tally)->lost_segments++;
		break;
	case NOTE_UNLOST:
		rare = rare_of(tally);
		rare->lost_segments -= rare->lost_segments > 0;
		break;
	case NOTE_UNSEEN:
		rare_of(tally)->unseen_bytes += bytes;
		break;
	case NOTE_SEEN:
		rare = rare_of(tally);
		rare->unseen_bytes -= bytes < rare->unseen_bytes ? bytes : rare->unseen_bytes;
		break;
	case NOTE_TIMEOUT:
		rare_of(tally)->timeouts++;
		break;
	case NOTE_RECOVERY:
		rare_of(tally)->recoveries++;
		break;
	case NOTE_HANDSHAKE:
		take_shifts(account, note, step);
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
				&batch->notes[at], step);
	}
}

/* ---- rows ---- */

/* Fill `out` and take back what the tally holds. */
static void
settle(struct stats *stats, struct tally *tally, const struct side_facts *side,
	struct direction_stats *out)
{
	if (tally->rare)
		*out = *tally->rare;
	out->packets = tally->packets;
	out->bytes = tally->bytes;
	out->payload_bytes = tally->payload_bytes;
	out->unique_bytes = tally->unique_bytes;
	out->data_packets = tally->data_packets;
	out->pure_acks = tally->pure_acks;
	out->acked_bytes = tally->acked_bytes;
	out->first_data = tally->first_data;
	out->last_data = tally->last_data;
	out->last_ack_of_data = tally->last_ack_of_data;
	if (tally->window_min <= tally->window_max && side->window_shift != SHIFT_UNKNOWN) {
		unsigned shift = side->window_shift > 0 ? (unsigned)side->window_shift : 0;

		out->has_window = true;
		out->window_min_bytes = (uint32_t)tally->window_min << shift;
		out->window_max_bytes = (uint32_t)tally->window_max << shift;
	}
	if (tally->spread)
		spread_settle(tally->spread, out);
	spread_give(&stats->pool, tally->spread);
	free(tally->rare);
	tally->spread = NULL;
	tally->rare = NULL;
}

static struct connection_row *
add_row(struct stats *stats)
{
	struct connection_row *row;

	if (stats->chunk_left == 0) {
		size_t bytes = chunk_bytes(stats->chunk_count);

		stats->chunks = xgrow(stats->chunks, &stats->chunk_capacity, stats->chunk_count,
			sizeof(*stats->chunks), SMALL_CHUNKS);
		stats->chunks[stats->chunk_count++] = pages_grow(NULL, 0, bytes);
		stats->chunk_left = bytes / sizeof(*row);
	}
	row = &stats->chunks[stats->chunk_count - 1][--stats->chunk_left];
	return memset(row, 0, sizeof(*row));
}

/* Rows are told in order of first frame, which is that of the indices. */
static void
file_row(struct stats *stats, struct connection_row *row)
{
	while (stats->index_count <= row->index) {
		stats->by_index = xgrow(stats->by_index, &stats->index_capacity,
			stats->index_count, sizeof(*stats->by_index), 64);
		stats->by_index[stats->index_count++] = NULL;
	}
	stats->by_index[row->index] = row;
	stats->count++;
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
	row->frames = account->dir[A2B].packets + account->dir[B2A].packets;
	row->stream = conn->stream;
	row->part = conn->part;
	row->index = conn->index;
	row->ip_version = conn->ip_version;
	row->facts = *final;
	row->conn = conn;
	for (int i = 0; i < 2; i++)
		settle(stats, &account->dir[i], &final->side[i], &row->dir[i]);
	file_row(stats, row);
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
	spread_pool_fini(&stats->pool);
	for (size_t i = 0; i < stats->chunk_count; i++)
		pages_free(stats->chunks[i], chunk_bytes(i));
	free(stats->chunks);
	free(stats->by_index);
	free(stats->rows);
	free(stats);
}

const struct connection_row *const *
stats_rows(struct stats *stats, size_t *count)
{
	if (stats->listed != stats->count) {
		free(stats->rows);
		stats->rows = xreallocarray(NULL, stats->count, sizeof(*stats->rows));
		stats->listed = 0;
		for (size_t i = 0; i < stats->index_count; i++)
			if (stats->by_index[i])
				stats->rows[stats->listed++] = stats->by_index[i];
	}
	*count = stats->count;
	return stats->rows;
}

struct connection_row *
stats_row(struct stats *stats, uint32_t index)
{
	return index < stats->index_count ? stats->by_index[index] : NULL;
}
