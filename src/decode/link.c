/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * link.c - where decoding begins: the usual frame in one go, any other by its link type,
 * which is one function in a file of its family, and one row here.
 */
#include <string.h>

#include "base/bytes.h"
#include "decode/cursor.h"

enum { ETHERTYPE_IPV4 = 0x0800 };

struct link_row {
	uint16_t link_type;
	decoder *decode;
};

static const struct link_row links[] = {
	{1, link_ethernet},
	{0, link_null},
	{6, link_token_ring},
	{7, link_arcnet},
	{9, link_ppp},
	{10, link_fddi},
	{12, decode_ip},      /* DLT_RAW of most systems, as some tools write it */
	{14, decode_ip},      /* DLT_RAW of OpenBSD */
	{50, link_ppp},
	{51, decode_pppoe},
	{100, link_atm_1483},
	{101, decode_ip},
	{104, link_chdlc},
	{105, link_80211},
	{106, link_atm_clip},
	{107, link_frame_relay},
	{108, link_loop},
	{109, link_enc},
	{113, link_sll},
	{117, link_pflog},
	{119, link_prism},
	{122, link_ip_over_fc},
	{123, link_sunatm},
	{127, link_radiotap},
	{129, link_arcnet_linux},
	{138, link_firewire},
	{143, link_docsis},
	{163, link_avs},
	{166, link_ppp_directed},
	{178, link_juniper_ethernet},
	{179, link_juniper_ppp},
	{180, link_juniper_frame_relay},
	{181, link_juniper_chdlc},
	{192, link_ppi},
	{197, link_erf},
	{204, link_ppp_directed},
	{205, link_chdlc_directed},
	{206, link_frame_relay_directed},
	{219, decode_mpls},
	{228, decode_ipv4},
	{229, decode_ipv6},
	{239, link_nflog},
	{240, link_netanalyzer},
	{241, link_netanalyzer_raw},
	{242, link_ipoib},
	{258, link_pktap},
	{274, link_mpacket},
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
decode_link(struct cursor *cursor, uint16_t link_type)
{
	decoder *decode = find_link(link_type);

	if (!decode)
		return DECODE_OTHER;
	return cursor_deeper(cursor) ? decode(cursor) : DECODE_BROKEN;
}

/* The long way, from the first byte on; out of line, since nine of ten frames don't go it. */
static __attribute__((noinline)) enum decode_result
decode_unusual(const struct frame *frame, struct segment *segment, bool tunnels)
{
	struct cursor cursor = {
		.at = frame->bytes,
		.captured = frame->captured_bytes,
		/* A file may claim less than it holds; what is there was there. */
		.wire = frame->wire_bytes > frame->captured_bytes
			? frame->wire_bytes : frame->captured_bytes,
		.segment = segment,
		.tunnels = tunnels,
	};
	decoder *decode = find_link(frame->link_type);

	if (!decode)
		return DECODE_LINK_UNKNOWN;
	segment->has = 0;
	return decode(&cursor);
}

static inline void
begin_segment(const struct frame *frame, struct segment *segment)
{
	segment->time = frame->time;
	segment->frame = frame->number;
	segment->wire_bytes = frame->wire_bytes;
	segment->path = 0;
	segment->reserved = 0;
}

enum decode_result
decode_frame(const struct frame *frame, struct segment *segment)
{
	begin_segment(frame, segment);
	return decode_usual(frame, segment) ? DECODE_TCP : decode_unusual(frame, segment, true);
}

/* Always the long way: a second copy of the short one would make both slower. */
enum decode_result
decode_frame_outside(const struct frame *frame, struct segment *segment)
{
	begin_segment(frame, segment);
	return decode_unusual(frame, segment, false);
}
