/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rtt.c - every round-trip sample at the time its segment was sent.
 *
 * Only Karn-safe samples are on the tape.  Where a segment was sent again, the time since
 * its last sending is drawn as well, hollow and grey: it may be a round trip, or nothing
 * when the ACK was of an earlier sending.  At the receiver's side samples measure how long
 * it takes to acknowledge, not the path, and the picture says so.
 */
#include <stdlib.h>
#include <string.h>

#include "base/si.h"
#include "base/xalloc.h"
#include "graph/drawing.h"
#include "graph/headline.h"
#include "graph/kinds.h"
#include "graph/reasons.h"
#include "graph/spans.h"

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

/* ---- segments sent again ---- */

/* So many wait for their ACK at a time; what is sent again beyond them has no point. */
enum { WAITING_MAX = 1024 };

struct waiting {
	stroff begin, end;
	nsec sent;             /* for the last time */
};

struct ambiguous {
	struct waiting waiting[WAITING_MAX];
	size_t waiting_count;
	size_t sack;           /* the tape's next SACK range */
	struct point *points;
	size_t count, capacity;
};

static void
send_again(struct ambiguous *all, const struct tape *tape, size_t row)
{
	stroff begin = tape->begin[row], end = begin + (stroff)tape->length[row];

	for (size_t i = 0; i < all->waiting_count; i++)
		if (all->waiting[i].begin == begin) {
			all->waiting[i] = (struct waiting){begin, end, tape->time[row]};
			return;
		}
	if (all->waiting_count < WAITING_MAX)
		all->waiting[all->waiting_count++] =
			(struct waiting){begin, end, tape->time[row]};
}

/* [begin, end) is acknowledged by `row`: who waited for it has its point. */
static void
answer(struct ambiguous *all, const struct tape *tape, size_t row, stroff begin, stroff end)
{
	size_t left = 0;

	for (size_t i = 0; i < all->waiting_count; i++) {
		const struct waiting *one = &all->waiting[i];
		nsec age = drawing_since(tape->time[row], one->sent);

		if (one->begin < begin || one->end > end || age < 0) {
			all->waiting[left++] = *one;
			continue;
		}
		all->points = xgrow(all->points, &all->capacity, all->count,
			sizeof(*all->points), 64);
		all->points[all->count++] =
			(struct point){drawing_time(tape, row) - age, age, age};
	}
	all->waiting_count = left;
}

static void
answer_ranges(struct ambiguous *all, const struct tape *tape, size_t row)
{
	for (; all->sack < tape->sack_count && tape->sack[all->sack].row <= row; all->sack++) {
		const struct tape_sack *sack = &tape->sack[all->sack];

		if (sack->row == row && !sack->dsack)
			answer(all, tape, row, sack->begin, sack->end);
	}
}

/* As a whole the picture costs one pass over the rows, and only after a retransmission. */
static void
find_ambiguous(struct ambiguous *all, const struct tape *tape, uint8_t dir)
{
	for (size_t row = 0; row < tape->rows; row++) {
		if (drawing_is_again(tape, row, dir) && drawing_payload(tape, row))
			send_again(all, tape, row);
		if (all->waiting_count && drawing_is_ack(tape, row, dir)) {
			answer(all, tape, row, INT64_MIN, tape->ack[row]);
			answer_ranges(all, tape, row);
		}
	}
}

static void
add_ambiguous(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	struct ambiguous *all;

	if (input->row->dir[input->dir].retransmitted_packets == 0)
		return;
	all = xcalloc(1, sizeof(*all));
	find_ambiguous(all, input->tape, (uint8_t)input->dir);
	drawing_points(drawing, "sent again: since the last sending", GLYPH_RING, INK_MUTED,
		all->points, all->count);
	if (all->count) {
		struct layer *layer = &drawing->scene->layer[drawing->scene->layer_count - 1];

		layer->hollow = true;
		layer->count = all->count;
	}
	free(all->points);
	free(all);
}

/* ---- what the samples are compared with ---- */

/* At the capture point's end of the handshake its halves sum to the path's round trip. */
static void
add_handshake(struct drawing *drawing)
{
	const struct tape *tape = drawing->input->tape;
	nsec took = drawing_handshake(drawing->input);
	struct point point = {0, took, took};

	if (took == NSEC_UNKNOWN || took < 0)
		return;
	point.x = drawing_since(tape->facts.side[A2B].first_syn, tape->conn->first_time);
	drawing_points(drawing, scene_text(drawing->scene, "handshake %s",
		si_duration(took).text), GLYPH_SQUARE, INK_EVENT, &point, 1);
}

