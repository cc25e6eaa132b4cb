/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Links other than Ethernet and its like: for each a packet put together by its definition,
 * every byte of its header cut away, and what of it carries no packet.
 */
#include "packets.h"

#define SYN4 IPV4(40, 0, 6), TCP(5, TCP_SYN)
#define SYN6 IPV6(20, 6), TCP(5, TCP_SYN)
#define SNAP(type) 0xaa, 0xaa, 3, 0, 0, 0, (type) >> 8, (type) & 255
#define ADDRESS 2, 0, 0, 0, 0, 1
#define NINE 1, 2, 3, 4, 5, 6, 7, 8, 9

struct packet {
	const char *name;
	uint16_t link;
	uint16_t header;         /* bytes before IP */
	uint8_t bytes[200];
};

/*
 * The SYN is found with its numbers; and cut anywhere before the window, nothing is: BROKEN or
 * OTHER, as a header that is cut may not even say what it is.
 */
static void
packets_are_found(const struct packet *packets, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct packet *packet = &packets[i];
		size_t ip = packet->bytes[packet->header] >> 4 == 4 ? 20 : 40;
		size_t total = packet->header + ip + 20, found = 0;

		ok(decode_wire(packet->link, packet->bytes, total, total) == DECODE_TCP
			&& segment.source_port == 4660 && segment.seq == 0x01020304
			&& segment.ip_version == (ip == 20 ? 4 : 6) && segment.payload_bytes == 0,
			"%s", packet->name);
		for (size_t cut = 0; cut < total - 4; cut++)
			found += decode_wire(packet->link, packet->bytes, cut, total) == DECODE_TCP;
		is_int((int64_t)found, 0, "  but not where it is cut");
	}
}

static const struct packet ppp[] = {
	{"PPP with address and control", 9, 4, {0xff, 3, 0, 0x21, SYN4}},
	{"PPP without", 9, 2, {0, 0x57, SYN6}},
	{"PPP with a protocol of one byte", 9, 1, {0x21, SYN4}},
	{"PPP in HDLC framing", 50, 4, {0xff, 3, 0, 0x21, SYN4}},
	{"Cisco HDLC under PPP's number", 50, 4, {0x0f, 0, 8, 0, SYN4}},
	{"multilink PPP, whole", 9, 10, {0xff, 3, 0, 0x3d, 0xc0, 0, 0, 1, 0, 0x21, SYN4}},
	{"a bridge's frame in PPP", 9, 20, {0xff, 3, 0, 0x31, 0, 1, ETHERNET(0x0800), SYN4}},
	{"MPLS in PPP", 9, 8, {0xff, 3, 2, 0x81, 0, 1, 1, 64, SYN4}},
	{"PPP behind a direction", 204, 5, {1, 0xff, 3, 0, 0x21, SYN4}},
	{"pppd's, in place of the address", 166, 4, {0, 3, 0, 0x21, SYN4}},
	{"PPPoE alone", 51, 8, {0x11, 0, 0, 9, 0, 42, 0, 0x21, SYN4}},
	{"PPPoE in Ethernet", 1, 22, {ETHERNET(0x8864), 0x11, 0, 0, 9, 0, 42, 0, 0x57, SYN6}},
	{"PPP in Ethernet", 1, 16, {ETHERNET(0x880b), 0, 0x21, SYN4}},
};

