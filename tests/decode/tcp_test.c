/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The TCP header and its options where the snap length or the sender's mistake ends them.
 */
#include "packets.h"

enum { RAW = 101 };

/* MSS 1460, SACK permitted, time stamps, NOP, window scale 7: what Linux puts into a SYN. */
#define LINUX_SYN 2, 4, 5, 180, 4, 2, 8, 10, 0, 0, 0, 7, 0, 0, 0, 0, 1, 3, 3, 7

static void
flags_and_numbers(void)
{
	DECODE(RAW, IPV4(40, 0, 6), TCP(5, 0xff));
	is_int(segment.flags, 0xff, "all flags");
	is_int(segment.ae, 0, "AE isn't set");
	DECODE(RAW, IPV4(40, 0, 6), 0xff, 0xff, 0, 0, 255, 255, 255, 255, 128, 0, 0, 0, 0x51, 0,
		255, 255, 0, 0, 0, 9);
	is_int(segment.source_port, 65535, "the largest port");
	is_int(segment.destination_port, 0, "the smallest");
	is_int(segment.seq, 0xffffffff, "the largest number");
	is_int(segment.ack, 0x80000000, "one in the middle, though the flag is missing");
	is_int(segment.window, 65535, "the largest window");
	is_int(segment.ae, 1, "AE is set");
	is_int(segment.flags, 0, "no flag");
}

/* Options of a SYN of 40 bytes of header, cut at each byte by the snap length. */
static void
snap_length_cuts_options(void)
{
	static const uint8_t packet[] = {IPV4(60, 0, 6), TCP(10, TCP_SYN), LINUX_SYN};
	static const struct {
		size_t captured;
		uint16_t has;
	} cases[] = {
		{0, SEG_OPTIONS_CUT}, {1, SEG_OPTIONS_CUT}, {3, SEG_OPTIONS_CUT},
		{4, SEG_OPTIONS_CUT | SEG_MSS},
		{5, SEG_OPTIONS_CUT | SEG_MSS},
		{6, SEG_OPTIONS_CUT | SEG_MSS | SEG_SACK_PERMITTED},
		{15, SEG_OPTIONS_CUT | SEG_MSS | SEG_SACK_PERMITTED},
		{16, SEG_OPTIONS_CUT | SEG_MSS | SEG_SACK_PERMITTED | SEG_TIMESTAMPS},
		{19, SEG_OPTIONS_CUT | SEG_MSS | SEG_SACK_PERMITTED | SEG_TIMESTAMPS},
		{20, SEG_MSS | SEG_SACK_PERMITTED | SEG_TIMESTAMPS | SEG_WINDOW_SCALE},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		decode_wire(RAW, packet, 40 + cases[i].captured, 60);
		ok(segment.has == (SEG_IP_ID | cases[i].has), "%zu bytes of options: %#x",
			cases[i].captured, segment.has);
		is_int(segment.payload_bytes, 0, "  a cut takes no payload and makes none");
	}
	is_int(segment.mss, 1460, "MSS");
	is_int(segment.window_shift, 7, "window scale");
	is_int(segment.ts_value, 7, "TSval");
}

/* tshark reads ports and numbers when the window is there. */
static void
snap_length_cuts_the_header(void)
{
	static const uint8_t packet[] = {IPV4(1500, 0, 6), TCP(8, 0x10), STAMPS};

	for (size_t length = 16; length < 20; length++) {
		ok(decode_wire(RAW, packet, 20 + length, 1500) == DECODE_TCP,
			"%zu bytes of header are TCP", length);
		is_int(segment.window, 502, "  with its window");
		is_int(segment.payload_bytes, 1448, "  and its payload, by the IP header");
		ok(segment.has & SEG_OPTIONS_CUT && !(segment.has & SEG_TIMESTAMPS),
			"  its options are cut");
	}
	is_int(decode_wire(RAW, packet, 20 + 15, 1500), DECODE_BROKEN, "15 are not");
}

/* The usual frame's short way looks at the time stamps at once: they may be cut. */
static void
snap_length_cuts_time_stamps(void)
{
	static const uint8_t packet[] = {ETHERNET(0x0800), IPV4(1500, 0, 6), TCP(8, 0x10), STAMPS};

	for (size_t present = 0; present <= 12; present++) {
		decode_wire(1, packet, 54 + present, 1514);
		ok(!!(segment.has & SEG_TIMESTAMPS) == (present == 12)
			&& !!(segment.has & SEG_OPTIONS_CUT) == (present < 12)
			&& segment.ts_value == (present == 12 ? 7 : 0)
			&& segment.payload_bytes == 1448, "%zu bytes of them", present);
	}
}

