/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From the frame's first byte to the network layer: tags within tags, cooked headers, address
 * families, and where each of them is too short.
 */
#include "packets.h"

#define VLAN(id, type) (id) >> 8, (id) & 255, (type) >> 8, (type) & 255
#define SYN4 IPV4(40, 0, 6), TCP(5, TCP_SYN)
#define SYN6 IPV6(20, 6), TCP(5, TCP_SYN)
/* Outgoing, ARPHRD_ETHER, six bytes of address. */
#define SLL(type) 0, 4, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, (type) >> 8, (type) & 255
#define SLL2(type) (type) >> 8, (type) & 255, 0, 0, 0, 0, 0, 7, 0, 1, 4, 6, 2, 0, 0, 0, 0, 1, 0, 0

static void
tags_nest(void)
{
	is_int(DECODE(1, ETHERNET(0x8100), VLAN(5, 0x0800), SYN4), DECODE_TCP, "802.1Q");
	is_int(segment.source_port, 4660, "  the port behind it");
	is_int(DECODE(1, ETHERNET(0x88a8), VLAN(100, 0x8100), VLAN(5, 0x0800), SYN4),
		DECODE_TCP, "802.1ad: a VLAN in a service tag");
	is_int(segment.seq, 0x01020304, "  the number behind both");
	is_int(DECODE(1, ETHERNET(0x9100), VLAN(100, 0x8100), VLAN(5, 0x86dd), SYN6),
		DECODE_TCP, "the EtherType of QinQ before the standard");
	is_int(segment.ip_version, 6, "  with IPv6 inside");
	is_int(DECODE(1, ETHERNET(0x88a8), VLAN(1, 0x88a8), VLAN(2, 0x8100), VLAN(3, 0x0800),
		SYN4), DECODE_TCP, "three tags");
	is_int(DECODE(1, ETHERNET(0x8100), VLAN(5, 0x0806), 0, 1), DECODE_OTHER, "ARP in a VLAN");
	is_int(DECODE(1, ETHERNET(0x8100), VLAN(5, 38), 0xaa, 0xaa, 3, 0, 0, 0, 0x08, 0, SYN4),
		DECODE_TCP, "LLC and SNAP in a VLAN");
	is_int(DECODE(1, ETHERNET(0x8100), 0, 5, 0x08), DECODE_BROKEN, "a tag of three bytes");
	is_int(DECODE(1, ETHERNET(0x88a8), VLAN(100, 0x8100), 0, 5), DECODE_BROKEN,
		"its second tag of two");
}

/* A header that only tags follow would walk as far as the snap length. */
static void
tags_have_an_end(void)
{
	uint8_t bytes[14 + 40 * 4 + 40] = {ETHERNET(0x8100)};
	static const uint8_t tag[] = {VLAN(5, 0x8100)}, last[] = {VLAN(5, 0x0800), SYN4};

	for (size_t tags = 1; tags <= 40; tags++) {
		size_t at = 14;

		for (size_t i = 1; i < tags; i++, at += sizeof(tag))
			memcpy(bytes + at, tag, sizeof(tag));
		memcpy(bytes + at, last, sizeof(last));
		at += sizeof(last);

		enum decode_result result = decode_wire(1, bytes, at, at);

		if (tags == 16)
			is_int(result, DECODE_TCP, "16 tags are passed");
		if (tags == 17 || tags == 40)
			ok(result == DECODE_BROKEN, "%zu are not", tags);
	}
}

static void
llc_is_read_as_far_as_it_is_ip(void)
{
	is_int(DECODE(1, ETHERNET(43), 0x06, 0x06, 0x03, SYN4), DECODE_TCP, "LLC's number for IP");
	is_int(DECODE(1, ETHERNET(38), 0x42, 0x42, 0x03, 0, 0, 0, 0, 0), DECODE_OTHER,
		"spanning tree");
	is_int(DECODE(1, ETHERNET(38), 0xaa, 0xaa, 0x03, 0, 0, 0x0c, 0x20, 0), DECODE_OTHER,
		"SNAP of a vendor");
	is_int(DECODE(1, ETHERNET(2), 0xaa, 0xaa), DECODE_BROKEN, "LLC of two bytes");
	is_int(DECODE(1, ETHERNET(3), 0x06, 0x06, 0x03), DECODE_BROKEN, "LLC with nothing behind");
	is_int(DECODE(1, ETHERNET(0x05ff), 1, 2, 3), DECODE_OTHER, "0x05ff is still a length");
	is_int(DECODE(1, ETHERNET(0x0600), 1, 2, 3), DECODE_OTHER, "0x0600 an EtherType");
}