static const struct packet wan[] = {
	{"Cisco HDLC", 104, 4, {0x0f, 0, 0x86, 0xdd, SYN6}},
	{"with a direction", 205, 5, {1, 0x0f, 0, 8, 0, SYN4}},
	{"Frame Relay: IP's own id", 107, 4, {0x18, 0x41, 3, 0xcc, SYN4}},
	{"Frame Relay: padded", 107, 5, {0x18, 0x41, 3, 0, 0x8e, SYN6}},
	{"Frame Relay: SNAP", 107, 10, {0x18, 0x41, 3, 0, 0x80, 0, 0, 0, 8, 0, SYN4}},
	{"Frame Relay: a bridge's frame", 107, 24,
		{0x18, 0x41, 3, 0, 0x80, 0, 0x80, 0xc2, 0, 7, ETHERNET(0x0800), SYN4}},
	{"Frame Relay: Cisco's way", 107, 4, {0x18, 0x41, 8, 0, SYN4}},
	{"Frame Relay: four bytes of address", 107, 6, {0x18, 0x40, 2, 1, 3, 0xcc, SYN4}},
	{"Frame Relay: PPP", 107, 6, {0x18, 0x41, 3, 0xcf, 0, 0x21, SYN4}},
	{"Frame Relay with a direction", 206, 5, {0, 0x18, 0x41, 3, 0xcc, SYN4}},
	{"ATM: LLC and SNAP", 100, 8, {SNAP(0x0800), SYN4}},
	{"ATM: a bridge's frame", 100, 24,
		{0xaa, 0xaa, 3, 0, 0x80, 0xc2, 0, 7, 0, 0, ETHERNET(0x0800), SYN4}},
	{"ATM: a network layer id", 100, 4, {0xfe, 0xfe, 3, 0xcc, SYN4}},
	{"ATM: a circuit for IP", 100, 0, {SYN4}},
	{"classical IP over ATM", 106, 8, {SNAP(0x86dd), SYN6}},
	{"SunATM: LLC", 123, 12, {0x82, 1, 0, 33, SNAP(0x0800), SYN4}},
	{"SunATM: LAN emulation", 123, 20, {1, 1, 0, 33, 0, 5, ETHERNET(0x0800), SYN4}},
};

static const struct packet lan[] = {
	{"FDDI", 10, 21, {0x50, ADDRESS, ADDRESS, SNAP(0x0800), SYN4}},
	{"FDDI, synchronous", 10, 21, {0xd1, ADDRESS, ADDRESS, SNAP(0x0800), SYN4}},
	{"Token Ring", 6, 22, {0x10, 0x40, ADDRESS, ADDRESS, SNAP(0x0800), SYN4}},
	{"Token Ring through a bridge", 6, 28, {0x10, 0x40, ADDRESS, 0x82, 0, 0, 0, 0, 1,
		6, 0x30, 0, 0x10, 0, 0x20, SNAP(0x86dd), SYN6}},
	{"ARCNET after RFC 1051", 7, 3, {1, 2, 0xf0, SYN4}},
	{"ARCNET after RFC 1201", 7, 6, {1, 2, 0xd4, 0, 0, 7, SYN4}},
	{"ARCNET, the first of several", 7, 6, {1, 2, 0xd4, 3, 0, 7, SYN4}},
	{"ARCNET, padded", 7, 10, {1, 2, 0xd4, 0xff, 0xff, 0xff, 0xd4, 0, 0, 7, SYN4}},
	{"ARCNET of Linux", 129, 5, {1, 2, 0, 0, 0xf0, SYN4}},
	{"ARCNET of Linux, IPv6", 129, 8, {1, 2, 0, 0, 0xc4, 0, 0, 7, SYN6}},
	{"IP over Fibre Channel", 122, 24, {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8,
		SNAP(0x0800), SYN4}},
	{"IP over FireWire", 138, 18, {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8,
		8, 0, SYN4}},
	{"IP over InfiniBand", 242, 44, {NINE, NINE, NINE, NINE, 1, 2, 3, 4, 8, 0, 0, 0, SYN4}},
	{"mPacket", 274, 22, {0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xd5,
		ETHERNET(0x0800), SYN4}},
	{"netANALYZER", 240, 18, {1, 2, 3, 4, ETHERNET(0x0800), SYN4}},
	{"netANALYZER with preamble", 241, 26, {1, 2, 3, 4, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55,
		0x55, 0xd5, ETHERNET(0x0800), SYN4}},
	{"DOCSIS", 143, 20, {0, 0, 0, 54, 1, 2, ETHERNET(0x0800), SYN4}},
	{"DOCSIS, more header", 143, 23, {1, 3, 0, 57, 1, 2, 3, 1, 2, ETHERNET(0x0800), SYN4}},
};

