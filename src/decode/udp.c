/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * udp.c - tunnels that are told by their UDP port.  Since a port proves nothing, each header is
 * checked before it is believed.
 */
#include "base/bytes.h"
#include "decode/tunnel.h"

struct port_row {
	uint16_t port;
	decoder *decode;
};

/*
 * VXLAN (RFC 7348), and OTV, which Linux's first VXLAN shared the port of: 8 bytes.  Its
 * network stands for the path alone: which of the ends carries what is learned on the way.
 */
static enum decode_result
tunnel_vxlan(struct cursor *cursor)
{
	if (cursor->captured < 8 || !(cursor->at[0] & 0x08))
		return DECODE_OTHER;
	cursor_path(cursor, be32(cursor->at + 4) >> 8);
	cursor_take(cursor, 8);
	return link_ethernet(cursor);
}

/* Its generic extension says what is inside, when its bit P says that it says. */
static enum decode_result
tunnel_vxlan_gpe(struct cursor *cursor)
{
	enum { NAMED = 0x04, IPV4 = 1, IPV6 = 2, ETHERNET = 3, MPLS = 5 };

	if (cursor->captured < 8 || !(cursor->at[0] & 0x08))
		return DECODE_OTHER;

	uint8_t next = cursor->at[0] & NAMED ? cursor->at[3] : ETHERNET;

	cursor_path(cursor, be32(cursor->at + 4) >> 8);
	cursor_take(cursor, 8);
	switch (next) {
	case IPV4:
		return decode_ipv4(cursor);
	case IPV6:
		return decode_ipv6(cursor);
	case ETHERNET:
		return link_ethernet(cursor);
	case MPLS:
		return decode_mpls(cursor);
	default:
		return DECODE_OTHER;
	}
}

/* RFC 8926: version 0, options counted in words of 4 bytes, an EtherType, the network. */
static enum decode_result
tunnel_geneve(struct cursor *cursor)
{
	if (cursor->captured < 8 || cursor->at[0] >> 6 != 0)
		return DECODE_OTHER;

	uint16_t type = be16(cursor->at + 2);
	size_t header = 8 + (size_t)(cursor->at[0] & 63) * 4;

	cursor_path(cursor, be32(cursor->at + 4) >> 8);
	if (!cursor_skip(cursor, header))
		return DECODE_BROKEN;
	return type < 0x0600 ? DECODE_OTHER : decode_ethertype(cursor, type);
}

/* ---- GTP (3GPP TS 29.281, TS 29.060) ---- */

/* Nothing names what is carried: IP, or PPP. */
static enum decode_result
decode_gtp_packet(struct cursor *cursor)
{
	if (cursor->captured < 1)
		return DECODE_OTHER;
	switch (cursor->at[0] >> 4) {
	case 4: case 6:
		return decode_ip(cursor);
	case 15:
		return decode_ppp(cursor);
	default:
		return DECODE_OTHER;
	}
}

/* Extension headers count their words of 4 bytes first and name the next one last. */
static bool
skip_gtp_extensions(struct cursor *cursor, uint8_t kind)
{
	while (kind) {
		if (cursor->captured < 4 || !cursor_deeper(cursor))
			return false;

		size_t bytes = (size_t)cursor->at[0] * 4;

		if (bytes == 0 || bytes > cursor->captured)
			return false;
		kind = cursor->at[bytes - 1];
		cursor_take(cursor, bytes);
	}
	return true;
}

enum { GTP_PACKET = 255 };

/* Version 1: sequence, N-PDU and next extension are there when one of the three flags is. */
static enum decode_result
tunnel_gtp(struct cursor *cursor)
{
	enum { EXTENDED = 4, FLAGS = 7, HEADER = 8, LONG = 12 };
	const uint8_t *at = cursor->at;

	if (cursor->captured < HEADER || at[0] >> 4 != 3 || at[1] != GTP_PACKET)
		return DECODE_OTHER;

	uint8_t flags = at[0] & FLAGS;

	tunnel_between(cursor, be32(at + 4));
	if (!cursor_skip(cursor, flags ? LONG : HEADER))
		return DECODE_BROKEN;
	if (flags & EXTENDED && !skip_gtp_extensions(cursor, at[LONG - 1]))
		return DECODE_BROKEN;
	return decode_gtp_packet(cursor);
}

/* Version 0: 20 bytes, with the tunnel's id at their end. */
static enum decode_result
tunnel_gtp_0(struct cursor *cursor)
{
	if (cursor->captured < 20 || cursor->at[0] >> 4 != 1 || cursor->at[1] != GTP_PACKET)
		return DECODE_OTHER;
	tunnel_between(cursor, be32(cursor->at + 16));
	cursor_take(cursor, 20);
	return decode_gtp_packet(cursor);
}

/* ---- L2TP (RFC 2661) ---- */

