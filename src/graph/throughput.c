/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * throughput.c - payload sent and payload delivered a second.
 *
 * Bins are a whole number of round trips wide, because TCP sends a burst a round trip:
 * narrower ones show the bursts, and others hold now one more, now one less.  A byte counts
 * in the two bins whose centres it lies between, by how near it is to each, so that the
 * curve has no steps where a burst changes bins, and no byte is lost or counted twice.
 * Between the centres lie FINE - 1 more, of bins as wide: else the height of a pulse would
 * depend on how near a centre it happens to come.
 */
#include <stdlib.h>

#include "base/si.h"
#include "base/xalloc.h"
#include "graph/drawing.h"
#include "graph/headline.h"
#include "graph/kinds.h"
#include "graph/moments.h"
#include "graph/reasons.h"
#include "graph/repairs.h"
#include "graph/spans.h"

enum {
	BINS_MAX = 300,     /* about a third of a screen's columns */
	BIN_PACKETS = 4,    /* fewer a bin, on average, are no rate */
	FINE = 4,           /* centres a width */
};

/* Bins centred at start, start + step, ..., each reaching to the centres a width away. */
struct bins {
	nsec start, end, width, step;
	size_t count;
	double *bytes;
};

static nsec
larger(nsec a, nsec b)
{
	return a > b ? a : b;
}

/* Whole round trips, and a whole number of bins in the time that data took. */
static nsec
choose_width(const struct graph_input *input, nsec span)
{
	nsec trip = drawing_round_trip(input);
	nsec packets = (nsec)input->row->dir[input->dir].data_packets;
	nsec least = larger(span / BINS_MAX,
		packets > BIN_PACKETS ? span / packets * BIN_PACKETS : span);
	nsec width = larger(least / trip + (least % trip != 0), 1) * trip;

	/* Of less than a round trip there is no rate. */
	return width < span ? span / (span / width) : larger(span, trip);
}

static struct bins
bins_make(const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	nsec first = input->row->first_time;
	struct bins bins = {.start = drawing_since(total->first_data, first)};

	bins.end = drawing_since(total->last_data, first);
	if (total->last_ack_of_data != NSEC_UNKNOWN)
		bins.end = larger(bins.end, drawing_since(total->last_ack_of_data, first));
	bins.end = larger(bins.end, bins.start);
	bins.width = choose_width(input, bins.end - bins.start);
	bins.step = larger(bins.width / FINE, 1);
	bins.count = FINE * (size_t)larger((bins.end - bins.start + bins.width / 2)
		/ bins.width, 1) + 1;
	bins.bytes = xcalloc(bins.count + 1, sizeof(*bins.bytes));
	return bins;
}

/* Into the two centres around it, as if bins were a step wide; bins_widen does the rest. */
static void
bins_add(struct bins *bins, nsec x, uint32_t bytes)
{
	nsec since = x < bins->start ? 0 : (x > bins->end ? bins->end : x) - bins->start;
	size_t bin = (size_t)(since / bins->step);
	double share = (double)(since % bins->step) / (double)bins->step;

	/* The divisions leave some ns over. */
	if (bin + 1 >= bins->count) {
		bin = bins->count - 1;
		share = 0;
	}
	bins->bytes[bin] += (1 - share) * bytes;
	bins->bytes[bin + 1] += share * bytes;
}

/* A triangle FINE times as wide is the sum of narrow ones, weighted 1, 2 .. FINE .. 2, 1. */
static void
bins_widen(struct bins *bins)
{
	double *wide = xcalloc(bins->count + 1, sizeof(*wide));

	for (size_t bin = 0; bin < bins->count; bin++)
		for (size_t i = 0; i < 2 * FINE - 1; i++) {
			size_t at = bin + i, weight = i < FINE ? i + 1 : 2 * FINE - 1 - i;

			if (at >= FINE - 1 && at - (FINE - 1) < bins->count)
				wide[bin] += bins->bytes[at - (FINE - 1)] * (double)weight / FINE;
		}
	free(bins->bytes);
	bins->bytes = wide;
}

static int64_t
bins_rate(const struct bins *bins, size_t bin)
{
	double bps = bins->bytes[bin] * 8e9 / (double)bins->width + 0.5;

	return bps < (double)(INT64_MAX / 4) ? (int64_t)bps : INT64_MAX / 4;
}

static nsec
bins_centre(const struct bins *bins, size_t bin)
{
	return bins->start + (nsec)bin * bins->step;
}

/* Between two centres the rate is on the straight line. */
static int64_t
bins_at(const struct bins *bins, nsec x)
{
	nsec since = x - bins->start;
	size_t bin = since > 0 ? (size_t)(since / bins->step) : 0;
	double share = (double)(since % bins->step) / (double)bins->step;

	if (since < 0 || bin >= bins->count)
		return 0;

	int64_t left = bins_rate(bins, bin);
	int64_t right = bin + 1 < bins->count ? bins_rate(bins, bin + 1) : left;

	return left + (int64_t)((double)(right - left) * share);
}

/* The bin of the highest rate. */
static size_t
bins_peak(const struct bins *bins)
{
	size_t peak = 0;

	for (size_t bin = 1; bin < bins->count; bin++)
		if (bins->bytes[bin] > bins->bytes[peak])
			peak = bin;
	return peak;
}

