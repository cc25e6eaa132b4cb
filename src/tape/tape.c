/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tape.c - columns of steps, and the budget that all tapes share.
 *
 * Columns double when they are full.  Small connections cost little: the first block holds 16 rows.
 */
#include "cctrace/tape.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { ROWS_FIRST = 16 };
enum { CAPACITY_ROWS, CAPACITY_RTT, CAPACITY_RATE, CAPACITY_SACK, CAPACITY_NOTES };

struct tapes {
	size_t offset;
	size_t budget, used, dropped;
	bool (*only)(const void *context, const struct connection *conn);
	const void *context;
	/* All tapes by connection index; NULL: none, or dropped. */
	struct tape **by_index;
	size_t index_capacity;
};

/* In the connection's slab. */
struct reel {
	struct tape *tape;
	bool asked, lost;        /* `only` was asked; recording ended, by it or by the budget */
};

/* Every dense column once: what it is called, and its element. */
#define COLUMNS(COLUMN) \
	COLUMN(time) COLUMN(frame) COLUMN(begin) COLUMN(ack) COLUMN(of[A2B]) COLUMN(of[B2A]) \
	COLUMN(length) COLUMN(delivered) COLUMN(window) COLUMN(has) COLUMN(dir) \
	COLUMN(flags) COLUMN(data_class) COLUMN(cause) COLUMN(spurious) COLUMN(ack_class) \
	COLUMN(dup_acks) COLUMN(ecn)

static size_t
row_bytes(void)
{
	const struct tape *tape = NULL;
	size_t bytes = 0;

#define COLUMN(name) bytes += sizeof(*tape->name);
	COLUMNS(COLUMN)
#undef COLUMN
	return bytes;
}

struct tapes *
tapes_new(size_t budget_bytes, bool (*only)(const void *context, const struct connection *conn),
	const void *context)
{
	struct tapes *tapes = xcalloc(1, sizeof(*tapes));

	tapes->budget = budget_bytes;
	tapes->only = only;
	tapes->context = context;
	return tapes;
}

static size_t
tape_bytes(const struct tape *tape)
{
	return tape->capacity[CAPACITY_ROWS] * row_bytes()
		+ tape->capacity[CAPACITY_RTT] * sizeof(*tape->rtt)
		+ tape->capacity[CAPACITY_RATE] * sizeof(*tape->rate)
		+ tape->capacity[CAPACITY_SACK] * sizeof(*tape->sack)
		+ tape->capacity[CAPACITY_NOTES] * sizeof(*tape->notes) + sizeof(*tape);
}

static void
tape_free(struct tapes *tapes, struct tape *tape)
{
	tapes->used -= tape_bytes(tape);
#define COLUMN(name) free(tape->name);
	COLUMNS(COLUMN)
#undef COLUMN
	free(tape->rtt);
	free(tape->rate);
	free(tape->sack);
	free(tape->notes);
	free(tape);
}

void
tapes_free(struct tapes *tapes)
{
	if (!tapes)
		return;
	for (size_t i = 0; i < tapes->index_capacity; i++)
		if (tapes->by_index[i])
			tape_free(tapes, tapes->by_index[i]);
	free(tapes->by_index);
	free(tapes);
}

const struct tape *
tapes_find(const struct tapes *tapes, uint32_t index)
{
	const struct tape *tape = index < tapes->index_capacity ? tapes->by_index[index] : NULL;

	return tape && tape->closed ? tape : NULL;
}

size_t
tapes_dropped(const struct tapes *tapes)
{
	return tapes->dropped;
}

static void
on_bind(void *self, size_t state_offset)
{
	struct tapes *tapes = self;

	tapes->offset = state_offset;
}

/* ---- growing ---- */

