/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcptrace.c - the time-sequence graph in tcptrace's vocabulary: segments as bars, the ACK
 * line under them, the receive window's edge above, SACKed ranges between.
 */
#include "base/si.h"
#include "graph/drawing.h"
#include "graph/kinds.h"

static inline bool
pick_bar(bool wanted, const struct tape *tape, size_t row, struct point *point)
{
	if (!wanted)
		return false;
	*point = (struct point){drawing_time(tape, row), tape->begin[row],
		tape->begin[row] + (stroff)tape->length[row]};
	return true;
}

static bool
pick_first(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_bar(drawing_is_first(tape, row, dir), tape, row, point);
}

static bool
pick_again(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_bar(drawing_is_again(tape, row, dir), tape, row, point);
}

static bool
pick_late(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_bar(drawing_is_late(tape, row, dir), tape, row, point);
}

static bool
pick_probe(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_bar(drawing_is_probe(tape, row, dir), tape, row, point);
}

static inline bool
pick_at(bool wanted, const struct tape *tape, size_t row, stroff y, struct point *point)
{
	if (!wanted)
		return false;
	*point = (struct point){drawing_time(tape, row), y, y};
	return true;
}

static bool
pick_ack(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_at(drawing_is_ack(tape, row, dir), tape, row, tape->ack[row], point);
}

static bool
pick_edge(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_at(drawing_is_ack(tape, row, dir) && tape->has[row] & HAS_WINDOW, tape, row,
		tape->ack[row] + drawing_window(tape, row, dir), point);
}

static bool
pick_third(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_at(tape->dup_acks[row] == 3 && drawing_is_ack(tape, row, dir)
		&& tape->ack_class[row] == ACK_DUPLICATE, tape, row, tape->ack[row], point);
}

static bool
pick_zero(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_at(tape->window[row] == 0 && drawing_is_ack(tape, row, dir)
		&& tape->has[row] & HAS_WINDOW && !(tape->flags[row] & (TCP_SYN | TCP_FIN)),
		tape, row, tape->ack[row], point);
}

DRAWING_READER(first)
DRAWING_READER(again)
DRAWING_READER(late)
DRAWING_READER(probe)
DRAWING_READER(ack)
DRAWING_READER(edge)
DRAWING_READER(third)
DRAWING_READER(zero)

/* SACK ranges are of the drawn direction when its receiver sent them. */
static inline size_t
read_ranges(const struct layer *layer, size_t *cursor, struct point *out, size_t max,
	bool dsack)
{
	const struct tape *tape = layer->source;
	size_t count = 0, at = *cursor;

	for (; at < tape->sack_count && count < max; at++) {
		const struct tape_sack *sack = &tape->sack[at];

		if (tape->dir[sack->row] != layer->dir && sack->dsack == dsack)
			out[count++] = (struct point){drawing_time(tape, sack->row),
				sack->begin, sack->end};
	}
	*cursor = at;
	return count;
}

static size_t
read_sack(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return read_ranges(layer, cursor, out, max, false);
}

static size_t
read_dsack(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return read_ranges(layer, cursor, out, max, true);
}

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];

	return scene_text(scene, "%s of payload · %s retransmitted segments · "
		"%s filling gaps · %s duplicate ACKs",
		si_bytes(total->payload_bytes).text,
		si_count(total->retransmitted_segments).text,
		si_count(total->reordered_packets).text,
		si_count(input->row->dir[!input->dir].duplicate_acks).text);
}

static void
add_lines(struct drawing *drawing)
{
	bool unknown = drawing_shift(drawing->input->tape, (uint8_t)drawing->input->dir)
		== SHIFT_UNKNOWN;
	struct layer *edge = drawing_layer(drawing, unknown
		? "window edge, scale unknown: at least here" : "receive window's edge",
		GLYPH_STEP, INK_WINDOW, read_edge);

	if (edge)
		edge->dotted = unknown;
	drawing_layer(drawing, "acknowledged", GLYPH_STEP, INK_ACK, read_ack);
}

static void
add_sack(struct drawing *drawing)
{
	struct extent y = drawing->y[0];

	drawing_layer(drawing, "SACK ranges", GLYPH_BAR, INK_SACK, read_sack);
	drawing_layer(drawing, "D-SACK: received twice", GLYPH_BAR, INK_LATE, read_dsack);
	/* Boxes that renumber all but this option send ranges far from anything. */
	drawing->y[0] = y;
}

static void
add_thick(struct drawing *drawing, const char *name, enum ink ink, layer_read read)
{
	struct layer *layer = drawing_layer(drawing, name, GLYPH_BAR, ink, read);

	if (layer)
		layer->thick = true;
}

static void
add_events(struct drawing *drawing)
{
	const struct direction_stats *total = &drawing->input->row->dir[drawing->input->dir];
	const struct direction_stats *peer = &drawing->input->row->dir[!drawing->input->dir];

	if (peer->duplicate_acks)
		drawing_layer(drawing, "third duplicate ACK", GLYPH_TRIANGLE, INK_EVENT,
			read_third);
	if (peer->zero_windows)
		drawing_layer(drawing, "zero window", GLYPH_SQUARE, INK_EVENT, read_zero);
	if (total->window_probes || total->keep_alives)
		drawing_layer(drawing, total->window_probes == 0 ? "keep-alives"
			: total->keep_alives == 0 ? "window probes" : "probes and keep-alives",
			GLYPH_DIAMOND, INK_EVENT, read_probe);
}

void
tcptrace_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct drawing drawing = {.scene = scene, .input = input};

	drawing_title(scene, input, NULL, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "sequence offset"};
	if (total->data_packets == 0) {
		scene->message = "This direction carried no data.";
		return;
	}
	add_lines(&drawing);
	add_sack(&drawing);
	drawing_layer(&drawing, "data segments", GLYPH_BAR, INK_DATA, read_first);
	add_events(&drawing);
	/* What was sent again lies on top of everything that announced it. */
	if (total->reordered_packets)
		add_thick(&drawing, "filling a gap", INK_LATE, read_late);
	if (total->retransmitted_packets)
		add_thick(&drawing, "retransmissions", INK_AGAIN, read_again);
	/* What a reset carries is a remark, not of the stream (RFC 9293 3.5.3). */
	if (scene->layer_count == 0)
		scene->message = "This direction carried no data.";
	drawing_sequence_marks(&drawing);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, false);
}
