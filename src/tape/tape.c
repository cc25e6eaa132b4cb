/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tape.c - columns of steps, and the budget that all tapes share.
 *
 * Most connections are short: their columns lie in one block behind the tape.  Columns of
 * longer ones double, each on its own, and lie on huge pages once they fill some: first
 * touches of small pages would cost more than all else that recording does.
 *
 * Dropping is linear over a run but for a logarithm: to make room looks at tapes that
 * hold memory, and frees a quarter of the budget; to forget small closed ones looks at
 * twice as many as are expected, and frees half of them.
 */
#include "config.h"

#include "cctrace/tape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/xalloc.h"

enum { ROWS_FIRST = 16, SPARSE_FIRST = 4, CLOSED_SLACK = 256,
	SPARES_MAX = 256 };

struct reel;

struct recording {
	struct tape tape;
	struct reel *reel;       /* in the connection's slab; NULL once closed */
	struct recording *next_spare; /* while it is of no connection */
	uint64_t payload_bytes;  /* copies not counted, as in the row that stats makes */
	size_t rows, rtt, rate, sack, notes; /* capacities */
	max_align_t first[];     /* columns of ROWS_FIRST rows */
};

/* In the connection's slab. */
struct reel {
	struct recording *recording; /* NULL: not begun, dropped, or not wanted */
	bool asked;
};

struct tapes {
	size_t offset;
	size_t budget, limit, used, dropped, expected;
	bool (*only)(const void *context, const struct connection *conn);
	const void *context;
	/* By connection index; NULL: none, or dropped. */
	struct recording **by_index;
	size_t index_capacity;
	/* Those that hold memory, or did when last looked at: indices, in order of beginning. */
	uint32_t *held;
	size_t held_count, held_capacity;
	/* Closed since, and after, small ones were last forgotten. */
	uint32_t *closed;
	size_t closed_count, closed_capacity;
	struct recording *spare;
	size_t spares;
};

/* Every dense column once, in order of alignment: the first block holds them one by one. */
#define COLUMNS(COLUMN) \
	COLUMN(time) COLUMN(frame) COLUMN(begin) COLUMN(ack) COLUMN(of[A2B]) COLUMN(of[B2A]) \
	COLUMN(length) COLUMN(delivered) COLUMN(ts_value) COLUMN(ts_echo) \
	COLUMN(window) COLUMN(has) COLUMN(dir) \
	COLUMN(flags) COLUMN(data_class) COLUMN(cause) COLUMN(spurious) COLUMN(ack_class) \
	COLUMN(dup_acks) COLUMN(ecn)

#define SIZE_OF(name) + sizeof(*((struct tape *)NULL)->name)
enum { ROW_BYTES = 0 COLUMNS(SIZE_OF) };

struct tapes *
tapes_new(size_t budget_bytes, bool (*only)(const void *context, const struct connection *conn),
	const void *context)
{
	struct tapes *tapes = xcalloc(1, sizeof(*tapes));

	tapes->budget = tapes->limit = budget_bytes;
	tapes->expected = SIZE_MAX;
	tapes->only = only;
	tapes->context = context;
	return tapes;
}

void
tapes_expect(struct tapes *tapes, size_t count)
{
	tapes->expected = count;
}

static size_t
recording_bytes(const struct recording *recording)
{
	const struct tape *tape = &recording->tape;

	return sizeof(*recording) + recording->rows * ROW_BYTES
		+ recording->rtt * sizeof(*tape->rtt) + recording->rate * sizeof(*tape->rate)
		+ recording->sack * sizeof(*tape->sack)
		+ recording->notes * sizeof(*tape->notes);
}

