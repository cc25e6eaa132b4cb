/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which headers are numbered as a stream: those that tshark 4.0.17 numbers, tried with
 * captures of one frame.
 */
#include "cctrace/decode.h"
#include "tests/tap.h"

enum { IP = 20, ICMP = 8, RAW = 101 };

static const uint8_t tcp[20] = {
	0x0f, 0xa0, 0, 80, 0, 0, 3, 0xe8, 0, 0, 0, 0, 0x50, TCP_SYN, 1, 0xf4, 0, 0, 0, 0,
};

static size_t
put_ip(uint8_t *at, uint8_t protocol, size_t payload)
{
	static const uint8_t head[IP] = {
		0x45, 0, 0, 0, 0, 1, 0, 0, 64, 0, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
	};

	memcpy(at, head, IP);
	at[3] = (uint8_t)(IP + payload);
	at[9] = protocol;
	return IP;
}

static enum decode_result
decode(const uint8_t *bytes, size_t captured, size_t wire, struct segment *segment)
{
	struct frame frame = {
		.number = 1, .bytes = bytes, .captured_bytes = (uint32_t)captured,
		.wire_bytes = (uint32_t)wire, .link_type = RAW,
	};

	return decode_frame(&frame, segment);
}

/* An ICMP message that quotes `quoted` bytes of TCP. */
static enum decode_result
decode_icmp(uint8_t type, size_t quoted, struct segment *segment)
{
	uint8_t bytes[128] = {0};
	size_t at = put_ip(bytes, 1, ICMP + IP + quoted);

	bytes[at] = type;
	at += ICMP;
	at += put_ip(bytes + at, 6, sizeof(tcp));
	memcpy(bytes + at, tcp, quoted);
	at += quoted;
	return decode(bytes, at, at, segment);
}

static void
a_quote_counts_up_to_the_window(void)
{
	struct segment segment;

	for (size_t quoted = 0; quoted < 16; quoted++)
		ok(decode_icmp(3, quoted, &segment) == DECODE_OTHER,
			"%zu bytes quoted: not numbered", quoted);
	is_int(decode_icmp(3, 16, &segment), DECODE_QUOTED, "16: numbered");
	is_int(segment.source_port, 4000, "source port");
	is_int(segment.seq, 1000, "sequence number");
	is_int(segment.flags, TCP_SYN, "flags");
	ok(segment.has & SEG_QUOTED && segment.has & SEG_NO_LENGTH, "marked as a quote");
}

static void
errors_count_and_a_redirect_is_none(void)
{
	static const struct {
		uint8_t type;
		enum decode_result result;
		const char *name;
	} cases[] = {
		{3, DECODE_QUOTED, "unreachable"}, {4, DECODE_QUOTED, "source quench"},
		{5, DECODE_OTHER, "redirect"}, {8, DECODE_OTHER, "echo"},
		{11, DECODE_QUOTED, "time exceeded"}, {12, DECODE_QUOTED, "parameter problem"},
	};
	struct segment segment;

	for (size_t i = 0; i < COUNT(cases); i++)
		is_int(decode_icmp(cases[i].type, 20, &segment), cases[i].result, cases[i].name);
}

static void
a_short_snap_counts_up_to_the_window(void)
{
	uint8_t bytes[64];
	struct segment segment;
	size_t at = put_ip(bytes, 6, sizeof(tcp));

	memcpy(bytes + at, tcp, sizeof(tcp));
	is_int(decode(bytes, at + 15, at + 20, &segment), DECODE_BROKEN, "15 bytes: no");
	is_int(decode(bytes, at + 16, at + 20, &segment), DECODE_TCP, "16 bytes: yes");
	is_int(segment.window, 500, "with the window");
}

static void
headers_without_a_length_are_told_apart(void)
{
	uint8_t bytes[64];
	struct segment segment;
	size_t at = put_ip(bytes, 6, sizeof(tcp));

	memcpy(bytes + at, tcp, sizeof(tcp));
	decode(bytes, at + 20, at + 20, &segment);
	ok(!(segment.has & SEG_NO_LENGTH), "a sound one");
	bytes[at + 12] = 0x60;
	is_int(decode(bytes, at + 20, at + 20, &segment), DECODE_TCP, "longer than its packet");
	ok(segment.has & SEG_NO_LENGTH && !(segment.has & SEG_OFFSET_LOW), "says so");
	bytes[at + 12] = 0x40;
	is_int(decode(bytes, at + 20, at + 20, &segment), DECODE_TCP, "shorter than a header");
	ok(segment.has & SEG_NO_LENGTH && segment.has & SEG_OFFSET_LOW, "says so, too");
	is_int(segment.payload_bytes, 0, "no data is known");
}

int
main(void)
{
	a_quote_counts_up_to_the_window();
	errors_count_and_a_redirect_is_none();
	a_short_snap_counts_up_to_the_window();
	headers_without_a_length_are_told_apart();
	return tap_done();
}
