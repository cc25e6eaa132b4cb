/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * gre.c - GRE (RFC 2784, RFC 2890, RFC 1701), PPTP's kind of it (RFC 2637), and ERSPAN inside.
 */
#include "base/bytes.h"
#include "decode/tunnel.h"

enum {
	CHECKSUM = 0x8000, ROUTING = 0x4000, KEY = 0x2000, SEQUENCE = 0x1000,
	ACKNOWLEDGED = 0x0080, VERSION = 0x0007,
};

enum {
	GRE_WCCP = 0x883e, GRE_ERSPAN = 0x88be, GRE_ERSPAN_3 = 0x22eb,
};

/* RFC 1701: source routes, each with its length, up to one that is empty. */
static bool
skip_routes(struct cursor *cursor)
{
	while (cursor->captured >= 4 && cursor_deeper(cursor)) {
		bool last = be16(cursor->at) == 0 && cursor->at[3] == 0;

		if (!cursor_skip(cursor, 4 + (size_t)cursor->at[3]))
			return false;
		if (last)
			return true;
	}
	return false;
}

/* Type II has 8 bytes (draft-foschiano-erspan); type I none, and no sequence number in GRE. */
static enum decode_result
decode_erspan(struct cursor *cursor, bool numbered)
{
	return !numbered || cursor_skip(cursor, 8) ? link_ethernet(cursor) : DECODE_BROKEN;
}

/* 12 bytes, whose last bit says that 8 more follow. */
static enum decode_result
decode_erspan_3(struct cursor *cursor)
{
	if (cursor->captured < 12)
		return DECODE_BROKEN;
	return cursor_skip(cursor, cursor->at[11] & 1 ? 20 : 12) ? link_ethernet(cursor)
		: DECODE_BROKEN;
}

/* WCCP redirects with a header of four bytes, or without: an IPv4 header shows. */
static enum decode_result
decode_wccp(struct cursor *cursor)
{
	if (cursor->captured >= 1 && cursor->at[0] >> 4 == 4)
		return decode_ipv4(cursor);
	return cursor_skip(cursor, 4) ? decode_ipv4(cursor) : DECODE_BROKEN;
}

static enum decode_result
decode_payload(struct cursor *cursor, uint16_t flags, uint16_t type)
{
	switch (type) {
	case GRE_ERSPAN:
		return decode_erspan(cursor, flags & SEQUENCE);
	case GRE_ERSPAN_3:
		return decode_erspan_3(cursor);
	case GRE_WCCP:
		return decode_wccp(cursor);
	default:
		return type < 0x0600 ? DECODE_OTHER : decode_ethertype(cursor, type);
	}
}

/* The fields that the flags announce.  PPTP's key is a length and a call that differs by
 * direction. */
static bool
take_fields(struct cursor *cursor, uint16_t flags)
{
	uint32_t key = 0;

	if (flags & (CHECKSUM | ROUTING) && !cursor_skip(cursor, 4))
		return false;
	if (flags & KEY) {
		if (cursor->captured < 4)
			return false;
		key = (flags & VERSION) == 1 ? 0 : be32(cursor->at);
		cursor_take(cursor, 4);
	}
	tunnel_between(cursor, key);
	if (flags & SEQUENCE && !cursor_skip(cursor, 4))
		return false;
	if (flags & ACKNOWLEDGED && !cursor_skip(cursor, 4))
		return false;
	return !(flags & ROUTING) || skip_routes(cursor);
}

enum decode_result
tunnel_gre(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;

	uint16_t flags = be16(cursor->at), type = be16(cursor->at + 2);

	if ((flags & VERSION) > 1)
		return DECODE_OTHER;
	if ((flags & VERSION) == 0)
		flags &= (uint16_t)~ACKNOWLEDGED;
	cursor_take(cursor, 4);
	return take_fields(cursor, flags) ? decode_payload(cursor, flags, type) : DECODE_BROKEN;
}
