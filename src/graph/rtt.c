/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rtt.c - every round-trip sample at the time its segment was sent.
 *
 * Only Karn-safe samples are on the tape.  At the receiver's side they measure how long
 * it takes to acknowledge, not the path, and the picture says so.
 */
#include "base/si.h"
#include "graph/kinds.h"
#include "graph/drawing.h"

/* Of the drawn direction's payload: not of SYN or FIN. */
static inline bool
is_sample(const struct tape *tape, const struct tape_rtt *sample, uint8_t dir)
{
	return tape->dir[sample->row] != dir && tape->delivered[sample->row] != 0;
}

static size_t
read_samples(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	const struct tape *tape = layer->source;
	bool by_sack = layer->glyph != GLYPH_DOT;
	size_t count = 0, at = *cursor;

	for (; at < tape->rtt_count && count < max; at++) {
		const struct tape_rtt *sample = &tape->rtt[at];

		if (!is_sample(tape, sample, layer->dir) || sample->by_sack != by_sack)
			continue;
		out[count++] = (struct point){drawing_time(tape, sample->row) - sample->rtt,
			sample->rtt, sample->rtt};
	}
	*cursor = at;
	return count;
}

static void
add_rule(struct scene *scene, const char *name, nsec value)
{
	struct point point = {0, value, value};

	scene_layer_points(scene, scene_text(scene, "%s %s", name, si_duration(value).text),
		GLYPH_RULE, INK_REFERENCE, &point, 1);
}

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;
	const char *what = drawing_vantage(input) == DRAWING_RECEIVER
		? "time to acknowledge, not the path: " : drawing_vantage(input) == DRAWING_MIDDLE
		? "from here to the receiver and back: " : "";

	if (rtt->samples == 0)
		return what;
	return scene_text(scene, "%smin %s · P50 %s · P95 %s · max %s", what,
		si_duration(rtt->min).text, si_duration(rtt->p50).text,
		si_duration(rtt->p95).text, si_duration(rtt->max).text);
}

void
rtt_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct layer *layer;

	drawing_title(scene, input, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_NSEC, 0, 1,
		drawing_vantage(input) == DRAWING_RECEIVER ? "ACK delay at the capture point"
			: "round-trip time"};
	if (total->rtt.samples == 0) {
		scene->message = total->data_packets
			? "No round-trip sample: no segment sent once was seen acknowledged."
			: "This direction carried no data.";
		return;
	}
	if ((layer = drawing_layer(scene, input, GLYPH_DOT, INK_DATA, read_samples)))
		layer->name = "by cumulative ACK";
	if ((layer = drawing_layer(scene, input, GLYPH_DIAMOND, INK_SACK, read_samples))) {
		layer->name = "by SACK";
		layer->hollow = true;
	}
	add_rule(scene, "minimum", total->rtt.min);
	add_rule(scene, "P50", total->rtt.p50);
	drawing_fit_time(scene);
	drawing_fit(scene, 0, true);
}
