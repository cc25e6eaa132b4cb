/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wrap.c - links that are another one, or IP, behind a header of the program or the machine
 * that captured.
 */
#include "base/bytes.h"
#include "decode/cursor.h"

/* Per-packet information: version, flags, length, and the link type, little-endian. */
enum decode_result
link_ppi(struct cursor *cursor)
{
	enum { PPI_MIN = 8 };

	if (cursor->captured < PPI_MIN)
		return DECODE_BROKEN;

	size_t header = le16(cursor->at + 2);
	uint32_t link_type = le32(cursor->at + 4);

	if (header < PPI_MIN || !cursor_skip(cursor, header))
		return DECODE_BROKEN;
	return link_type > UINT16_MAX ? DECODE_OTHER : decode_link(cursor, (uint16_t)link_type);
}

/* Apple's: length, kind of record (1: a packet), and its link type. */
enum decode_result
link_pktap(struct cursor *cursor)
{
	enum { PKTAP_MIN = 12 };

	if (cursor->captured < PKTAP_MIN)
		return DECODE_BROKEN;

	size_t header = le32(cursor->at);
	uint32_t kind = le32(cursor->at + 4), link_type = le32(cursor->at + 8);

	if (header < PKTAP_MIN || !cursor_skip(cursor, header))
		return DECODE_BROKEN;
	return kind != 1 || link_type > UINT16_MAX ? DECODE_OTHER
		: decode_link(cursor, (uint16_t)link_type);
}

/* Values behind their length and kind, in the byte order of the host: kinds are small. */
static bool
find_nflog_payload(struct cursor *cursor)
{
	enum { PAYLOAD = 9 };

	while (cursor->captured >= 4) {
		bool big = cursor->at[3] && !cursor->at[2];
		size_t length = big ? be16(cursor->at) : le16(cursor->at);
		uint16_t kind = big ? be16(cursor->at + 2) : le16(cursor->at + 2);

		if (length < 4)
			return false;
		if (kind == PAYLOAD) {
			cursor_take(cursor, 4);
			return true;
		}
		if (!cursor_skip(cursor, (length + 3) & ~(size_t)3))
			return false;
	}
	return false;
}

/* Linux netfilter's log: an address family, version and group before the values. */
enum decode_result
link_nflog(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;

	uint8_t family = cursor->at[0];

	cursor_take(cursor, 4);
	if (family != 2 && family != 10)
		return DECODE_OTHER;
	return find_nflog_payload(cursor) ? decode_ip(cursor) : DECODE_BROKEN;
}

/* OpenBSD's packet filter: its first byte is its length without the padding to 4. */
enum decode_result
link_pflog(struct cursor *cursor)
{
	enum { PFLOG_MIN = 28 };

	if (cursor->captured < 1)
		return DECODE_BROKEN;

	size_t header = ((size_t)cursor->at[0] + 3) & ~(size_t)3;

	return header >= PFLOG_MIN && cursor_skip(cursor, header) ? decode_ip(cursor)
		: DECODE_BROKEN;
}

/* OpenBSD's IPsec device: 12 bytes, then the packet as it was before it was encrypted. */
enum decode_result
link_enc(struct cursor *cursor)
{
	return cursor_skip(cursor, 12) ? decode_ip(cursor) : DECODE_BROKEN;
}

/* ---- Endace ---- */

static enum decode_result
decode_erf(struct cursor *cursor, uint8_t kind)
{
	switch (kind) {
	case 1: case 10: case 15: case 19: /* HDLC, which may be PPP's */
		return link_ppp(cursor);
	case 2: case 11: case 16: case 20: /* Ethernet, behind two bytes */
		return cursor_skip(cursor, 2) ? link_ethernet(cursor) : DECODE_BROKEN;
	case 22:
		return decode_ipv4(cursor);
	case 23:
		return decode_ipv6(cursor);
	default:
		return DECODE_OTHER;
	}
}

/* A record of 16 bytes' header, and more of 8 while the highest bit says so. */
enum decode_result
link_erf(struct cursor *cursor)
{
	if (cursor->captured < 16)
		return DECODE_BROKEN;

	uint8_t kind = cursor->at[8] & 0x7f;
	bool more = cursor->at[8] & 0x80;

	cursor_take(cursor, 16);
	while (more) {
		if (cursor->captured < 8 || !cursor_deeper(cursor))
			return DECODE_BROKEN;
		more = cursor->at[0] & 0x80;
		cursor_take(cursor, 8);
	}
	return decode_erf(cursor, kind);
}

/* ---- Juniper ---- */

/*
 * "MGC", flags, and perhaps values whose length comes first.  Without a link header the
 * protocol stands in its place, in four bytes.
 */
static enum decode_result
decode_juniper(struct cursor *cursor, decoder *decode)
{
	enum { NO_LINK = 0x02, EXTENDED = 0x80, IPV4 = 2, IPV6 = 6 };

	if (cursor->captured < 6 || be32(cursor->at) >> 8 != 0x4d4743)
		return DECODE_BROKEN;

	uint8_t flags = cursor->at[3];
	size_t header = flags & EXTENDED ? 6 + (size_t)be16(cursor->at + 4) : 4;

	if (!cursor_skip(cursor, header))
		return DECODE_BROKEN;
	if (!(flags & NO_LINK))
		return decode(cursor);
	if (cursor->captured < 4)
		return DECODE_BROKEN;

	uint32_t protocol = le32(cursor->at);

	cursor_take(cursor, 4);
	return protocol == IPV4 || protocol == IPV6 ? decode_ip(cursor) : DECODE_OTHER;
}

enum decode_result
link_juniper_ethernet(struct cursor *cursor)
{
	return decode_juniper(cursor, link_ethernet);
}

enum decode_result
link_juniper_ppp(struct cursor *cursor)
{
	return decode_juniper(cursor, link_ppp);
}

enum decode_result
link_juniper_frame_relay(struct cursor *cursor)
{
	return decode_juniper(cursor, link_frame_relay);
}

enum decode_result
link_juniper_chdlc(struct cursor *cursor)
{
	return decode_juniper(cursor, link_chdlc);
}
