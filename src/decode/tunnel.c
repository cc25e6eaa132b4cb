/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunnel.c - packets inside of IP packets, by IP protocol number.  A tunnel is one function
 * and one row.
 */
#include "base/bytes.h"
#include "decode/cursor.h"
#include "decode/tunnel.h"

enum { UDP = 17 };

struct protocol_row {
	uint8_t protocol;
	decoder *decode;
};

static uint32_t
sum_address(const uint8_t *address)
{
	uint32_t sum = 0;

	for (int i = 0; i < 16; i += 4)
		sum = (sum ^ be32(address + i)) * UINT32_C(0x85ebca6b);
	return sum ^ sum >> 13;
}

void
tunnel_between(struct cursor *cursor, uint32_t id)
{
	cursor_path(cursor, sum_address(cursor->segment->source)
		+ sum_address(cursor->segment->destination));
	cursor_path(cursor, id);
}

static enum decode_result
tunnel_ipv4(struct cursor *cursor)
{
	tunnel_between(cursor, 0);
	return decode_ipv4(cursor);
}

static enum decode_result
tunnel_ipv6(struct cursor *cursor)
{
	tunnel_between(cursor, 0);
	return decode_ipv6(cursor);
}

/* RFC 3378: version 3 and nothing. */
static enum decode_result
tunnel_etherip(struct cursor *cursor)
{
	if (cursor->captured < 2)
		return DECODE_BROKEN;
	if (cursor->at[0] >> 4 != 3)
		return DECODE_OTHER;
	tunnel_between(cursor, 0);
	cursor_take(cursor, 2);
	return link_ethernet(cursor);
}

/* RFC 4023 */
static enum decode_result
tunnel_mpls(struct cursor *cursor)
{
	tunnel_between(cursor, 0);
	return decode_mpls(cursor);
}

static const struct protocol_row protocols[] = {
	{4, tunnel_ipv4},
	{UDP, tunnel_udp},
	{41, tunnel_ipv6},
	{47, tunnel_gre},
	{97, tunnel_etherip},
	{137, tunnel_mpls},
};

enum decode_result
tunnel_protocol(struct cursor *cursor, uint8_t protocol)
{
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		if (protocols[i].protocol == protocol)
			return cursor_deeper(cursor) ? protocols[i].decode(cursor)
				: DECODE_BROKEN;
	return DECODE_OTHER;
}
