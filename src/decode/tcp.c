/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcp.c - the TCP header and its options (RFC 9293 3.1, 3.2).
 */
#include "base/bytes.h"
#include "decode/cursor.h"

enum {
	OPTION_END = 0, OPTION_NOP = 1, OPTION_MSS = 2, OPTION_WINDOW_SCALE = 3,
	OPTION_SACK_PERMITTED = 4, OPTION_SACK = 5, OPTION_TIMESTAMPS = 8,
	OPTION_MPTCP = 30, OPTION_FAST_OPEN = 34, OPTION_ACC_ECN_0 = 172,
	OPTION_ACC_ECN_1 = 174, OPTION_EXPERIMENT = 254,
};

enum { HEADER_MIN = 20 };

/* RFC 2018 3: ranges of 8 bytes; a length that is none of theirs is read as far as it goes. */
static void
take_sack(const uint8_t *value, size_t length, struct segment *segment)
{
	while (length >= 8 && segment->sack_count < SEGMENT_SACK_MAX) {
		segment->sack[segment->sack_count].begin = be32(value);
		segment->sack[segment->sack_count].end = be32(value + 4);
		segment->sack_count++;
		value += 8;
		length -= 8;
	}
}

static void
take_option(uint8_t kind, const uint8_t *value, size_t length, struct segment *segment)
{
	switch (kind) {
	case OPTION_MSS:
		if (length == 2) {
			segment->mss = be16(value);
			segment->has |= SEG_MSS;
		}
		break;
	case OPTION_WINDOW_SCALE:
		if (length == 1) {
			segment->window_shift = value[0];
			segment->has |= SEG_WINDOW_SCALE;
		}
		break;
	case OPTION_SACK_PERMITTED:
		if (length == 0)
			segment->has |= SEG_SACK_PERMITTED;
		break;
	case OPTION_SACK:
		take_sack(value, length, segment);
		break;
	case OPTION_TIMESTAMPS:
		if (length == 8) {
			segment->ts_value = be32(value);
			segment->ts_echo = be32(value + 4);
			segment->has |= SEG_TIMESTAMPS;
		}
		break;
	case OPTION_MPTCP:
		segment->has |= SEG_MPTCP;
		break;
	case OPTION_FAST_OPEN:
		segment->has |= SEG_FAST_OPEN;
		break;
	case OPTION_EXPERIMENT:
		/* RFC 6994: Fast Open's experiment identifier */
		if (length >= 2 && be16(value) == 0xf989)
			segment->has |= SEG_FAST_OPEN;
		break;
	case OPTION_ACC_ECN_0:
	case OPTION_ACC_ECN_1:
		segment->has |= SEG_ACC_ECN;
		break;
	default:
		break;
	}
}

void
decode_tcp_options(const uint8_t *options, size_t length, size_t claimed,
	struct segment *segment)
{
	size_t at = 0;

	while (at < length) {
		uint8_t kind = options[at];

		if (kind == OPTION_END)
			return;
		if (kind == OPTION_NOP) {
			at++;
			continue;
		}
		if (length - at < 2 || options[at + 1] < 2 || options[at + 1] > length - at) {
			segment->has |= SEG_OPTIONS_CUT;
			return;
		}
		take_option(kind, options + at + 2, (size_t)options[at + 1] - 2, segment);
		at += options[at + 1];
	}
	if (length < claimed)
		segment->has |= SEG_OPTIONS_CUT;
}

/* Nearly all segments of a transfer carry NOP, NOP, time stamps, and nothing else. */
static inline bool
is_plain_timestamps(const uint8_t *options, size_t length)
{
	return length == 12 && be32(options) == 0x0101080a;
}

static void
take_numbers(const uint8_t *at, struct segment *segment)
{
	segment->seq = be32(at + 4);
	segment->ack = be32(at + 8);
	segment->flags = at[13];
	segment->ae = at[12] & 1;
	segment->window = be16(at + 14);
}

static inline void
clear_options(struct segment *segment)
{
	segment->ts_value = segment->ts_echo = 0;
	segment->mss = 0;
	segment->window_shift = 0;
	segment->sack_count = 0;
}

/*
 * A quoted header only takes part in the numbering of streams.  RFC 792 promises 8 bytes
 * of it; tshark numbers it when the window field is there, so 16 are asked for here, too.
 */
static enum decode_result
decode_quoted(struct cursor *cursor)
{
	struct segment *segment = cursor->segment;

	if (cursor->captured < 16)
		return DECODE_BROKEN;
	segment->source_port = be16(cursor->at);
	segment->destination_port = be16(cursor->at + 2);
	take_numbers(cursor->at, segment);
	segment->payload_bytes = 0;
	segment->has |= SEG_NO_LENGTH;
	clear_options(segment);
	return DECODE_TCP;
}

enum decode_result
decode_tcp(struct cursor *cursor)
{
	struct segment *segment = cursor->segment;
	const uint8_t *at = cursor->at;

	if (cursor->quoted)
		return decode_quoted(cursor);
	if (cursor->captured < 16)
		return DECODE_BROKEN;
	segment->source_port = be16(at);
	segment->destination_port = be16(at + 2);
	take_numbers(at, segment);
	clear_options(segment);

	size_t header = (size_t)(at[12] >> 4) * 4;

	if (header < HEADER_MIN || header > cursor->wire) {
		segment->has |= (uint16_t)(SEG_NO_LENGTH | SEG_OPTIONS_CUT
			| (header < HEADER_MIN ? SEG_OFFSET_LOW : 0));
		segment->payload_bytes = 0;
		return DECODE_TCP;
	}

	size_t payload = cursor->wire - header;

	segment->payload_bytes = payload > UINT32_MAX ? UINT32_MAX : (uint32_t)payload;

	size_t claimed = header - HEADER_MIN;
	size_t present = cursor->captured > HEADER_MIN ? cursor->captured - HEADER_MIN : 0;

	if (present > claimed)
		present = claimed;
	if (is_plain_timestamps(at + HEADER_MIN, present) && claimed == 12) {
		segment->ts_value = be32(at + 24);
		segment->ts_echo = be32(at + 28);
		segment->has |= SEG_TIMESTAMPS;
	} else if (claimed) {
		decode_tcp_options(at + HEADER_MIN, present, claimed, segment);
	}
	return DECODE_TCP;
}
