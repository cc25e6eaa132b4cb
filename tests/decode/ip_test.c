/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * IPv4 and IPv6 up to the transport header: which length is believed, which fragment has a
 * header, which extensions are passed.
 */
#include "packets.h"

enum { RAW = 101 };

#define JUMBO(bytes) 0xc2, 4, (uint8_t)((bytes) >> 24), (uint8_t)((bytes) >> 16), \
	(uint8_t)((bytes) >> 8), (uint8_t)(bytes)
#define SYN TCP(5, TCP_SYN)

/* ---- IPv4 ---- */

static void
ipv4_length_zero_is_the_frames(void)
{
	static const uint8_t bytes[] = {ETHERNET(0x0800), IPV4(0, 0, 6), TCP(8, 0x10), STAMPS, 1, 2};
	static const size_t head = 14 + 20 + 32;

	decode_wire(1, bytes, sizeof(bytes), head + 65160);
	is_int(segment.payload_bytes, 65160, "by the wire length, not by what was captured");
	ok(segment.has & SEG_LENGTH_GUESSED, "  and told as a guess");
	is_int(segment.ts_value, 7, "  options are read as ever");
	decode_wire(1, bytes, head, head);
	is_int(segment.payload_bytes, 0, "no payload on the wire");
	is_int(decode_wire(1, bytes, sizeof(bytes), 0), DECODE_TCP, "a frame that claims no length");
	is_int(segment.payload_bytes, 2, "  had what it holds");
	is_int(DECODE(RAW, IPV4(19, 0, 6), SYN), DECODE_BROKEN, "a length below the header's");
	is_int(DECODE(RAW, IPV4(20, 0, 6), SYN), DECODE_BROKEN, "a length that leaves TCP nothing");
	is_int(DECODE(RAW, IPV4(36, 0, 6), SYN), DECODE_TCP, "  and one that leaves it the window");
	ok(segment.has & SEG_NO_LENGTH, "  whose data isn't known");
}

static void
ipv4_options_are_passed(void)
{
	/* Header of 24 bytes: router alert. */
	is_int(DECODE(RAW, 0x46, 0, 0, 44, 0, 1, 0, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2,
		0x94, 4, 0, 0, SYN), DECODE_TCP, "an option of four bytes");
	is_int(segment.source_port, 4660, "  TCP is behind it");
	is_int(segment.payload_bytes, 0, "  it is no payload");
	is_int(DECODE(RAW, 0x46, 0, 0, 44, 0, 1, 0, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2,
		0x94, 4), DECODE_BROKEN, "options cut");
	is_int(DECODE(RAW, 0x44, 0, 0, 40, 0, 1, 0, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2,
		SYN), DECODE_BROKEN, "a header of 16 bytes");
	is_int(DECODE(RAW, 0x45, 0, 0, 40, 0, 1, 0, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2),
		DECODE_BROKEN, "19 bytes of header");
}

static void
ipv4_fragments(void)
{
	is_int(DECODE(RAW, IPV4(1500, 0x2000, 6), SYN), DECODE_TCP, "the first of several");
	ok(segment.has & SEG_FRAGMENT, "  says so");
	is_int(segment.payload_bytes, 1460, "  with what it holds itself");
	is_int(DECODE(RAW, IPV4(1500, 0x20b9, 6), SYN), DECODE_FRAGMENT, "one in the middle");
	is_int(DECODE(RAW, IPV4(120, 0x0172, 6), SYN), DECODE_FRAGMENT, "the last");
	is_int(DECODE(RAW, IPV4(21, 0x0172, 6), 9), DECODE_FRAGMENT, "  of one byte");
	is_int(DECODE(RAW, IPV4(120, 0x0172, 17), SYN), DECODE_OTHER, "the last of UDP");
	is_int(DECODE(RAW, IPV4(40, 0x4000, 6), SYN), DECODE_TCP, "don't fragment");
	ok(!(segment.has & SEG_FRAGMENT), "  is no fragment");
	is_int(DECODE(RAW, IPV4(40, 0x8000, 6), SYN), DECODE_TCP, "the reserved bit");
	ok(!(segment.has & SEG_FRAGMENT), "  is none either");
}

/* ---- IPv6 ---- */

