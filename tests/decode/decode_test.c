/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Packets given as bytes, the line that tcpdump prints for them above; every header cut
 * at every length.
 */
#include "packets.h"

/* IP 192.0.2.1.4660 > 192.0.2.2.80: Flags [P.], seq 16909060:16909063, ack 168496141, win 502 */
static void
plain_tcp(void)
{
	is_int(DECODE(1, ETHERNET(0x0800), IPV4(43, 0x4000, 6), TCP(5, 0x18), 'a', 'b', 'c'),
		DECODE_TCP, "Ethernet, IPv4, TCP");
	is_int(segment.time, 5, "time of the frame");
	is_int((int64_t)segment.frame, 9, "number of the frame");
	is_int(segment.source_port, 4660, "source port");
	is_int(segment.destination_port, 80, "destination port");
	is_int(segment.seq, 0x01020304, "sequence number");
	is_int(segment.ack, 0x0a0b0c0d, "acknowledgment number");
	is_int(segment.flags, TCP_PSH | TCP_ACK, "flags");
	is_int(segment.window, 502, "window");
	is_int(segment.payload_bytes, 3, "three bytes");
	is_int(segment.ip_version, 4, "version");
	is_int(segment.ttl, 64, "TTL");
	is_int(segment.ecn, 3, "CE");
	is_int(segment.ip_id, 0x1234, "identification");
	is_int(segment.has, SEG_IP_ID, "and nothing else");
	is_int(segment.sack_count, 0, "no SACK");
	ok(segment.source[3] == 1 && segment.source[4] == 0 && segment.source[15] == 0
		&& segment.destination[3] == 2, "addresses, the rest zero");
}

/* The usual frame goes a short way, everything else the long one: both say the same. */
static void
short_and_long_way_agree(void)
{
	struct segment usual;

	DECODE(1, ETHERNET(0x0800), IPV4(55, 0x4000, 6), TCP(8, 0x18), STAMPS, 1, 2, 3);
	usual = segment;
	DECODE(101, IPV4(55, 0x4000, 6), TCP(8, 0x18), STAMPS, 1, 2, 3);
	segment.wire_bytes = usual.wire_bytes;
	ok(memcmp(&usual, &segment, offsetof(struct segment, sack)) == 0,
		"with time stamps: the same segment");
	is_int(usual.ts_value, 7, "TSval");
	is_int(usual.ts_echo, 9, "TSecr");
	is_int(usual.payload_bytes, 3, "payload behind the options");
}

static void
links(void)
{
	is_int(DECODE(1, ETHERNET(0x8100), 0, 5, 0x08, 0x00, IPV4(40, 0, 6), TCP(5, 2)),
		DECODE_TCP, "VLAN");
	is_int(DECODE(1, ETHERNET(0x88a8), 0, 5, 0x81, 0x00, 0, 6, 0x86, 0xdd, IPV6(20, 6),
		TCP(5, 2)), DECODE_TCP, "QinQ with IPv6");
	is_int(DECODE(1, ETHERNET(28), 0xaa, 0xaa, 3, 0, 0, 0, 0x08, 0x00, IPV4(40, 0, 6),
		TCP(5, 2)), DECODE_TCP, "802.3 with SNAP");
	is_int(DECODE(113, 0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 0x08, 0, IPV4(40, 0, 6),
		TCP(5, 2)), DECODE_TCP, "Linux cooked");
	is_int(DECODE(276, 0x08, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0,
		IPV4(40, 0, 6), TCP(5, 2)), DECODE_TCP, "Linux cooked, version 2");
	is_int(DECODE(101, IPV4(40, 0, 6), TCP(5, 2)), DECODE_TCP, "raw IPv4");
	is_int(DECODE(101, IPV6(20, 6), TCP(5, 2)), DECODE_TCP, "raw IPv6");
	is_int(DECODE(228, IPV4(40, 0, 6), TCP(5, 2)), DECODE_TCP, "link type IPV4");
	is_int(DECODE(229, IPV6(20, 6), TCP(5, 2)), DECODE_TCP, "link type IPV6");
	is_int(DECODE(0, 2, 0, 0, 0, IPV4(40, 0, 6), TCP(5, 2)), DECODE_TCP,
		"NULL by a little-endian host");
	is_int(DECODE(0, 0, 0, 0, 30, IPV6(20, 6), TCP(5, 2)), DECODE_TCP,
		"NULL by a big-endian one, IPv6 of macOS");
	is_int(DECODE(108, 0, 0, 0, 2, IPV4(40, 0, 6), TCP(5, 2)), DECODE_TCP, "LOOP");
	is_int(DECODE(147, 1, 2, 3), DECODE_LINK_UNKNOWN, "a link type without decoder");
	ok(decode_link_known(276) && !decode_link_known(147), "which can be asked");
}

