/* SPDX-License-Identifier: BSD-3-Clause */
/* The table itself: collisions, growth, ends, and state that is used again. */
#include <stdlib.h>

#include "flow/tuple.h"
#include "tests/flow/segments.h"

enum { MANY = 300000 };

/* The n-th of many pairs, in the direction given. */
static struct segment
numbered(uint32_t n, bool back)
{
	struct segment segment = between((uint16_t)(n % 60000), 80, back);

	set_address(back ? segment.destination : segment.source, 0x0b000000 + n / 60000);
	segment.frame = n + 1;
	return segment;
}

static int
compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* With 300,000 of 2^32 hashes about ten are equal; pairs are told apart all the same. */
static void
hundreds_of_thousands_are_found_again(void)
{
	struct flow_table *table = flow_new(0, 7);
	struct tuple_key key = tuple_key(7);
	uint32_t *hashes = malloc(MANY * sizeof(*hashes));
	size_t wrong = 0, equal = 0;
	enum direction dir;

	for (uint32_t n = 0; n < MANY; n++) {
		struct segment segment = numbered(n, false);

		hashes[n] = tuple_hash(&key, &segment);
		wrong += route(table, segment, NULL)->stream != n;
	}
	for (uint32_t n = 0; n < MANY; n++) {
		wrong += route(table, numbered(n, true), &dir)->index != n || dir != B2A;
		wrong += flow_get(table, n)->first_frame != n + 1;
	}
	qsort(hashes, MANY, sizeof(*hashes), compare);
	for (size_t i = 1; i < MANY; i++)
		equal += hashes[i] == hashes[i - 1];
	is_int((int64_t)wrong, 0, "each has its number, both ways, in order of first frame");
	is_int((int64_t)flow_count(table), MANY, "and none has two");
	ok(equal > 0 && equal < 40, "some hashes are equal: %zu", equal);
	free(hashes);
	flow_free(table);
}

/* Pairs chosen, with the secret known, for one and the same slot. */
static void
pairs_of_one_slot_are_told_apart(void)
{
	enum { WANTED = 200 };
	struct flow_table *table = flow_new(0, 3);
	struct tuple_key key = tuple_key(3);
	uint32_t chosen[WANTED], found = 0;
	size_t wrong = 0;

	for (uint32_t n = 0; found < WANTED; n++) {
		struct segment segment = numbered(n, false);

		if ((tuple_hash(&key, &segment) & 1023) == 1020)
			chosen[found++] = n;
	}
	for (uint32_t i = 0; i < WANTED; i++)
		wrong += route(table, numbered(chosen[i], false), NULL)->stream != i;
	for (uint32_t i = 0; i < WANTED; i++)
		wrong += route(table, numbered(chosen[i], true), NULL)->stream != i;
	is_int((int64_t)wrong, 0, "200 pairs in one slot, across the table's end");
	flow_free(table);
}

static void
the_seed_hides_slots_and_shows_nowhere(void)
{
	struct tuple_key one = tuple_key(1), two = tuple_key(2);
	struct segment there = numbered(5, false), back = numbered(5, true);
	struct segment crossed = between(4001, 79, false), plain = between(4000, 80, false);

	ok(tuple_hash(&one, &there) == tuple_hash(&one, &back), "both ways hash alike");
	ok(tuple_hash(&one, &there) != tuple_hash(&two, &there), "seeds differ");
	ok(tuple_hash(&one, &plain) != tuple_hash(&one, &crossed), "ports don't just add up");

	struct flow_table *a = flow_new(0, 1), *b = flow_new(0, 2);
	size_t wrong = 0;

	for (uint32_t n = 0; n < 5000; n++)
		wrong += route(a, numbered(n, false), NULL)->stream
			!= route(b, numbered(n, n & 1), NULL)->stream;
	is_int((int64_t)wrong, 0, "numbers don't depend on it");
	flow_free(a);
	flow_free(b);
}

static void
state_is_zeroed_aligned_and_used_again(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *conn = route(table, make('a', S, 1000, 0), NULL), *other;
	static const char zero[STATE_BYTES];
	void *state = conn->state;

	ok(((uintptr_t)state & 63) == 0, "on a cache line");
	ok(memcmp(state, zero, sizeof(zero)) == 0, "zero");
	memset(state, 0xff, STATE_BYTES);
	other = route(table, between(1, 2, false), NULL);
	ok(((uintptr_t)other->state & 63) == 0, "the next as well");
	ok(memcmp(other->state, zero, sizeof(zero)) == 0, "untouched by its neighbour");
	flow_put_away(table, conn);
	ok(!conn->state, "put away");
	other = route(table, between(3, 4, false), NULL);
	ok(other->state == state, "given to the next");
	ok(memcmp(state, zero, sizeof(zero)) == 0, "zero again");
	is_int(conn->late_frames, 0, "no straggler yet");
	ok(route(table, make('b', A, 1, 1001), NULL) == conn, "a straggler finds the old one");
	route(table, make('b', F, 1, 1001), NULL);
	is_int(conn->late_frames, 2, "and is counted, like the next");
	is_int(conn->first_frame == 1 && conn->stream == 0, 1, "its identity stays");
	is_int(route(table, make('b', S, 9, 0), NULL)->stream, 3, "what it taught counts, too");
	ok(!flow_ended(table), "it doesn't end once more");
	flow_free(table);
}