/* Next header, length in units of 8 behind the first 8, and padding. */
#define EXTENSION(next) next, 0, 1, 4, 0, 0, 0, 0
#define EXTENSION16(next) next, 1, 1, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define AH(next) next, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define FRAGMENT(next, offset, more) next, 0, (offset) >> 5, ((offset) << 3 & 255) | (more), \
	0, 0, 0x56, 0x78

static void
ipv6_extensions_in_chains(void)
{
	is_int(DECODE(RAW, IPV6(8 + 16 + 8 + 24 + 20 + 3, 0), EXTENSION(60), EXTENSION16(43),
		EXTENSION(51), AH(6), SYN, 1, 2, 3), DECODE_TCP,
		"hop-by-hop, destination, routing, authentication");
	is_int(segment.source_port, 4660, "  TCP is behind them");
	is_int(segment.payload_bytes, 3, "  none of them is payload");
	is_int(segment.has, 0, "  and nothing is guessed");
	is_int(DECODE(RAW, IPV6(8 + 8 + 8 + 20, 135), EXTENSION(139), EXTENSION(140), EXTENSION(6),
		SYN), DECODE_TCP, "mobility, HIP, shim6");
	is_int(DECODE(RAW, IPV6(28, 60), EXTENSION(17), SYN), DECODE_OTHER, "UDP behind one");
	is_int(DECODE(RAW, IPV6(28, 60), EXTENSION(59), SYN), DECODE_OTHER, "nothing behind one");
	is_int(DECODE(RAW, IPV6(28, 50), EXTENSION(6), SYN), DECODE_OTHER,
		"what is encrypted isn't looked into");
	is_int(DECODE(RAW, IPV6(28, 60), 6, 9, 1, 4, 0, 0, 0, 0, SYN), DECODE_BROKEN,
		"an extension longer than its packet");
	is_int(DECODE(RAW, IPV6(7, 60), 6, 0, 1, 4, 0, 0, 0), DECODE_BROKEN, "one of seven bytes");
	is_int(DECODE(RAW, 0x60, 0, 0, 0, 0, 20, 6, 63), DECODE_BROKEN, "8 bytes of header");
}

static void
ipv6_chains_have_an_end(void)
{
	uint8_t bytes[40 + 20 * 8 + 20] = {IPV6(20 * 8 + 20, 60)};
	static const uint8_t extension[] = {EXTENSION(60)}, last[] = {EXTENSION(6), SYN};

	for (size_t count = 16; count <= 17; count++) {
		size_t at = 40;

		for (size_t i = 1; i < count; i++, at += sizeof(extension))
			memcpy(bytes + at, extension, sizeof(extension));
		memcpy(bytes + at, last, sizeof(last));
		at += sizeof(last);
		ok(decode_wire(RAW, bytes, at, at) == (count == 16 ? DECODE_TCP : DECODE_BROKEN),
			"%zu extensions are %s", count, count == 16 ? "passed" : "too many");
	}
}

static void
ipv6_fragments(void)
{
	is_int(DECODE(RAW, IPV6(1448, 44), FRAGMENT(6, 0, 1), SYN), DECODE_TCP, "the first");
	ok(segment.has & SEG_FRAGMENT && segment.has & SEG_IP_ID, "  says so");
	is_int(segment.ip_id, 0x5678, "  with its identification");
	is_int(segment.payload_bytes, 1420, "  and what it holds itself");
	is_int(DECODE(RAW, IPV6(28, 44), FRAGMENT(6, 180, 1), SYN), DECODE_FRAGMENT, "a later one");
	is_int(DECODE(RAW, IPV6(28, 44), FRAGMENT(6, 180, 0), SYN), DECODE_FRAGMENT, "the last");
	is_int(DECODE(RAW, IPV6(28, 44), FRAGMENT(17, 180, 0), SYN), DECODE_OTHER, "of UDP");
	is_int(DECODE(RAW, IPV6(28, 44), FRAGMENT(6, 0, 0), SYN), DECODE_TCP,
		"an atomic fragment (RFC 6946)");
	ok(!(segment.has & SEG_FRAGMENT), "  is whole");
	is_int(DECODE(RAW, IPV6(36, 0), EXTENSION(44), FRAGMENT(6, 180, 0), SYN), DECODE_FRAGMENT,
		"a later one behind hop-by-hop options");
}

/* ---- jumbograms: RFC 2675 ---- */

