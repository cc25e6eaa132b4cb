/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcptrace.c - the time-sequence graph: every mark of tcptrace's, in its colours.
 */
#include "export/kinds.h"
#include "export/rows.h"
#include "export/xpl.h"

#define IP_ECN_CE 3

struct graph {
	struct xpl xpl;
	const struct export_input *input;
	const struct tape *tape;
	struct xpl_step ack, edge;
	size_t sack;             /* the next of the tape's ranges */
};

static stroff
row_end(const struct tape *tape, size_t row)
{
	return tape->begin[row] + (stroff)tape->length[row];
}

/* ---- the sender's segments ---- */

struct dress {
	const char *colour, *prefix;
};

static struct dress
dress_of(const struct graph *graph, size_t row)
{
	switch ((enum data_class)graph->tape->data_class[row]) {
	case DATA_AGAIN:
		return (struct dress){"red", "R "};
	case DATA_COPY:
		return (struct dress){"blue", "HD "};
	case DATA_NONE: case DATA_NEW: case DATA_LATE: case DATA_KEEP_ALIVE: case DATA_PROBE:
		break;
	}
	return (struct dress){NULL, ""};
}

/* "SYN", "R SYN", "HD FIN" */
static void
label(struct graph *graph, size_t row, const char *word)
{
	struct dress dress = dress_of(graph, row);
	char text[16];

	snprintf(text, sizeof(text), "%s%s", dress.prefix, word);
	xpl_colour(&graph->xpl, dress.colour ? dress.colour : "orange");
	xpl_text(&graph->xpl, "atext", graph->tape->time[row], row_end(graph->tape, row), text);
}

static void
draw_syn(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	nsec time = tape->time[row];

	/* Where the other direction's graph begins, so that both cover the same time. */
	if (tape->flags[row] & TCP_ACK) {
		xpl_colour(&graph->xpl, "green");
		xpl_point(&graph->xpl, "dot", tape->conn->first_time, tape->begin[row]);
	}
	label(graph, row, "SYN");
	xpl_point(&graph->xpl, "diamond", time, tape->begin[row]);
	xpl_point(&graph->xpl, "uarrow", time, row_end(tape, row));
	xpl_line(&graph->xpl, time, tape->begin[row], time, row_end(tape, row));
}

static void
draw_fin(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	nsec time = tape->time[row];
	stroff end = row_end(tape, row);

	label(graph, row, "FIN");
	xpl_line(&graph->xpl, time, end - 1, time, end);
	xpl_point(&graph->xpl, "box", time, end);
}

/*
 * The upper end of a bar: an arrow, or a diamond with a dot where the sender pushed, white
 * whatever the bar is.
 */
static void
draw_top(struct graph *graph, size_t row, stroff end)
{
	const struct tape *tape = graph->tape;

	if (!(tape->flags[row] & TCP_PSH) || row_payload(tape, row) == 0) {
		xpl_point(&graph->xpl, "uarrow", tape->time[row], end);
		return;
	}
	xpl_colour(&graph->xpl, "white");
	xpl_point(&graph->xpl, "diamond", tape->time[row], end);
	xpl_point(&graph->xpl, "dot", tape->time[row], end);
}

/* A segment without payload is drawn, too: its two arrows meet. */
static void
draw_bar(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	struct dress dress = dress_of(graph, row);
	bool fin = tape->flags[row] & TCP_FIN;
	stroff end = row_end(tape, row) - (fin ? 1 : 0);

	xpl_colour(&graph->xpl, dress.colour ? dress.colour
		: fin && end == tape->begin[row] ? "orange" : "white");
	xpl_point(&graph->xpl, "darrow", tape->time[row], tape->begin[row]);
	if (end > tape->begin[row])
		xpl_line(&graph->xpl, tape->time[row], tape->begin[row], tape->time[row], end);
	if (!fin)
		draw_top(graph, row, end);
}

static void
draw_letter(struct graph *graph, size_t row, const char *colour, const char *where,
	const char *letter)
{
	xpl_colour(&graph->xpl, colour);
	xpl_text(&graph->xpl, where, graph->tape->time[row], row_end(graph->tape, row), letter);
}

static void
draw_letters(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	uint8_t class = tape->data_class[row];

	if (class == DATA_AGAIN)
		draw_letter(graph, row, "red", "atext", "R");
	if (class == DATA_COPY)
		draw_letter(graph, row, "blue", "atext", "HD");
	if (class == DATA_LATE)
		draw_letter(graph, row, "pink", "atext", "O");
	if (class == DATA_PROBE)
		draw_letter(graph, row, "orange", "btext", "P");
	if (class == DATA_KEEP_ALIVE)
		draw_letter(graph, row, "orange", "btext", "K");
	if (tape->flags[row] & TCP_URG)
		draw_letter(graph, row, "red", "atext", "U");
	if (tape->flags[row] & TCP_RST)
		draw_letter(graph, row, "magenta", "atext", "RST_OUT");
}