static void
not_tcp(void)
{
	is_int(DECODE(1, ETHERNET(0x0806), 0, 1), DECODE_OTHER, "ARP");
	is_int(DECODE(1, ETHERNET(0x0800), IPV4(28, 0, 17), 0, 1, 0, 2, 0, 8, 0, 0),
		DECODE_OTHER, "UDP");
	is_int(DECODE(1, ETHERNET(0x0800), IPV4(40, 0x0010, 6), TCP(5, 2)), DECODE_FRAGMENT,
		"a later fragment");
	is_int(DECODE(1, ETHERNET(0x0800), IPV4(40, 0x2000, 6), TCP(5, 2)), DECODE_TCP,
		"the first one counts as TCP");
	ok(segment.has & SEG_FRAGMENT, "and says so");
	is_int(DECODE(1, ETHERNET(0x0800), 0x41, 0, 0), DECODE_BROKEN, "an IP header of 4 bytes");
	is_int(DECODE(101, 0x90), DECODE_BROKEN, "IP version 9");
}

static void
lengths(void)
{
	static const uint8_t padded[] = {ETHERNET(0x0800), IPV4(40, 0, 6), TCP(5, 0x10),
		0, 0, 0, 0, 0, 0};
	static const uint8_t offload[] = {ETHERNET(0x0800), IPV4(0, 0, 6), TCP(5, 0x10)};

	decode_wire(1, padded, sizeof(padded), sizeof(padded));
	is_int(segment.payload_bytes, 0, "padding to 60 bytes is no payload");
	DECODE(1, ETHERNET(0x0800), IPV4(1500, 0, 6), TCP(5, 0x10), 1, 2, 3);
	is_int(segment.payload_bytes, 1460, "a short snap length takes nothing away");
	decode_wire(1, offload, sizeof(offload), 14 + 20 + 20 + 65000);
	is_int(segment.payload_bytes, 65000, "IP length 0: by the frame's length");
	ok(segment.has & SEG_LENGTH_GUESSED, "which is a guess");
	DECODE(101, IPV4(40, 0, 6), TCP(4, 0x10));
	ok(segment.has & SEG_NO_LENGTH && segment.payload_bytes == 0, "a header of 16 bytes");
	DECODE(101, IPV4(40, 0, 6), TCP(15, 0x10));
	ok(segment.has & SEG_NO_LENGTH, "a header longer than its packet");
}

static void
ipv6_extensions(void)
{
	is_int(DECODE(101, IPV6(44, 0), 60, 0, 0, 0, 0, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0,
		6, 0, 0, 0, 0, 0, 0x56, 0x78, TCP(5, 2)), DECODE_TCP,
		"hop-by-hop, destination options, atomic fragment");
	is_int(segment.payload_bytes, 0, "extensions are no payload");
	is_int(segment.ip_id, 0x5678, "the fragment's identification");
	is_int(segment.ttl, 63, "hop limit");
	is_int(segment.ecn, 2, "ECT(0)");
	is_int(DECODE(101, IPV6(28, 44), 6, 0, 0, 1, 0, 0, 0, 1, TCP(5, 2)), DECODE_TCP,
		"the first fragment of more");
	is_int(DECODE(101, IPV6(28, 44), 6, 0, 0, 8, 0, 0, 0, 1, TCP(5, 2)), DECODE_FRAGMENT,
		"a later one");
	is_int(DECODE(101, IPV6(20, 59), TCP(5, 2)), DECODE_OTHER, "no next header");
}

