/* SPDX-License-Identifier: BSD-3-Clause */
/* Direction, and the parts of a stream. */
#include "tests/flow/segments.h"

static void
a_is_who_opened(void)
{
	static const struct {
		char who;
		int flags;
		char a;
		const char *name;
	} cases[] = {
		{'a', S, 'a', "sent the SYN"},
		{'b', S, 'b', "sent the SYN, from the lower port"},
		{'b', SA, 'a', "received the SYN-ACK"},
		{'b', A, 'b', "sent the first segment"},
		{'a', R, 'a', "sent the first segment, a RST"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct flow_table *table = flow_new(STATE_BYTES, i);
		enum direction dir;
		struct connection *conn = route(table,
			make(cases[i].who, cases[i].flags, 1, 1), &dir);

		is_int(conn->end[A2B].port, cases[i].a == 'a' ? 4000 : 80, cases[i].name);
		is_int(conn->end[B2A].port, cases[i].a == 'a' ? 80 : 4000, "and B is the other");
		is_int(dir, cases[i].who == cases[i].a ? A2B : B2A, "the direction follows");
		flow_free(table);
	}
}

static void
a_connection_with_itself_has_one_direction(void)
{
	static const uint8_t flags[] = {SA, S, A};
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct segment segment = between(5, 5, false);
	enum direction dir;

	memcpy(segment.destination, segment.source, 16);
	for (size_t i = 0; i < COUNT(flags); i++) {
		segment.flags = flags[i];
		segment.seq = 1000 + (flags[i] == A);
		segment.ack = 1001;
		is_int(route(table, segment, &dir)->stream, 0, "one stream");
		is_int(dir, A2B, "one direction");
	}
	segment.flags = S;
	segment.seq = 1002;
	is_int(route(table, segment, &dir)->stream, 1, "until another SYN, as in tshark");
	segment.destination_port = 6;
	is_int(route(table, segment, &dir)->stream, 2, "other ports of the same host");
	segment.source_port = 6;
	segment.destination_port = 5;
	segment.flags = SA;
	is_int(route(table, segment, &dir)->stream, 2, "are a pair");
	is_int(dir, B2A, "with two directions");
	flow_free(table);
}

/* Open, close by FIN from both sides. */
static struct connection *
closed_by_fins(struct flow_table *table)
{
	route(table, make('a', S, 1000, 0), NULL);
	route(table, make('b', SA, 5000, 1001), NULL);
	route(table, make('a', F, 1001, 5001), NULL);
	return route(table, make('b', F, 5001, 1002), NULL);
}

static void
a_syn_ack_after_a_close_begins_a_part(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *first = closed_by_fins(table), *second;
	enum direction dir;

	ok(route(table, make('a', A, 1002, 5002), NULL) == first, "the last ACK belongs to it");
	ok(route(table, make('b', SA, 5000, 1001), NULL) == first, "so does a late SYN-ACK");
	ok(route(table, make('a', S, 1000, 0), NULL) == first, "and a late SYN");
	second = route(table, make('b', SA, 9000, 3001), &dir);
	ok(second != first, "a SYN-ACK with another number doesn't");
	is_int(second->stream, 0, "it is the same stream");
	is_int(second->part, 1, "but the next part");
	is_int(second->index, 1, "and the next connection");
	is_int(dir, B2A, "its receiver is A");
	ok(flow_ended(table) == first, "the old part has ended");
	ok(route(table, make('a', A, 3001, 9001), NULL) == second, "what follows is of the new");
	ok(route(table, make('b', SA, 9000, 3001), NULL) == second, "a SYN-ACK sent again, too");
	is_int(route(table, make('a', S, 3000, 0), NULL)->stream, 1,
		"tshark's base goes on across parts: 3000 differs from 1000");
	flow_free(table);
}

static void
directions_of_a_part_may_turn_round(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *conn;
	enum direction dir;

	closed_by_fins(table);
	conn = route(table, make('a', SA, 8000, 3001), &dir);
	is_int(conn->part, 1, "B opened this time");
	is_int(conn->end[A2B].port, 80, "so it is A now");
	is_int(route(table, make('b', S, 5000, 0), &dir)->stream, 0,
		"tshark's bases follow the hosts, not the letters");
	is_int(dir, A2B, "whose direction is A's");
	is_int(route(table, make('b', S, 5001, 0), NULL)->stream, 1, "5001 is not 5000");
	flow_free(table);
}

static void
no_part_without_a_close(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);

	route(table, make('a', S, 1000, 0), NULL);
	route(table, make('b', SA, 5000, 1001), NULL);
	is_int(route(table, make('b', SA, 6000, 1001), NULL)->part, 0, "open: no part");
	route(table, make('a', F, 1001, 5001), NULL);
	is_int(route(table, make('b', SA, 7000, 1001), NULL)->part, 0, "half closed: no part");
	is_int((int64_t)flow_count(table), 1, "one connection");
	flow_free(table);
}

