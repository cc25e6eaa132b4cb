/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/drawing.h"

#include <inttypes.h>

#include "base/address.h"
#include "base/rfc3339.h"
#include "base/si.h"

enum { CHUNK = 256 };

uint64_t
drawing_count(const struct layer *layer)
{
	struct point points[CHUNK];
	size_t cursor = 0, got;
	uint64_t count = 0;

	while ((got = layer->read(layer, &cursor, points, CHUNK)) > 0)
		count += got;
	return count;
}

struct layer *
drawing_layer(struct scene *scene, const struct graph_input *input, enum glyph glyph,
	enum ink ink, layer_read read)
{
	struct layer *layer = scene_layer(scene, NULL, glyph, ink);

	layer->read = read;
	layer->source = input->tape;
	layer->dir = (uint8_t)input->dir;
	layer->count = drawing_count(layer);
	if (layer->count)
		return layer;
	scene->layer_count--;
	return NULL;
}

static void
stretch(int64_t value, int64_t *lo, int64_t *hi, bool *any)
{
	if (!*any || value < *lo)
		*lo = value;
	if (!*any || value > *hi)
		*hi = value;
	*any = true;
}

/* Extremes of a layer's points into the four bounds. */
static void
extremes(const struct layer *layer, struct axis *x, struct axis *y, bool *any)
{
	struct point points[CHUNK];
	size_t cursor = 0, got;

	while (layer->read && (got = layer->read(layer, &cursor, points, CHUNK)) > 0)
		for (size_t i = 0; i < got; i++) {
			bool any_x = *any, any_y = *any;

			if (points[i].lo == POINT_GAP)
				continue;
			if (layer->glyph != GLYPH_RULE)
				stretch(points[i].x, &x->lo, &x->hi, &any_x);
			else
				any_x = true;
			stretch(points[i].lo, &y->lo, &y->hi, &any_y);
			stretch(points[i].hi, &y->lo, &y->hi, &any_y);
			*any = any_x && any_y;
		}
}

/* 2 % on both sides, so that the first and the last point show; never an empty range. */
static void
pad(struct axis *axis, bool from_zero)
{
	int64_t span = axis->hi > axis->lo ? axis->hi - axis->lo : 0;
	int64_t margin = span / 50;

	if (margin == 0)
		margin = axis->unit == UNIT_NSEC ? NSEC_PER_MSEC : 1;
	axis->hi += margin;
	if (!from_zero)
		axis->lo -= margin;
	else
		axis->lo = 0;
	if (axis->hi <= axis->lo)
		axis->hi = axis->lo + 1;
}

void
drawing_fit(struct scene *scene, uint8_t panel, bool from_zero)
{
	struct axis x = scene->x, *y = &scene->panel[panel].y;
	bool any = false;

	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].panel == panel)
			extremes(&scene->layer[i], &x, y, &any);
	if (!any)
		y->lo = y->hi = 0;
	pad(y, from_zero);
}

void
drawing_fit_time(struct scene *scene)
{
	struct axis *x = &scene->x, y = {0};
	bool any = false;

	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].glyph != GLYPH_RULE)
			extremes(&scene->layer[i], x, &y, &any);
	if (!any)
		x->lo = 0, x->hi = NSEC_PER_SEC;
	else if (x->lo > 0)
		x->lo = 0;
	pad(x, false);
}

enum drawing_vantage
drawing_vantage(const struct graph_input *input)
{
	switch ((enum near_side)input->tape->facts.near) {
	case NEAR_A:
		return input->dir == A2B ? DRAWING_SENDER : DRAWING_RECEIVER;
	case NEAR_B:
		return input->dir == B2A ? DRAWING_SENDER : DRAWING_RECEIVER;
	case NEAR_MIDDLE:
		return DRAWING_MIDDLE;
	case NEAR_UNKNOWN:
		break;
	}
	return DRAWING_UNKNOWN;
}

