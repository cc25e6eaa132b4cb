/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rtt.c - every round-trip sample at the time its segment was sent.
 *
 * Only Karn-safe samples are on the tape.  At the receiver's side they measure how long
 * it takes to acknowledge, not the path, and the picture says so.
 */
#include "base/si.h"
#include "graph/drawing.h"
#include "graph/kinds.h"

/* Of the drawn direction's payload: not of SYN or FIN. */
static inline size_t
read_samples(const struct layer *layer, size_t *cursor, struct point *out, size_t max,
	bool by_sack)
{
	const struct tape *tape = layer->source;
	size_t count = 0, at = *cursor;

	for (; at < tape->rtt_count && count < max; at++) {
		const struct tape_rtt *sample = &tape->rtt[at];

		if (tape->dir[sample->row] != layer->dir && tape->delivered[sample->row] != 0
			&& sample->by_sack == by_sack)
			out[count++] = (struct point){
				drawing_time(tape, sample->row) - sample->rtt, sample->rtt,
				sample->rtt};
	}
	*cursor = at;
	return count;
}

static size_t
read_acked(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return read_samples(layer, cursor, out, max, false);
}

static size_t
read_sacked(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return read_samples(layer, cursor, out, max, true);
}

/* What the samples measure from here; "" where it is the path, or can't be told. */
static const char *
caveat(struct scene *scene, const struct graph_input *input)
{
	nsec handshake = drawing_handshake(input);

	if (drawing_vantage(input) == DRAWING_MIDDLE)
		return " · from here to the receiver and back";
	if (drawing_vantage(input) != DRAWING_RECEIVER)
		return "";
	if (handshake == NSEC_UNKNOWN)
		return " · time to acknowledge, not the path";
	return scene_text(scene, " · time to acknowledge, not the path: its handshake took %s",
		si_duration(handshake).text);
}

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;

	if (rtt->samples == 0)
		return "";
	return scene_text(scene, "min %s · P50 %s · P95 %s · max %s%s",
		si_duration(rtt->min).text, si_duration(rtt->p50).text,
		si_duration(rtt->p95).text, si_duration(rtt->max).text, caveat(scene, input));
}

void
rtt_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	const struct rtt_stats *rtt = &total->rtt;
	struct drawing drawing = {.scene = scene, .input = input};
	bool at_receiver = drawing_vantage(input) == DRAWING_RECEIVER;

	drawing_title(scene, input, at_receiver ? "ACK delay" : NULL, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_NSEC, 0, 1,
		at_receiver ? "ACK delay at the capture point" : "round-trip time"};
	if (rtt->samples == 0) {
		scene->message = total->data_packets
			? "No round-trip sample: no segment sent once was seen acknowledged."
			: "This direction carried no data.";
		return;
	}
	drawing_layer(&drawing, "by cumulative ACK", GLYPH_DOT, INK_DATA, read_acked);

	struct layer *by_sack = drawing_layer(&drawing, "by SACK", GLYPH_DIAMOND, INK_SACK,
		read_sacked);

	if (by_sack)
		by_sack->hollow = true;
	drawing_rule(&drawing, scene_text(scene, "minimum %s", si_duration(rtt->min).text),
		rtt->min);
	drawing_rule(&drawing, scene_text(scene, "P50 %s", si_duration(rtt->p50).text),
		rtt->p50);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, true);
}