/* Frame control, duration, three addresses, sequence. */
#define WLAN(kind, flags) kind, flags, 0, 0, ADDRESS, ADDRESS, ADDRESS, 0x10, 0
#define RADIOTAP(size, present) 0, 0, size, 0, present, 0, 0, 0
#define PRISM16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static const struct packet wlan[] = {
	{"802.11", 105, 32, {WLAN(0x08, 1), SNAP(0x0800), SYN4}},
	{"802.11 with QoS", 105, 34, {WLAN(0x88, 2), 0, 0, SNAP(0x0800), SYN4}},
	{"802.11 with QoS and HT control", 105, 38, {WLAN(0x88, 0x82), 0, 0, 0, 0, 0, 0,
		SNAP(0x86dd), SYN6}},
	{"802.11 between systems", 105, 38, {WLAN(0x08, 3), ADDRESS, SNAP(0x0800), SYN4}},
	{"802.11, several packets in one", 105, 48, {WLAN(0x88, 1), 0x80, 0,
		ADDRESS, ADDRESS, 0, 48, SNAP(0x0800), SYN4}},
	{"radiotap of 8 bytes", 127, 40, {RADIOTAP(8, 0), WLAN(0x08, 1), SNAP(0x0800), SYN4}},
	{"radiotap with a time, and padded", 127, 17 + 28 + 8, {RADIOTAP(17, 3), 1, 2, 3, 4, 5, 6, 7,
		8, 0x20, WLAN(0x88, 1), 0, 0, 0, 0, SNAP(0x0800), SYN4}},
	{"radiotap with two words, padded", 127, 13 + 28 + 8, {0, 0, 13, 0, 2, 0, 0, 0x80,
		0, 0, 0, 0, 0x20, WLAN(0x88, 1), 0, 0, 0, 0, SNAP(0x0800), SYN4}},
	{"AVS", 163, 12 + 32, {0x80, 0x21, 0x10, 1, 0, 0, 0, 12, 1, 2, 3, 4,
		WLAN(0x08, 1), SNAP(0x0800), SYN4}},
	{"AVS under Prism's number", 119, 12 + 32, {0x80, 0x21, 0x10, 1, 0, 0, 0, 12, 1, 2, 3, 4,
		WLAN(0x08, 1), SNAP(0x0800), SYN4}},
	{"PPI", 192, 8 + 32, {0, 0, 8, 0, 105, 0, 0, 0, WLAN(0x08, 1), SNAP(0x0800), SYN4}},
	{"PPI of Ethernet", 192, 12 + 14, {0, 0, 12, 0, 1, 0, 0, 0, 1, 2, 3, 4,
		ETHERNET(0x0800), SYN4}},
};

#define PKTAP(type, kind) 16, 0, 0, 0, kind, 0, 0, 0, type, 0, 0, 0, 1, 2, 3, 4
#define ERF(kind) 1, 2, 3, 4, 5, 6, 7, 8, kind, 4, 0, 90, 0, 0, 0, 60

static const struct packet wraps[] = {
	{"PKTAP of Ethernet", 258, 30, {PKTAP(1, 1), ETHERNET(0x0800), SYN4}},
	{"PKTAP of raw IP", 258, 16, {PKTAP(12, 1), SYN6}},
	{"NFLOG", 239, 20, {2, 0, 0, 1, 5, 0, 1, 0, 1, 0, 0, 0, 4, 0, 7, 0,
		44, 0, 9, 0, SYN4}},
	{"NFLOG of the other byte order", 239, 16, {10, 0, 0, 1, 0, 8, 0, 1, 1, 0, 0, 0,
		0, 64, 0, 9, SYN6}},
	{"PFLOG", 117, 64, {61, 2, 0, 0, NINE, NINE, NINE, NINE, NINE, NINE, 1, 2, 3, 4, 5, 6,
		SYN4}},
	{"ENC", 109, 12, {2, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, SYN4}},
	{"ERF: Ethernet", 197, 32, {ERF(2), 0, 0, ETHERNET(0x0800), SYN4}},
	{"ERF: HDLC", 197, 20, {ERF(1), 0x0f, 0, 8, 0, SYN4}},
	{"ERF: PPP", 197, 20, {ERF(1), 0xff, 3, 0, 0x21, SYN4}},
	{"ERF: IPv6, two more headers", 197, 32, {ERF(0x80 | 23), 0x83, 1, 2, 3, 4, 5, 6, 7,
		3, 1, 2, 3, 4, 5, 6, 7, SYN6}},
	{"Juniper: Ethernet", 178, 18, {0x4d, 0x47, 0x43, 1, ETHERNET(0x0800), SYN4}},
	{"Juniper: Ethernet, more header", 178, 24, {0x4d, 0x47, 0x43, 0x81, 0, 4, 1, 2, 3, 4,
		ETHERNET(0x0800), SYN4}},
	{"Juniper: no link", 178, 8, {0x4d, 0x47, 0x43, 2, 2, 0, 0, 0, SYN4}},
	{"Juniper: PPP", 179, 8, {0x4d, 0x47, 0x43, 1, 0xff, 3, 0, 0x21, SYN4}},
	{"Juniper: Frame Relay", 180, 8, {0x4d, 0x47, 0x43, 0, 0x18, 0x41, 3, 0xcc, SYN4}},
	{"Juniper: HDLC", 181, 8, {0x4d, 0x47, 0x43, 0, 0x0f, 0, 8, 0, SYN4}},
};

