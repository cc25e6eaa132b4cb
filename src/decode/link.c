/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * link.c - from the frame's first byte to the network layer.  A link type is one function
 * and one row.
 */
#include <string.h>

#include "base/bytes.h"
#include "decode/cursor.h"

enum {
	ETHERTYPE_IPV4 = 0x0800, ETHERTYPE_IPV6 = 0x86dd, ETHERTYPE_VLAN = 0x8100,
	ETHERTYPE_QINQ = 0x88a8, ETHERTYPE_QINQ_OLD = 0x9100, ETHERTYPE_MIN = 0x0600,
};

struct link_row {
	uint16_t link_type;
	decoder *decode;
};

static const struct link_row links[] = {
	{1, link_ethernet},
	{0, link_null},
	{12, decode_ip},      /* DLT_RAW of most systems, as some tools write it */
	{14, decode_ip},      /* DLT_RAW of OpenBSD */
	{101, decode_ip},
	{108, link_loop},
	{113, link_sll},
	{228, decode_ipv4},
	{229, decode_ipv6},
	{276, link_sll2},
};

static decoder *
find_link(uint16_t link_type)
{
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		if (links[i].link_type == link_type)
			return links[i].decode;
	return NULL;
}

bool
decode_link_known(uint16_t link_type)
{
	return find_link(link_type) != NULL;
}

/*
 * Nine of ten frames that people capture: Ethernet, IPv4 without options, whole, TCP with
 * no options or time stamps alone.  Takes them in one go; what differs in any bit looked
 * at goes the long way, which gives the same.
 */
static inline bool
decode_usual(const struct frame *frame, struct segment *segment)
{
	enum { IP = 14, TCP = IP + 20, OPTIONS = TCP + 20 };
	const uint8_t *at = frame->bytes;

	if (frame->link_type != 1 || frame->captured_bytes < OPTIONS
		|| be16(at + 12) != ETHERTYPE_IPV4 || at[IP] != 0x45 || at[IP + 9] != 6
		|| be16(at + IP + 6) & 0x3fff)
		return false;

	uint32_t total = be16(at + IP + 2), header = (uint32_t)(at[TCP + 12] >> 4) * 4;
	bool stamped = header == 32 && frame->captured_bytes >= OPTIONS + 12
		&& be32(at + OPTIONS) == 0x0101080a;

	if ((header != 20 && !stamped) || total < 20 + header)
		return false;
	memcpy(segment->source, at + IP + 12, 4);
	memset(segment->source + 4, 0, 12);
	memcpy(segment->destination, at + IP + 16, 4);
	memset(segment->destination + 4, 0, 12);
	segment->source_port = be16(at + TCP);
	segment->destination_port = be16(at + TCP + 2);
	segment->ip_version = 4;
	segment->flags = at[TCP + 13];
	segment->ttl = at[IP + 8];
	segment->ecn = at[IP + 1] & 3;
	segment->seq = be32(at + TCP + 4);
	segment->ack = be32(at + TCP + 8);
	segment->window = be16(at + TCP + 14);
	segment->has = (uint16_t)(SEG_IP_ID | (stamped ? SEG_TIMESTAMPS : 0));
	segment->payload_bytes = total - 20 - header;
	segment->ts_value = stamped ? be32(at + OPTIONS + 4) : 0;
	segment->ts_echo = stamped ? be32(at + OPTIONS + 8) : 0;
	segment->mss = 0;
	segment->ip_id = be16(at + IP + 4);
	segment->window_shift = 0;
	segment->ae = at[TCP + 12] & 1;
	segment->sack_count = 0;
	return true;
}

enum decode_result
decode_frame(const struct frame *frame, struct segment *segment)
{
	segment->time = frame->time;
	segment->frame = frame->number;
	segment->wire_bytes = frame->wire_bytes;
	segment->reserved = 0;
	if (decode_usual(frame, segment))
		return DECODE_TCP;

	struct cursor cursor = {
		.at = frame->bytes,
		.captured = frame->captured_bytes,
		/* A file may claim less than it holds; what is there was there. */
		.wire = frame->wire_bytes > frame->captured_bytes
			? frame->wire_bytes : frame->captured_bytes,
		.segment = segment,
	};
	decoder *decode = find_link(frame->link_type);

	if (!decode)
		return DECODE_LINK_UNKNOWN;
	segment->has = 0;
	return decode(&cursor);
}

