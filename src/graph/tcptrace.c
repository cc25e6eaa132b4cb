/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcptrace.c - the time-sequence graph in tcptrace's vocabulary: segments as bars, the ACK
 * line under them, the receive window's edge above, SACKed ranges between.
 */
#include "base/si.h"
#include "graph/kinds.h"
#include "graph/drawing.h"

static inline bool
pick_bar(const struct tape *tape, size_t row, uint8_t dir, struct point *point,
	bool wanted)
{
	if (!wanted || !drawing_is_data(tape, row, dir))
		return false;
	*point = (struct point){drawing_time(tape, row), tape->begin[row],
		tape->begin[row] + (stroff)tape->length[row]};
	return true;
}

static bool
pick_first(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	uint8_t class = tape->data_class[row];

	return pick_bar(tape, row, dir, point, class != DATA_AGAIN && class != DATA_LATE);
}

static bool
pick_again(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_bar(tape, row, dir, point, tape->data_class[row] == DATA_AGAIN);
}

static bool
pick_late(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_bar(tape, row, dir, point, tape->data_class[row] == DATA_LATE);
}

/* An old ACK moves no line; it was overtaken. */
static bool
pick_ack(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	if (!drawing_is_ack(tape, row, dir) || tape->ack_class[row] == ACK_OLD)
		return false;
	*point = (struct point){drawing_time(tape, row), tape->ack[row], tape->ack[row]};
	return true;
}

static bool
pick_edge(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	int shift = drawing_shift(tape, dir);
	bool scaled = shift > 0 && !(tape->has[row] & WINDOW_UNSCALED);
	stroff edge = tape->ack[row] + ((stroff)tape->window[row] << (scaled ? shift : 0));

	if (!drawing_is_ack(tape, row, dir) || !(tape->has[row] & HAS_WINDOW)
		|| tape->ack_class[row] == ACK_OLD)
		return false;
	*point = (struct point){drawing_time(tape, row), edge, edge};
	return true;
}

static bool
pick_third(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	if (!drawing_is_ack(tape, row, dir) || tape->dup_acks[row] != 3
		|| tape->ack_class[row] != ACK_DUPLICATE)
		return false;
	*point = (struct point){drawing_time(tape, row), tape->ack[row], tape->ack[row]};
	return true;
}

static bool
pick_zero(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	if (!drawing_is_ack(tape, row, dir) || !(tape->has[row] & HAS_WINDOW)
		|| tape->window[row] != 0 || tape->flags[row] & (TCP_SYN | TCP_FIN))
		return false;
	*point = (struct point){drawing_time(tape, row), tape->ack[row], tape->ack[row]};
	return true;
}

#define READER(name) \
	static size_t \
	read_##name(const struct layer *layer, size_t *cursor, struct point *out, size_t max) \
	{ \
		return drawing_read(layer, cursor, out, max, pick_##name); \
	}
READER(first)
READER(again)
READER(late)
READER(ack)
READER(edge)
READER(third)
READER(zero)

/* SACK ranges are of the drawn direction when its receiver sent them. */
static size_t
read_sack(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	const struct tape *tape = layer->source;
	size_t count = 0, at = *cursor;

	for (; at < tape->sack_count && count < max; at++) {
		const struct tape_sack *sack = &tape->sack[at];

		if (tape->dir[sack->row] == layer->dir || sack->dsack != layer->hollow)
			continue;
		out[count++] = (struct point){drawing_time(tape, sack->row), sack->begin, sack->end};
	}
	*cursor = at;
	return count;
}

static void
add_sack(struct scene *scene, const struct graph_input *input, bool dsack)
{
	struct layer *layer = scene_layer(scene, NULL, GLYPH_BAR, dsack ? INK_LATE : INK_SACK);

	layer->read = read_sack;
	layer->source = input->tape;
	layer->dir = (uint8_t)input->dir;
	layer->hollow = dsack;
	layer->count = drawing_count(layer);
	layer->name = dsack ? "D-SACK: received twice" : "SACK ranges";
	if (!layer->count)
		scene->layer_count--;
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

void
tcptrace_build(const struct graph_input *input, struct scene *scene)
{
	struct layer *layer;

	drawing_title(scene, input, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "sequence offset"};
	if (input->row->dir[input->dir].data_packets == 0) {
		scene->message = "This direction carried no data.";
		return;
	}
	if ((layer = drawing_layer(scene, input, GLYPH_STEP, INK_WINDOW, read_edge))) {
		layer->count = 0;
		layer->dotted = drawing_shift(input->tape, (uint8_t)input->dir) == SHIFT_UNKNOWN;
		layer->name = layer->dotted ? "window edge, scale unknown: at least here"
			: "receive window's edge";
	}
	if ((layer = drawing_layer(scene, input, GLYPH_STEP, INK_ACK, read_ack))) {
		layer->count = 0;
		layer->name = "acknowledged";
	}
	add_sack(scene, input, false);
	add_sack(scene, input, true);
	if ((layer = drawing_layer(scene, input, GLYPH_BAR, INK_DATA, read_first)))
		layer->name = "data segments";
	if ((layer = drawing_layer(scene, input, GLYPH_TRIANGLE, INK_EVENT, read_third)))
		layer->name = "third duplicate ACK";
	if ((layer = drawing_layer(scene, input, GLYPH_SQUARE, INK_EVENT, read_zero)))
		layer->name = "zero window";
	/* What was sent again lies on top of everything that announced it. */
	if ((layer = drawing_layer(scene, input, GLYPH_BAR, INK_LATE, read_late))) {
		layer->name = "filling a gap";
		layer->thick = true;
	}
	if ((layer = drawing_layer(scene, input, GLYPH_BAR, INK_AGAIN, read_again))) {
		layer->name = "retransmissions";
		layer->thick = true;
	}
	drawing_fit_time(scene);
	drawing_fit(scene, 0, false);
	drawing_sequence_marks(scene, input);
}
