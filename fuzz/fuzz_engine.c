/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_engine.c - a connection of any segments, 20 bytes each: steps are the oracle.
 * Serials are dense, nothing SACKed lies outside of what is outstanding, samples are not
 * negative, notes speak of steps that were.
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

static void
on_batch(void *self, const struct batch *batch)
{
	uint32_t *serial = self;
	uint32_t before = 0;

	for (size_t i = 0; i < batch->step_count; i++) {
		const struct step *step = &batch->steps[i];

		check(step->serial == (*serial)++);
		check(step->end >= step->begin && step->again_bytes <= step->payload_bytes);
		check(!(step->has & HAS_RTT) || step->rtt >= 0);
		check(!(step->has & HAS_RATE) || step->rate_interval > 0);
		for (int dir = 0; dir < 2; dir++)
			check(step->of[dir].sacked <= step->of[dir].owin);
	}
	for (size_t i = 0; i < batch->note_count; i++) {
		check(batch->notes[i].after >= before && batch->notes[i].after < batch->step_count);
		check(batch->notes[i].serial < *serial);
		before = batch->notes[i].after;
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
		.time = time, .frame = 1, .ip_version = 4, .flags = at[1],
		.seq = number(at + 2), .ack = number(at + 4), .window = be16(at + 6),
		.payload_bytes = (uint32_t)at[8] * 100, .ip_id = at[9], .has = SEG_IP_ID,
		.ts_value = at[10], .ts_echo = at[11], .sack_count = at[0] >> 1 & 3,
	};

	if (at[0] & 8)
		segment.has |= SEG_TIMESTAMPS;
	if (segment.flags & TCP_SYN) {
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t serial = 0;
	struct sink_binding binding = {&sink, &serial};
	struct engine *engine = engine_new(&binding, 1, 7);
	struct connection conn = {.state = calloc(1, engine_state_bytes(&binding, 1))};
	nsec time = 0;

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
	return 0;
}
