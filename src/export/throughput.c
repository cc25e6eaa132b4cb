/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * throughput.c - payload a second, retransmissions included: over the last round trip
 * (red), and since the connection's first packet (blue), which is tcptrace's.  Its other
 * two, a segment or nine of them over the time that they took, are left out: within a burst
 * that is the clock's resolution, hundreds of times the rate of the link.
 */
#include "export/kinds.h"
#include "export/rows.h"
#include "export/xpl.h"

/* Without a handshake, and the shortest: bursts of one tick of a kernel are one. */
#define SPAN_UNKNOWN (100 * NSEC_PER_MSEC)
#define SPAN_LEAST (10 * NSEC_PER_MSEC)

struct graph {
	struct xpl xpl;
	const struct export_input *input;
	struct xpl_step recent, mean;
	nsec span, last;         /* of red's window; of the last segment */
	size_t tail;             /* the window's first row */
	uint64_t recent_bytes, bytes;
};

static nsec
span_of(const struct tape *tape)
{
	struct handshake shake = facts_handshake(&tape->facts);
	nsec round_trip;

	if (shake.syn_to_synack == NSEC_UNKNOWN || shake.synack_to_ack == NSEC_UNKNOWN
		|| __builtin_add_overflow(shake.syn_to_synack, shake.synack_to_ack, &round_trip))
		return SPAN_UNKNOWN;
	return round_trip > SPAN_LEAST ? round_trip : SPAN_LEAST;
}

static uint32_t
sent_bytes(const struct graph *graph, size_t row)
{
	return row_is_own(graph->input, row) && !row_is_copy(graph->input, row)
		? row_payload(graph->input->tape, row) : 0;
}

/* ns from one to the other; 0 where the clock went back, or further than can be told. */
static nsec
elapsed(nsec from, nsec to)
{
	nsec span;

	return __builtin_sub_overflow(to, from, &span) || span < 0 ? 0 : span;
}

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

static int64_t
rate_of(uint64_t bytes, nsec span)
{
	return (int64_t)((double)bytes * (double)NSEC_PER_SEC / (double)span);
}

static void
draw_recent(struct graph *graph, size_t row, nsec now)
{
	const struct tape *tape = graph->input->tape;

	/* A pause is no slope. */
	if (graph->recent.begun && elapsed(graph->last, now) > graph->span)
		draw_on(graph, &graph->recent, "red", graph->last + graph->span, 0);
	for (; graph->tail < row && elapsed(tape->time[graph->tail], now) >= graph->span;
		graph->tail++)
		graph->recent_bytes -= sent_bytes(graph, graph->tail);
	draw_on(graph, &graph->recent, "red", now, rate_of(graph->recent_bytes, graph->span));
}

static void
draw_segment(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->input->tape;
	nsec now = tape->time[row], since = elapsed(tape->conn->first_time, now);

	graph->bytes += sent_bytes(graph, row);
	graph->recent_bytes += sent_bytes(graph, row);
	draw_recent(graph, row, now);
	if (since >= NSEC_PER_USEC)
		draw_on(graph, &graph->mean, "blue", now, rate_of(graph->bytes, since));
	graph->last = now;
}

void
xpl_throughput(const struct export_input *input, FILE *out)
{
	struct graph graph = {.xpl = {.out = out}, .input = input, .span = span_of(input->tape)};

	xpl_begin(&graph.xpl, input, "throughput", "thruput (bytes/sec)");
	for (size_t row = 0; row < input->tape->rows; row++)
		if (sent_bytes(&graph, row))
			draw_segment(&graph, row);
	xpl_end(&graph.xpl);
}
