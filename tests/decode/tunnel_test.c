/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tunnels: the packet inside is the one that counts; its path tells it from its like in another
 * tunnel, and is the same both ways.  Run it with a sanitizer, too: everything is cut anywhere.
 */
#include "packets.h"

enum { RAW = 101 };

#define SYN4 IPV4(40, 0, 6), TCP(5, TCP_SYN)
#define SYN6 IPV6(20, 6), TCP(5, TCP_SYN)
/* 198.51.100.1 > 198.51.100.2, or back; and one that is in fragments */
#define OUTER(protocol) \
	0x45, 0, 1, 0, 0, 9, 0, 0, 9, protocol, 0, 0, 198, 51, 100, 1, 198, 51, 100, 2
#define BACK(protocol) \
	0x45, 0, 1, 0, 0, 9, 0, 0, 9, protocol, 0, 0, 198, 51, 100, 2, 198, 51, 100, 1
#define ELSEWHERE(protocol) \
	0x45, 0, 1, 0, 0, 9, 0, 0, 9, protocol, 0, 0, 198, 51, 100, 1, 198, 51, 100, 3
#define CUT(protocol) \
	0x45, 0, 1, 0, 0, 9, 0x20, 0, 9, protocol, 0, 0, 198, 51, 100, 1, 198, 51, 100, 2
#define OUTER6(protocol) 0x60, 0, 0, 0, 1, 0, protocol, 9, \
	0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, \
	0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9
#define UDP(port) OUTER(17), 0xc0, 0, (port) >> 8, (port) & 255, 0, 200, 0, 0
#define VXLAN(network) 8, 0, 0, 0, 0, 0, network, 0

struct tunnel {
	const char *name;
	uint16_t header;         /* bytes before the inner IP */
	uint8_t bytes[200];
};