static void
grow_rows(struct tapes *tapes, struct tape *tape)
{
	size_t *capacity = &tape->capacity[CAPACITY_ROWS];
	size_t rows = *capacity ? *capacity * 2 : ROWS_FIRST;

#define COLUMN(name) tape->name = xreallocarray(tape->name, rows, sizeof(*tape->name));
	COLUMNS(COLUMN)
#undef COLUMN
	tapes->used += (rows - *capacity) * row_bytes();
	*capacity = rows;
}

/* xgrow that keeps the budget's books. */
static void *
grow_sparse(struct tapes *tapes, void *array, size_t *capacity, size_t count, size_t size)
{
	size_t before = *capacity;

	array = xgrow(array, capacity, count, size, 16);
	tapes->used += (*capacity - before) * size;
	return array;
}

/* ---- the budget ---- */

struct victim {
	uint64_t payload;
	uint32_t index;
};

static int
by_payload(const void *a, const void *b)
{
	const struct victim *left = a, *right = b;

	if (left->payload != right->payload)
		return left->payload < right->payload ? -1 : 1;
	return left->index < right->index ? -1 : left->index > right->index;
}

/* What a tape's connection has carried: known from its rows, also after its close. */
static uint64_t
tape_payload(const struct tape *tape)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < tape->rows; i++)
		bytes += tape->length[i];
	return bytes;
}

/*
 * Drop the smallest until half the budget is free: done rarely, so that sorting all of
 * them each time stays linear over a run.  The one in hand is kept.
 */
static void
make_room(struct tapes *tapes, const struct tape *keep)
{
	struct victim *victims = xcalloc(tapes->index_capacity, sizeof(*victims));
	size_t count = 0;

	for (size_t i = 0; i < tapes->index_capacity; i++)
		if (tapes->by_index[i] && tapes->by_index[i] != keep)
			victims[count++] = (struct victim){tape_payload(tapes->by_index[i]),
				(uint32_t)i};
	qsort(victims, count, sizeof(*victims), by_payload);
	for (size_t i = 0; i < count && tapes->used > tapes->budget / 2; i++) {
		struct tape **place = &tapes->by_index[victims[i].index];

		/* A live connection finds its tape gone by looking here, see reel_of. */
		tape_free(tapes, *place);
		*place = NULL;
		tapes->dropped++;
	}
	free(victims);
}

static struct tape *
begin_tape(struct tapes *tapes, const struct connection *conn)
{
	while (conn->index >= tapes->index_capacity) {
		size_t before = tapes->index_capacity;

		tapes->by_index = xgrow(tapes->by_index, &tapes->index_capacity,
			tapes->index_capacity, sizeof(*tapes->by_index), 64);
		memset(tapes->by_index + before, 0,
			(tapes->index_capacity - before) * sizeof(*tapes->by_index));
	}

	struct tape *tape = xcalloc(1, sizeof(*tape));

	tape->conn = conn;
	tapes->used += tape_bytes(tape);
	tapes->by_index[conn->index] = tape;
	return tape;
}

/* The tape to record on, or NULL. */
static struct tape *
reel_of(struct tapes *tapes, const struct connection *conn)
{
	struct reel *reel = sink_state(conn, tapes->offset);

	if (!reel->asked) {
		reel->asked = true;
		reel->lost = tapes->only && !tapes->only(tapes->context, conn);
		if (!reel->lost)
			reel->tape = begin_tape(tapes, conn);
	}
	if (!reel->lost && tapes->by_index[conn->index] != reel->tape)
		reel->lost = true;
	return reel->lost ? NULL : reel->tape;
}

/* ---- recording ---- */

static void
record_samples(struct tapes *tapes, struct tape *tape, const struct step *step)
{
	if (step->has & HAS_RTT) {
		tape->rtt = grow_sparse(tapes, tape->rtt, &tape->capacity[CAPACITY_RTT],
			tape->rtt_count, sizeof(*tape->rtt));
		tape->rtt[tape->rtt_count++] = (struct tape_rtt){
			step->serial, !!(step->has & RTT_BY_SACK), step->rtt};
	}
	if (step->has & HAS_RATE) {
		tape->rate = grow_sparse(tapes, tape->rate, &tape->capacity[CAPACITY_RATE],
			tape->rate_count, sizeof(*tape->rate));
		tape->rate[tape->rate_count++] = (struct tape_rate){
			step->serial, step->rate_bytes, step->rate_interval};
	}
}