/* As Windows does: the same SYN after a refusal.  The RST said nothing of B's ISN. */
static void
a_refusal_does_not_part_a_syn_from_its_answer(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);

	route(table, make('a', S, 1000, 0), NULL);
	route(table, make('b', RA, 0, 1001), NULL);
	route(table, make('a', S, 1000, 0), NULL);
	is_int(route(table, make('b', SA, 5000, 1001), NULL)->part, 0, "it answers the SYN");
	is_int(route(table, make('b', SA, 5000, 1001), NULL)->part, 0, "again");
	is_int(route(table, make('b', SA, 6000, 1001), NULL)->part, 1,
		"another number after a close is another part");
	flow_free(table);
}

static void
a_reset_is_a_close(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *conn;

	route(table, make('a', S, 1000, 0), NULL);
	route(table, make('a', R, 1001, 0), NULL);
	conn = route(table, make('b', S, 7000, 0), NULL);
	is_int(conn->stream, 0, "B's number is unknown: tshark begins no stream");
	is_int(conn->part, 1, "but it is another connection");
	is_int(conn->end[A2B].port, 80, "opened by B");
	flow_free(table);
}

static void
a_quote_is_no_first_segment(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct segment quote = make('b', S, 5000, 0), real = make('a', A, 1000, 1);
	struct connection *conn;
	enum direction dir;

	quote.has = SEG_QUOTED | SEG_NO_LENGTH;
	quote.frame = 1;
	quote.time = 10;
	conn = route(table, quote, &dir);
	is_int(dir, A2B, "the direction is that of the quoted header");
	ok(conn->quoted_only, "only quoted");
	ok(!conn->state, "so nothing to keep");
	is_int((int64_t)conn->first_frame, 1, "its frame is all there is");
	route(table, between(1, 2, false), NULL);
	real.frame = 3;
	real.time = 30;
	ok(route(table, real, &dir) == conn, "the first segment finds it");
	ok(!conn->quoted_only && conn->state, "and makes it a real one");
	is_int((int64_t)conn->first_frame, 3, "that begins here");
	is_int(conn->first_time, 30, "at this time");
	is_int(conn->end[A2B].port, 4000, "its sender being A");
	is_int(conn->index, 0, "the order stays that of the quote");
	quote.flags = TCP_FIN | TCP_RST;
	ok(route(table, quote, NULL) == conn, "a quote later");
	is_int(route(table, make('b', SA, 7000, 3001), NULL)->part, 0, "closes nothing");
	flow_free(table);
}

int
main(void)
{
	a_is_who_opened();
	a_connection_with_itself_has_one_direction();
	a_syn_ack_after_a_close_begins_a_part();
	directions_of_a_part_may_turn_round();
	no_part_without_a_close();
	a_refusal_does_not_part_a_syn_from_its_answer();
	a_reset_is_a_close();
	a_quote_is_no_first_segment();
	return tap_done();
}
