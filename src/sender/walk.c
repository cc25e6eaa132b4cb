/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * walk.c - one pass over the transfer in the order of its sender.
 */
#include "sender/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/xalloc.h"
#include "sender/halves.h"

/* A D-SACK this long after a retransmission speaks of another one. */
#define DSACK_TIME (5 * NSEC_PER_SEC)
/* No ACK for this long before a retransmission: a timer, not an ACK, made it. */
#define TIMEOUT_MIN (180 * NSEC_PER_MSEC)
/* An RTT sample of data sent longer ago says nothing of a delayed ACK. */
#define LONG_AGO NSEC_PER_SEC

/* Data sent once and not acknowledged. */
struct pending {
	stroff end;
	nsec time;
	uint32_t bytes;
	bool again;
};

struct walker {
	struct sender_view *view;
	const struct tape *tape;
	struct pending *pending;
	size_t head, tail, pending_capacity;
	size_t rtt_capacity, again_capacity, episode_capacity;
	size_t sack;             /* next of tape->sack */
	stroff max, una;
	uint64_t delivered;
	uint32_t sacked;
	nsec last_ack;           /* NSEC_UNKNOWN before the first */
	bool begun, in_episode, has_window;
	uint32_t window;
};

static void
record(struct walker *walker, nsec time, enum lived_kind kind, uint32_t row, uint32_t bytes)
{
	struct sender_view *view = walker->view;
	struct lived *event = &view->event[view->count];

	if (view->count && time < event[-1].time)
		time = event[-1].time;
	*event = (struct lived){
		.time = time, .max = walker->max, .una = walker->una,
		.delivered = walker->delivered, .window = walker->window, .bytes = bytes,
		.sacked = walker->sacked, .row = row, .kind = (uint8_t)kind,
		.has_window = walker->has_window,
	};
	view->count++;
}

/* ---- data ---- */

static void
begin_episode(struct walker *walker, nsec time)
{
	struct sender_view *view = walker->view;

	view->episode = xgrow(view->episode, &walker->episode_capacity, view->episode_count,
		sizeof(*view->episode), 16);
	view->episode[view->episode_count++] = (struct lived_episode){
		.begin = time, .end = time, .una = walker->una, .point = walker->max,
		.first = (uint32_t)view->again_count,
		.flight = (uint32_t)(walker->max - walker->una),
		.timeout = walker->last_ack != NSEC_UNKNOWN
			&& time - walker->last_ack > TIMEOUT_MIN,
	};
	walker->in_episode = true;
}

static void
mark_pending(struct walker *walker, stroff begin, stroff end)
{
	for (size_t i = walker->head; i < walker->tail; i++) {
		struct pending *pending = &walker->pending[i];

		if (pending->end - pending->bytes >= end)
			break;
		if (pending->end > begin)
			pending->again = true;
	}
}

/* When the highest byte first passed `begin`; `time` where that is not known. */
static nsec
passed_at(const struct sender_view *view, stroff begin, nsec time)
{
	size_t low = 0, high = view->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (view->event[middle].max > begin)
			high = middle;
		else
			low = middle + 1;
	}
	return low < view->count ? view->event[low].time : time;
}

static void
take_again(struct walker *walker, const struct sending *sending, stroff end)
{
	struct sender_view *view = walker->view;

	if (!walker->in_episode)
		begin_episode(walker, sending->time);
	view->again = xgrow(view->again, &walker->again_capacity, view->again_count,
		sizeof(*view->again), 16);
	view->again[view->again_count++] = (struct lived_again){
		.time = sending->time, .begin = sending->begin, .end = end, .row = sending->row,
		.flight = (uint32_t)(walker->max - walker->una),
		.late = sending->time - passed_at(view, sending->begin, sending->time),
		.spurious = walker->tape->spurious[sending->row],
	};
	view->episode[view->episode_count - 1].count++;
	mark_pending(walker, sending->begin, end);
	if (end > walker->max)
		walker->max = end;
	record(walker, sending->time, LIVED_AGAIN, sending->row, sending->bytes);
}

/* What is acknowledged makes room, so that the list is as long as a flight. */
static void
move_up(struct walker *walker)
{
	size_t count = walker->tail - walker->head;

	memmove(walker->pending, walker->pending + walker->head,
		count * sizeof(*walker->pending));
	walker->head = 0;
	walker->tail = count;
}

