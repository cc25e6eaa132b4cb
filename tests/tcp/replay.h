/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay.h - a trace as a table, through the engine, into arrays: a test of a connection
 * reads as its trace.
 */
#ifndef CCTRACE_TESTS_REPLAY_H
#define CCTRACE_TESTS_REPLAY_H

#include <stdlib.h>

#include "cctrace/rules.h"
#include "cctrace/tcp.h"

/* One segment.  seq and ack are offsets: 0 is the side's SYN; ISNs are REPLAY_ISN. */
struct line {
	int64_t us;
	enum direction dir;
	uint8_t flags;
	int64_t seq;
	uint32_t len;
	int64_t ack;
	uint16_t win;
	struct {
		int64_t begin, end;
	} sack[3];
	uint32_t tsv, tse;
	uint16_t id;    /* IP identification; 0: a new one each segment */
	uint16_t mss;   /* MSS option of a SYN; with it window scale 7 and SACK-permitted */
};

enum { S = TCP_SYN, A = TCP_ACK, F = TCP_FIN, R = TCP_RST, P = TCP_PSH };

/* Everything the engine said; offsets of notes' `after` are indices into steps. */
struct replay {
	struct step steps[512];
	size_t step_count;
	struct note notes[512];
	size_t note_count;
	struct range sack[512];
	size_t sack_count;
	struct facts facts;
	bool closed;
	struct connection conn;
	wireseq isn[2];
	size_t batch;
};

static void
replay_on_batch(void *self, const struct batch *batch)
{
	struct replay *replay = self;
	size_t base = replay->step_count, sack = replay->sack_count;

	for (size_t i = 0; i < batch->step_count && replay->step_count < 512; i++) {
		struct step *step = &replay->steps[replay->step_count++];

		*step = batch->steps[i];
		for (unsigned s = 0; s < step->sack_count; s++)
			replay->sack[replay->sack_count++] =
				batch->sack[step->sack_first + s];
		step->sack_first = (uint32_t)sack;
		sack = replay->sack_count;
	}
	for (size_t i = 0; i < batch->note_count && replay->note_count < 512; i++) {
		replay->notes[replay->note_count] = batch->notes[i];
		replay->notes[replay->note_count++].after += (uint32_t)base;
	}
}

static void
replay_on_close(void *self, struct connection *conn, const struct facts *final)
{
	struct replay *replay = self;

	(void)conn;
	replay->facts = *final;
	replay->closed = true;
}

static const struct sink replay_sink = {
	.name = "replay", .on_batch = replay_on_batch, .on_close = replay_on_close,
};

static struct segment
replay_segment(const struct replay *replay, const struct line *line, size_t index)
{
	struct segment segment = {
		.time = INT64_C(1700000000) * NSEC_PER_SEC + line->us * NSEC_PER_USEC,
		.frame = index + 1,
		.ip_version = 4,
		.flags = line->flags,
		.ttl = 64,
		.seq = replay->isn[line->dir] + (wireseq)line->seq,
		.ack = replay->isn[!line->dir] + (wireseq)line->ack,
		.window = line->win,
		.payload_bytes = line->len,
		.wire_bytes = line->len + 54,
		.has = SEG_IP_ID,
		.ip_id = line->id ? line->id : (uint16_t)(1000 + index),
		.ts_value = line->tsv,
		.ts_echo = line->tse,
	};

	if (line->tsv)
		segment.has |= SEG_TIMESTAMPS;
	if (line->flags & TCP_SYN && line->mss) {
		segment.has |= SEG_MSS | SEG_WINDOW_SCALE | SEG_SACK_PERMITTED;
		segment.mss = line->mss;
		segment.window_shift = 7;
	}
	while (segment.sack_count < 3 && line->sack[segment.sack_count].end) {
		unsigned at = segment.sack_count++;

		segment.sack[at].begin = replay->isn[!line->dir] + (wireseq)line->sack[at].begin;
		segment.sack[at].end = replay->isn[!line->dir] + (wireseq)line->sack[at].end;
	}
	return segment;
}

/* Run `count` lines; ISNs and batch size as set in `replay` (0: 64). */
__attribute__((unused)) static void
replay_run(struct replay *replay, const struct line *trace, size_t count)
{
	struct sink_binding binding = {&replay_sink, replay};
	struct engine *engine = engine_new(&binding, 1, replay->batch ? replay->batch : 64);

	replay->conn.state = calloc(1, engine_state_bytes(&binding, 1));
	replay->conn.first_time = INT64_C(1700000000) * NSEC_PER_SEC;
	for (size_t i = 0; i < count; i++) {
		struct segment segment = replay_segment(replay, &trace[i], i);

		engine_segment(engine, &replay->conn, trace[i].dir, &segment);
	}
	engine_close(engine, &replay->conn);
	engine_free(engine);
	free(replay->conn.state);
	replay->conn.state = NULL;
}

/* Notes of a kind. */
__attribute__((unused)) static int
replay_notes(const struct replay *replay, enum note_kind kind)
{
	int count = 0;

	for (size_t i = 0; i < replay->note_count; i++)
		count += replay->notes[i].kind == kind;
	return count;
}

/* The first of a kind; where there is none, one that is about no step. */
__attribute__((unused)) static const struct note *
replay_note(const struct replay *replay, enum note_kind kind)
{
	static const struct note none = {.serial = UINT32_MAX};

	for (size_t i = 0; i < replay->note_count; i++)
		if (replay->notes[i].kind == kind)
			return &replay->notes[i];
	return &none;
}

#endif