static enum decode_result
decode_jumbo(uint32_t jumbo, uint16_t payload, size_t wire)
{
	const uint8_t bytes[] = {IPV6(payload, 0), 6, 0, JUMBO(jumbo), TCP(5, TCP_ACK), 1, 2, 3, 4};

	return decode_wire(RAW, bytes, sizeof(bytes), wire);
}

static void
jumbograms(void)
{
	is_int(decode_jumbo(70000, 0, 70040), DECODE_TCP, "a jumbogram");
	is_int(segment.payload_bytes, 70000 - 8 - 20, "  its length counts the extension");
	is_int(segment.has, 0, "  and is no guess");
	is_int(decode_jumbo(65536, 0, 65576), DECODE_TCP, "the smallest there may be");
	is_int(segment.payload_bytes, 65536 - 8 - 20, "  has its length");
	is_int(DECODE(RAW, IPV6(0, 0), 6, 1, 1, 4, 0, 0, 0, 0, JUMBO(70000), 1, 0, SYN), DECODE_TCP,
		"behind padding");
	is_int(segment.payload_bytes, 70000 - 16 - 20, "  has its length");
	is_int(DECODE(RAW, IPV6(0, 0), 6, 1, 0, 0, JUMBO(70000), 0, 0, 1, 2, 0, 0, SYN), DECODE_TCP,
		"behind padding of single bytes");
	is_int(segment.payload_bytes, 70000 - 16 - 20, "  has its length");
}

/* tshark 4.0 gives up on these, too. */
static void
small_jumbograms_are_refused(void)
{
	static const uint32_t lengths[] = {0, 1, 7, 8, 27, 28, 32, 40, 1500, 65535};

	for (size_t i = 0; i < COUNT(lengths); i++)
		ok(decode_jumbo(lengths[i], 0, 72) == DECODE_BROKEN,
			"a jumbo length of %u is refused", lengths[i]);
	is_int(decode_jumbo(40, 32, 72), DECODE_TCP, "beside a length of 16 bits it isn't asked");
	is_int(segment.payload_bytes, 4, "  which is believed");
	is_int(decode_jumbo(70000, 32, 72), DECODE_TCP, "a large one neither");
	is_int(segment.payload_bytes, 4, "  the other is believed");
}

static void
ipv6_length_zero_is_the_frames(void)
{
	static const uint8_t bytes[] = {IPV6(0, 6), TCP(5, 0x10), 1, 2};

	is_int(decode_wire(RAW, bytes, sizeof(bytes), 40 + 20 + 90000), DECODE_TCP, "no length");
	is_int(segment.payload_bytes, 90000, "  the frame's is taken");
	ok(segment.has & SEG_LENGTH_GUESSED, "  and told as a guess");
	is_int(DECODE(RAW, IPV6(0, 0), EXTENSION(6), SYN), DECODE_TCP, "options without a jumbo");
	ok(segment.has & SEG_LENGTH_GUESSED, "  leave the guess");
}

/* Every length field at its edges, every snap length: run this with a sanitizer. */
static void
no_length_leads_past_the_end(void)
{
	static const uint8_t packet[] = {IPV6(0, 0), 6, 1, JUMBO(70000), 1, 6, 0, 0, 0, 0, 0, 0,
		TCP(8, 0x10), STAMPS, 1, 2, 3};
	static const uint8_t edges[] = {0, 1, 2, 5, 6, 7, 8, 60, 127, 128, 254, 255};
	unsigned tcp = 0;

	for (size_t at = 4; at < sizeof(packet); at++)
		for (size_t e = 0; e < COUNT(edges); e++)
			for (size_t length = 40; length <= sizeof(packet); length++) {
				uint8_t bytes[sizeof(packet)];

				memcpy(bytes, packet, sizeof(packet));
				bytes[at] = edges[e];
				tcp += decode_wire(RAW, bytes, length, 70040) == DECODE_TCP;
			}
	ok(tcp > 10000, "%u of the packets were still TCP", tcp);
}

int
main(void)
{
	ipv4_length_zero_is_the_frames();
	ipv4_options_are_passed();
	ipv4_fragments();
	ipv6_extensions_in_chains();
	ipv6_chains_have_an_end();
	ipv6_fragments();
	jumbograms();
	small_jumbograms_are_refused();
	ipv6_length_zero_is_the_frames();
	no_length_leads_past_the_end();
	return tap_done();
}