static void
take_new(struct walker *walker, const struct sending *sending, stroff end)
{
	if (walker->tail == walker->pending_capacity && walker->head > walker->tail / 2)
		move_up(walker);
	walker->pending = xgrow(walker->pending, &walker->pending_capacity, walker->tail,
		sizeof(*walker->pending), 256);
	walker->pending[walker->tail++] = (struct pending){end, sending->time, sending->bytes,
		false};
	if (end > walker->max)
		walker->max = end;
	record(walker, sending->time, LIVED_NEW, sending->row, sending->bytes);
	walker->view->event[walker->view->count - 1].unheard = sending->unheard;
	walker->view->unheard += sending->unheard;
}

/* Bytes below the highest: at least half of the packet. */
static void
take_data(struct walker *walker, const struct sending *sending)
{
	stroff end = sending->begin + sending->bytes;

	if (!walker->begun) {
		walker->begun = true;
		if (walker->una < sending->begin)
			walker->una = sending->begin;
		if (walker->max < sending->begin)
			walker->max = sending->begin;
	}
	if (sending->begin < walker->max && (end <= walker->max
		|| walker->max - sending->begin > sending->bytes / 2))
		take_again(walker, sending, end);
	else
		take_new(walker, sending, end);
}

/* ---- ACKs ---- */

/* D-SACKs of one ACK name what was needless. */
static void
take_dsacks(struct walker *walker, nsec time, uint32_t row)
{
	struct sender_view *view = walker->view;

	while (walker->sack < walker->tape->sack_count
		&& walker->tape->sack[walker->sack].row <= row) {
		const struct tape_sack *sack = &walker->tape->sack[walker->sack++];

		if (sack->row != row || !sack->dsack)
			continue;
		for (size_t i = view->again_count; i--; ) {
			struct lived_again *again = &view->again[i];

			if (again->time < time - DSACK_TIME)
				break;
			if (again->begin >= sack->begin && again->begin < sack->end) {
				again->spurious = true;
				break;
			}
		}
	}
}

static void
add_sample(struct walker *walker, nsec time, nsec sent, bool lone)
{
	struct sender_view *view = walker->view;

	if (time <= sent)
		return;
	view->rtt = xgrow(view->rtt, &walker->rtt_capacity, view->rtt_count,
		sizeof(*view->rtt), 64);
	view->rtt[view->rtt_count++] = (struct lived_rtt){time, time - sent, lone};
}

/*
 * As the kernel does, by the oldest segment that is newly covered; none when one of them was
 * sent twice (RFC 6298 3), or when SACK had told of some of them before.
 */
static void
advance(struct walker *walker, nsec time, stroff ack)
{
	struct pending oldest = {0};
	size_t covered = 0;
	bool ambiguous = walker->sacked != 0;
	bool lone;

	for (; walker->head < walker->tail && walker->pending[walker->head].end <= ack;
		walker->head++, covered++) {
		const struct pending *pending = &walker->pending[walker->head];

		ambiguous |= pending->again;
		if (covered == 0)
			oldest = *pending;
	}
	lone = covered == 1 && ack >= walker->max && oldest.time >= time - LONG_AGO;
	if (covered && !ambiguous)
		add_sample(walker, time, oldest.time, lone);
	if (walker->head == walker->tail)
		walker->head = walker->tail = 0;
	walker->una = ack;
	if (walker->in_episode) {
		struct lived_episode *episode =
			&walker->view->episode[walker->view->episode_count - 1];

		episode->end = time;
		walker->in_episode = ack < episode->point;
	}
}

static void
take_ack(struct walker *walker, uint32_t row)
{
	const struct tape *tape = walker->tape;
	nsec time = tape->time[row];
	stroff ack = tape->ack[row];
	stroff before = walker->una;

	take_dsacks(walker, time, row);
	/* The FIN is one beyond. */
	if (ack > walker->max + 1 && walker->begun)
		walker->view->unseen = true;
	if (ack > walker->max)
		walker->max = ack;
	if (ack > walker->una)
		advance(walker, time, ack);
	walker->delivered += tape->delivered[row];
	walker->sacked = tape->of[walker->view->dir][row].sacked;
	if (tape->has[row] & HAS_WINDOW && !(tape->has[row] & WINDOW_UNSCALED)) {
		walker->window = tape->window[row];
		walker->has_window = true;
	}
	if (ack > before || walker->last_ack == NSEC_UNKNOWN)
		walker->last_ack = time;
	record(walker, time, LIVED_ACK, row,
		row_payload(tape, row, direction_other(walker->view->dir)));
	walker->view->event[walker->view->count - 1].ece = tape->flags[row] & TCP_ECE
		&& !(tape->flags[row] & TCP_SYN);
}