/* 802.3: a length, then LLC, and SNAP with an EtherType (IEEE 802, RFC 1042). */
static enum decode_result
decode_llc(struct cursor *cursor)
{
	static const uint8_t snap[6] = {0xaa, 0xaa, 0x03, 0, 0, 0};

	if (cursor->captured < 3)
		return DECODE_BROKEN;
	/* LLC's own number for IP */
	if (cursor->at[0] == 0x06 && cursor->at[1] == 0x06) {
		cursor_take(cursor, 3);
		return decode_ip(cursor);
	}
	if (cursor->captured < 8 || memcmp(cursor->at, snap, sizeof(snap)) != 0)
		return DECODE_OTHER;

	uint16_t ethertype = be16(cursor->at + 6);

	cursor_take(cursor, 8);
	return decode_ethertype(cursor, ethertype);
}

static enum decode_result
decode_tag(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;
	if (++cursor->depth > DEPTH_MAX)
		return DECODE_BROKEN;

	uint16_t ethertype = be16(cursor->at + 2);

	cursor_take(cursor, 4);
	return decode_ethertype(cursor, ethertype);
}

enum decode_result
decode_ethertype(struct cursor *cursor, uint16_t ethertype)
{
	switch (ethertype) {
	case ETHERTYPE_IPV4:
		return decode_ipv4(cursor);
	case ETHERTYPE_IPV6:
		return decode_ipv6(cursor);
	case ETHERTYPE_VLAN:
	case ETHERTYPE_QINQ:
	case ETHERTYPE_QINQ_OLD:
		return decode_tag(cursor);
	default:
		return ethertype < ETHERTYPE_MIN ? decode_llc(cursor) : DECODE_OTHER;
	}
}

/* A header of `size` bytes, with the EtherType of what follows at `offset`. */
static enum decode_result
decode_header(struct cursor *cursor, size_t size, size_t offset)
{
	if (cursor->captured < size)
		return DECODE_BROKEN;

	uint16_t ethertype = be16(cursor->at + offset);

	cursor_take(cursor, size);
	return decode_ethertype(cursor, ethertype);
}

enum decode_result
link_ethernet(struct cursor *cursor)
{
	return decode_header(cursor, 14, 12);
}

/* Linux cooked capture: the EtherType is the last of 16 bytes. */
enum decode_result
link_sll(struct cursor *cursor)
{
	return decode_header(cursor, 16, 14);
}

/* Its second version has the EtherType first, of 20 bytes. */
enum decode_result
link_sll2(struct cursor *cursor)
{
	return decode_header(cursor, 20, 0);
}

/*
 * BSD loopback: an address family.  AF_INET is 2 everywhere; AF_INET6 differs, but the
 * packet's first nibble says as much.
 */
static enum decode_result
decode_family(struct cursor *cursor, uint32_t family)
{
	cursor_take(cursor, 4);
	switch (family) {
	case 2: case 10: case 23: case 24: case 28: case 30:
		return decode_ip(cursor);
	default:
		/* Some writers put an EtherType there. */
		return family >= ETHERTYPE_MIN && family <= 0xffff
			? decode_ethertype(cursor, (uint16_t)family) : DECODE_OTHER;
	}
}

/* In the byte order of the host that captured: families are small, so it shows. */
enum decode_result
link_null(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;

	uint32_t family = le32(cursor->at);

	return decode_family(cursor, family & 0xffff0000 ? be32(cursor->at) : family);
}

/* OpenBSD's, always in network order. */
enum decode_result
link_loop(struct cursor *cursor)
{
	return cursor->captured < 4 ? DECODE_BROKEN
		: decode_family(cursor, be32(cursor->at));
}