static void
recording_free(struct tapes *tapes, uint32_t index)
{
	struct recording *recording = tapes->by_index[index];
	struct tape *tape = &recording->tape;

	tapes->used -= recording_bytes(recording);
	if (recording->reel)
		recording->reel->recording = NULL;
#define FREE(name) pages_free(tape->name, recording->rows * sizeof(*tape->name));
	if (recording->rows > ROWS_FIRST) {
		COLUMNS(FREE)
	}
	pages_free(tape->rtt, recording->rtt * sizeof(*tape->rtt));
	pages_free(tape->rate, recording->rate * sizeof(*tape->rate));
	pages_free(tape->sack, recording->sack * sizeof(*tape->sack));
	pages_free(tape->notes, recording->notes * sizeof(*tape->notes));
	tapes->by_index[index] = NULL;
	if (tapes->spares == SPARES_MAX) {
		free(recording);
		return;
	}
	recording->next_spare = tapes->spare;
	tapes->spare = recording;
	tapes->spares++;
}

void
tapes_free(struct tapes *tapes)
{
	if (!tapes)
		return;
	for (size_t i = 0; i < tapes->index_capacity; i++) {
		if (!tapes->by_index[i])
			continue;
		/* Connections may be gone. */
		tapes->by_index[i]->reel = NULL;
		recording_free(tapes, (uint32_t)i);
	}
	while (tapes->spare) {
		struct recording *spare = tapes->spare;

		tapes->spare = spare->next_spare;
		free(spare);
	}
	free(tapes->by_index);
	free(tapes->held);
	free(tapes->closed);
	free(tapes);
}

const struct tape *
tapes_find(const struct tapes *tapes, uint32_t index)
{
	const struct recording *recording = index < tapes->index_capacity
		? tapes->by_index[index] : NULL;

	return recording && recording->tape.closed ? &recording->tape : NULL;
}

void
tapes_amend(struct tapes *tapes, uint32_t index, size_t row, enum data_class data_class,
	enum again_cause cause)
{
	const struct tape *tape = tapes_find(tapes, index);

	if (!tape || row >= tape->rows)
		return;
	tape->data_class[row] = (uint8_t)data_class;
	tape->cause[row] = (uint8_t)cause;
}

void
tapes_drop(struct tapes *tapes, uint32_t index)
{
	if (index < tapes->index_capacity && tapes->by_index[index])
		recording_free(tapes, index);
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

/* The first place of a column is in the recording, so it isn't given back. */
static void *
leave_first(const void *first, size_t bytes)
{
	return memcpy(pages_grow(NULL, 0, 2 * bytes), first, bytes);
}

static void
grow_rows(struct tapes *tapes, struct recording *recording)
{
	struct tape *tape = &recording->tape;
	size_t rows = recording->rows;

#define LEAVE(name) tape->name = leave_first(tape->name, rows * sizeof(*tape->name));
#define GROW(name) tape->name = pages_grow(tape->name, rows * sizeof(*tape->name), \
		2 * rows * sizeof(*tape->name));
	if (rows == ROWS_FIRST) {
		COLUMNS(LEAVE)
	} else {
		COLUMNS(GROW)
	}
	tapes->used += rows * ROW_BYTES;
	recording->rows = 2 * rows;
}

/* Room for one more element in a column of its own count. */
static inline void *
grow_sparse(struct tapes *tapes, void *column, size_t *capacity, size_t count, size_t size)
{
	size_t before = *capacity;

	if (count < before)
		return column;
	*capacity = before ? 2 * before : SPARSE_FIRST;
	tapes->used += (*capacity - before) * size;
	return pages_grow(column, before * size, *capacity * size);
}

/* ---- dropping ---- */

struct victim {
	uint64_t payload;
	uint32_t index;
};

/* The first to go first: the least payload, among equals who began last. */
static int
by_payload(const void *a, const void *b)
{
	const struct victim *left = a, *right = b;

	if (left->payload != right->payload)
		return left->payload < right->payload ? -1 : 1;
	return left->index > right->index ? -1 : left->index < right->index;
}

/* The tapes of `indices` that are still there, sorted; `*count` of them. */
static struct victim *
line_up(const struct tapes *tapes, const uint32_t *indices, size_t *count)
{
	struct victim *victims = xcalloc(*count + 1, sizeof(*victims));
	size_t there = 0;

	for (size_t i = 0; i < *count; i++) {
		const struct recording *recording = tapes->by_index[indices[i]];

		if (recording)
			victims[there++] = (struct victim){recording->payload_bytes, indices[i]};
	}
	qsort(victims, there, sizeof(*victims), by_payload);
	*count = there;
	return victims;
}