static void
add_rules(struct drawing *drawing, const struct rtt_stats *rtt)
{
	struct scene *scene = drawing->scene;
	struct si_text least = si_duration(rtt->min), middle = si_duration(rtt->p50);

	if (strcmp(least.text, middle.text) == 0) {
		drawing_rule(drawing, scene_text(scene, "minimum and P50 %s", least.text),
			rtt->min);
		return;
	}
	drawing_rule(drawing, scene_text(scene, "minimum %s", least.text), rtt->min);
	drawing_rule(drawing, scene_text(scene, "P50 %s", middle.text), rtt->p50);
}

/*
 * Few outliers far above the rest get the logarithmic quarter above a knee.  Where more
 * than a hundredth lies there, P99 is among them, and P95 says where the mass ends.
 */
static nsec
knee(const struct rtt_stats *rtt, const struct axis *axis)
{
	nsec mass = axis->hi / 4 > rtt->p99 ? rtt->p99 : rtt->p95;
	nsec at = mass + mass / 4;

	return axis->hi / 4 > mass && at > axis->lo ? at : 0;
}

/* As the sender lived them: by the time of sending. */
static void
add_lived(struct drawing *drawing, const struct sender_view *view)
{
	struct point *points = xreallocarray(NULL, view->rtt_count + 1, sizeof(*points));
	struct layer *layer;

	for (size_t i = 0; i < view->rtt_count; i++)
		points[i] = (struct point){drawing_since(view->rtt[i].time,
			view->tape->conn->first_time) - view->rtt[i].rtt, view->rtt[i].rtt,
			view->rtt[i].rtt};
	layer = drawing_points(drawing, "by cumulative ACK, as the sender had it", GLYPH_DOT,
		INK_DATA, points, view->rtt_count);
	if (layer)
		layer->count = view->rtt_count;
	free(points);
}

static void
add_samples(struct drawing *drawing)
{
	struct layer *by_sack;

	drawing_layer(drawing, "by cumulative ACK", GLYPH_DOT, INK_DATA, read_acked);
	by_sack = drawing_layer(drawing, "by SACK", GLYPH_DIAMOND, INK_SACK, read_sacked);
	if (by_sack)
		by_sack->hollow = true;
	add_ambiguous(drawing);
}

/* What the samples measure from here; "" where it is the path, or can't be told. */
static const char *
caveat(const struct graph_input *input)
{
	if (input->view)
		return "";
	switch (drawing_vantage(input)) {
	case DRAWING_MIDDLE:
		return " · from here to the receiver and back";
	case DRAWING_RECEIVER:
		return " · time to acknowledge, not the path";
	case DRAWING_SENDER: case DRAWING_UNKNOWN:
		break;
	}
	return "";
}

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;

	if (rtt->samples == 0)
		return "";
	return scene_text(scene, "P95 %s · max %s%s", si_duration(rtt->p95).text,
		si_duration(rtt->max).text, caveat(input));
}

static void
draw(struct drawing *drawing, const struct rtt_stats *rtt)
{
	struct axis *axis = &drawing->scene->panel[0].y;

	drawing_capture_gaps(drawing);
	if (drawing->input->view)
		add_lived(drawing, drawing->input->view);
	else
		add_samples(drawing);
	add_handshake(drawing);
	add_rules(drawing, rtt);
	drawing_reasons(drawing);
	drawing_fit_time(drawing);
	drawing_fit(drawing, 0, true);
	axis->knee = knee(rtt, axis);
}

void
rtt_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct drawing drawing = {.scene = scene, .input = input};
	bool at_receiver = !input->view && drawing_vantage(input) == DRAWING_RECEIVER;

	drawing_title(scene, input, at_receiver ? "ACK delay at the receiver" : NULL,
		subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_NSEC, 0, 1,
		at_receiver ? "ACK delay at the receiver" : "round-trip time", 0};
	if (total->rtt.samples == 0) {
		scene->message = total->data_packets
			? "No round-trip sample: no segment sent once was seen acknowledged."
			: headline_nothing(scene, input);
		return;
	}
	draw(&drawing, &total->rtt);
}