static void
a_superseded_connection_ends_at_once(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *first = route(table, make('a', S, 1000, 0), NULL);
	struct connection *second;

	route(table, make('b', RA, 0, 1001), NULL);
	ok(!flow_ended(table), "closed: kept for stragglers");
	second = route(table, make('a', S, 2000, 0), NULL);
	ok(flow_ended(table) == first, "superseded: ended");
	ok(!flow_ended(table), "alone");
	flow_put_away(table, first);
	route(table, make('a', S, 3000, 0), NULL);
	ok(flow_ended(table) == second, "the next, never closed");
	flow_put_away(table, second);
	for (uint16_t i = 0; i < 2 * FLOW_CLOSED_KEPT; i++)
		open_and_close(table, (uint16_t)(5000 + i));

	size_t again = 0, ended = 0;
	struct connection *conn;

	while ((conn = flow_ended(table))) {
		again += conn == first || conn == second;
		ended++;
		flow_put_away(table, conn);
	}
	is_int((int64_t)again, 0, "none ends twice");
	/* The refused one has its place in the ring, though it ended before. */
	is_int((int64_t)ended, FLOW_CLOSED_KEPT, "of the others all but the latest");
	flow_free(table);
}

static void
closed_connections_end_oldest_first(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *conn;
	size_t wrong = 0;

	for (uint16_t i = 0; i < FLOW_CLOSED_KEPT; i++)
		open_and_close(table, (uint16_t)(1000 + i));
	ok(!flow_ended(table), "as many as are kept: none ends");
	for (uint16_t i = 0; i < 10; i++)
		open_and_close(table, (uint16_t)(20000 + i));
	for (uint32_t i = 0; i < 10; i++) {
		conn = flow_ended(table);
		wrong += !conn || conn->index != i || !conn->state;
		if (conn)
			flow_put_away(table, conn);
	}
	is_int((int64_t)wrong, 0, "ten more: the ten oldest, in order, with their state");
	ok(!flow_ended(table), "and no other");
	flow_free(table);
}

/* A forged RST must not cost a long transfer its rest. */
static void
data_after_a_close_keeps_a_connection(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct connection *conn = route(table, make('a', S, 1000, 0), NULL), *ended;
	struct segment data = make('a', A, 1001, 1);
	bool out = false;

	route(table, make('b', R, 1, 0), NULL);
	data.payload_bytes = 100;
	for (uint16_t i = 0; i < 3 * FLOW_CLOSED_KEPT; i++) {
		if (i % 100 == 0)
			route(table, data, NULL);
		open_and_close(table, (uint16_t)(1000 + i));
		while ((ended = flow_ended(table))) {
			out |= ended == conn;
			flow_put_away(table, ended);
		}
	}
	ok(!out && conn->state, "as long as it sends");
	is_int(conn->late_frames, 0, "all was analysed");
	for (uint16_t i = 0; i < 2 * FLOW_CLOSED_KEPT; i++) {
		open_and_close(table, (uint16_t)(10000 + i));
		while ((ended = flow_ended(table))) {
			out |= ended == conn;
			flow_put_away(table, ended);
		}
	}
	ok(out && !conn->state, "then it ends");
	flow_free(table);
}

static void
prefetching_changes_nothing(void)
{
	struct flow_table *table = flow_new(STATE_BYTES, 1);
	struct segment segment = make('a', S, 1000, 0);

	flow_prefetch(table, &segment);
	is_int((int64_t)flow_count(table), 0, "an empty table stays empty");
	route(table, segment, NULL);
	segment.source_port = 5;
	flow_prefetch(table, &segment);
	is_int((int64_t)flow_count(table), 1, "nothing is made");
	flow_free(table);
	flow_free(NULL);
	ok(true, "no table is freed, too");
}

int
main(void)
{
	hundreds_of_thousands_are_found_again();
	pairs_of_one_slot_are_told_apart();
	the_seed_hides_slots_and_shows_nowhere();
	state_is_zeroed_aligned_and_used_again();
	a_superseded_connection_ends_at_once();
	closed_connections_end_oldest_first();
	data_after_a_close_keeps_a_connection();
	prefetching_changes_nothing();
	return tap_done();
}