static size_t
without_dropped(const struct tapes *tapes, uint32_t *indices, size_t count)
{
	size_t there = 0;

	for (size_t i = 0; i < count; i++)
		if (tapes->by_index[indices[i]])
			indices[there++] = indices[i];
	return there;
}

static void
make_room(struct tapes *tapes)
{
	size_t count = tapes->held_count, target = tapes->budget / 4 * 3;
	struct victim *victims = line_up(tapes, tapes->held, &count);

	for (size_t i = 0; i + 1 < count && tapes->used > target; i++) {
		recording_free(tapes, victims[i].index);
		tapes->dropped++;
	}
	free(victims);
	tapes->held_count = without_dropped(tapes, tapes->held, tapes->held_count);
	/* What the largest alone needs is looked at again when it has grown by a quarter. */
	tapes->limit = tapes->used > tapes->budget ? tapes->used / 4 * 5 : tapes->budget;
}

static void
forget_small(struct tapes *tapes)
{
	size_t count = tapes->closed_count;
	struct victim *victims = line_up(tapes, tapes->closed, &count);

	for (size_t i = 0; i + tapes->expected < count; i++)
		recording_free(tapes, victims[i].index);
	free(victims);
	tapes->closed_count = without_dropped(tapes, tapes->closed, tapes->closed_count);
}

/* ---- recording ---- */

/* The list grows only when most of it is in use. */
static void
hold(struct tapes *tapes, uint32_t index)
{
	if (tapes->held_count == tapes->held_capacity) {
		tapes->held_count = without_dropped(tapes, tapes->held, tapes->held_count);
		if (tapes->held_count >= tapes->held_capacity / 2)
			tapes->held = xgrow(tapes->held, &tapes->held_capacity,
				tapes->held_capacity, sizeof(*tapes->held), 64);
	}
	tapes->held[tapes->held_count++] = index;
}

/* Busy captures begin and drop many: those given back are used again. */
static struct recording *
take_recording(struct tapes *tapes)
{
	struct recording *recording = tapes->spare;

	if (!recording)
		return xmalloc(sizeof(*recording) + ROWS_FIRST * ROW_BYTES);
	tapes->spare = recording->next_spare;
	tapes->spares--;
	return recording;
}

static struct recording *
begin_recording(struct tapes *tapes, const struct connection *conn)
{
	struct recording *recording = take_recording(tapes);
	struct tape *tape = &recording->tape;
	char *at = (char *)recording->first;

	while (conn->index >= tapes->index_capacity) {
		size_t before = tapes->index_capacity;

		tapes->by_index = xgrow(tapes->by_index, &tapes->index_capacity,
			tapes->index_capacity, sizeof(*tapes->by_index), 64);
		memset(tapes->by_index + before, 0,
			(tapes->index_capacity - before) * sizeof(*tapes->by_index));
	}
	memset(recording, 0, sizeof(*recording));
	tape->conn = conn;
	recording->rows = ROWS_FIRST;
#define PLACE(name) tape->name = (void *)at; at += ROWS_FIRST * sizeof(*tape->name);
	COLUMNS(PLACE)
	tapes->used += recording_bytes(recording);
	tapes->by_index[conn->index] = recording;
	hold(tapes, conn->index);
	return recording;
}

/* The one to record on, or NULL. */
static inline struct recording *
recording_of(struct tapes *tapes, const struct connection *conn)
{
	struct reel *reel = sink_state(conn, tapes->offset);

	if (!reel->asked) {
		reel->asked = true;
		if (!tapes->only || tapes->only(tapes->context, conn)) {
			reel->recording = begin_recording(tapes, conn);
			reel->recording->reel = reel;
		}
	}
	return reel->recording;
}

