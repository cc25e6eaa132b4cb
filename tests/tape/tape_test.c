/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps made by hand in, columns out; which tapes a budget keeps; and, over a trace
 * through the engine, that the tape doesn't depend on batches.
 */
#include "cctrace/tape.h"

#include <stdlib.h>

#include "../tap.h"
#include "../tcp/replay.h"

/* A connection with a slab of the tape's own, as the engine would give it. */
static struct connection *
open_connection(uint32_t index)
{
	struct connection *conn = calloc(1, sizeof(*conn));

	conn->index = index;
	conn->state = calloc(1, tape_sink.state_bytes);
	return conn;
}

static void
close_connection(struct tapes *tapes, struct connection *conn)
{
	static const struct facts facts = {.near = NEAR_B};

	tape_sink.on_close(tapes, conn, &facts);
	free(conn->state);
	free(conn);
}

static struct tapes *
open_tapes(size_t budget, bool (*only)(const void *context, const struct connection *conn))
{
	struct tapes *tapes = tapes_new(budget, only, NULL);

	tape_sink.on_bind(tapes, 0);
	return tapes;
}

/* `count` segments of `payload` bytes each, one batch a segment. */
static void
carry(struct tapes *tapes, struct connection *conn, uint32_t first, uint32_t count,
	uint32_t payload)
{
	for (uint32_t i = 0; i < count; i++) {
		struct step step = {.conn = conn, .serial = first + i, .has = HAS_DATA,
			.begin = 1 + (stroff)i * payload, .payload_bytes = payload,
			.end = 1 + (stroff)(i + 1) * payload, .data_class = DATA_NEW};
		struct batch batch = {.steps = &step, .step_count = 1};

		tape_sink.on_batch(tapes, &batch);
	}
}

static void
columns_hold_what_the_step_said(void)
{
	struct tapes *tapes = open_tapes(SIZE_MAX, NULL);
	struct connection *conn = open_connection(3);
	static const struct range sack[] = {{7, 9}, {100, 200}, {300, 400}};
	struct step steps[] = {
		{.time = 1000, .frame = 12, .conn = conn, .serial = 0, .dir = A2B,
			.has = HAS_DATA | HAS_WINDOW, .flags = TCP_PSH, .begin = 1, .end = 101,
			.payload_bytes = 100, .window_field = 77, .data_class = DATA_NEW,
			.of = {{100, 0, 0, 0}, {0, 0, 0, 0}}},
		{.time = 3000, .frame = 15, .conn = conn, .serial = 1, .dir = B2A,
			.has = HAS_ACK | HAS_RTT | RTT_BY_SACK | HAS_RATE, .flags = TCP_ACK,
			.ack = 101, .newly_acked = 60, .newly_sacked = 40, .rtt = 2000,
			.rate_bytes = 100, .rate_interval = 2500, .ack_class = ACK_DUPLICATE,
			.dup_acks = 3, .sack_first = 1, .sack_count = 2, .dsack = 1, .ecn = 3,
			.of = {{500, 30, 20, 10}, {1, 2, 3, 4}}},
	};
	struct batch batch = {.steps = steps, .step_count = 2, .sack = sack};

	tape_sink.on_batch(tapes, &batch);
	ok(!tapes_find(tapes, 3), "a tape isn't handed out before its connection is closed");
	close_connection(tapes, conn);

	const struct tape *tape = tapes_find(tapes, 3);

	if (!ok(tape && tape->rows == 2, "two steps are two rows"))
		return;
	ok(tape->closed && tape->facts.near == NEAR_B, "the final facts are on it");
	is_int(tape->time[1], 3000, "time");
	is_int((int64_t)tape->frame[0], 12, "frame");
	is_int(tape->begin[0], 1, "begin");
	is_int(tape->length[0], 100, "length");
	is_int(tape->window[0], 77, "window as in the field");
	is_int(tape->has[0], HAS_DATA | HAS_WINDOW, "what is known");
	is_int(tape->dir[1], B2A, "direction");
	is_int(tape->flags[0], TCP_PSH, "flags");
	is_int(tape->data_class[0], DATA_NEW, "class");
	is_int(tape->ack[1], 101, "ack");
	is_int(tape->delivered[1], 100, "delivered: acknowledged and SACKed");
	is_int(tape->ack_class[1], ACK_DUPLICATE, "class of the ACK");
	is_int(tape->dup_acks[1], 3, "run of duplicates");
	is_int(tape->ecn[1], 3, "ECN");
	is_int(tape->of[A2B][1].owin, 500, "outstanding of A's data");
	is_int(tape->of[A2B][1].lost, 20, "of it, lost");
	is_int(tape->of[B2A][1].again, 4, "outstanding of B's data");
	ok(tape->rtt_count == 1 && tape->rtt[0].row == 1 && tape->rtt[0].by_sack
		&& tape->rtt[0].rtt == 2000, "the RTT sample, by SACK");
	ok(tape->rate_count == 1 && tape->rate[0].row == 1 && tape->rate[0].bytes == 100
		&& tape->rate[0].interval == 2500, "the rate sample");
	ok(tape->sack_count == 2 && tape->sack[0].begin == 100 && tape->sack[1].end == 400,
		"the step's SACK ranges, not its neighbours'");
	ok(tape->sack[0].dsack && !tape->sack[1].dsack, "the first of them is the D-SACK");
	tapes_free(tapes);
}