static const struct tunnel tunnels[] = {
	{"IPv4 in IPv4", 20, {OUTER(4), SYN4}},
	{"IPv6 in IPv4", 20, {OUTER(41), SYN6}},
	{"IPv4 in IPv6", 40, {OUTER6(4), SYN4}},
	{"IPv6 in IPv6", 40, {OUTER6(41), SYN6}},
	{"IPv4 in IPv4 in IPv4", 40, {OUTER(4), OUTER(4), SYN4}},
	{"GRE", 24, {OUTER(47), 0, 0, 8, 0, SYN4}},
	{"GRE with checksum, key and number", 36, {OUTER(47), 0xb0, 0, 0x86, 0xdd, 1, 2, 0, 0,
		0, 0, 0, 7, 0, 0, 0, 1, SYN6}},
	{"GRE with a route", 40, {OUTER(47), 0x40, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 4, 1, 2, 3, 4,
		0, 0, 0, 0, SYN4}},
	{"Ethernet in GRE", 38, {OUTER(47), 0, 0, 0x65, 0x58, ETHERNET(0x0800), SYN4}},
	{"PPP in GRE, as PPTP has it", 38, {OUTER(47), 0x30, 0x81, 0x88, 0x0b, 0, 9, 0, 1,
		0, 0, 0, 1, 0, 0, 0, 2, 0, 0x21, SYN4}},
	{"MPLS in GRE", 28, {OUTER(47), 0, 0, 0x88, 0x47, 0, 1, 1, 64, SYN4}},
	{"WCCP with its header", 28, {OUTER(47), 0, 0, 0x88, 0x3e, 1, 0, 0, 0, SYN4}},
	{"WCCP without", 24, {OUTER(47), 0, 0, 0x88, 0x3e, SYN4}},
	{"ERSPAN I", 38, {OUTER(47), 0, 0, 0x88, 0xbe, ETHERNET(0x0800), SYN4}},
	{"ERSPAN II", 50, {OUTER(47), 0x10, 0, 0x88, 0xbe, 0, 0, 0, 1, 0x10, 0, 0, 1, 0, 0, 0, 0,
		ETHERNET(0x0800), SYN4}},
	{"ERSPAN III", 54, {OUTER(47), 0x10, 0, 0x22, 0xeb, 0, 0, 0, 1, 0x20, 0, 0, 1, 0, 0, 0, 0,
		0, 0, 0, 0, ETHERNET(0x0800), SYN4}},
	{"ERSPAN III with a subheader", 62, {OUTER(47), 0x10, 0, 0x22, 0xeb, 0, 0, 0, 1,
		0x20, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8,
		ETHERNET(0x0800), SYN4}},
	{"EtherIP", 36, {OUTER(97), 0x30, 0, ETHERNET(0x0800), SYN4}},
	{"MPLS in IP", 24, {OUTER(137), 0, 1, 1, 64, SYN4}},
	{"VXLAN", 50, {UDP(4789), VXLAN(5), ETHERNET(0x0800), SYN4}},
	{"VXLAN of a VLAN", 54, {UDP(4789), VXLAN(5), ETHERNET(0x8100), 0, 7, 8, 0, SYN4}},
	{"VXLAN where Linux had it first", 50, {UDP(8472), VXLAN(5), ETHERNET(0x0800), SYN4}},
	{"VXLAN-GPE of IPv6", 36, {UDP(4790), 0x0c, 0, 0, 2, 0, 0, 5, 0, SYN6}},
	{"VXLAN-GPE of what it doesn't name", 50, {UDP(4790), VXLAN(5), ETHERNET(0x0800), SYN4}},
	{"Geneve", 50, {UDP(6081), 0, 0, 0x65, 0x58, 0, 0, 5, 0, ETHERNET(0x0800), SYN4}},
	{"Geneve with options, of IP", 44, {UDP(6081), 2, 0, 8, 0, 0, 0, 5, 0, 1, 2, 3, 1, 5, 6, 7, 8,
		SYN4}},
	{"GTP-U", 36, {UDP(2152), 0x30, 255, 0, 40, 0, 0, 0, 7, SYN4}},
	{"GTP-U with a number", 40, {UDP(2152), 0x32, 255, 0, 44, 0, 0, 0, 7, 0, 1, 0, 0, SYN6}},
	{"GTP-U with two extensions", 52, {UDP(2152), 0x34, 255, 0, 52, 0, 0, 0, 7, 0, 0, 0, 0x85,
		1, 0x10, 1, 0x40, 2, 8, 1, 2, 3, 4, 5, 0, SYN4}},
	{"GTP-U of PPP", 40, {UDP(2152), 0x30, 255, 0, 44, 0, 0, 0, 7, 0xff, 3, 0, 0x21, SYN4}},
	{"GTP version 0", 48, {UDP(3386), 0x1e, 255, 0, 40, 0, 1, 0, 0, 255, 255, 255, 255,
		1, 2, 3, 4, 5, 6, 7, 8, SYN4}},
	{"L2TP", 38, {UDP(1701), 0, 2, 0, 1, 0, 2, 0xff, 3, 0, 0x21, SYN4}},
	{"L2TP with all of its fields", 46, {UDP(1701), 0x4a, 2, 0, 99, 0, 1, 0, 2, 0, 1, 0, 1,
		0, 2, 9, 9, 0, 0x57, SYN6}},
	{"Teredo", 28, {UDP(3544), SYN6}},
	{"Teredo with both indications", 50, {UDP(3544), 0, 1, 1, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8, 0,
		0, 0, 1, 2, 3, 4, 5, 6, SYN6}},
	{"LISP", 36, {UDP(4341), 0x80, 1, 2, 3, 4, 5, 6, 7, SYN4}},
	{"MPLS in UDP", 32, {UDP(6635), 0, 1, 1, 64, SYN4}},
	{"TZSP", 51, {UDP(37008), 1, 0, 0, 1, 0, 10, 1, 9, 1, ETHERNET(0x0800), SYN4}},
};

static enum decode_result
decode_outside(const uint8_t *bytes, size_t length)
{
	struct frame frame = {.bytes = bytes, .link_type = RAW, .number = 1,
		.captured_bytes = (uint32_t)length, .wire_bytes = (uint32_t)length};

	return decode_frame_outside(&frame, &segment);
}