static void
cooked_headers_of_both_versions(void)
{
	is_int(DECODE(113, SLL(0x0800), SYN4), DECODE_TCP, "SLL");
	is_int(segment.wire_bytes, 56, "  16 bytes before the packet");
	is_int(DECODE(113, SLL(0x8100), VLAN(5, 0x86dd), SYN6), DECODE_TCP, "SLL with a VLAN");
	is_int(DECODE(113, SLL(0x0004), 0x42, 0x42, 3), DECODE_OTHER, "SLL: 802.2 that is no IP");
	is_int(DECODE(113, 0, 4, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8), DECODE_BROKEN,
		"SLL of 15 bytes");
	is_int(DECODE(276, SLL2(0x0800), SYN4), DECODE_TCP, "SLL2");
	is_int(segment.wire_bytes, 60, "  20 bytes before the packet");
	is_int(DECODE(276, SLL2(0x86dd), SYN6), DECODE_TCP, "SLL2 with IPv6");
	is_int(segment.destination[15], 2, "  and its address");
	is_int(DECODE(276, SLL2(0x88a8), VLAN(9, 0x8100), VLAN(5, 0x0800), SYN4), DECODE_TCP,
		"SLL2 with QinQ");
	is_int(DECODE(276, SLL2(0x0806), 0, 1), DECODE_OTHER, "SLL2 with ARP");
	is_int(DECODE(276, 0x08, 0, 0, 0, 0, 0, 0, 7, 0, 1, 4, 6, 2, 0, 0, 0, 0, 1, 0),
		DECODE_BROKEN, "SLL2 of 19 bytes");
}

/* AF_INET6 is 10 on Linux, 24 on NetBSD and OpenBSD, 28 on FreeBSD, 30 on macOS, 23 on Windows. */
static void
families_of_every_system(void)
{
	static const uint8_t families[] = {10, 23, 24, 28, 30};
	uint8_t bytes[4 + 60] = {0, 0, 0, 0, SYN6};

	for (size_t i = 0; i < COUNT(families); i++) {
		bytes[0] = families[i];
		bytes[3] = 0;
		ok(decode_wire(0, bytes, sizeof(bytes), sizeof(bytes)) == DECODE_TCP
			&& segment.ip_version == 6, "family %u, little-endian", families[i]);
		bytes[0] = 0;
		bytes[3] = families[i];
		ok(decode_wire(0, bytes, sizeof(bytes), sizeof(bytes)) == DECODE_TCP,
			"family %u, big-endian", families[i]);
		ok(decode_wire(108, bytes, sizeof(bytes), sizeof(bytes)) == DECODE_TCP,
			"family %u, LOOP", families[i]);
	}
	is_int(DECODE(108, 2, 0, 0, 0, SYN4), DECODE_OTHER, "LOOP has one byte order only");
	is_int(DECODE(0, 7, 0, 0, 0, 1, 2, 3), DECODE_OTHER, "a family that isn't IP");
	is_int(DECODE(108, 0, 0, 0x08, 0, SYN4), DECODE_TCP, "an EtherType in its place");
	is_int(DECODE(0, 2, 0, 0), DECODE_BROKEN, "a family of three bytes");
	is_int(DECODE(0, 2, 0, 0, 0), DECODE_BROKEN, "a family and no packet");
}

static void
raw_ip_of_the_wrong_version(void)
{
	static const uint16_t either[] = {12, 14, 101};

	for (size_t i = 0; i < COUNT(either); i++) {
		ok(DECODE(either[i], SYN4) == DECODE_TCP && segment.ip_version == 4,
			"link type %u: IPv4", either[i]);
		ok(DECODE(either[i], SYN6) == DECODE_TCP && segment.ip_version == 6,
			"link type %u: IPv6", either[i]);
	}
	is_int(DECODE(228, SYN6), DECODE_BROKEN, "IPv6 where the link type says IPv4");
	is_int(DECODE(229, SYN4), DECODE_BROKEN, "IPv4 where it says IPv6");
	is_int(DECODE(1, ETHERNET(0x0800), SYN6), DECODE_BROKEN, "IPv6 where EtherType says IPv4");
}

static void
what_is_known_can_be_asked(void)
{
	static const uint16_t known[] = {0, 1, 6, 7, 9, 10, 12, 14, 50, 51, 100, 101, 104, 105, 106,
		107, 108, 109, 113, 117, 119, 122, 123, 127, 129, 138, 143, 163, 166, 178, 179, 180,
		181, 192, 197, 204, 205, 206, 219, 228, 229, 239, 240, 241, 242, 258, 274, 276};
	unsigned asked = 0;

	for (uint32_t type = 0; type <= UINT16_MAX; type++) {
		uint8_t byte = 0;

		asked += decode_link_known((uint16_t)type);
		if (decode_link_known((uint16_t)type)
			!= (decode_wire((uint16_t)type, &byte, 1, 1) != DECODE_LINK_UNKNOWN))
			ok(false, "link type %u", type);
	}
	is_int(asked, COUNT(known), "so many link types, and each decodes");
	for (size_t i = 0; i < COUNT(known); i++)
		ok(decode_link_known(known[i]), "%u is one of them", known[i]);
}

int
main(void)
{
	tags_nest();
	tags_have_an_end();
	llc_is_read_as_far_as_it_is_ip();
	cooked_headers_of_both_versions();
	families_of_every_system();
	raw_ip_of_the_wrong_version();
	what_is_known_can_be_asked();
	return tap_done();
}