static void
icmp_quotes(void)
{
	is_int(DECODE(101, IPV4(68, 0, 1), 3, 4, 0, 0, 0, 0, 5, 0, IPV4(1500, 0, 6),
		TCP(5, 0x10)), DECODE_QUOTED, "fragmentation needed");
	is_int(segment.source_port, 4660, "the quoted port");
	is_int(segment.seq, 0x01020304, "and number");
	ok(segment.has & SEG_QUOTED && segment.payload_bytes == 0, "no data");
	is_int(DECODE(101, IPV4(36, 0, 1), 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8),
		DECODE_OTHER, "an echo quotes nothing");
	is_int(DECODE(101, IPV6(68, 58), 2, 0, 0, 0, 0, 0, 5, 0, IPV6(1000, 6), TCP(5, 0x10)),
		DECODE_QUOTED, "packet too big");
}

static void
options(void)
{
	static const uint8_t all[] = {2, 4, 5, 180, 4, 2, 3, 3, 9, 5, 18, 0, 0, 0, 1, 0, 0, 0, 2,
		0, 0, 0, 3, 0, 0, 0, 4, 34, 2, 30, 3, 0, 172, 2, 0};
	static const uint8_t cut[] = {1, 1, 8, 10, 0, 0};
	static const uint8_t zero[] = {99, 0, 2, 4, 5, 180};
	static const uint8_t skipped[] = {99, 3, 1, 1, 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2};

	memset(&segment, 0, sizeof(segment));
	decode_tcp_options(all, sizeof(all), sizeof(all), &segment);
	is_int(segment.mss, 1460, "MSS");
	is_int(segment.window_shift, 9, "window scale");
	is_int(segment.sack_count, 2, "two SACK ranges");
	is_int(segment.sack[1].end, 4, "the last edge");
	is_int(segment.has, SEG_MSS | SEG_WINDOW_SCALE | SEG_SACK_PERMITTED | SEG_FAST_OPEN
		| SEG_MPTCP | SEG_ACC_ECN, "everything is there, nothing cut");
	memset(&segment, 0, sizeof(segment));
	decode_tcp_options(cut, sizeof(cut), 12, &segment);
	is_int(segment.has, SEG_OPTIONS_CUT, "cut inside the time stamps");
	memset(&segment, 0, sizeof(segment));
	decode_tcp_options(zero, sizeof(zero), sizeof(zero), &segment);
	is_int(segment.has, SEG_OPTIONS_CUT, "a length of 0 ends the walk (RFC 9293 3.1)");
	memset(&segment, 0, sizeof(segment));
	decode_tcp_options(skipped, sizeof(skipped), sizeof(skipped), &segment);
	is_int(segment.ts_value, 1, "an unknown kind is passed over");
	memset(&segment, 0, sizeof(segment));
	decode_tcp_options(all, 4, sizeof(all), &segment);
	is_int(segment.has, SEG_MSS | SEG_OPTIONS_CUT, "cut between two options");
}

/* Whatever is cut, nothing behind the cut is read: run this with a sanitizer. */
static void
every_cut_is_safe(void)
{
	static const uint8_t packets[][100] = {
		{ETHERNET(0x8100), 0, 5, 0x08, 0x00, IPV4(52, 0, 6), TCP(8, 2), STAMPS},
		{ETHERNET(0x86dd), IPV6(40, 0), 6, 0, 0xc2, 4, 0, 0, 0, 40, TCP(8, 2), STAMPS},
		{ETHERNET(0x0800), IPV4(56, 0, 1), 3, 4, 0, 0, 0, 0, 5, 0, IPV4(1500, 0, 6),
			0x12, 0x34, 0, 80, 1, 2, 3, 4},
		{ETHERNET(0x0800), IPV4(60, 0, 6), TCP(10, 2), 2, 4, 5, 180, 4, 2, 8, 10, 0, 0, 0,
			1, 0, 0, 0, 0, 1, 3, 3, 7},
	};
	static const uint16_t types[] = {0, 1, 12, 14, 101, 108, 113, 228, 229, 276};
	unsigned decoded = 0;

	for (size_t p = 0; p < COUNT(packets); p++)
		for (size_t t = 0; t < COUNT(types); t++)
			for (size_t length = 0; length <= sizeof(packets[p]); length++)
				decoded += decode_wire(types[t], packets[p], length,
					sizeof(packets[p])) == DECODE_TCP;
	ok(decoded > 100, "%u of the cut packets were still TCP", decoded);
}

int
main(void)
{
	plain_tcp();
	short_and_long_way_agree();
	links();
	not_tcp();
	lengths();
	ipv6_extensions();
	icmp_quotes();
	options();
	every_cut_is_safe();
	return tap_done();
}