static void
record_samples(struct tapes *tapes, struct recording *recording, const struct step *step)
{
	struct tape *tape = &recording->tape;

	if (step->has & HAS_RTT) {
		tape->rtt = grow_sparse(tapes, tape->rtt, &recording->rtt, tape->rtt_count,
			sizeof(*tape->rtt));
		tape->rtt[tape->rtt_count++] = (struct tape_rtt){
			step->serial, !!(step->has & RTT_BY_SACK), step->rtt};
	}
	if (step->has & HAS_RATE) {
		tape->rate = grow_sparse(tapes, tape->rate, &recording->rate, tape->rate_count,
			sizeof(*tape->rate));
		tape->rate[tape->rate_count++] = (struct tape_rate){
			step->serial, step->rate_bytes, step->rate_interval};
	}
}

static void
record_sack(struct tapes *tapes, struct recording *recording, const struct step *step,
	const struct range *sack)
{
	struct tape *tape = &recording->tape;

	for (unsigned i = 0; i < step->sack_count; i++) {
		const struct range *range = &sack[step->sack_first + i];

		tape->sack = grow_sparse(tapes, tape->sack, &recording->sack, tape->sack_count,
			sizeof(*tape->sack));
		tape->sack[tape->sack_count++] = (struct tape_sack){step->serial,
			step->dsack && i == 0, range->begin, range->end};
	}
}

static inline void
record_step(struct tapes *tapes, struct recording *recording, const struct step *step)
{
	struct tape *tape = &recording->tape;
	size_t row = tape->rows;
	stroff length = step->end - step->begin;

	assert(step->serial == row);
	if (row == recording->rows)
		grow_rows(tapes, recording);
	tape->time[row] = step->time;
	tape->frame[row] = step->frame;
	tape->begin[row] = step->begin;
	tape->length[row] = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
	tape->ack[row] = step->ack;
	tape->delivered[row] = step->newly_acked + step->newly_sacked;
	tape->ts_value[row] = step->ts_value;
	tape->ts_echo[row] = step->ts_echo;
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
	if (step->data_class != DATA_COPY)
		recording->payload_bytes += step->payload_bytes;
}

static void
record_note(struct tapes *tapes, struct recording *recording, const struct note *note)
{
	struct tape *tape = &recording->tape;

	if (note->serial < tape->rows) {
		if (note->kind == NOTE_AMEND) {
			tape->data_class[note->serial] = note->now_class;
			tape->cause[note->serial] = note->now_cause;
		} else if (note->kind == NOTE_SPURIOUS) {
			tape->spurious[note->serial] = 1;
		}
	}
	tape->notes = grow_sparse(tapes, tape->notes, &recording->notes, tape->note_count,
		sizeof(*tape->notes));
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
		struct recording *recording = recording_of(tapes, step->conn);

		if (recording) {
			record_step(tapes, recording, step);
			if (step->has & (HAS_RTT | HAS_RATE))
				record_samples(tapes, recording, step);
			if (step->sack_count)
				record_sack(tapes, recording, step, batch->sack);
		}
		for (; at < batch->note_count && batch->notes[at].after == i; at++)
			if (recording)
				record_note(tapes, recording, &batch->notes[at]);
		if (tapes->used > tapes->limit)
			make_room(tapes);
	}
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	struct tapes *tapes = self;
	struct reel *reel = sink_state(conn, tapes->offset);
	struct recording *recording = reel->recording;

	if (!recording)
		return;
	reel->recording = NULL;
	recording->reel = NULL;
	recording->tape.facts = *final;
	recording->tape.closed = true;
	if (tapes->expected == SIZE_MAX)
		return;
	/* Before this one joins: other consumers may want to read it yet. */
	if (tapes->closed_count / 2 >= tapes->expected
		&& tapes->closed_count - tapes->expected >= CLOSED_SLACK)
		forget_small(tapes);
	tapes->closed = xgrow(tapes->closed, &tapes->closed_capacity, tapes->closed_count,
		sizeof(*tapes->closed), CLOSED_SLACK);
	tapes->closed[tapes->closed_count++] = conn->index;
}

const struct sink tape_sink = {
	.name = "tape", .state_bytes = sizeof(struct reel),
	.on_batch = on_batch, .on_close = on_close, .on_bind = on_bind,
};
