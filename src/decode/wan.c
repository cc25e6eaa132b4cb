/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wan.c - Cisco's HDLC, Frame Relay and ATM.
 */
#include "base/bytes.h"
#include "decode/cursor.h"

/* Address and control, then an EtherType. */
enum decode_result
link_chdlc(struct cursor *cursor)
{
	return decode_typed(cursor, 4, 2);
}

/* With a byte before that says who sent. */
enum decode_result
link_chdlc_directed(struct cursor *cursor)
{
	return cursor_skip(cursor, 1) ? link_chdlc(cursor) : DECODE_BROKEN;
}

/*
 * Q.922: the address has two to four bytes, of which the last has its lowest bit set.  RFC
 * 2427 has control, perhaps padding, and a network layer id; Cisco's way is an EtherType.
 */
enum decode_result
link_frame_relay(struct cursor *cursor)
{
	enum { ADDRESS_MAX = 4, UNNUMBERED = 3 };
	size_t address = 1;

	while (address < cursor->captured && address < ADDRESS_MAX
		&& !(cursor->at[address - 1] & 1))
		address++;
	if (cursor->captured < address + 2)
		return DECODE_BROKEN;
	if (address < 2 || !(cursor->at[address - 1] & 1))
		return DECODE_OTHER;
	cursor_take(cursor, address);
	if (cursor->at[0] != UNNUMBERED)
		return decode_typed(cursor, 2, 0);
	cursor_take(cursor, cursor->at[1] == 0 ? 2 : 1);
	return decode_nlpid(cursor);
}

enum decode_result
link_frame_relay_directed(struct cursor *cursor)
{
	return cursor_skip(cursor, 1) ? link_frame_relay(cursor) : DECODE_BROKEN;
}

/* RFC 2684: LLC, or a circuit for one protocol, which nothing names: then it is IP or unknown. */
enum decode_result
link_atm_1483(struct cursor *cursor)
{
	if (cursor->captured < 1)
		return DECODE_BROKEN;
	switch (cursor->at[0] >> 4) {
	case 4: case 6:
		return decode_ip(cursor);
	default:
		return decode_llc(cursor);
	}
}

/* Linux has both on such a device, too. */
enum decode_result
link_atm_clip(struct cursor *cursor)
{
	return link_atm_1483(cursor);
}

/* LAN emulation: an id of two bytes, of which ff00 is control, before an Ethernet frame. */
static enum decode_result
decode_lane(struct cursor *cursor)
{
	if (cursor->captured < 2)
		return DECODE_BROKEN;
	if (be16(cursor->at) == 0xff00)
		return DECODE_OTHER;
	cursor_take(cursor, 2);
	return link_ethernet(cursor);
}

/* SunATM: four bytes, whose first tells in its lower half what is carried. */
enum decode_result
link_sunatm(struct cursor *cursor)
{
	enum { LANE = 1, LLC = 2 };

	if (cursor->captured < 4)
		return DECODE_BROKEN;

	uint8_t carried = cursor->at[0] & 15;

	cursor_take(cursor, 4);
	if (carried == LANE)
		return decode_lane(cursor);
	return carried == LLC ? decode_llc(cursor) : DECODE_OTHER;
}
