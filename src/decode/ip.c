/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ip.c - IPv4 (RFC 791) and IPv6 (RFC 8200) up to the transport header.
 *
 * The packet's own length decides where it ends: what follows on the wire is padding, and
 * a short snap length takes nothing away from it.
 */
#include <string.h>

#include "base/bytes.h"
#include "decode/cursor.h"

enum {
	PROTOCOL_HOP_BY_HOP = 0, PROTOCOL_ICMP = 1, PROTOCOL_TCP = 6, PROTOCOL_ROUTING = 43,
	PROTOCOL_FRAGMENT = 44, PROTOCOL_AH = 51, PROTOCOL_ICMPV6 = 58,
	PROTOCOL_DESTINATION = 60, PROTOCOL_MOBILITY = 135, PROTOCOL_HIP = 139,
	PROTOCOL_SHIM6 = 140,
};

enum { JUMBO_MIN = 65536 };

/* What stays of an outer packet's header: the rest is no matter of the inner one. */
enum { KEPT = SEG_QUOTED | SEG_FRAGMENT };

enum decode_result
decode_ip(struct cursor *cursor)
{
	if (cursor->captured < 1)
		return DECODE_BROKEN;
	switch (cursor->at[0] >> 4) {
	case 4:
		return decode_ipv4(cursor);
	case 6:
		return decode_ipv6(cursor);
	default:
		return DECODE_BROKEN;
	}
}

/*
 * An ICMP error quotes the head of the packet it is about.  `skip` bytes of ICMP header
 * come before (RFC 792, RFC 4443 3).
 */
static enum decode_result
decode_quote(struct cursor *cursor, size_t skip)
{
	if (cursor->quoted || cursor->captured <= skip)
		return DECODE_OTHER;
	cursor_take(cursor, skip);
	cursor->quoted = true;
	cursor->segment->has = SEG_QUOTED;

	enum decode_result result = decode_ip(cursor);

	return result == DECODE_TCP ? DECODE_QUOTED : DECODE_OTHER;
}

/*
 * Destination unreachable, source quench, time exceeded, parameter problem.  A redirect
 * is no error, and tshark doesn't number what it quotes.
 */
static enum decode_result
decode_icmp(struct cursor *cursor)
{
	if (cursor->captured < 8)
		return DECODE_OTHER;
	switch (cursor->at[0]) {
	case 3: case 4: case 11: case 12:
		return decode_quote(cursor, 8);
	default:
		return DECODE_OTHER;
	}
}

/* Unreachable, too big, time exceeded, parameter problem. */
static enum decode_result
decode_icmpv6(struct cursor *cursor)
{
	if (cursor->captured < 8 || cursor->at[0] < 1 || cursor->at[0] > 4)
		return DECODE_OTHER;
	return decode_quote(cursor, 8);
}

static enum decode_result decode_extensions(struct cursor *cursor, uint8_t protocol);

enum decode_result
decode_protocol(struct cursor *cursor, uint8_t protocol)
{
	switch (protocol) {
	case PROTOCOL_TCP:
		return decode_tcp(cursor);
	case PROTOCOL_ICMP:
		return decode_icmp(cursor);
	case PROTOCOL_ICMPV6:
		return decode_icmpv6(cursor);
	case PROTOCOL_AH: /* behind IPv4; IPv6 passes it with its other extensions */
		return decode_extensions(cursor, protocol);
	default:
		return cursor->tunnels ? tunnel_protocol(cursor, protocol) : DECODE_OTHER;
	}
}

/* Cut the cursor to what the packet says it is long. */
static inline void
limit(struct cursor *cursor, size_t bytes)
{
	cursor->wire = bytes;
	if (cursor->captured > bytes)
		cursor->captured = bytes;
}

enum decode_result
decode_ipv4(struct cursor *cursor)
{
	struct segment *segment = cursor->segment;
	const uint8_t *at = cursor->at;

	if (cursor->captured < 20 || at[0] >> 4 != 4)
		return DECODE_BROKEN;

	size_t header = (size_t)(at[0] & 15) * 4, total = be16(at + 2);
	uint16_t fragment = be16(at + 6), guessed = 0;

	if (header < 20 || cursor->captured < header)
		return DECODE_BROKEN;
	if (total == 0) {
		/* Segmentation offload: the length is filled in later, by the hardware. */
		total = cursor->wire;
		guessed = SEG_LENGTH_GUESSED;
	}
	if (total < header)
		return DECODE_BROKEN;
	if (fragment & 0x1fff)
		return at[9] == PROTOCOL_TCP ? DECODE_FRAGMENT : DECODE_OTHER;
	segment->ip_version = 4;
	segment->ttl = at[8];
	segment->ecn = at[1] & 3;
	segment->ip_id = be16(at + 4);
	segment->has = (uint16_t)((segment->has & KEPT) | SEG_IP_ID | guessed
		| (fragment & 0x2000 ? SEG_FRAGMENT : 0));
	memset(segment->source, 0, 16);
	memset(segment->destination, 0, 16);
	memcpy(segment->source, at + 12, 4);
	memcpy(segment->destination, at + 16, 4);
	limit(cursor, total);
	cursor_take(cursor, header);
	return decode_protocol(cursor, at[9]);
}

