/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcptrace.c - the time-sequence graph in tcptrace's vocabulary: segments as bars, the ACK
 * line under them, the receive window's edge above, SACKed ranges between.
 */
#include "graph/tcptrace.h"

#include "base/si.h"
#include "graph/headline.h"
#include "graph/insets.h"
#include "graph/kinds.h"
#include "graph/reasons.h"

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

DRAWING_READER(first)
DRAWING_READER(ack)
DRAWING_READER(edge)

/* D-SACKs are of the drawn direction when its receiver sent them. */
static size_t
read_dsack(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	const struct tape *tape = layer->source;
	size_t count = 0, at = *cursor;

	for (; at < tape->sack_count && count < max; at++) {
		const struct tape_sack *sack = &tape->sack[at];

		if (tape->dir[sack->row] != layer->dir && sack->dsack)
			out[count++] = (struct point){drawing_time(tape, sack->row),
				sack->begin, sack->end};
	}
	*cursor = at;
	return count;
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
tcptrace_add_edge(struct drawing *drawing)
{
	bool unknown = drawing_shift(drawing->input->tape, (uint8_t)drawing->input->dir)
		== SHIFT_UNKNOWN;
	struct layer *edge = drawing_layer(drawing, unknown
		? "window edge, scale unknown: at least here" : "receive window's edge",
		GLYPH_STEP, INK_WINDOW, read_edge);

	if (edge)
		edge->dotted = unknown;
}

void
tcptrace_add_acks(struct drawing *drawing)
{
	drawing_layer(drawing, "acknowledged", GLYPH_STEP, INK_ACK, read_ack);
}

static void
add_sack(struct drawing *drawing, const struct sacked *sacked)
{
	struct extent y = drawing->y[0];
	struct layer *layer = drawing_points(drawing, "newly SACKed", GLYPH_BAR, INK_SACK,
		sacked->points, sacked->count);

	if (layer)
		layer->count = sacked->count;
	drawing_layer(drawing, "D-SACK: received twice", GLYPH_BAR, INK_LATE, read_dsack);
	/* Boxes that renumber all but this option send ranges far from anything. */
	drawing->y[0] = y;
}

/* In a picture of more than these marks for PSH and thick bars would be all that is seen. */
enum { PUSHES_MAX = 40, THICK_MAX = 300 };

void
tcptrace_add_segments(struct drawing *drawing, const struct sacked *sacked,
	const struct rare *rare, bool near)
{
	struct layer *data;

	add_sack(drawing, sacked);
	data = drawing_layer(drawing, "data segments", GLYPH_BAR, INK_DATA, read_first);
	if (data)
		data->thick = near && data->count <= THICK_MAX;
	if (near && rare->list[RARE_PUSH].count <= PUSHES_MAX)
		rare_layers(rare, drawing, RARE_PUSH, RARE_PUSH);
	/* What was sent again lies on top of everything that announced it. */
	rare_layers(rare, drawing, RARE_TIE, RARE_COUNT - 1);
}

/* Ties shorter than this part of the picture are only blots in it. */
enum { TIE_SHARE = 33 };

static void
add_layers(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	nsec span = drawing_since(input->row->last_time, input->row->first_time);
	struct sacked sacked;
	struct rare rare;

	sacked_find(&sacked, input->tape, input->dir);
	rare_find(&rare, input->tape, input->dir, span / TIE_SHARE, false);
	tcptrace_add_edge(drawing);
	tcptrace_add_acks(drawing);
	tcptrace_add_segments(drawing, &sacked, &rare, false);
	rare_fini(&rare);
	sacked_fini(&sacked);
}

void
tcptrace_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct drawing drawing = {.scene = scene, .input = input};

	drawing_title(scene, input, NULL, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "sequence offset"};
	if (total->data_packets == 0) {
		scene->message = headline_nothing(scene, input);
		return;
	}
	add_layers(&drawing);
	/* What a reset carries is a remark, not of the stream (RFC 9293 3.5.3). */
	if (scene->layer_count == 0)
		scene->message = headline_nothing(scene, input);
	drawing_sequence_marks(&drawing);
	drawing_reasons(&drawing);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, false);
	insets_add(&drawing);
}