/* ---- the whole ---- */

/* An episode whose every retransmission was needless lost nothing. */
static void
settle_episodes(struct sender_view *view)
{
	for (size_t i = 0; i < view->episode_count; i++) {
		struct lived_episode *episode = &view->episode[i];

		episode->spurious = episode->count > 0;
		for (uint32_t k = 0; k < episode->count; k++)
			episode->spurious &= view->again[episode->first + k].spurious;
	}
	if (view->episode_count && view->count) {
		struct lived_episode *last = &view->episode[view->episode_count - 1];

		if (view->event[view->count - 1].una < last->point)
			last->end = view->end;
	}
}

static nsec
least_rtt(const struct sender_view *view)
{
	nsec least = INT64_MAX;

	for (size_t i = 0; i < view->rtt_count; i++)
		if (view->rtt[i].rtt < least)
			least = view->rtt[i].rtt;
	if (view->rtt_count)
		return least;

	nsec whole = (view->to_receiver > 0 ? view->to_receiver : 0)
		+ (view->to_sender > 0 ? view->to_sender : 0);

	return whole > 0 ? whole : NSEC_PER_MSEC / 10;
}

/* Time stamps of the receiver, as far as they were captured. */
struct heard {
	bool any;
	uint32_t ts_value;
};

static void
hear(struct heard *heard, const struct tape *tape, size_t row)
{
	if (tape->has[row] & HAS_TIMESTAMPS && (!heard->any
		|| (int32_t)(tape->ts_value[row] - heard->ts_value) > 0))
		*heard = (struct heard){true, tape->ts_value[row]};
}

static bool
is_unheard(const struct heard *heard, const struct tape *tape, size_t row)
{
	return heard->any && tape->has[row] & HAS_TIMESTAMPS
		&& (int32_t)(tape->ts_echo[row] - heard->ts_value) > 0;
}

/* Captured beside the sender: the order of the tape is the sender's. */
static void
walk_rows(struct walker *walker)
{
	const struct tape *tape = walker->tape;
	enum direction dir = walker->view->dir;
	struct heard heard = {false, 0};

	for (size_t row = 0; row < tape->rows; row++) {
		uint32_t payload = row_payload(tape, row, dir);

		if (tape->dir[row] != dir)
			hear(&heard, tape, row);
		if (payload)
			take_data(walker, &(struct sending){tape->time[row], tape->begin[row], 0,
				(uint32_t)row, payload, is_unheard(&heard, tape, row)});
		else if (row_acks(tape, row, dir))
			take_ack(walker, (uint32_t)row);
	}
}

static void
walk_sendings(struct walker *walker, const struct sending *sending)
{
	const struct tape *tape = walker->tape;
	size_t next = 0, count = walker->view->data_packets;

	for (size_t row = 0; row < tape->rows; row++) {
		if (!row_acks(tape, row, walker->view->dir))
			continue;
		/* An ACK comes before the data that it released. */
		for (; next < count && sending[next].time < tape->time[row]; next++)
			take_data(walker, &sending[next]);
		take_ack(walker, (uint32_t)row);
	}
	for (; next < count; next++)
		take_data(walker, &sending[next]);
}

void
walk(struct sender_view *view, const struct sending *sending)
{
	struct walker walker = {.view = view, .tape = view->tape, .last_ack = NSEC_UNKNOWN};

	view->event = pages_grow(NULL, 0, view->room * sizeof(*view->event));
	if (sending)
		walk_sendings(&walker, sending);
	else
		walk_rows(&walker);
	free(walker.pending);
	view->begin = view->event[0].time;
	view->end = view->event[view->count - 1].time;
	settle_episodes(view);
	view->min_rtt = least_rtt(view);
}