static void
notes_amend_the_rows_they_name(void)
{
	struct tapes *tapes = open_tapes(SIZE_MAX, NULL);
	struct connection *conn = open_connection(0), *other = open_connection(1);
	struct step steps[] = {
		{.conn = conn, .serial = 2, .data_class = DATA_NEW},
		{.conn = other, .serial = 0, .data_class = DATA_NEW},
		{.conn = conn, .serial = 3, .data_class = DATA_NEW},
	};
	const struct note notes[] = {
		{.after = 0, .conn = conn, .serial = 1, .kind = NOTE_AMEND,
			.now_class = DATA_LATE, .now_cause = CAUSE_TLP},
		{.after = 2, .conn = conn, .serial = 0, .kind = NOTE_SPURIOUS},
		{.after = 2, .conn = conn, .serial = 2, .kind = NOTE_TIMEOUT, .value = 5},
	};
	struct batch batch = {.steps = steps, .step_count = 3, .notes = notes,
		.note_count = 3};

	carry(tapes, conn, 0, 2, 10);
	tape_sink.on_batch(tapes, &batch);
	close_connection(tapes, conn);
	close_connection(tapes, other);

	const struct tape *tape = tapes_find(tapes, 0);

	is_int(tape->data_class[1], DATA_LATE, "the class is what is known now");
	is_int(tape->cause[1], CAUSE_TLP, "and so is the cause");
	is_int(tape->data_class[2], DATA_NEW, "no other row is touched");
	is_int(tape->spurious[0], 1, "what was needless is marked beside its cause");
	is_int(tape->spurious[1], 0, "and nothing else is");
	is_int((int64_t)tape->note_count, 3, "all notes are kept");
	is_int(tape->notes[0].after, 2, "`after` has become the row of the evidence");
	is_int(tape->notes[2].after, 3, "whatever other connections were in the batch");
	is_int(tape->notes[2].value, 5, "with what they said");
	is_int((int64_t)tapes_find(tapes, 1)->note_count, 0, "none on the other's tape");
	tapes_free(tapes);
}

/* Past the first block, and past a huge page of each column. */
static void
a_long_tape_keeps_every_row(void)
{
	enum { ROWS = 300000 };
	struct tapes *tapes = open_tapes(SIZE_MAX, NULL);
	struct connection *conn = open_connection(0);
	size_t wrong = 0;

	carry(tapes, conn, 0, ROWS, 7);
	close_connection(tapes, conn);

	const struct tape *tape = tapes_find(tapes, 0);

	is_int((int64_t)tape->rows, ROWS, "300,000 steps");
	for (size_t i = 0; i < tape->rows; i++)
		wrong += tape->begin[i] != 1 + 7 * (stroff)i || tape->length[i] != 7
			|| tape->data_class[i] != DATA_NEW || tape->has[i] != HAS_DATA;
	is_int((int64_t)wrong, 0, "each as it was");
	tapes_free(tapes);
}

