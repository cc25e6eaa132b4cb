/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lan.c - local networks other than Ethernet, and Ethernet as instruments and cable modems
 * hand it on.
 */
#include "base/bytes.h"
#include "decode/cursor.h"

/* Frame control and two addresses; only LLC frames, asynchronous or not, carry packets. */
enum decode_result
link_fddi(struct cursor *cursor)
{
	if (cursor->captured < 13)
		return DECODE_BROKEN;
	if ((cursor->at[0] & 0x70) != 0x50)
		return DECODE_OTHER;
	cursor_take(cursor, 13);
	return decode_llc(cursor);
}

/* The source address's first bit says that the way through the bridges comes next. */
enum decode_result
link_token_ring(struct cursor *cursor)
{
	size_t header = 14;

	if (cursor->captured < header)
		return DECODE_BROKEN;
	if (cursor->at[1] >> 6 != 1)
		return DECODE_OTHER;
	if (cursor->at[8] & 0x80 && cursor->captured > header)
		header += cursor->at[14] & 31;
	return cursor_skip(cursor, header) ? decode_llc(cursor) : DECODE_BROKEN;
}

/* RFC 1201: a packet in parts has them numbered; the first has an odd flag. */
static enum decode_result
decode_arcnet_1201(struct cursor *cursor)
{
	if (cursor->captured < 3)
		return DECODE_BROKEN;
	/* A length that hardware can't send is padded: three bytes, and the type again. */
	if (cursor->at[0] == 0xff)
		cursor_take(cursor, cursor->captured < 7 ? 0 : 4);

	uint8_t split = cursor->at[0];

	cursor_take(cursor, 3);
	return split && !(split & 1) ? DECODE_OTHER : decode_ip(cursor);
}

static enum decode_result
decode_arcnet(struct cursor *cursor, size_t addresses)
{
	enum { IPV6_1201 = 0xc4, IP_1201 = 0xd4, IP_1051 = 0xf0 };

	if (cursor->captured < addresses + 1)
		return DECODE_BROKEN;

	uint8_t type = cursor->at[addresses];

	cursor_take(cursor, addresses + 1);
	switch (type) {
	case IP_1051:
		return decode_ip(cursor);
	case IP_1201: case IPV6_1201:
		return decode_arcnet_1201(cursor);
	default:
		return DECODE_OTHER;
	}
}

enum decode_result
link_arcnet(struct cursor *cursor)
{
	return decode_arcnet(cursor, 2);
}

/* Linux hands on where the hardware's buffer began, too. */
enum decode_result
link_arcnet_linux(struct cursor *cursor)
{
	return decode_arcnet(cursor, 4);
}

/* RFC 2625: two addresses of 8 bytes, then LLC. */
enum decode_result
link_ip_over_fc(struct cursor *cursor)
{
	return cursor_skip(cursor, 16) ? decode_llc(cursor) : DECODE_BROKEN;
}

/* Apple's IP over IEEE 1394: two addresses of 8 bytes, then an EtherType. */
enum decode_result
link_firewire(struct cursor *cursor)
{
	return decode_typed(cursor, 18, 16);
}

/* RFC 4391: a global routing header of 40 bytes, then an EtherType and two bytes. */
enum decode_result
link_ipoib(struct cursor *cursor)
{
	return decode_typed(cursor, 44, 40);
}

/*
 * IEEE 802.3br: with its preamble, whose last byte tells a whole frame (d5) or the beginning
 * of one that was interrupted from the rest of one.
 */
enum decode_result
link_mpacket(struct cursor *cursor)
{
	if (cursor->captured < 8)
		return DECODE_BROKEN;
	switch (cursor->at[7]) {
	case 0xd5: case 0xe6: case 0x4c: case 0x7f: case 0xb3:
		cursor_take(cursor, 8);
		return link_ethernet(cursor);
	default:
		return DECODE_OTHER;
	}
}

/* Hilscher's netANALYZER: four bytes of its own; the second kind has the preamble, too. */
enum decode_result
link_netanalyzer(struct cursor *cursor)
{
	return cursor_skip(cursor, 4) ? link_ethernet(cursor) : DECODE_BROKEN;
}

enum decode_result
link_netanalyzer_raw(struct cursor *cursor)
{
	return cursor_skip(cursor, 12) ? link_ethernet(cursor) : DECODE_BROKEN;
}

/* DOCSIS: six bytes and, when the lowest bit says so, as many more as the second one says. */
enum decode_result
link_docsis(struct cursor *cursor)
{
	if (cursor->captured < 6)
		return DECODE_BROKEN;
	if (cursor->at[0] >> 1 != 0)
		return DECODE_OTHER;
	return cursor_skip(cursor, 6 + (cursor->at[0] & 1 ? (size_t)cursor->at[1] : 0))
		? link_ethernet(cursor) : DECODE_BROKEN;
}