/* Where a hop-by-hop header of `header` bytes has the length of a jumbogram; NULL: nowhere. */
static const uint8_t *
find_jumbo(const uint8_t *at, size_t header)
{
	for (size_t i = 2; i + 6 <= header; ) {
		if (at[i] == 0) {
			i++;
			continue;
		}
		if (at[i] == 0xc2 && at[i + 1] == 4)
			return at + i + 2;
		i += 2 + (size_t)at[i + 1];
	}
	return NULL;
}

/*
 * RFC 2675: a length that 16 bits can't hold is an option of the hop-by-hop header, and
 * counts that header.  Below 65,536 it is refused (section 3), and where the packet has a
 * length of its own it isn't asked; tshark does the same.  False when refused.
 */
static bool
take_jumbo(struct cursor *cursor, size_t header)
{
	const uint8_t *jumbo = find_jumbo(cursor->at, header);

	if (!jumbo || !(cursor->segment->has & SEG_LENGTH_GUESSED))
		return true;
	if (be32(jumbo) < JUMBO_MIN)
		return false;
	limit(cursor, be32(jumbo));
	cursor->segment->has &= (uint16_t)~SEG_LENGTH_GUESSED;
	return true;
}

/* Returns the size of the extension header, 0 when it isn't one or is cut. */
static size_t
extension_bytes(const struct cursor *cursor, uint8_t protocol)
{
	if (cursor->captured < 8)
		return 0;
	switch (protocol) {
	case PROTOCOL_HOP_BY_HOP: case PROTOCOL_ROUTING: case PROTOCOL_DESTINATION:
	case PROTOCOL_MOBILITY: case PROTOCOL_HIP: case PROTOCOL_SHIM6:
		return ((size_t)cursor->at[1] + 1) * 8;
	case PROTOCOL_FRAGMENT:
		return 8;
	case PROTOCOL_AH:
		return ((size_t)cursor->at[1] + 2) * 4;
	default:
		return 0;
	}
}

static bool
is_extension(uint8_t protocol)
{
	switch (protocol) {
	case PROTOCOL_HOP_BY_HOP: case PROTOCOL_ROUTING: case PROTOCOL_DESTINATION:
	case PROTOCOL_FRAGMENT: case PROTOCOL_AH: case PROTOCOL_MOBILITY:
	case PROTOCOL_HIP: case PROTOCOL_SHIM6:
		return true;
	default:
		return false;
	}
}

static enum decode_result
decode_extensions(struct cursor *cursor, uint8_t protocol)
{
	struct segment *segment = cursor->segment;

	while (is_extension(protocol)) {
		size_t bytes = extension_bytes(cursor, protocol);
		const uint8_t *at = cursor->at;

		if (bytes == 0 || bytes > cursor->captured || ++cursor->depth > DEPTH_MAX)
			return DECODE_BROKEN;
		if (protocol == PROTOCOL_HOP_BY_HOP && !take_jumbo(cursor, bytes))
			return DECODE_BROKEN;
		if (protocol == PROTOCOL_FRAGMENT) {
			uint16_t fragment = be16(at + 2);

			if (fragment & 0xfff8)
				return at[0] == PROTOCOL_TCP ? DECODE_FRAGMENT : DECODE_OTHER;
			if (fragment & 1)
				segment->has |= SEG_FRAGMENT;
			segment->ip_id = be16(at + 6);
			segment->has |= SEG_IP_ID;
		}
		protocol = at[0];
		cursor_take(cursor, bytes);
	}
	return decode_protocol(cursor, protocol);
}

enum decode_result
decode_ipv6(struct cursor *cursor)
{
	struct segment *segment = cursor->segment;
	const uint8_t *at = cursor->at;

	if (cursor->captured < 40 || at[0] >> 4 != 6)
		return DECODE_BROKEN;

	size_t payload = be16(at + 4);

	segment->has &= KEPT;
	segment->ip_version = 6;
	segment->ttl = at[7];
	segment->ecn = at[1] >> 4 & 3;
	segment->ip_id = 0;
	memcpy(segment->source, at + 8, 16);
	memcpy(segment->destination, at + 24, 16);
	cursor_take(cursor, 40);
	if (payload)
		limit(cursor, payload);
	else
		segment->has |= SEG_LENGTH_GUESSED;
	return decode_extensions(cursor, at[6]);
}