static const char *
vantage_words(const struct graph_input *input)
{
	static const char *const words[] = {
		[DRAWING_UNKNOWN] = "capture point unknown",
		[DRAWING_SENDER] = "captured at the sender",
		[DRAWING_RECEIVER] = "captured at the receiver",
		[DRAWING_MIDDLE] = "captured on the way",
	};

	return words[drawing_vantage(input)];
}

void
drawing_title(struct scene *scene, const struct graph_input *input, const char *subtitle)
{
	const struct graph_kind *kind = graph_find(scene->graph);
	const struct connection_row *row = input->row;
	const struct endpoint *from = &row->end[input->dir], *to = &row->end[!input->dir];
	struct address_text source = address_endpoint(from->address, row->ip_version, from->port);
	struct address_text target = address_endpoint(to->address, row->ip_version, to->port);

	scene->title = scene_text(scene, "%s  %s → %s", kind->title, source.text, target.text);
	scene->subtitle = scene_text(scene, "%s%s%s", vantage_words(input),
		*subtitle ? " · " : "", subtitle);
	if (row->part)
		scene->footer = scene_text(scene, "%s · stream %" PRIu32 ".%" PRIu32 " · from %s",
			input->file, row->stream, row->part, rfc3339_format(row->first_time).text);
	else
		scene->footer = scene_text(scene, "%s · stream %" PRIu32 " · from %s", input->file,
			row->stream, rfc3339_format(row->first_time).text);
}

int
drawing_shift(const struct tape *tape, uint8_t dir)
{
	return tape->facts.side[!dir].window_shift;
}

nsec
drawing_round_trip(const struct graph_input *input)
{
	struct handshake shake = facts_handshake(&input->tape->facts);
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;

	if (shake.syn_to_synack != NSEC_UNKNOWN && shake.synack_to_ack != NSEC_UNKNOWN
		&& shake.syn_to_synack + shake.synack_to_ack > 0)
		return shake.syn_to_synack + shake.synack_to_ack;
	if (rtt->samples && rtt->p50 > 0)
		return rtt->p50;
	return 100 * NSEC_PER_MSEC;
}

/* At most this many words of a kind are written; layers show every one all the same. */
enum { WORDS_MAX = 12 };

static void
mark_flags(struct scene *scene, const struct graph_input *input, size_t row)
{
	const struct tape *tape = input->tape;
	bool own = tape->dir[row] == input->dir;
	stroff at = own ? tape->begin[row] + (stroff)tape->length[row] : tape->ack[row];
	uint8_t flags = tape->flags[row];
	nsec x = drawing_time(tape, row);

	if (flags & TCP_SYN && own)
		scene_mark(scene, 0, x, tape->begin[row], INK_EVENT, "SYN");
	if (flags & TCP_FIN && own)
		scene_mark(scene, 0, x, at, INK_EVENT, "FIN");
	/* A reset of the other side lies where its ACK would be. */
	if (flags & TCP_RST && (own || tape->has[row] & HAS_ACK))
		scene_mark(scene, 0, x, own ? tape->begin[row] : at, INK_EVENT, "RST");
}

void
drawing_sequence_marks(struct scene *scene, const struct graph_input *input)
{
	const struct tape *tape = input->tape;
	size_t words = 0;

	for (size_t row = 0; row < tape->rows && words < WORDS_MAX; row++) {
		if (!(tape->flags[row] & (TCP_SYN | TCP_FIN | TCP_RST))
			|| tape->data_class[row] == DATA_COPY)
			continue;

		size_t before = scene->mark_count;

		mark_flags(scene, input, row);
		words += scene->mark_count - before;
	}
	for (size_t i = 0, timeouts = 0; i < tape->note_count && timeouts < WORDS_MAX; i++) {
		const struct note *note = &tape->notes[i];

		if (note->kind != NOTE_TIMEOUT || note->dir != input->dir)
			continue;
		timeouts++;
		scene_mark(scene, 0, note->time - tape->conn->first_time, note->begin, INK_AGAIN,
			scene_text(scene, "timeout %s", si_duration(note->value).text));
	}
}