static void
fill(const struct graph_input *input, struct bins *sent, struct bins *delivered)
{
	const struct tape *tape = input->tape;

	for (size_t row = 0; row < tape->rows; row++) {
		uint8_t class = tape->data_class[row];

		if (class == DATA_COPY)
			continue;
		if (tape->dir[row] != input->dir && tape->delivered[row])
			bins_add(delivered, drawing_time(tape, row), tape->delivered[row]);
		if (tape->dir[row] == input->dir && class != DATA_NONE)
			bins_add(sent, drawing_time(tape, row), drawing_payload(tape, row));
	}
	bins_widen(sent);
	bins_widen(delivered);
}

/* Up to the end of the data, which a bin may reach beyond. */
static void
add_curve(struct drawing *drawing, const char *name, enum ink ink, const struct bins *bins)
{
	struct point *points = xcalloc(bins->count, sizeof(*points));
	size_t count = 0;
	bool any = false;

	for (nsec x = bins->start; count < bins->count && x <= bins->end; count++) {
		int64_t rate = bins_at(bins, x);

		any |= bins->bytes[count] > 0;
		points[count] = (struct point){x, rate, rate};
		x = x < bins->end && x + bins->step > bins->end ? bins->end : x + bins->step;
	}
	if (any)
		drawing_points(drawing, name, GLYPH_LINE, ink, points, count);
	free(points);
}

/* ---- lines to compare with ---- */

static int64_t
whole(double bps)
{
	return (int64_t)(bps < 1e18 ? bps + 0.5 : 1e18);
}

/*
 * What the path can carry, as far as it was tried; 0 where it can't be told, or was
 * delivered faster through a whole bin than the samples say.
 */
static uint64_t
bottleneck(const struct graph_input *input, const struct bins *delivered)
{
	uint64_t most = drawing_bottleneck(input);
	uint64_t peak = (uint64_t)bins_rate(delivered, bins_peak(delivered));

	return peak / 20 * 19 <= most ? most : 0;
}

/* Far above all curves a line would only press them down. */
static bool
fits(uint64_t bps, int64_t peak)
{
	return bps > 0 && bps / 3 <= (uint64_t)peak / 2;
}

static void
add_rules(struct drawing *drawing, uint64_t most, int64_t peak)
{
	const struct graph_input *input = drawing->input;
	struct scene *scene = drawing->scene;
	double bps;

	if (row_goodput(input->row, input->dir, &bps))
		drawing_rule(drawing, scene_text(scene, "mean goodput %s", si_rate(bps).text),
			whole(bps));
	if (fits(most, peak))
		drawing_rule(drawing, scene_text(scene, "bottleneck estimate %s",
			si_rate((double)most).text), whole((double)most));
}

static const char *
subtitle(struct scene *scene, const struct bins *bins, uint64_t most, int64_t peak)
{
	const char *estimate = most == 0 ? "" : fits(most, peak)
		? " · bottleneck estimate: P99 of the delivery rate"
		: scene_text(scene, " · bottleneck estimate %s: P99 of the delivery rate",
			si_rate((double)most).text);

	return scene_text(scene, "bins of %s%s", si_duration(bins->width).text, estimate);
}

/* On the curve of what was sent. */
static int64_t
height(const void *context, const struct moment_place *place)
{
	return bins_at(context, place->x);
}

static void
draw(struct drawing *drawing, const struct bins *sent, const struct bins *delivered)
{
	struct scene *scene = drawing->scene;
	uint64_t most = bottleneck(drawing->input, delivered);
	const struct bins *higher = bins_rate(sent, bins_peak(sent))
		>= bins_rate(delivered, bins_peak(delivered)) ? sent : delivered;
	size_t top = bins_peak(higher);
	int64_t peak = bins_rate(higher, top);

	drawing_title(scene, drawing->input, NULL, subtitle(scene, sent, most, peak));
	drawing_capture_gaps(drawing);
	add_curve(drawing, "throughput: sent", INK_DATA, sent);
	add_curve(drawing, "goodput: acknowledged", INK_ACK, delivered);
	add_rules(drawing, most, peak);
	drawing_repairs(drawing, drawing->y[0].hi);
	drawing_moments(drawing, height, sent);
	if (bins_centre(higher, top) <= higher->end)
		scene_mark(scene, 0, bins_centre(higher, top), peak,
			higher == sent ? INK_DATA : INK_ACK,
			scene_text(scene, "peak %s", si_rate((double)peak).text));
	drawing_reasons(drawing);
	drawing_fit_time(drawing);
	drawing_fit(drawing, 0, true);
}

void
throughput_build(const struct graph_input *input, struct scene *scene)
{
	struct drawing drawing = {.scene = scene, .input = input};
	struct bins sent, delivered;

	scene->panel[0].y = (struct axis){UNIT_BITS_PER_SECOND, 0, 1, "payload"};
	if (input->row->dir[input->dir].data_packets == 0
		|| input->row->dir[input->dir].first_data == NSEC_UNKNOWN) {
		drawing_title(scene, input, NULL, "");
		scene->message = headline_nothing(scene, input);
		return;
	}
	sent = bins_make(input);
	delivered = bins_make(input);
	fill(input, &sent, &delivered);
	draw(&drawing, &sent, &delivered);
	free(sent.bytes);
	free(delivered.bytes);
}
