/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * judged.h - what a graph is made from, as the program itself puts it together.
 */
#ifndef CCTRACE_TESTS_JUDGED_H
#define CCTRACE_TESTS_JUDGED_H

#include "cctrace/graph.h"
#include "cli/pipeline.h"

/* Of a pipeline that ran with verdicts; the caller frees the view, which may be NULL. */
static inline struct graph_input
judged_input(const struct pipeline *pipeline, const struct tapes *tapes,
	const struct connection_row *row, const char *file)
{
	const struct verdict *verdict = verdicts_find(pipeline->verdicts, row->index);
	struct graph_input input = {.tape = tapes_find(tapes, row->index), .row = row,
		.file = file};

	row_data_direction(row, &input.dir);
	if (verdict && verdict->dir == input.dir)
		input.verdict = verdict;
	if (input.tape && row->dir[input.dir].as_sender)
		input.view = sender_view_new(input.tape, input.dir);
	return input;
}

/* sender_view_free wants what it may change. */
static inline void
judged_fini(struct graph_input *input)
{
	sender_view_free((struct sender_view *)(uintptr_t)input->view);
	input->view = NULL;
}

#endif
