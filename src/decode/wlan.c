/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wlan.c - IEEE 802.11, and what receivers put before it.
 */
#include "base/bytes.h"
#include "decode/cursor.h"

/* Bits of the two bytes of frame control, as they lie in the frame (IEEE 802.11 9.2.4.1). */
enum {
	KIND = 0x0f, KIND_DATA = 0x08, SUBTYPE_EMPTY = 0x40, SUBTYPE_QOS = 0x80,
	BOTH_SYSTEMS = 0x03, PROTECTED = 0x40, ORDER = 0x80,
};

enum { RADIOTAP_PADDED = 0x20 };

/* Of a data frame: three addresses or four, QoS, and HT control. */
static size_t
header_bytes(const uint8_t *at)
{
	size_t bytes = 24;

	if ((at[1] & BOTH_SYSTEMS) == BOTH_SYSTEMS)
		bytes += 6;
	if (at[0] & SUBTYPE_QOS)
		bytes += at[1] & ORDER ? 6 : 2;
	return bytes;
}

/* Several packets in one frame (A-MSDU): the first has two addresses and a length before it. */
static bool
is_aggregate(const uint8_t *at)
{
	size_t qos = (at[1] & BOTH_SYSTEMS) == BOTH_SYSTEMS ? 30 : 24;

	return at[0] & SUBTYPE_QOS && at[qos] & 0x80;
}

/* A frame without data, encrypted, or a later fragment has no header of TCP to show. */
static bool
shows_packet(const uint8_t *at)
{
	return (at[0] & KIND) == KIND_DATA && !(at[0] & SUBTYPE_EMPTY) && !(at[1] & PROTECTED)
		&& (at[22] & 15) == 0;
}

/* `padded`: the header is filled up to a multiple of 4. */
static enum decode_result
decode_80211(struct cursor *cursor, bool padded)
{
	const uint8_t *at = cursor->at;

	if (cursor->captured < 24)
		return cursor->captured < 1 ? DECODE_BROKEN : DECODE_OTHER;
	if (!shows_packet(at))
		return DECODE_OTHER;

	size_t header = header_bytes(at);

	if (padded)
		header = (header + 3) & ~(size_t)3;
	if (cursor->captured < header)
		return DECODE_BROKEN;
	if (is_aggregate(at))
		header += 14;
	return cursor_skip(cursor, header) ? decode_llc(cursor) : DECODE_BROKEN;
}

enum decode_result
link_80211(struct cursor *cursor)
{
	return decode_80211(cursor, false);
}

/*
 * The flags are the second field: behind the words that say which there are, and a time of 8
 * bytes (aligned to 8), when there is one.  0 when they aren't there.
 */
static uint8_t
radiotap_flags(const uint8_t *at, size_t bytes)
{
	size_t words = 4;

	while (words + 4 <= bytes && le32(at + words) >> 31)
		words += 4;
	words += 4;

	uint32_t present = le32(at + 4);

	if (present & 1)
		words = ((words + 7) & ~(size_t)7) + 8;
	return present & 2 && words < bytes ? at[words] : 0;
}

enum decode_result
link_radiotap(struct cursor *cursor)
{
	if (cursor->captured < 8)
		return DECODE_BROKEN;

	size_t header = le16(cursor->at + 2);

	if (header < 8 || header > cursor->captured)
		return DECODE_BROKEN;

	bool padded = radiotap_flags(cursor->at, header) & RADIOTAP_PADDED;

	cursor_take(cursor, header);
	return decode_80211(cursor, padded);
}

/* AVS: a magic number and the header's length. */
enum decode_result
link_avs(struct cursor *cursor)
{
	enum { AVS_MIN = 8 };

	if (cursor->captured < AVS_MIN)
		return DECODE_BROKEN;

	size_t header = be32(cursor->at + 4);

	return header >= AVS_MIN && cursor_skip(cursor, header) ? link_80211(cursor)
		: DECODE_BROKEN;
}

/* Prism: 144 bytes, in either byte order; or AVS, which came under the same number. */
enum decode_result
link_prism(struct cursor *cursor)
{
	enum { PRISM_BYTES = 144, AVS_MAGIC = 0x80211 };

	if (cursor->captured >= 4 && be32(cursor->at) >> 12 == AVS_MAGIC)
		return link_avs(cursor);
	return cursor_skip(cursor, PRISM_BYTES) ? link_80211(cursor) : DECODE_BROKEN;
}
