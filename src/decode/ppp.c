/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ppp.c - PPP (RFC 1661, RFC 1662), alone, on Ethernet (RFC 2516), and inside of tunnels.
 */
#include "base/bytes.h"
#include "decode/cursor.h"

enum {
	PPP_IPV4 = 0x21, PPP_BRIDGING = 0x31, PPP_MULTILINK = 0x3d, PPP_IPV6 = 0x57,
	PPP_MPLS = 0x281, PPP_MPLS_MULTICAST = 0x283,
};

/* RFC 3518 4.2: flags and kind of MAC before the frame; the kind of Ethernet is 1. */
static enum decode_result
decode_bridging(struct cursor *cursor)
{
	if (cursor->captured < 2 || cursor->at[1] != 1)
		return DECODE_OTHER;
	cursor_take(cursor, 2);
	return link_ethernet(cursor);
}

/* RFC 1990: a packet that is beginning and end at once is whole. */
static enum decode_result
decode_multilink(struct cursor *cursor)
{
	if (cursor->captured < 4 || (cursor->at[0] & 0xc0) != 0xc0)
		return DECODE_OTHER;
	cursor_take(cursor, 4);
	return decode_ppp(cursor);
}

static enum decode_result
decode_ppp_protocol(struct cursor *cursor, uint16_t protocol)
{
	switch (protocol) {
	case PPP_IPV4:
		return decode_ipv4(cursor);
	case PPP_IPV6:
		return decode_ipv6(cursor);
	case PPP_MPLS: case PPP_MPLS_MULTICAST:
		return decode_mpls(cursor);
	case PPP_BRIDGING:
		return decode_bridging(cursor);
	case PPP_MULTILINK:
		return decode_multilink(cursor);
	default:
		return DECODE_OTHER;
	}
}

/* Address and control may be left out, and so may the protocol's upper byte (6.5, 6.6). */
enum decode_result
decode_ppp(struct cursor *cursor)
{
	if (!cursor_deeper(cursor))
		return DECODE_BROKEN;
	if (cursor->captured >= 2 && be16(cursor->at) == 0xff03)
		cursor_take(cursor, 2);
	if (cursor->captured < 2)
		return DECODE_BROKEN;

	bool compressed = cursor->at[0] & 1;
	uint16_t protocol = compressed ? cursor->at[0] : be16(cursor->at);

	cursor_take(cursor, compressed ? 1 : 2);
	return decode_ppp_protocol(cursor, protocol);
}

/* Only a session's packets, whose code is 0, have PPP inside. */
enum decode_result
decode_pppoe(struct cursor *cursor)
{
	if (cursor->captured < 6)
		return DECODE_BROKEN;
	if (cursor->at[0] != 0x11 || cursor->at[1] != 0)
		return DECODE_OTHER;
	cursor_take(cursor, 6);
	return decode_ppp(cursor);
}

/* Cisco's HDLC is met under PPP's number; its addresses are none of PPP's. */
enum decode_result
link_ppp(struct cursor *cursor)
{
	if (cursor->captured < 2)
		return DECODE_BROKEN;
	if (cursor->at[0] == 0x0f || cursor->at[0] == 0x8f)
		return link_chdlc(cursor);
	return decode_ppp(cursor);
}

/* A byte that says who sent: pppd's stands in place of the address, others before it. */
enum decode_result
link_ppp_directed(struct cursor *cursor)
{
	if (!cursor_skip(cursor, 1))
		return DECODE_BROKEN;
	if (cursor->captured >= 1 && cursor->at[0] == 3)
		cursor_take(cursor, 1);
	return link_ppp(cursor);
}