static const struct packet tags[] = {
	{"MPLS", 1, 18, {ETHERNET(0x8847), 0, 1, 1, 64, SYN4}},
	{"three labels", 1, 26, {ETHERNET(0x8848), 0, 1, 0, 64, 0, 2, 0, 64, 0, 3, 1, 64, SYN6}},
	{"MPLS alone", 219, 4, {0, 1, 1, 64, SYN4}},
	{"Ethernet behind a label", 1, 32, {ETHERNET(0x8847), 0, 1, 1, 64,
		ETHERNET(0x0800), SYN4}},
	{"and behind a control word", 1, 36, {ETHERNET(0x8847), 0, 1, 1, 64, 0, 0, 0, 0,
		ETHERNET(0x0800), SYN4}},
	{"PBB", 1, 32, {ETHERNET(0x88e7), 0, 0, 1, 2, ETHERNET(0x0800), SYN4}},
	{"TRILL, one word of options", 1, 38, {ETHERNET(0x22f3), 0, 0x5f, 0, 1, 0, 2, 1, 2, 3, 4,
		ETHERNET(0x0800), SYN4}},
	{"VN-Tag", 1, 20, {ETHERNET(0x8926), 0, 1, 0, 2, 8, 0, SYN4}},
	{"HSR", 1, 20, {ETHERNET(0x892f), 0, 60, 0, 2, 8, 0, SYN4}},
	{"FabricPath", 1, 30, {ETHERNET(0x8903), 1, 2, ETHERNET(0x0800), SYN4}},
};

static void
prism_is_144_bytes(void)
{
	static const uint8_t bytes[] = {0x44, 0, 0, 0, 144, 0, 0, 0, 'w', 'l', 'a', 'n', '0', 0, 0, 0,
		PRISM16, PRISM16, PRISM16, PRISM16, PRISM16, PRISM16, PRISM16, PRISM16,
		WLAN(0x08, 1), SNAP(0x0800), SYN4};

	is_int(decode_wire(119, bytes, sizeof(bytes), sizeof(bytes)), DECODE_TCP, "Prism");
	is_int(decode_wire(119, bytes, 143, 143), DECODE_BROKEN, "  cut");
}

