/* SPDX-License-Identifier: BSD-3-Clause */
/* The same endpoints in several VLANs or tunnels: parts of one stream that run side by side. */
#include "tests/flow/segments.h"

enum { RED = 10, BLUE = 20, GREEN = 30 };

static struct connection *
route_by(struct flow_table *table, uint32_t path, struct segment segment, enum direction *dir)
{
	segment.path = path;
	return route(table, segment, dir);
}

/* Captured before and behind a router: every packet twice. */
static void
what_is_seen_twice_is_two_parts(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *red = route_by(table, RED, make('a', S, 1000, 0), NULL);
	struct connection *blue = route_by(table, BLUE, make('a', S, 1000, 0), NULL);
	enum direction dir;

	is_int(red->part, 0, "where it was seen first");
	is_int(blue->part, 1, "and the other way");
	is_int(blue->stream, 0, "  of the same stream");
	ok(route_by(table, BLUE, make('b', SA, 5000, 1001), &dir) == blue,
		"the answer comes by the way that the question had");
	is_int(dir, B2A, "  and is one");
	ok(route_by(table, RED, make('b', SA, 5000, 1001), NULL) == red, "by both of them");
	for (uint32_t i = 0; i < 3; i++) {
		ok(route_by(table, RED, make('a', A, 1001 + i, 5001), &dir) == red, "data of one");
		is_int(dir, A2B, "  from A");
		ok(route_by(table, BLUE, make('a', A, 1001 + i, 5001), NULL) == blue,
			"data of the other");
	}
	is_int((int64_t)flow_count(table), 2, "there are no more");
	flow_free(table);
}

/* Asymmetric routing: each direction has a VLAN of its own. */
static void
directions_may_differ(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *conn = route_by(table, RED, make('a', S, 1000, 0), NULL);

	ok(route_by(table, BLUE, make('b', SA, 5000, 1001), NULL) == conn,
		"the answer comes by another way");
	ok(route_by(table, RED, make('a', A, 1001, 5001), NULL) == conn, "and so on");
	ok(route_by(table, BLUE, make('b', A, 5001, 1001), NULL) == conn, "and so on");
	ok(route_by(table, 0, make('b', A, 5001, 1001), NULL) != conn, "but not by a third");
	is_int((int64_t)flow_count(table), 2, "which is a part of its own");
	flow_free(table);
}

static void
a_new_stream_ends_all_parts(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *red = route_by(table, RED, make('a', S, 1000, 0), NULL);
	struct connection *blue = route_by(table, BLUE, make('a', S, 1000, 0), NULL), *next;

	next = route_by(table, BLUE, make('a', S, 2000, 0), NULL);
	is_int(next->stream, 1, "a SYN of another number begins a stream, as in tshark");
	is_int(next->part, 0, "  whose first part it is");
	ok(flow_ended(table) == red && flow_ended(table) == blue, "both parts have ended");
	ok(route_by(table, RED, make('a', S, 2000, 0), NULL) != red, "none of them is met again");
	flow_free(table);
}

/* A close and ports used again, within one of the parts. */
static void
parts_are_numbered_over_all_ways(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *red = route_by(table, RED, make('a', S, 1000, 0), NULL);
	struct connection *blue = route_by(table, BLUE, make('a', S, 1000, 0), NULL), *next;

	route_by(table, RED, make('b', SA, 5000, 1001), NULL);
	route_by(table, RED, make('a', R, 1001, 0), NULL);
	next = route_by(table, RED, make('b', SA, 9000, 3001), NULL);
	is_int(next->part, 2, "the third part");
	ok(flow_ended(table) == red, "  in place of the first");
	ok(route_by(table, BLUE, make('a', A, 1001, 5001), NULL) == blue, "the second runs on");
	ok(route_by(table, RED, make('a', A, 3001, 9001), NULL) == next, "and so does the third");
	route_by(table, BLUE, make('a', R, 1001, 0), NULL);
	next = route_by(table, BLUE, make('b', SA, 9500, 3501), NULL);
	is_int(next->part, 3, "the fourth, in place of the second");
	ok(flow_ended(table) == blue, "  which has ended");
	is_int(route_by(table, BLUE, make('a', S, 3500, 0), NULL)->stream, 1,
		"what tshark remembers of the stream was kept through all of it");
	flow_free(table);
}

/* Nobody can make one pair of ports expensive by thousands of VLANs. */
static void
ways_have_a_limit(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *last = NULL;

	for (uint32_t path = 0; path < 1000; path++)
		last = route_by(table, path, make('a', S, 1000, 0), NULL);
	is_int((int64_t)flow_count(table), 16, "1000 ways are 16 parts");
	is_int(last->part, 15, "the last of which has the rest");
	ok(route_by(table, 3, make('a', S, 1000, 0), NULL)->part == 3, "the others have their own");
	flow_free(table);
}

static void
a_quote_has_no_way(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct segment quote = make('a', A, 1000, 1);
	struct connection *conn;

	quote.has = SEG_QUOTED | SEG_NO_LENGTH;
	conn = route_by(table, GREEN, quote, NULL);
	ok(route_by(table, RED, make('a', A, 1000, 1), NULL) == conn,
		"what was quoted by one way may come by another");
	ok(route_by(table, GREEN, quote, NULL) == conn, "and be quoted again");
	is_int((int64_t)flow_count(table), 1, "one connection");
	flow_free(table);
}

int
main(void)
{
	what_is_seen_twice_is_two_parts();
	directions_may_differ();
	a_new_stream_ends_all_parts();
	parts_are_numbered_over_all_ways();
	ways_have_a_limit();
	a_quote_has_no_way();
	return tap_done();
}
