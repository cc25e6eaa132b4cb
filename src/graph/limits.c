/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * limits.c - the verdict over time: what held the transfer back at every moment, behind the
 * flight and the window that show it.
 */
#include "base/si.h"
#include "graph/drawing.h"
#include "graph/headline.h"
#include "graph/kinds.h"
#include "graph/moments.h"
#include "graph/reasons.h"
#include "graph/repairs.h"
#include "graph/window.h"

static const char *
subtitle(struct scene *scene, const struct verdict *verdict)
{
	return scene_text(scene, "%s confidence · %s round trip%s · %s in flight on average / %s a "
		"round trip = %s", confidence_name(verdict->confidence),
		si_count(verdict->rounds).text, verdict->rounds == 1 ? "" : "s",
		si_bytes((uint64_t)(verdict->mean_flight_bytes + 0.5)).text,
		si_duration((nsec)(verdict->mean_rtt_s * 1e9 + 0.5)).text,
		si_rate(verdict->predicted_bps).text);
}

/* What the path holds when it is full, and nothing waits before it; 0: never seen full. */
static int64_t
capacity(const struct verdict *verdict)
{
	return (int64_t)(verdict->capacity_bps / 8 * (double)verdict->min_rtt / 1e9);
}

static void
add_capacity(struct drawing *drawing)
{
	const struct verdict *verdict = drawing->input->verdict;
	int64_t bytes = capacity(verdict);

	if (bytes >= 1 && bytes < drawing->y[0].hi)
		drawing_rule(drawing, scene_text(drawing->scene, "BDP %s: %s × %s",
			si_bytes((uint64_t)bytes).text, si_rate(verdict->capacity_bps).text,
			si_duration(verdict->min_rtt).text), bytes);
}

/*
 * A window that is never reached limits nothing: from somewhat above the usual flight and
 * what the path holds the scale is logarithmic, where that gives them more room.  0: nowhere.
 */
static int64_t
knee(const struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	int64_t most = (int64_t)input->row->dir[input->dir].flight.p95_bytes;
	int64_t holds = capacity(input->verdict);

	if (holds > most && holds < drawing->y[0].hi)
		most = holds;
	return most > 0 && most < drawing->y[0].hi / 4 ? most + most / 4 : 0;
}

/* Within its linear part the axis is three quarters of the panel. */
static void
add_repairs(struct drawing *drawing)
{
	int64_t at = knee(drawing);

	drawing_repairs(drawing, at ? at / 3 * 4 : drawing->y[0].hi);
}

void
limits_build(const struct graph_input *input, struct scene *scene)
{
	struct drawing drawing = {.scene = scene, .input = input};

	drawing_title(scene, input, NULL, input->verdict ? subtitle(scene, input->verdict) : "");
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "window and flight", 0};
	if (!input->verdict) {
		scene->message = input->row->dir[input->dir].data_packets
			? "This direction was not judged." : headline_nothing(scene, input);
		return;
	}
	drawing_shade_reasons(&drawing);
	window_add_curves(&drawing);
	add_capacity(&drawing);
	add_repairs(&drawing);
	drawing_moments(&drawing, window_height, input);
	drawing_reasons(&drawing);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, true);
	scene->panel[0].y.knee = knee(&drawing);
}
