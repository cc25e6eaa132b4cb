/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_decode.c - a frame of any link type: the first two bytes choose it.  What decoding
 * says stays within its contract, and the short way says what the long one does.
 */
#include <stdlib.h>
#include <string.h>

#include "cctrace/decode.h"
#include "fuzz/target.h"

static void
check(bool good)
{
	if (!good)
		abort();
}

static enum decode_result
decode(const struct frame *frame, struct segment *segment)
{
	enum decode_result result = decode_frame(frame, segment);

	check(result < DECODE_RESULT_COUNT);
	check((result == DECODE_LINK_UNKNOWN) == !decode_link_known(frame->link_type));
	if (result == DECODE_TCP)
		check(segment->path <= INT32_MAX && segment->sack_count <= SEGMENT_SACK_MAX
			&& segment->ecn <= 3
			&& (segment->ip_version == 4 || segment->ip_version == 6));
	return result;
}

/* Ethernet has a short way for what is usual; without its header a packet goes the long one. */
static void
compare_ways(const struct frame *frame, enum decode_result usual, const struct segment *segment)
{
	struct frame raw = *frame;
	struct segment other;

	raw.link_type = 228;
	raw.bytes += 14;
	raw.captured_bytes -= 14;
	raw.wire_bytes = raw.wire_bytes > 14 ? raw.wire_bytes - 14 : 0;
	check(decode(&raw, &other) == usual);
	if (usual != DECODE_TCP && usual != DECODE_QUOTED)
		return;
	check(segment->seq == other.seq && segment->ack == other.ack
		&& segment->flags == other.flags && segment->window == other.window
		&& segment->has == other.has && segment->payload_bytes == other.payload_bytes
		&& segment->ts_value == other.ts_value && segment->ts_echo == other.ts_echo
		&& segment->source_port == other.source_port && segment->ttl == other.ttl
		&& segment->sack_count == other.sack_count && segment->ip_id == other.ip_id
		&& memcmp(segment->source, other.source, sizeof(other.source)) == 0);
}

/* What is outside of tunnels is told the same whether they are looked into or not. */
static void
compare_outside(const struct frame *frame, enum decode_result result,
	const struct segment *segment)
{
	struct segment other;
	enum decode_result outside = decode_frame_outside(frame, &other);

	if (outside == DECODE_TCP || outside == DECODE_QUOTED)
		check(outside == result && other.seq == segment->seq
			&& other.path == segment->path && other.has == segment->has
			&& other.payload_bytes == segment->payload_bytes);
	else
		check(outside == result || outside == DECODE_OTHER);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* As captured, cut by the snap length, and as a file that claims less than it holds. */
	static const uint32_t beyond[] = {0, 1500, 70000, UINT32_MAX};
	struct segment segment;
	struct frame frame = {.number = 1};

	if (size < 2)
		return 0;
	frame.link_type = (uint16_t)(data[0] << 8 | data[1]);
	frame.bytes = data + 2;
	frame.captured_bytes = (uint32_t)(size - 2);
	for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++) {
		frame.wire_bytes = beyond[i] == UINT32_MAX ? 0 : frame.captured_bytes + beyond[i];

		enum decode_result result = decode(&frame, &segment);

		compare_outside(&frame, result, &segment);
		if (frame.link_type == 1 && frame.captured_bytes >= 14 && data[14] == 8
			&& data[15] == 0)
			compare_ways(&frame, result, &segment);
	}
	return 0;
}