static void
draw_congestion(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	bool cwr = tape->flags[row] & TCP_CWR, ce = (tape->ecn[row] & IP_ECN_CE) == IP_ECN_CE;

	if (!cwr && !ce)
		return;
	xpl_colour(&graph->xpl, "yellow");
	xpl_point(&graph->xpl, "diamond", tape->time[row], tape->begin[row]);
	xpl_text(&graph->xpl, "atext", tape->time[row], tape->begin[row],
		cwr && ce ? "CWR CE" : cwr ? "CWR" : "CE");
}

static void
draw_segment(struct graph *graph, size_t row)
{
	uint8_t flags = graph->tape->flags[row];

	if (flags & TCP_SYN) {
		draw_syn(graph, row);
	} else {
		draw_bar(graph, row);
		if (flags & TCP_FIN)
			draw_fin(graph, row);
		if (!(flags & TCP_FIN) || row_payload(graph->tape, row))
			draw_letters(graph, row);
	}
	draw_congestion(graph, row);
}

/* ---- the receiver's answers ---- */

static void
draw_ack(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	nsec time = tape->time[row];
	stroff before = graph->ack.value;

	xpl_colour(&graph->xpl, "green");
	if (xpl_step(&graph->xpl, &graph->ack, time, tape->ack[row]) && before == tape->ack[row])
		xpl_point(&graph->xpl, "dtick", time, before);
	if (tape->dup_acks[row] == 3 && tape->ack_class[row] == ACK_DUPLICATE)
		xpl_text(&graph->xpl, "atext", time, tape->ack[row], "3");
	if (tape->flags[row] & TCP_ECE && !(tape->flags[row] & TCP_SYN)) {
		xpl_colour(&graph->xpl, "yellow");
		xpl_point(&graph->xpl, "diamond", time, tape->ack[row]);
	}
}

static void
draw_edge(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	int64_t window = row_window(graph->input, row), edge = tape->ack[row] + window;
	int64_t before = graph->edge.value;
	nsec time = tape->time[row];

	xpl_colour(&graph->xpl, "yellow");
	if (xpl_step(&graph->xpl, &graph->edge, time, edge) && before == edge)
		xpl_point(&graph->xpl, "utick", time, edge);
	if (window == 0) {
		xpl_colour(&graph->xpl, "magenta");
		xpl_text(&graph->xpl, "atext", time, edge, "Z");
	}
}

/* Numbered in the order of the option where there is more than one. */
static void
draw_range(struct graph *graph, const struct tape_sack *sack, size_t place, size_t count)
{
	nsec time = graph->tape->time[sack->row];
	char number[24];

	xpl_line(&graph->xpl, time, sack->begin, time, sack->end);
	xpl_point(&graph->xpl, "htick", time, sack->begin);
	xpl_point(&graph->xpl, "htick", time, sack->end);
	if (count > 1) {
		snprintf(number, sizeof(number), "%zu", place + 1);
		xpl_text(&graph->xpl, "rtext", time, sack->end, number);
	}
}

static void
draw_ranges(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;
	const struct tape_sack *first = &tape->sack[graph->sack];
	size_t count = 0, top = 0;

	while (graph->sack + count < tape->sack_count && first[count].row == row)
		count++;
	for (size_t i = 1; i < count; i++)
		if (first[i].end > first[top].end)
			top = i;
	if (count)
		xpl_colour(&graph->xpl, "purple");
	for (size_t i = 0; i < count; i++)
		draw_range(graph, &first[i], i, count);
	if (count)
		xpl_text(&graph->xpl, "atext", tape->time[row], first[top].end, "S");
	graph->sack += count;
}

static void
draw_answer(struct graph *graph, size_t row)
{
	const struct tape *tape = graph->tape;

	if (tape->flags[row] & TCP_RST) {
		xpl_colour(&graph->xpl, "magenta");
		xpl_text(&graph->xpl, "atext", tape->time[row], tape->has[row] & HAS_ACK
			? tape->ack[row] : graph->ack.value, "RST_IN");
	}
	if (row_is_ack(graph->input, row)) {
		draw_ack(graph, row);
		if (tape->has[row] & HAS_WINDOW)
			draw_edge(graph, row);
	}
}

void
xpl_tcptrace(const struct export_input *input, FILE *out)
{
	struct graph graph = {.xpl = {.out = out}, .input = input, .tape = input->tape};
	const struct tape *tape = input->tape;

	xpl_begin(&graph.xpl, input, "time sequence graph", "sequence offset");
	for (size_t row = 0; row < tape->rows; row++) {
		while (graph.sack < tape->sack_count && tape->sack[graph.sack].row < row)
			graph.sack++;
		if (row_is_own(input, row)) {
			draw_segment(&graph, row);
			continue;
		}
		draw_answer(&graph, row);
		draw_ranges(&graph, row);
	}
	xpl_end(&graph.xpl);
}
