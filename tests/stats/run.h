/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run.h - steps and notes written by hand, through the sink, into a row.
 */
#ifndef CCTRACE_TESTS_RUN_H
#define CCTRACE_TESTS_RUN_H

#include <stdlib.h>

#include "cctrace/stats.h"
#include "tests/tap.h"

enum { RUN_MAX = 2048 };

#define MS(n) ((nsec)(n) * NSEC_PER_MSEC)

/* Notes name their step by its place in `steps` (their `after`). */
struct run {
	struct step steps[RUN_MAX];
	struct note notes[RUN_MAX];
	size_t step_count, note_count;
	struct facts facts;
	struct connection conn;
	struct stats *stats;
};

static struct run *
run_new(void)
{
	struct run *run = calloc(1, sizeof(*run));

	for (int i = 0; i < 2; i++) {
		run->facts.side[i].first_syn = run->facts.side[i].last_syn = NSEC_UNKNOWN;
		run->facts.side[i].window_shift = SHIFT_UNKNOWN;
	}
	return run;
}

/* A step without anything, which the caller completes. */
static struct step *
run_step(struct run *run, nsec time, enum direction dir)
{
	struct step *step = &run->steps[run->step_count];

	*step = (struct step){
		.time = time, .dir = (uint8_t)dir, .flags = TCP_ACK, .has = HAS_ACK | HAS_WINDOW,
		.frame = run->step_count + 1, .serial = (uint32_t)run->step_count,
		.window_field = 1000, .wire_bytes = 66, .begin = 1, .end = 1, .ack = 1,
	};
	run->step_count++;
	return step;
}

/* New data of A, which is then all that is in flight beyond `owin`. */
__attribute__((unused)) static struct step *
run_data(struct run *run, nsec time, stroff begin, uint32_t payload, uint32_t owin)
{
	struct step *step = run_step(run, time, A2B);

	step->has |= HAS_DATA;
	step->begin = begin;
	step->end = begin + payload;
	step->payload_bytes = payload;
	step->segments = 1;
	step->wire_bytes = payload + 66;
	step->data_class = DATA_NEW;
	step->of[A2B].owin = owin;
	return step;
}

/* B acknowledges `newly` bytes of A's. */
__attribute__((unused)) static struct step *
run_ack(struct run *run, nsec time, stroff ack, uint32_t newly, uint32_t owin)
{
	struct step *step = run_step(run, time, B2A);

	step->ack = ack;
	step->newly_acked = newly;
	step->ack_class = newly ? ACK_NEW : ACK_DUPLICATE;
	step->of[A2B].owin = owin;
	return step;
}

/* What the last step has shown. */
__attribute__((unused)) static struct note *
run_note(struct run *run, enum note_kind kind, enum direction dir)
{
	struct note *note = &run->notes[run->note_count++];

	*note = (struct note){
		.after = (uint32_t)run->step_count - 1, .kind = (uint8_t)kind,
		.dir = (uint8_t)dir, .time = run->steps[run->step_count - 1].time,
	};
	return note;
}

static void
run_batch(struct run *run, size_t first, size_t count)
{
	static struct note notes[RUN_MAX];
	struct batch batch = {.steps = &run->steps[first], .step_count = count, .notes = notes};

	for (size_t i = 0; i < count; i++)
		run->steps[first + i].conn = &run->conn;
	for (size_t i = 0; i < run->note_count; i++) {
		if (run->notes[i].after < first || run->notes[i].after >= first + count)
			continue;
		notes[batch.note_count] = run->notes[i];
		notes[batch.note_count].conn = &run->conn;
		notes[batch.note_count++].after -= (uint32_t)first;
	}
	stats_sink.on_batch(run->stats, &batch);
}

/* The row, `batch` steps handed over at a time; valid until the next run of `run`. */
static const struct connection_row *
run_row(struct run *run, size_t batch)
{
	size_t count;

	stats_free(run->stats);
	run->stats = stats_new();
	stats_sink.on_bind(run->stats, 0);
	run->conn.state = calloc(1, stats_sink.state_bytes);
	for (size_t at = 0; at < run->step_count; at += batch)
		run_batch(run, at, run->step_count - at < batch ? run->step_count - at : batch);
	stats_sink.on_close(run->stats, &run->conn, &run->facts);
	free(run->conn.state);
	run->conn.state = NULL;
	return stats_rows(run->stats, &count)[0];
}

static void
run_free(struct run *run)
{
	stats_free(run->stats);
	free(run);
}

#endif