static void
the_inner_packet_counts(void)
{
	for (size_t i = 0; i < COUNT(tunnels); i++) {
		const struct tunnel *tunnel = &tunnels[i];
		size_t ip = tunnel->bytes[tunnel->header] >> 4 == 4 ? 20 : 40, found = 0;
		size_t total = tunnel->header + ip + 20;
		bool tcp = decode_wire(RAW, tunnel->bytes, total, total) == DECODE_TCP;

		ok(tcp && segment.source_port == 4660 && segment.seq == 0x01020304
			&& segment.payload_bytes == 0, "%s", tunnel->name);
		is_int(segment.ttl, ip == 20 ? 64 : 63, "  it is the inner hop count");
		is_int(segment.has, ip == 20 ? SEG_IP_ID : 0, "  and what it has is its own");
		ok(segment.path != 0 && segment.path != UINT32_MAX, "  it came by a way");
		is_int(decode_outside(tunnel->bytes, total), DECODE_OTHER, "  unless none is taken");
		for (size_t cut = 0; cut < total - 4; cut++)
			found += decode_wire(RAW, tunnel->bytes, cut, total) == DECODE_TCP;
		is_int((int64_t)found, 0, "  cut, it is not found");
	}
}

static uint32_t
path_of(enum decode_result result)
{
	return result == DECODE_TCP ? segment.path : 0;
}

#define PATH(...) path_of(DECODE(RAW, __VA_ARGS__))

static void
paths_tell_tunnels_apart(void)
{
	uint32_t there = PATH(OUTER(4), SYN4), back = PATH(BACK(4), SYN4);
	uint32_t elsewhere = PATH(ELSEWHERE(4), SYN4);

	ok(there && there == back, "both directions have the same path");
	ok(elsewhere && elsewhere != there, "other ends another one");
	ok(PATH(OUTER(47), 0x20, 0, 8, 0, 0, 0, 0, 1, SYN4)
		!= PATH(OUTER(47), 0x20, 0, 8, 0, 0, 0, 0, 2, SYN4), "so has another key in GRE");
	ok(PATH(UDP(4789), VXLAN(5), ETHERNET(0x0800), SYN4)
		!= PATH(UDP(4789), VXLAN(6), ETHERNET(0x0800), SYN4), "another VXLAN");
	ok(PATH(UDP(2152), 0x30, 255, 0, 40, 0, 0, 0, 7, SYN4)
		!= PATH(UDP(2152), 0x30, 255, 0, 40, 0, 0, 0, 8, SYN4), "another tunnel in GTP-U");
	is_int(PATH(SYN4), 0, "no tunnel is no path");
}

static void
vlans_have_paths(void)
{
	uint32_t five = path_of(DECODE(1, ETHERNET(0x8100), 0, 5, 8, 0, SYN4));
	uint32_t six = path_of(DECODE(1, ETHERNET(0x8100), 0, 6, 8, 0, SYN4));

	ok(five && six && five != six, "each VLAN is a path");
	is_int(path_of(DECODE(1, ETHERNET(0x8100), 0xe0, 5, 8, 0, SYN4)), five,
		"whatever its priority");
	is_int(path_of(DECODE(1, ETHERNET(0x8100), 0xe0, 0, 8, 0, SYN4)), 0,
		"a priority alone is none");
	ok(path_of(DECODE(1, ETHERNET(0x88a8), 0, 5, 0x81, 0, 0, 6, 8, 0, SYN4))
		!= path_of(DECODE(1, ETHERNET(0x88a8), 0, 6, 0x81, 0, 0, 5, 8, 0, SYN4)),
		"5 in 6 isn't 6 in 5");
	is_int(DECODE(1, ETHERNET(0x0800), SYN4), DECODE_TCP, "the usual frame");
	is_int(segment.path, 0, "  has none");
}

