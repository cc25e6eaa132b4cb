/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stevens.c - sequence offset of every data segment over time, and nothing else: the shape
 * of a transfer.
 */
#include "graph/stevens.h"

#include "base/si.h"
#include "graph/headline.h"
#include "graph/kinds.h"
#include "graph/rare.h"
#include "graph/reasons.h"

static inline bool
pick_if(bool wanted, const struct tape *tape, size_t row, struct point *point)
{
	if (!wanted)
		return false;
	*point = (struct point){drawing_time(tape, row), tape->begin[row], tape->begin[row]};
	return true;
}

static bool
pick_first(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_if(drawing_is_first(tape, row, dir), tape, row, point);
}

static bool
pick_again(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_if(drawing_is_again(tape, row, dir), tape, row, point);
}

static bool
pick_late(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_if(drawing_is_late(tape, row, dir), tape, row, point);
}

static bool
pick_probe(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_if(drawing_is_probe(tape, row, dir), tape, row, point);
}

DRAWING_READER(first)
DRAWING_READER(again)
DRAWING_READER(late)
DRAWING_READER(probe)

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	const char *took = "", *rate = "";
	double bps;

	if (total->first_data != NSEC_UNKNOWN)
		took = scene_text(scene, " · %s", si_duration(
			drawing_since(total->last_data, total->first_data)).text);
	if (row_goodput(input->row, input->dir, &bps))
		rate = scene_text(scene, " · %s", si_rate(bps).text);
	return scene_text(scene, "%s of payload in %s segments%s%s",
		si_bytes(total->payload_bytes).text, si_count(total->data_packets).text, took,
		rate);
}

/* What was sent again, by cause; of a part only how much. */
static const char *
causes(const struct drawing *drawing, uint64_t count)
{
	const struct direction_stats *total = &drawing->input->row->dir[drawing->input->dir];

	return count == total->retransmitted_packets
		? rare_causes(drawing->scene, total->by_cause, total->spurious) : NULL;
}

void
stevens_add_segments(struct drawing *drawing)
{
	const struct direction_stats *total = &drawing->input->row->dir[drawing->input->dir];
	struct layer *again;

	drawing_layer(drawing, "data segments", GLYPH_DOT, INK_DATA, read_first);
	if (total->window_probes || total->keep_alives)
		drawing_layer(drawing, total->window_probes == 0 ? "keep-alives"
			: total->keep_alives == 0 ? "window probes" : "probes and keep-alives",
			GLYPH_DIAMOND, INK_EVENT, read_probe);
	if (total->reordered_packets)
		drawing_layer(drawing, "filling a gap: reordered, or lost before the capture",
			GLYPH_PLUS, INK_LATE, read_late);
	if (!total->retransmitted_packets)
		return;
	again = drawing_layer(drawing, "retransmissions", GLYPH_CROSS, INK_AGAIN, read_again);
	if (again)
		again->detail = causes(drawing, again->count);
}

void
stevens_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct drawing drawing = {.scene = scene, .input = input};

	drawing_title(scene, input, NULL, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "sequence offset"};
	if (total->data_packets == 0) {
		scene->message = headline_nothing(scene, input);
		return;
	}
	stevens_add_segments(&drawing);
	/* What a reset carries is a remark, not of the stream (RFC 9293 3.5.3). */
	if (scene->layer_count == 0)
		scene->message = headline_nothing(scene, input);
	drawing_sequence_marks(&drawing);
	drawing_reasons(&drawing);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, false);
}
