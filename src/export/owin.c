/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * owin.c - bytes outstanding (red), the receiver's window (yellow), and, where SACK or
 * loss take something away, RFC 6675's pipe (purple).  Steps, not slopes: nothing changes
 * between two packets.  tcptrace's running means are left out; minutes after a change
 * they still speak of what was before it.
 */
#include "export/kinds.h"
#include "export/rows.h"
#include "export/xpl.h"

struct graph {
	struct xpl xpl;
	const struct export_input *input;
	struct xpl_step owin, window, pipe;
};

static void
draw_owin(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->input->tape;
	uint32_t owin = tape->of[graph->input->dir][row].owin;
	bool sent = row_is_own(graph->input, row) && tape->length[row];

	if (graph->owin.begun && graph->owin.value == (int64_t)owin && !sent)
		return;
	xpl_colour(&graph->xpl, "red");
	xpl_step(&graph->xpl, &graph->owin, tape->time[row], owin);
	if (sent)
		xpl_point(&graph->xpl, "dot", tape->time[row], owin);
}

/* Ends where it comes to be the same as what is outstanding. */
static void
draw_pipe(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->input->tape;
	const struct outstanding *of = &tape->of[graph->input->dir][row];
	uint32_t pipe = outstanding_pipe(of, 0);
	bool differs = pipe != of->owin;

	if (!differs && !graph->pipe.begun)
		return;
	xpl_colour(&graph->xpl, "purple");
	xpl_step(&graph->xpl, &graph->pipe, tape->time[row], pipe);
	graph->pipe.begun = differs;
}

static void
draw_window(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->input->tape;

	if (!row_is_ack(graph->input, row) || !(tape->has[row] & HAS_WINDOW))
		return;
	xpl_colour(&graph->xpl, "yellow");
	xpl_step(&graph->xpl, &graph->window, tape->time[row], row_window(graph->input, row));
}

void
xpl_owin(const struct export_input *input, FILE *out)
{
	struct graph graph = {.xpl = {.out = out}, .input = input};

	xpl_begin(&graph.xpl, input, "outstanding data", "Outstanding Data (bytes)");
	for (size_t row = 0; row < input->tape->rows; row++) {
		draw_window(&graph, row);
		draw_owin(&graph, row);
		draw_pipe(&graph, row);
	}
	xpl_end(&graph.xpl);
}
