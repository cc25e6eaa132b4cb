/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_engine.c - a connection of any segments, 20 bytes each: steps are the oracle.
 * Serials are dense, nothing SACKed lies outside of what is outstanding, samples are not
 * negative, notes speak of steps that were.  The usual segment's short way says what the
 * long one does.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "cctrace/tcp.h"
#include "fuzz/target.h"

enum { SEGMENT_BYTES = 20, SEGMENTS_MAX = 4096 };

static void
check(bool good)
{
	if (!good)
		abort();
}

/* What an engine has said so far. */
struct listener {
	uint32_t serial; /* of the next step */
	uint64_t hash;
};

static void
hash(struct listener *listener, const void *bytes, size_t size)
{
	const uint8_t *at = bytes;

	for (size_t i = 0; i < size; i++)
		listener->hash = (listener->hash ^ at[i]) * UINT64_C(0x100000001b3);
}

static void
hash_step(struct listener *listener, const struct step *step, const struct range *sack)
{
	struct step copy = *step;

	copy.conn = NULL;
	copy.sack_first = 0;
	hash(listener, &copy, sizeof(copy));
	if (step->sack_count)
		hash(listener, sack + step->sack_first, step->sack_count * sizeof(*sack));
}

static void
hash_note(struct listener *listener, const struct note *note)
{
	struct note copy = *note;

	copy.conn = NULL;
	hash(listener, &copy, sizeof(copy));
}

static void
on_batch(void *self, const struct batch *batch)
{
	struct listener *listener = self;
	uint32_t *serial = &listener->serial;
	uint32_t before = 0;

	for (size_t i = 0; i < batch->step_count; i++) {
		const struct step *step = &batch->steps[i];

		check(step->serial == (*serial)++);
		check(step->end >= step->begin && step->again_bytes <= step->payload_bytes);
		check(!(step->has & HAS_RTT) || step->rtt >= 0);
		check(!(step->has & HAS_RATE) || step->rate_interval > 0);
		for (int dir = 0; dir < 2; dir++)
			check(step->of[dir].sacked <= step->of[dir].owin);
		hash_step(listener, step, batch->sack);
	}
	for (size_t i = 0; i < batch->note_count; i++) {
		check(batch->notes[i].after >= before && batch->notes[i].after < batch->step_count);
		check(batch->notes[i].serial < *serial);
		before = batch->notes[i].after;
		hash_note(listener, &batch->notes[i]);
	}
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	(void)self;
	(void)conn;
	check(final->near <= NEAR_MIDDLE);
}

static const struct sink sink = {.name = "fuzz", .on_batch = on_batch, .on_close = on_close};

/* Small numbers near each other, so that segments meet; the high bit asks for far ones. */
static uint32_t
number(const uint8_t *at)
{
	uint32_t value = be16(at);

	return value & 0x8000 ? value << 16 | 0x1234 : value * 100;
}

static struct segment
make(const uint8_t *at, nsec time)
{
	struct segment segment = {
		.time = time, .frame = 1, .ip_version = 4, .ttl = 64, .flags = at[1],
		.seq = number(at + 2), .ack = number(at + 4), .window = be16(at + 6),
		.payload_bytes = (uint32_t)at[8] * 100, .ip_id = at[9], .has = SEG_IP_ID,
		.ts_value = at[10], .ts_echo = at[11], .sack_count = at[0] >> 1 & 3,
	};

	if (at[0] & 8)
		segment.has |= SEG_TIMESTAMPS;
	if (segment.flags & TCP_SYN) {
		/* What follows a SYN has a round number again. */
		segment.seq--;
		segment.has |= SEG_MSS | SEG_SACK_PERMITTED | SEG_WINDOW_SCALE;
		segment.mss = 1460;
		segment.window_shift = at[9];
	}
	for (unsigned i = 0; i < segment.sack_count; i++) {
		segment.sack[i].begin = number(at + 12 + 2 * i);
		segment.sack[i].end = segment.sack[i].begin + (uint32_t)at[18 + (i & 1)] * 100;
	}
	return segment;
}

static uint64_t
run(const uint8_t *data, size_t size, bool never_usual)
{
	struct listener listener = {0};
	struct sink_binding binding = {&sink, &listener};
	struct engine *engine = engine_new(&binding, 1, 7);
	struct connection conn = {.state = calloc(1, engine_state_bytes(&binding, 1))};
	nsec time = 0;

	if (never_usual)
		engine_never_usual(engine);
	for (size_t i = 0; i < SEGMENTS_MAX && size >= SEGMENT_BYTES; i++) {
		struct segment segment;

		/* Up to 2.5 s on, or a little back. */
		time += (data[0] >> 4) * (nsec)170 * NSEC_PER_MSEC - 3 * NSEC_PER_MSEC;
		segment = make(data, time);
		engine_segment(engine, &conn, data[0] & 1 ? B2A : A2B, &segment);
		data += SEGMENT_BYTES;
		size -= SEGMENT_BYTES;
	}
	engine_close(engine, &conn);
	engine_free(engine);
	free(conn.state);
	return listener.hash;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check(run(data, size, false) == run(data, size, true));
	return 0;
}