static void
read_options(const uint8_t *bytes, size_t length, size_t claimed)
{
	uint8_t *copy = malloc(length ? length : 1);

	memcpy(copy, bytes, length);
	memset(&segment, 0, sizeof(segment));
	decode_tcp_options(copy, length, claimed, &segment);
	free(copy);
}

#define OPTIONS(...) (read_options((const uint8_t[]){__VA_ARGS__}, \
	sizeof((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})))

static void
sizes_that_no_option_has_are_passed_over(void)
{
	OPTIONS(2, 3, 9, 3, 4, 1, 2, 4, 3, 0, 8, 6, 1, 2, 3, 4, 2, 4, 5, 180);
	is_int(segment.has, SEG_MSS, "only the one with a right size counts");
	is_int(segment.mss, 1460, "  the last");
	OPTIONS(3, 3, 255, 0);
	is_int(segment.window_shift, 255, "a shift above 14 is handed on (RFC 7323 2.3 limits it)");
	OPTIONS(2, 4, 0, 0);
	ok(segment.has == SEG_MSS && segment.mss == 0, "an MSS of 0 is there");
}

static void
the_end_ends(void)
{
	OPTIONS(0, 2, 4, 5, 180);
	is_int(segment.has, 0, "nothing behind the end of options");
	OPTIONS(1, 1, 1, 0);
	is_int(segment.has, 0, "padding alone");
	read_options((const uint8_t[]){1, 0}, 2, 12);
	is_int(segment.has, 0, "the end within what is there: nothing is cut");
	read_options((const uint8_t[]){1, 1}, 2, 12);
	is_int(segment.has, SEG_OPTIONS_CUT, "no end: the rest is");
	OPTIONS(2, 1, 5, 180);
	is_int(segment.has, SEG_OPTIONS_CUT, "a length of 1 ends the walk");
	OPTIONS(1, 2);
	is_int(segment.has, SEG_OPTIONS_CUT, "a kind without a length");
	OPTIONS(8, 11, 0, 0, 0, 1, 0, 0, 0, 2);
	is_int(segment.has, SEG_OPTIONS_CUT, "one byte longer than there is");
}

static void
sack_holds_what_fits(void)
{
	OPTIONS(5, 34, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6,
		0, 0, 0, 7, 0, 0, 0, 8);
	is_int(segment.sack_count, 4, "four ranges");
	is_int(segment.sack[3].begin, 7, "  in their order");
	OPTIONS(5, 2);
	is_int(segment.sack_count, 0, "none");
	OPTIONS(5, 9, 0, 0, 0, 1, 0, 0, 0);
	is_int(segment.sack_count, 0, "a range of seven bytes is none");
	OPTIONS(5, 13, 0, 0, 0, 1, 0, 0, 0, 2, 9, 9, 9);
	is_int(segment.sack_count, 1, "what is left of a second one isn't one");
	OPTIONS(5, 18, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 5, 26, 0, 0, 0, 5, 0, 0, 0, 6,
		0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0, 10);
	is_int(segment.sack_count, SEGMENT_SACK_MAX, "two options with five: four are kept");
}

static void
experiments_are_told_by_their_number(void)
{
	OPTIONS(254, 4, 0xf9, 0x89);
	is_int(segment.has, SEG_FAST_OPEN, "Fast Open before it had a number (RFC 7413)");
	OPTIONS(254, 4, 0xf9, 0x88);
	is_int(segment.has, 0, "another experiment");
	OPTIONS(254, 3, 0xf9);
	is_int(segment.has, 0, "too short for a number (RFC 6994)");
	OPTIONS(34, 2, 172, 2, 174, 5, 0, 0, 0, 30, 4, 0, 0);
	is_int(segment.has, SEG_FAST_OPEN | SEG_ACC_ECN | SEG_MPTCP, "others by their kind");
}

int
main(void)
{
	flags_and_numbers();
	snap_length_cuts_options();
	snap_length_cuts_the_header();
	snap_length_cuts_time_stamps();
	sizes_that_no_option_has_are_passed_over();
	the_end_ends();
	sack_holds_what_fits();
	experiments_are_told_by_their_number();
	return tap_done();
}