/* Bytes of a data message's header, whose fields the flags announce; 0 when it is cut. */
static size_t
l2tp_bytes(const struct cursor *cursor, uint16_t flags)
{
	enum { LENGTH = 0x4000, SEQUENCE = 0x0800, OFFSET = 0x0200 };
	size_t bytes = flags & LENGTH ? 8 : 6;

	if (flags & SEQUENCE)
		bytes += 4;
	if (!(flags & OFFSET))
		return bytes;
	bytes += 2;
	return cursor->captured < bytes ? 0 : bytes + be16(cursor->at + bytes - 2);
}

/* Tunnel and session have a number for each direction, so only the ends tell tunnels apart. */
static enum decode_result
tunnel_l2tp(struct cursor *cursor)
{
	enum { CONTROL = 0x8000, VERSION = 15 };

	if (cursor->captured < 6)
		return DECODE_OTHER;

	uint16_t flags = be16(cursor->at);
	size_t bytes = l2tp_bytes(cursor, flags);

	if (flags & CONTROL || (flags & VERSION) != 2)
		return DECODE_OTHER;
	if (bytes == 0 || !cursor_skip(cursor, bytes))
		return DECODE_BROKEN;
	tunnel_between(cursor, 0);
	return decode_ppp(cursor);
}

/* ---- others ---- */

/* RFC 4380 5.1.1: authentication and origin may come before the IPv6 packet. */
static enum decode_result
tunnel_teredo(struct cursor *cursor)
{
	enum { ORIGIN = 0, AUTHENTICATION = 1 };

	if (cursor->captured >= 4 && be16(cursor->at) == AUTHENTICATION
		&& !cursor_skip(cursor, 13 + (size_t)cursor->at[2] + cursor->at[3]))
		return DECODE_OTHER;
	if (cursor->captured >= 8 && be16(cursor->at) == ORIGIN)
		cursor_take(cursor, 8);
	if (cursor->captured < 40 || cursor->at[0] >> 4 != 6)
		return DECODE_OTHER;
	tunnel_between(cursor, 0);
	return decode_ipv6(cursor);
}

/* LISP's data (RFC 9300 5): 8 bytes, then IP. */
static enum decode_result
tunnel_lisp(struct cursor *cursor)
{
	if (cursor->captured < 9)
		return DECODE_OTHER;
	tunnel_between(cursor, 0);
	cursor_take(cursor, 8);
	return cursor->at[0] >> 4 == 4 || cursor->at[0] >> 4 == 6 ? decode_ip(cursor)
		: DECODE_OTHER;
}

/* RFC 7510 */
static enum decode_result
tunnel_mpls_udp(struct cursor *cursor)
{
	tunnel_between(cursor, 0);
	return decode_mpls(cursor);
}

/* TZSP, which sniffing access points send: what is inside, then tagged fields up to an end. */
static enum decode_result
tunnel_tzsp(struct cursor *cursor)
{
	enum { PADDING = 0, END = 1, ETHERNET = 1, WLAN = 18, PRISM = 119, AVS = 127 };

	if (cursor->captured < 5 || cursor->at[0] != 1 || cursor->at[1] > 1)
		return DECODE_OTHER;

	uint16_t inside = be16(cursor->at + 2);

	tunnel_between(cursor, 0);
	cursor_take(cursor, 4);
	while (cursor->captured >= 2 && cursor->at[0] != END)
		if (!cursor_skip(cursor, cursor->at[0] == PADDING ? 1
			: 2 + (size_t)cursor->at[1]))
			return DECODE_BROKEN;
	if (!cursor_skip(cursor, 1))
		return DECODE_BROKEN;
	switch (inside) {
	case ETHERNET:
		return link_ethernet(cursor);
	case WLAN:
		return link_80211(cursor);
	case PRISM:
		return link_prism(cursor);
	case AVS:
		return link_avs(cursor);
	default:
		return DECODE_OTHER;
	}
}

static const struct port_row ports[] = {
	{1701, tunnel_l2tp},
	{2152, tunnel_gtp},
	{3386, tunnel_gtp_0},
	{3544, tunnel_teredo},
	{4341, tunnel_lisp},
	{4789, tunnel_vxlan},
	{4790, tunnel_vxlan_gpe},
	{6081, tunnel_geneve},
	{6635, tunnel_mpls_udp},
	{8472, tunnel_vxlan},
	{37008, tunnel_tzsp},
};

static decoder *
find_port(uint16_t port)
{
	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++)
		if (ports[i].port == port)
			return ports[i].decode;
	return NULL;
}

/* The smaller port is asked first, as it is more often the one that names a service. */
enum decode_result
tunnel_udp(struct cursor *cursor)
{
	if (cursor->captured < 8)
		return DECODE_OTHER;

	uint16_t source = be16(cursor->at), destination = be16(cursor->at + 2);
	decoder *decode = find_port(source < destination ? source : destination);

	if (!decode)
		decode = find_port(source < destination ? destination : source);
	if (!decode)
		return DECODE_OTHER;
	cursor_take(cursor, 8);
	return decode(cursor);
}