static void
what_carries_no_packet_is_other(void)
{
	is_int(DECODE(9, 0xff, 3, 0xc0, 0x21, 1, 1, 0, 4), DECODE_OTHER, "LCP");
	is_int(DECODE(9, 0, 0x3d, 0x80, 0, 0, 1, 0, 0x21, SYN4), DECODE_OTHER, "a part of a packet");
	is_int(DECODE(51, 0x11, 9, 0, 0, 0, 4, 1, 1, 0, 0), DECODE_OTHER, "PPPoE discovery");
	is_int(DECODE(104, 0x8f, 0, 0x80, 0x35, 0, 0, 0, 2), DECODE_OTHER, "SLARP");
	is_int(DECODE(107, 0, 1, 3, 8, 0, 0x75), DECODE_OTHER, "Frame Relay's own signals");
	is_int(DECODE(107, 0, 0, 0, 0, 3, 0xcc, SYN4), DECODE_OTHER, "an address without end");
	is_int(DECODE(123, 1, 1, 0, 33, 0xff, 0, 1, 2), DECODE_OTHER, "LAN emulation's control");
	is_int(DECODE(123, 6, 1, 0, 33, 9, 9), DECODE_OTHER, "ATM signalling");
	is_int(DECODE(10, 0xc3, ADDRESS, ADDRESS, 1, 2), DECODE_OTHER, "FDDI's own frames");
	is_int(DECODE(6, 0x10, 0, ADDRESS, ADDRESS, 1, 2), DECODE_OTHER, "Token Ring's");
	is_int(DECODE(7, 1, 2, 0xd4, 2, 0, 7, SYN4), DECODE_OTHER, "a later part on ARCNET");
	is_int(DECODE(7, 1, 2, 0xd5, 0, 0, 7, 1), DECODE_OTHER, "ARP on ARCNET");
	is_int(DECODE(274, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x61, 3, SYN4), DECODE_OTHER,
		"the rest of a frame");
	is_int(DECODE(143, 0xc0, 0, 0, 1, 1, 2, SYN4), DECODE_OTHER, "DOCSIS management");
	is_int(DECODE(105, WLAN(0x80, 0), 1, 2, 3), DECODE_OTHER, "a beacon");
	is_int(DECODE(105, WLAN(0x48, 1)), DECODE_OTHER, "no data");
	is_int(DECODE(105, 0xd4, 0, 0, 0, ADDRESS), DECODE_OTHER, "an acknowledgement");
	is_int(DECODE(105, WLAN(0x08, 0x41), SNAP(0x0800), SYN4), DECODE_OTHER, "encrypted");
	is_int(DECODE(105, 8, 1, 0, 0, ADDRESS, ADDRESS, ADDRESS, 0x11, 0, SYN4), DECODE_OTHER,
		"a later fragment");
	is_int(DECODE(127, 0, 0, 7, 0, 0, 0, 0, 0, 1), DECODE_BROKEN, "radiotap of 7 bytes");
	is_int(DECODE(192, 0, 0, 8, 0, 147, 0, 0, 0, SYN4), DECODE_OTHER, "PPI: unknown inside");
	is_int(DECODE(192, 0, 0, 8, 0, 1, 0, 1, 0, ETHERNET(0x0800), SYN4), DECODE_OTHER,
		"PPI: of more than 16 bits");
	is_int(DECODE(258, PKTAP(1, 2), SYN4), DECODE_OTHER, "PKTAP: no packet");
	is_int(DECODE(239, 7, 0, 0, 1, 44, 0, 9, 0, SYN4), DECODE_OTHER, "NFLOG of a bridge");
	is_int(DECODE(239, 2, 0, 0, 1, 3, 0, 9, 0, SYN4), DECODE_BROKEN, "NFLOG: a length of 3");
	is_int(DECODE(197, ERF(5), 1, 2, 3, 4, 5), DECODE_OTHER, "ERF: a kind without TCP");
	is_int(DECODE(178, 0x4d, 0x47, 0x44, 0, ETHERNET(0x0800), SYN4), DECODE_BROKEN,
		"Juniper without its magic number");
	is_int(DECODE(1, ETHERNET(0x8847), 0, 1, 1, 64, 0x10, 0, 0, 0x21, 1), DECODE_OTHER,
		"a label's own channel");
}

/* PPI in PPI in PPI. */
static void
wraps_have_an_end(void)
{
	uint8_t bytes[40 * 8 + 40] = {0};
	static const uint8_t ppi[] = {0, 0, 8, 0, 192, 0, 0, 0}, last[] = {0, 0, 8, 0, 101, 0, 0, 0,
		SYN4};

	for (size_t count = 1; count <= 40; count++) {
		size_t at = 0;

		for (size_t i = 1; i < count; i++, at += sizeof(ppi))
			memcpy(bytes + at, ppi, sizeof(ppi));
		memcpy(bytes + at, last, sizeof(last));
		at += sizeof(last);
		if (count == 16 || count == 17 || count == 40)
			ok(decode_wire(192, bytes, at, at)
				== (count == 16 ? DECODE_TCP : DECODE_BROKEN),
				"%zu of them are %s", count, count == 16 ? "passed" : "too many");
	}
}

int
main(void)
{
	packets_are_found(ppp, COUNT(ppp));
	packets_are_found(wan, COUNT(wan));
	packets_are_found(lan, COUNT(lan));
	packets_are_found(wlan, COUNT(wlan));
	packets_are_found(wraps, COUNT(wraps));
	packets_are_found(tags, COUNT(tags));
	prism_is_144_bytes();
	what_carries_no_packet_is_other();
	wraps_have_an_end();
	return tap_done();
}
