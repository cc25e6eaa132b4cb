/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers of streams.  Every trace below was given to tshark 4.0.17 as a capture; the
 * numbers expected are what it printed as tcp.stream, one a segment.
 */
#include "tests/flow/segments.h"

enum { QUOTE = SEG_QUOTED | SEG_NO_LENGTH };

struct line {
	char who;          /* 'a', 'b'; 0 ends the trace */
	int flags;
	wireseq seq, ack;
	uint16_t has;
	char stream;       /* as tshark says, a digit */
};

static void
is_numbered(const struct line *trace, const char *name)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	char got[32] = "", expected[32] = "";

	for (size_t i = 0; trace[i].who; i++) {
		struct segment segment = make(trace[i].who, trace[i].flags, trace[i].seq,
			trace[i].ack);

		segment.has = trace[i].has;
		segment.frame = i + 1;
		got[i] = (char)('0' + route(table, segment, NULL)->stream);
		expected[i] = trace[i].stream;
	}
	is_str(got, expected, name);
	flow_free(table);
}

#define NUMBERED(name, ...) is_numbered((const struct line[]){__VA_ARGS__, {0}}, name)
#define HANDSHAKE {'a', S, 1000, 0, 0, '0'}, {'b', SA, 5000, 1001, 0, '0'}, \
	{'a', A, 1001, 5001, 0, '0'}

static void
a_bare_syn_begins_a_stream(void)
{
	NUMBERED("a SYN with another number, and all that follows, are the next stream",
		HANDSHAKE,
		{'a', S, 2000, 0, 0, '1'}, {'b', SA, 6000, 2001, 0, '1'},
		{'a', A, 2001, 6001, 0, '1'}, {'b', A, 5001, 1001, 0, '1'},
		{'a', A, 1001, 5001, 0, '1'});
	NUMBERED("a SYN with the same number stays, even after a close",
		HANDSHAKE, {'a', S, 1000, 0, 0, '0'}, {'a', F, 1001, 5001, 0, '0'},
		{'b', F, 5001, 1002, 0, '0'}, {'a', A, 1002, 5002, 0, '0'},
		{'a', S, 1000, 0, 0, '0'});
	NUMBERED("a SYN from the other side, too, takes both directions along",
		HANDSHAKE, {'b', S, 7000, 0, 0, '1'}, {'a', SA, 9000, 7001, 0, '1'},
		{'b', A, 7001, 9001, 0, '1'}, {'a', A, 9001, 7001, 0, '1'},
		{'a', S, 3000, 0, 0, '2'}, {'b', SA, 8000, 3001, 0, '2'},
		{'a', A, 3001, 8001, 0, '2'});
	NUMBERED("FIN or RST on the SYN make no difference",
		HANDSHAKE, {'a', S | TCP_FIN, 2000, 0, 0, '1'},
		{'a', S | TCP_RST, 3000, 0, 0, '2'}, {'a', S | TCP_FIN, 3000, 0, 0, '2'});
	NUMBERED("refused and tried again",
		{'a', S, 1000, 0, 0, '0'}, {'b', RA, 0, 1001, 0, '0'}, {'a', S, 2000, 0, 0, '1'},
		{'b', RA, 0, 2001, 0, '1'}, {'a', S, 3000, 0, 0, '2'});
}

static void
a_syn_ack_never_begins_a_stream(void)
{
	NUMBERED("another ISN in the SYN-ACK changes nothing",
		HANDSHAKE, {'b', SA, 5555, 1001, 0, '0'}, {'a', A, 1, 1, 0, '0'});
	NUMBERED("a SYN-ACK of the stream before belongs to the latest",
		HANDSHAKE, {'a', S, 2000, 0, 0, '1'}, {'b', SA, 6000, 2001, 0, '1'},
		{'b', SA, 5000, 1001, 0, '1'}, {'a', A, 1001, 5001, 0, '1'});
	NUMBERED("simultaneous open is one stream",
		{'a', S, 1000, 0, 0, '0'}, {'b', S, 5000, 0, 0, '0'},
		{'a', SA, 1000, 5001, 0, '0'}, {'b', SA, 5000, 1001, 0, '0'});
	NUMBERED("a SYN-ACK seen before its SYN",
		{'b', SA, 5000, 1001, 0, '0'}, {'a', S, 1000, 0, 0, '0'},
		{'a', A, 1001, 5001, 0, '0'});
	NUMBERED("a SYN-ACK seen before the SYN of another connection",
		{'b', SA, 5000, 1001, 0, '0'}, {'a', S, 1001, 0, 0, '1'},
		{'a', A, 1001, 5001, 0, '1'}, {'b', A, 5001, 1001, 0, '1'});
}