static void
lengths_beyond_the_column_are_capped(void)
{
	struct tapes *tapes = open_tapes(SIZE_MAX, NULL);
	struct connection *conn = open_connection(0);
	struct step step = {.conn = conn, .begin = 1, .end = 1 + (INT64_C(1) << 32)};
	struct batch batch = {.steps = &step, .step_count = 1};

	tape_sink.on_batch(tapes, &batch);
	close_connection(tapes, conn);
	is_int(tapes_find(tapes, 0)->length[0], UINT32_MAX, "4 GiB are 4 GiB less one");
	tapes_free(tapes);
}

static bool
is_even(const void *context, const struct connection *conn)
{
	(void)context;
	return conn->index % 2 == 0;
}

static void
only_the_wanted_are_recorded(void)
{
	struct tapes *tapes = open_tapes(SIZE_MAX, is_even);

	for (uint32_t i = 0; i < 4; i++) {
		struct connection *conn = open_connection(i);

		carry(tapes, conn, 0, 1, 10);
		close_connection(tapes, conn);
	}
	ok(tapes_find(tapes, 0) && tapes_find(tapes, 2), "those for which `only` is true");
	ok(!tapes_find(tapes, 1) && !tapes_find(tapes, 3), "and no others");
	ok(!tapes_find(tapes, 4000), "nor one that never was");
	is_int((int64_t)tapes_dropped(tapes), 0, "which are not called dropped");
	tapes_free(tapes);
}

static void
the_budget_drops_the_least_payload(void)
{
	struct tapes *tapes = open_tapes(400000, NULL);
	struct connection *small = open_connection(0), *large = open_connection(1),
		*last = open_connection(2);

	carry(tapes, small, 0, 2000, 10);
	carry(tapes, large, 0, 1000, 1000);
	is_int((int64_t)tapes_dropped(tapes), 0, "tapes of 172 and 86 kB fit into 400");
	carry(tapes, last, 0, 2000, 500);
	is_int((int64_t)tapes_dropped(tapes), 1, "a third of 172 kB doesn't");
	/* The dropped one goes on, and is not begun anew. */
	carry(tapes, small, 2000, 100, 100000);
	close_connection(tapes, small);
	close_connection(tapes, large);
	close_connection(tapes, last);
	ok(!tapes_find(tapes, 0), "the one with the least payload went");
	ok(tapes_find(tapes, 1) && tapes_find(tapes, 1)->rows == 1000, "the others are whole");
	ok(tapes_find(tapes, 2) && tapes_find(tapes, 2)->rows == 2000,
		"also the one that made it necessary");
	tapes_free(tapes);
}

static void
the_largest_is_never_dropped(void)
{
	struct tapes *tapes = open_tapes(1000, NULL);
	struct connection *conn = open_connection(0), *other = open_connection(1);

	carry(tapes, conn, 0, 5000, 1000);
	carry(tapes, other, 0, 500, 1);
	carry(tapes, conn, 5000, 5000, 1000);
	close_connection(tapes, conn);
	close_connection(tapes, other);
	ok(tapes_find(tapes, 0) && tapes_find(tapes, 0)->rows == 10000,
		"it alone may pass the budget");
	tapes_free(tapes);
}

