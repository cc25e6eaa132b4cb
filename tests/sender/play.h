/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * play.h - transfers played by a sender, a link and a receiver whose every property is
 * known, as a capture anywhere between them records them.
 */
#ifndef CCTRACE_TESTS_PLAY_H
#define CCTRACE_TESTS_PLAY_H

#include <stdlib.h>

#include "cctrace/tape.h"
#include "cctrace/tcp.h"
#include "tests/tap.h"

enum { PLAY_MAX = 4096, PLAY_MSS = 1000, PLAY_ISN = 1000 };

#define PLAY_EPOCH (INT64_C(1700000000) * NSEC_PER_SEC)
#define MS NSEC_PER_MSEC

/* A sends to B; times are the sender's, its handshake ends at 0. */
struct piece {
	nsec rtt;                /* of an empty path */
	nsec place;              /* of the capture: 0 at the sender, rtt / 2 at the receiver */
	nsec service;            /* of the link behind the sender, a segment; 0: no limit */
	size_t segments, window; /* window: segments in flight */
	size_t grows_to;         /* one more for each ACK, up to this; 0: it doesn't grow */
	nsec lag;                /* from an ACK to the data that it releases */
	nsec pause;              /* before segment `pause_at`, once all is answered */
	size_t pause_at;
	size_t lost;             /* this segment, not 0: it is sent again by the answer to the
	                            third behind it; with SACK */
	uint16_t advertised;     /* window field of the receiver, of shift 7; 0: 65535 */
	bool no_syn, no_stamps;
	size_t unheard;          /* each so many-th ACK is not captured; 0: all are */
};

struct play {
	struct piece is;
	/* What came of it */
	nsec sent[PLAY_MAX], acked[PLAY_MAX], released[PLAY_MAX];
	struct played {
		struct segment segment;
		enum direction dir;
	} packet[2 * PLAY_MAX];
	size_t count;
};

static struct segment *
play_add(struct play *play, nsec time, enum direction dir, uint8_t flags)
{
	struct segment *segment = &play->packet[play->count].segment;

	play->packet[play->count++].dir = dir;
	*segment = (struct segment){.time = PLAY_EPOCH + time, .frame = play->count,
		.ip_version = 4, .flags = flags, .ttl = 64,
		.seq = PLAY_ISN + (flags & TCP_SYN ? 0 : 1), .ack = PLAY_ISN + 1,
		.window = dir == B2A && play->is.advertised ? play->is.advertised : UINT16_MAX,
		.wire_bytes = 66, .has = SEG_IP_ID, .ip_id = (uint16_t)play->count};
	return segment;
}

/* Clocks that tick in ms, each from a number of its own. */
static void
play_stamp(const struct play *play, struct segment *segment, enum direction dir, nsec own,
	nsec echoed)
{
	uint32_t one = (uint32_t)((own + 10 * play->is.rtt) / MS);
	uint32_t other = (uint32_t)((echoed + 10 * play->is.rtt) / MS);

	if (play->is.no_stamps)
		return;
	segment->has |= SEG_TIMESTAMPS;
	segment->ts_value = one + (dir == A2B ? 5000 : 90000);
	segment->ts_echo = other + (dir == A2B ? 90000 : 5000);
}

static void
play_shake(struct play *play)
{
	static const uint8_t flags[] = {TCP_SYN, TCP_SYN | TCP_ACK, TCP_ACK};
	const nsec own[] = {-play->is.rtt, -play->is.rtt / 2, 0};
	const nsec passes[] = {play->is.place - play->is.rtt, -play->is.place, play->is.place};

	for (int i = 0; i < 3; i++) {
		enum direction dir = i == 1 ? B2A : A2B;
		struct segment *segment = play_add(play, passes[i], dir, flags[i]);

		play_stamp(play, segment, dir, own[i], i ? own[i - 1] : 0);
		if (i == 2)
			continue;
		segment->has |= SEG_MSS | SEG_WINDOW_SCALE | SEG_SACK_PERMITTED;
		segment->mss = PLAY_MSS + (play->is.no_stamps ? 0 : 12);
		segment->window_shift = 7;
	}
}

/* Sent at `time`, on its way at `leaves`. */
static void
play_data(struct play *play, size_t i, nsec time, nsec leaves, nsec echoed)
{
	struct segment *segment = play_add(play, play->is.place ? leaves + play->is.place : time,
		A2B, TCP_ACK | TCP_PSH);

	segment->seq = PLAY_ISN + 1 + (wireseq)(i * PLAY_MSS);
	segment->payload_bytes = PLAY_MSS;
	segment->wire_bytes += PLAY_MSS;
	play_stamp(play, segment, A2B, time, echoed);
}

