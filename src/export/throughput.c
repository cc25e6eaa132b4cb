/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * throughput.c - payload a second, retransmissions included: over the nine data segments
 * before each (red; tcptrace draws every ninth of these points), and since the connection's
 * first packet (blue).  tcptrace's yellow dots, a segment over the time since the last
 * one, are left out: they draw the clock's resolution.
 */
#include "export/kinds.h"
#include "export/rows.h"
#include "export/xpl.h"

enum { SEGMENTS = 9 };

struct graph {
	struct xpl xpl;
	struct xpl_step recent, mean;
	/* A ring of the last segments, the oldest at count % SEGMENTS. */
	struct {
		nsec time;
		uint32_t bytes;
	} last[SEGMENTS];
	uint64_t count, recent_bytes, bytes;
};

/* Straight on from the point before, as tcptrace does. */
static void
draw_on(struct graph *graph, struct xpl_step *to, const char *colour, nsec time, int64_t value)
{
	xpl_colour(&graph->xpl, colour);
	xpl_point(&graph->xpl, "dot", time, value);
	if (to->begun)
		xpl_line(&graph->xpl, time, value, to->time, to->value);
	*to = (struct xpl_step){time, value, true};
}

/* false where there is no time to divide by, or where the clock went back. */
static bool
rate_of(uint64_t bytes, nsec since, nsec now, int64_t *rate)
{
	nsec span;

	if (__builtin_sub_overflow(now, since, &span) || span < NSEC_PER_USEC)
		return false;
	*rate = (int64_t)((double)bytes * (double)NSEC_PER_SEC / (double)span);
	return true;
}

static void
draw_segment(struct graph *graph, nsec first, nsec now, uint32_t bytes)
{
	size_t slot = graph->count % SEGMENTS;
	int64_t rate;

	graph->bytes += bytes;
	if (graph->count >= SEGMENTS) {
		if (rate_of(graph->recent_bytes, graph->last[slot].time, now, &rate))
			draw_on(graph, &graph->recent, "red", now, rate);
		graph->recent_bytes -= graph->last[slot].bytes;
	}
	if (rate_of(graph->bytes, first, now, &rate))
		draw_on(graph, &graph->mean, "blue", now, rate);
	graph->last[slot].time = now;
	graph->last[slot].bytes = bytes;
	graph->recent_bytes += bytes;
	graph->count++;
}

void
xpl_throughput(const struct export_input *input, FILE *out)
{
	struct graph graph = {.xpl = {.out = out}};
	const struct tape *tape = input->tape;

	xpl_begin(&graph.xpl, input, "throughput", "thruput (bytes/sec)");
	for (size_t row = 0; row < tape->rows; row++)
		if (row_is_own(input, row) && !row_is_copy(input, row) && row_payload(tape, row))
			draw_segment(&graph, tape->conn->first_time, tape->time[row],
				row_payload(tape, row));
	xpl_end(&graph.xpl);
}