/* A port proves nothing. */
static void
other_datagrams_are_left_alone(void)
{
	is_int(DECODE(RAW, UDP(53), VXLAN(5), ETHERNET(0x0800), SYN4), DECODE_OTHER, "DNS");
	is_int(DECODE(RAW, UDP(4789), 0, 0, 0, 0, 0, 0, 5, 0, ETHERNET(0x0800), SYN4), DECODE_OTHER,
		"VXLAN without its flag");
	is_int(DECODE(RAW, UDP(6081), 0x40, 0, 0x65, 0x58, 0, 0, 5, 0, ETHERNET(0x0800), SYN4),
		DECODE_OTHER, "Geneve of another version");
	is_int(DECODE(RAW, UDP(2152), 0x30, 1, 0, 4, 0, 0, 0, 0, 1, 2, 3, 4), DECODE_OTHER,
		"GTP's echo");
	is_int(DECODE(RAW, UDP(2152), 0x34, 255, 0, 8, 0, 0, 0, 7, 0, 0, 0, 0x85, 0, 1, 2, 3),
		DECODE_BROKEN, "an extension of no length");
	is_int(DECODE(RAW, UDP(1701), 0xc8, 2, 0, 12, 0, 1, 0, 0, 0, 1, 0, 1), DECODE_OTHER,
		"L2TP's control");
	is_int(DECODE(RAW, UDP(1701), 2, 2, 0, 1, 0, 2, 0xff, 0xff, SYN4), DECODE_BROKEN,
		"L2TP's offset beyond the packet");
	is_int(DECODE(RAW, UDP(3544), SYN4, SYN4), DECODE_OTHER, "IPv4 where Teredo is");
	is_int(DECODE(RAW, OUTER(47), 0, 2, 8, 0, SYN4), DECODE_OTHER, "GRE of another version");
	is_int(DECODE(RAW, OUTER(47), 0, 0, 0, 1, SYN4), DECODE_OTHER, "GRE's keepalive");
	is_int(DECODE(RAW, OUTER(97), 0x20, 0, ETHERNET(0x0800), SYN4), DECODE_OTHER,
		"EtherIP of another version");
	is_int(DECODE(RAW, OUTER(51), 6, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, TCP(5, TCP_SYN)), DECODE_TCP, "authentication is no tunnel");
	is_int(segment.path, 0, "  and no path");
}

/* IP says how long the packet is, and its first fragment has TCP's header. */
static void
a_fragment_of_the_tunnel_has_a_whole_packet(void)
{
	is_int(DECODE(RAW, CUT(4), IPV4(1500, 0, 6), TCP(5, TCP_ACK)), DECODE_TCP, "its beginning");
	is_int(segment.payload_bytes, 1460, "  tells the length of all of it");
	ok(segment.has & SEG_FRAGMENT, "  and that the rest comes later");
	is_int(DECODE(RAW, OUTER(4), IPV4(0, 0, 6), TCP(5, TCP_ACK), 1, 2, 3), DECODE_TCP,
		"an inner packet without a length");
	is_int(segment.payload_bytes, 256 - 20 - 40, "  has the outer's");
	ok(segment.has & SEG_LENGTH_GUESSED, "  as a guess");
	is_int(DECODE(RAW, 0x45, 0, 0, 0, 0, 9, 0, 0, 9, 4, 0, 0, 198, 51, 100, 1, 198, 51, 100, 2,
		SYN4), DECODE_TCP, "an outer packet without one");
	ok(!(segment.has & SEG_LENGTH_GUESSED), "  leaves the inner its own");
}

static void
tunnels_are_quoted_too(void)
{
	is_int(DECODE(RAW, OUTER(1), 3, 1, 0, 0, 0, 0, 0, 0, OUTER(4), SYN4), DECODE_QUOTED,
		"an ICMP error about a tunnel's packet");
	is_int(segment.source_port, 4660, "  quotes what is inside");
	is_int(DECODE(RAW, OUTER(4), OUTER(1), 3, 1, 0, 0, 0, 0, 0, 0, SYN4), DECODE_QUOTED,
		"an ICMP error inside of a tunnel");
	ok(segment.has & SEG_QUOTED, "  is told as one");
}

static void
tunnels_have_an_end(void)
{
	uint8_t bytes[40 * 20 + 40] = {0};
	static const uint8_t outer[] = {OUTER(4)}, last[] = {SYN4};

	for (size_t count = 1; count <= 40; count++) {
		size_t at = 0;

		for (size_t i = 0; i < count; i++, at += sizeof(outer)) {
			memcpy(bytes + at, outer, sizeof(outer));
			bytes[at + 2] = 4;
		}
		memcpy(bytes + at, last, sizeof(last));
		at += sizeof(last);
		if (count == 16 || count == 17 || count == 40)
			ok(decode_wire(RAW, bytes, at, at)
				== (count == 16 ? DECODE_TCP : DECODE_BROKEN),
				"%zu within each other are %s", count,
				count == 16 ? "passed" : "too many");
	}
}

int
main(void)
{
	the_inner_packet_counts();
	paths_tell_tunnels_apart();
	vlans_have_paths();
	other_datagrams_are_left_alone();
	a_fragment_of_the_tunnel_has_a_whole_packet();
	tunnels_are_quoted_too();
	tunnels_have_an_end();
	return tap_done();
}
