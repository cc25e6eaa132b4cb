/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open.h - a method on a played transfer, to be taken one part at a time.
 */
#ifndef CCTRACE_TESTS_OPEN_H
#define CCTRACE_TESTS_OPEN_H

#include "tests/sender/play.h"
#include "verdict/method.h"

struct opened {
	struct tapes *tapes;
	const struct tape *tape;
	struct verdict verdict;
	struct method method;
};

static void
method_open(struct opened *opened, const struct piece *piece)
{
	struct sender_view *view;

	*opened = (struct opened){.tapes = play(piece)};
	opened->tape = tapes_find(opened->tapes, 0);
	view = sender_view_new(opened->tape, A2B);
	opened->verdict.window_shift = view->window_shift;
	opened->method = (struct method){
		.view = view, .verdict = &opened->verdict, .mss = view->mss,
		.min_rtt = view->min_rtt, .tick = view->tick,
		.warped = view->method == SENDER_TIMESTAMPS,
		.blind = view->method == SENDER_SHIFTED,
		.shift = view->window_shift > 0 ? view->window_shift : 0,
		.window_known = view->window_shift != SHIFT_UNKNOWN,
		.scratch = calloc(view->count + view->rtt_count + 64, sizeof(double)),
	};
	rounds_find(&opened->method);
}

static void
method_close(struct opened *opened)
{
	free(opened->method.round);
	free(opened->method.lag);
	free(opened->method.silence);
	free(opened->method.signal);
	free(opened->method.scratch);
	free(opened->verdict.span);
	sender_view_free(opened->method.view);
	tapes_free(opened->tapes);
}

/* Everything up to the label of each round. */
__attribute__((unused)) static void
method_label(struct opened *opened)
{
	queue_measure(&opened->method);
	capacity_measure(&opened->method);
	label_rounds(&opened->method);
}

/* Rounds of that reason. */
__attribute__((unused)) static int
rounds_of(const struct opened *opened, enum reason reason)
{
	int count = 0;

	for (size_t i = 0; i < opened->method.round_count; i++)
		count += opened->method.round[i].reason == reason;
	return count;
}

#endif