static void
only_the_largest_closed_are_kept_when_few_are_expected(void)
{
	struct tapes *tapes = open_tapes(SIZE_MAX, NULL);
	size_t kept = 0;

	tapes_expect(tapes, 3);
	for (uint32_t i = 0; i < 5000; i++) {
		struct connection *conn = open_connection(i);

		carry(tapes, conn, 0, 1, i == 17 ? 900 : i == 4321 ? 800 : 100);
		close_connection(tapes, conn);
	}
	for (uint32_t i = 0; i < 5000; i++)
		kept += tapes_find(tapes, i) != NULL;
	ok(kept < 600, "most of 5000 are gone");
	ok(tapes_find(tapes, 17) && tapes_find(tapes, 4321), "the largest are there");
	ok(tapes_find(tapes, 0), "and of equals the first");
	is_int((int64_t)tapes_dropped(tapes), 0, "nothing that is missed was dropped");
	tapes_free(tapes);
}

/* A loss, its SACKs, the repair, and a D-SACK that finds it needless. */
static const struct line trace[] = {
	{0, A2B, S, 0, 0, 0, 1000, .mss = 1000},
	{40000, B2A, S | A, 0, 0, 1, 1000, .mss = 1000},
	{40010, A2B, A, 1, 0, 1, 1000},
	{40100, A2B, A, 1, 1000, 1, 1000},
	{40200, A2B, A, 1001, 1000, 1, 1000},
	{40300, A2B, A, 2001, 1000, 1, 1000},
	{40400, A2B, A, 3001, 1000, 1, 1000},
	{80200, B2A, A, 1, 0, 1, 1000, .sack = {{1001, 2001}}},
	{80300, B2A, A, 1, 0, 1, 1000, .sack = {{1001, 3001}}},
	{80400, B2A, A, 1, 0, 1, 1000, .sack = {{1001, 4001}}},
	{80500, A2B, A, 1, 1000, 1, 1000},
	{90000, B2A, A, 1, 0, 4001, 1000},
	{120500, B2A, A, 1, 0, 4001, 1000, .sack = {{1, 1001}}},
	{130000, A2B, F | A, 4001, 0, 1, 1000},
	{170000, B2A, F | A, 1, 0, 4002, 1000},
	{170100, A2B, A, 4002, 0, 2, 1000},
};

static struct tapes *
run_trace(size_t batch)
{
	struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
	struct sink_binding binding = {&tape_sink, tapes};
	struct engine *engine = engine_new(&binding, 1, batch);
	static struct replay replay;

	replay.conn.state = calloc(1, engine_state_bytes(&binding, 1));
	for (size_t i = 0; i < COUNT(trace); i++) {
		struct segment segment = replay_segment(&replay, &trace[i], i);

		engine_segment(engine, &replay.conn, trace[i].dir, &segment);
	}
	engine_close(engine, &replay.conn);
	engine_free(engine);
	free(replay.conn.state);
	replay.conn.state = NULL;
	return tapes;
}

static void
any_batch_gives_the_same_tape(void)
{
	struct tapes *one = run_trace(1), *all = run_trace(64);
	const struct tape *a = tapes_find(one, 0), *b = tapes_find(all, 0);

	ok(a->rows == COUNT(trace) && b->rows == a->rows, "a row a segment");
#define SAME(name) ok(memcmp(a->name, b->name, a->rows * sizeof(*a->name)) == 0, #name)
	SAME(time);
	SAME(begin);
	SAME(ack);
	SAME(of[A2B]);
	SAME(delivered);
	SAME(data_class);
	SAME(cause);
	SAME(spurious);
	ok(a->note_count == b->note_count && a->note_count > 0
		&& memcmp(a->notes, b->notes, a->note_count * sizeof(*a->notes)) == 0, "notes");
	is_int(b->data_class[10], DATA_AGAIN, "the repair was sent again");
	is_int(b->spurious[10], 1, "and needless, which only the last but three tells");
	tapes_free(one);
	tapes_free(all);
}

int
main(void)
{
	columns_hold_what_the_step_said();
	notes_amend_the_rows_they_name();
	a_long_tape_keeps_every_row();
	lengths_beyond_the_column_are_capped();
	only_the_wanted_are_recorded();
	the_budget_drops_the_least_payload();
	the_largest_is_never_dropped();
	only_the_largest_closed_are_kept_when_few_are_expected();
	any_batch_gives_the_same_tape();
	return tap_done();
}