static void
record_sack(struct tapes *tapes, struct tape *tape, const struct step *step,
	const struct range *sack)
{
	for (unsigned i = 0; i < step->sack_count; i++) {
		const struct range *range = &sack[step->sack_first + i];

		tape->sack = grow_sparse(tapes, tape->sack, &tape->capacity[CAPACITY_SACK],
			tape->sack_count, sizeof(*tape->sack));
		tape->sack[tape->sack_count++] = (struct tape_sack){step->serial,
			step->dsack && i == 0, range->begin, range->end};
	}
}

static void
record_step(struct tapes *tapes, struct tape *tape, const struct step *step)
{
	size_t row = tape->rows;

	if (row == tape->capacity[CAPACITY_ROWS])
		grow_rows(tapes, tape);
	tape->time[row] = step->time;
	tape->frame[row] = step->frame;
	tape->begin[row] = step->begin;
	tape->length[row] = (uint32_t)(step->end - step->begin);
	tape->ack[row] = step->ack;
	tape->delivered[row] = step->newly_acked + step->newly_sacked;
	tape->window[row] = step->window_field;
	tape->has[row] = step->has;
	tape->dir[row] = step->dir;
	tape->flags[row] = step->flags;
	tape->data_class[row] = step->data_class;
	tape->cause[row] = step->cause;
	tape->spurious[row] = 0;
	tape->ack_class[row] = step->ack_class;
	tape->dup_acks[row] = step->dup_acks;
	tape->ecn[row] = step->ecn;
	tape->of[A2B][row] = step->of[A2B];
	tape->of[B2A][row] = step->of[B2A];
	tape->rows = row + 1;
}

static void
record_note(struct tapes *tapes, struct tape *tape, const struct note *note)
{
	if (note->serial < tape->rows) {
		if (note->kind == NOTE_AMEND) {
			tape->data_class[note->serial] = note->now_class;
			tape->cause[note->serial] = note->now_cause;
		} else if (note->kind == NOTE_SPURIOUS) {
			tape->spurious[note->serial] = 1;
		}
	}
	tape->notes = grow_sparse(tapes, tape->notes, &tape->capacity[CAPACITY_NOTES],
		tape->note_count, sizeof(*tape->notes));
	tape->notes[tape->note_count] = *note;
	tape->notes[tape->note_count++].after = (uint32_t)(tape->rows - 1);
}

static void
on_batch(void *self, const struct batch *batch)
{
	struct tapes *tapes = self;
	size_t at = 0;

	for (size_t i = 0; i < batch->step_count; i++) {
		const struct step *step = &batch->steps[i];
		struct tape *tape = reel_of(tapes, step->conn);

		if (tape) {
			record_step(tapes, tape, step);
			if (step->has & (HAS_RTT | HAS_RATE))
				record_samples(tapes, tape, step);
			if (step->sack_count)
				record_sack(tapes, tape, step, batch->sack);
		}
		for (; at < batch->note_count && batch->notes[at].after == i; at++)
			if (tape)
				record_note(tapes, tape, &batch->notes[at]);
		if (tape && tapes->used > tapes->budget)
			make_room(tapes, tape);
	}
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	struct tapes *tapes = self;
	struct reel *reel = sink_state(conn, tapes->offset);
	struct tape *tape = reel->asked ? reel_of(tapes, conn) : NULL;

	if (!tape)
		return;
	tape->facts = *final;
	tape->closed = true;
}

const struct sink tape_sink = {
	.name = "tape", .state_bytes = sizeof(struct reel),
	.on_batch = on_batch, .on_close = on_close, .on_bind = on_bind,
};