static void
the_base_is_guessed_without_a_syn(void)
{
	NUMBERED("from the ack: one less",
		{'a', A, 500, 7000, 0, '0'}, {'b', S, 6999, 0, 0, '0'},
		{'b', S, 7000, 0, 0, '1'}, {'a', A, 1, 1, 0, '1'});
	NUMBERED("from the number: one less",
		{'a', A, 500, 7000, 0, '0'}, {'a', S, 499, 0, 0, '0'}, {'a', S, 500, 0, 0, '1'});
	NUMBERED("an ack field without the flag is nothing",
		{'a', 0, 1000, 7777, 0, '0'}, {'b', S, 7776, 0, 0, '0'},
		{'b', S, 7775, 0, 0, '1'});
	NUMBERED("nor on a SYN",
		{'a', S, 1000, 6000, 0, '0'}, {'b', S, 1, 0, 0, '0'}, {'b', S, 2, 0, 0, '1'});
	NUMBERED("from a RST without ACK",
		{'a', R, 1000, 0, 0, '0'}, {'a', S, 999, 0, 0, '0'}, {'a', S, 1000, 0, 0, '1'});
	NUMBERED("from a RST with number 0: across the wrap",
		{'b', RA, 0, 1001, 0, '0'}, {'b', S, 0xffffffff, 0, 0, '0'},
		{'a', S, 1000, 0, 0, '0'}, {'a', S, 7, 0, 0, '1'});
}

static void
what_is_not_analysed_sets_no_base(void)
{
	NUMBERED("a quote consumes a number but sets no base",
		{'a', S, 1000, 0, QUOTE, '0'}, {'a', S, 2000, 0, 0, '0'},
		{'a', S, 2001, 0, 0, '1'});
	NUMBERED("a quoted SYN with another number begins a stream",
		HANDSHAKE, {'a', S, 1000, 0, QUOTE, '0'}, {'a', S, 999, 0, QUOTE, '1'},
		{'a', S, 998, 0, QUOTE, '1'}, {'b', A, 5001, 1001, 0, '1'},
		{'a', S, 997, 0, 0, '2'}, {'a', S, 996, 0, 0, '3'});
	NUMBERED("and takes what follows along",
		{'a', A, 1000, 5, 0, '0'}, {'a', S, 500, 0, QUOTE, '1'},
		{'a', S, 501, 0, QUOTE, '1'}, {'a', A, 1001, 5, 0, '1'},
		{'a', S, 600, 0, 0, '2'}, {'a', S, 601, 0, 0, '3'});
	NUMBERED("a first fragment sets no base",
		{'a', S, 1000, 0, SEG_FRAGMENT, '0'}, {'a', S, 1001, 0, 0, '0'});
	NUMBERED("but may begin a stream",
		{'a', S, 900, 0, 0, '0'}, {'a', S, 1000, 0, SEG_FRAGMENT, '1'},
		{'a', S, 1001, 0, 0, '1'});
	NUMBERED("a data offset below 5 does",
		{'a', S, 1000, 0, SEG_NO_LENGTH | SEG_OFFSET_LOW, '0'}, {'a', S, 1001, 0, 0, '1'});
	NUMBERED("a header longer than its packet sets no base",
		{'a', S, 1000, 0, SEG_NO_LENGTH, '0'}, {'a', S, 1001, 0, 0, '0'});
}

static void
pairs_are_told_apart(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct segment v4 = between(4000, 80, false), v6 = v4, swapped = between(80, 4000, false);
	enum direction dir;

	is_int(route(table, v4, NULL)->stream, 0, "the first pair");
	is_int(route(table, between(4001, 80, false), NULL)->stream, 1, "another port");
	is_int(route(table, swapped, NULL)->stream, 2, "the ports the other way round");
	v6.ip_version = 6;
	is_int(route(table, v6, NULL)->stream, 3, "the same bytes in IPv6");
	v6.source[15] = 1;
	is_int(route(table, v6, NULL)->stream, 4, "the last byte of an IPv6 address counts");
	is_int(route(table, between(4000, 80, true), &dir)->stream, 0, "both ways are one");
	is_int(dir, B2A, "in the other direction");
	is_int(route(table, between(90, 90, false), NULL)->stream, 5, "equal ports");
	is_int(route(table, between(90, 90, true), &dir)->stream, 5, "and back");
	is_int(dir, B2A, "told apart by the addresses");
	flow_free(table);
}

int
main(void)
{
	a_bare_syn_begins_a_stream();
	a_syn_ack_never_begins_a_stream();
	the_base_is_guessed_without_a_syn();
	what_is_not_analysed_sets_no_base();
	pairs_are_told_apart();
	return tap_done();
}