/* Of the first `upto` segments; `arrives` at the sender. */
static struct segment *
play_ack(struct play *play, size_t upto, nsec arrives)
{
	struct segment *segment = play_add(play, arrives - play->is.place, B2A, TCP_ACK);

	segment->ack = PLAY_ISN + 1 + (wireseq)(upto * PLAY_MSS);
	play_stamp(play, segment, B2A, arrives - play->is.rtt / 2, arrives - play->is.rtt);
	return segment;
}

/* ACKs while segment `lost` is missing, its copy, and what it makes whole. */
static void
play_answer(struct play *play, size_t i)
{
	size_t lost = play->is.lost;

	if (play->is.unheard && i % play->is.unheard == play->is.unheard - 1)
		return;
	if (!lost || i < lost || play->acked[i] >= play->acked[lost + 3] + play->is.rtt) {
		play_ack(play, i + 1, play->acked[i]);
		return;
	}
	if (i == lost)
		return;

	struct segment *segment = play_ack(play, lost, play->acked[i]);

	segment->sack_count = 1;
	segment->sack[0].begin = PLAY_ISN + 1 + (wireseq)((lost + 1) * PLAY_MSS);
	segment->sack[0].end = PLAY_ISN + 1 + (wireseq)((i + 1) * PLAY_MSS);
	if (i == lost + 3)
		play_data(play, lost, play->acked[i], play->acked[i],
			play->acked[i] - play->is.rtt / 2);
}

/* When all is sent and answered. */
static void
play_times(struct play *play)
{
	size_t window = play->is.window, next = 0;
	nsec link_free = 0;

	for (size_t answered = 0; answered < play->is.segments; answered++) {
		nsec time = answered ? play->acked[answered - 1] : 0;

		if (answered && window < play->is.grows_to)
			window++;
		for (; next < play->is.segments && next < answered + window; next++) {
			if (next && next == play->is.pause_at && answered < next)
				break;
			play->released[next] = answered ? time - play->is.rtt / 2 : -play->is.rtt / 2;
			play->sent[next] = time + (answered ? play->is.lag : 1000)
				+ (next && next == play->is.pause_at ? play->is.pause : 0);
			if (next && play->sent[next] <= play->sent[next - 1])
				play->sent[next] = play->sent[next - 1] + 1000;
			link_free = (link_free > play->sent[next] ? link_free
				: play->sent[next]) + play->is.service;
			play->acked[next] = link_free + play->is.rtt;
		}
	}
}

static int
play_by_time(const void *a, const void *b)
{
	const struct played *left = a, *right = b;

	if (left->segment.time != right->segment.time)
		return left->segment.time < right->segment.time ? -1 : 1;
	return left->segment.frame < right->segment.frame ? -1 : 1;
}

/* The tapes of what was captured; that of connection 0. */
static struct tapes *
play_record(struct play *play)
{
	struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
	struct sink_binding binding = {&tape_sink, tapes};
	struct engine *engine = engine_new(&binding, 1, 64);
	size_t bytes = (engine_state_bytes(&binding, 1) + 63) / 64 * 64;
	static struct connection conn;

	conn = (struct connection){.first_time = PLAY_EPOCH,
		.state = aligned_alloc(64, bytes)};
	memset(conn.state, 0, bytes);
	qsort(play->packet, play->count, sizeof(*play->packet), play_by_time);
	for (size_t i = 0; i < play->count; i++)
		engine_segment(engine, &conn, play->packet[i].dir, &play->packet[i].segment);
	engine_close(engine, &conn);
	engine_free(engine);
	free(conn.state);
	conn.state = NULL;
	return tapes;
}

/* For tapes_free. */
__attribute__((unused)) static struct tapes *
play(const struct piece *piece)
{
	struct play *play = calloc(1, sizeof(*play));
	struct tapes *tapes;

	play->is = *piece;
	play_times(play);
	if (!piece->no_syn)
		play_shake(play);
	for (size_t i = 0; i < piece->segments; i++) {
		play_data(play, i, play->sent[i], play->acked[i] - piece->rtt,
			play->released[i]);
		play_answer(play, i);
	}
	tapes = play_record(play);
	free(play);
	return tapes;
}

#endif
