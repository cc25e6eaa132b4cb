/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * limits.c - the verdict over time: what held the transfer back at every moment, behind the
 * flight and the window that show it.
 */
#include <stdlib.h>

#include "base/si.h"
#include "base/xalloc.h"
#include "graph/drawing.h"
#include "graph/kinds.h"
#include "graph/window.h"

/* Stretches narrower than this part of the time can't be told apart. */
enum { STRETCHES = 600 };
/* Below a hundredth of the time a reason has no entry in the legend. */
#define LISTED 0.01

/* One ink for one kind of bound, the same in every picture. */
static const struct {
	enum ink ink;
	const char *words;
} looks[REASON_COUNT] = {
	[REASON_HANDSHAKE] = {INK_EVENT, "handshake"},
	[REASON_SLOW_START] = {INK_LATE, "slow start"},
	[REASON_GROWTH] = {INK_LATE, "growth"},
	[REASON_SENDER_WINDOW] = {INK_DATA, "sender's window"},
	[REASON_RECEIVE_WINDOW] = {INK_WINDOW, "receive window"},
	[REASON_ZERO_WINDOW] = {INK_EVENT, "zero window"},
	[REASON_BANDWIDTH] = {INK_ACK, "bandwidth"},
	[REASON_CONGESTION] = {INK_AGAIN, "after a loss"},
	[REASON_LOSS_RECOVERY] = {INK_AGAIN, "recovery"},
	[REASON_APPLICATION] = {INK_MUTED, "application"},
	[REASON_OTHER] = {INK_GRID, "other"},
};

struct stretch {
	nsec begin, end;
	nsec spent[REASON_COUNT];
};

static enum reason
most_of(const struct stretch *stretch)
{
	int most = 0;

	for (int reason = 1; reason < REASON_COUNT; reason++)
		if (stretch->spent[reason] > stretch->spent[most])
			most = reason;
	return (enum reason)most;
}

/* "receive window 66 %"; NULL where it is too little to list. */
static const char *
name_of(struct drawing *drawing, enum reason reason)
{
	const struct verdict *verdict = drawing->input->verdict;
	nsec all = 0;

	for (int i = 0; i < REASON_COUNT; i++)
		all += verdict->spent[i];
	if (all <= 0 || (double)verdict->spent[reason] < LISTED * (double)all)
		return NULL;
	return scene_text(drawing->scene, "%s %.0f %%", looks[reason].words,
		100.0 * (double)verdict->spent[reason] / (double)all);
}

struct shading {
	struct drawing *drawing;
	const char *names[REASON_COUNT];
	struct span open;
	bool any;
	enum reason reason;
};

static void
shade(struct shading *shading, const struct stretch *stretch)
{
	nsec first = shading->drawing->input->tape->conn->first_time;
	enum reason reason = most_of(stretch);
	nsec begin = drawing_since(stretch->begin, first), end = drawing_since(stretch->end, first);

	if (stretch->end <= stretch->begin)
		return;
	if (shading->any && shading->reason == reason && shading->open.end >= begin) {
		shading->open.end = end;
		return;
	}
	if (shading->any)
		scene_span(shading->drawing->scene, &shading->open);
	shading->open = (struct span){.begin = begin, .end = end, .ink = looks[reason].ink,
		.name = shading->names[reason]};
	shading->reason = reason;
	shading->any = true;
}

/* Many short spans become stretches that have the reason of most of their time. */
static void
add_spans(struct drawing *drawing)
{
	const struct verdict *verdict = drawing->input->verdict;
	struct shading shading = {.drawing = drawing};
	struct stretch stretch = {0, 0, {0}};
	nsec least;

	if (verdict->span_count == 0)
		return;
	least = (verdict->span[verdict->span_count - 1].end - verdict->span[0].begin) / STRETCHES;
	for (int reason = 0; reason < REASON_COUNT; reason++)
		shading.names[reason] = name_of(drawing, (enum reason)reason);
	for (size_t i = 0; i < verdict->span_count; i++) {
		const struct verdict_span *span = &verdict->span[i];

		if (stretch.end == stretch.begin)
			stretch.begin = span->begin;
		stretch.spent[span->reason] += span->end - span->begin;
		stretch.end = span->end;
		if (stretch.end - stretch.begin >= least) {
			shade(&shading, &stretch);
			stretch = (struct stretch){0, 0, {0}};
		}
	}
	shade(&shading, &stretch);
	if (shading.any)
		scene_span(drawing->scene, &shading.open);
}

static const char *
subtitle(struct scene *scene, const struct verdict *verdict)
{
	return scene_text(scene, "%s confidence · %s round trips · %s in flight on average / %s a "
		"round trip = %s", confidence_name(verdict->confidence),
		si_count(verdict->rounds).text,
		si_bytes((uint64_t)(verdict->mean_flight_bytes + 0.5)).text,
		si_duration((nsec)(verdict->mean_rtt_s * 1e9 + 0.5)).text,
		si_rate(verdict->predicted_bps).text);
}

/* What the path holds when it is full, and nothing waits before it. */
static void
add_capacity(struct drawing *drawing)
{
	const struct verdict *verdict = drawing->input->verdict;
	double bytes = verdict->capacity_bps / 8 * (double)verdict->min_rtt / 1e9;

	if (bytes >= 1 && bytes < (double)drawing->y[0].hi)
		drawing_rule(drawing, scene_text(drawing->scene, "BDP %s: %s × %s",
			si_bytes((uint64_t)bytes).text, si_rate(verdict->capacity_bps).text,
			si_duration(verdict->min_rtt).text), (int64_t)bytes);
}

void
limits_build(const struct graph_input *input, struct scene *scene)
{
	struct drawing drawing = {.scene = scene, .input = input};

	drawing_title(scene, input, NULL, input->verdict ? subtitle(scene, input->verdict) : "");
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "window and flight", 0};
	if (!input->verdict) {
		scene->message = input->row->dir[input->dir].data_packets
			? "This direction was not judged." : "This direction carried no data.";
		return;
	}
	add_spans(&drawing);
	window_add_curves(&drawing);
	add_capacity(&drawing);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, true);
}
