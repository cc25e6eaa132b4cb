/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/drawing.h"

#include <inttypes.h>

#include "base/address.h"
#include "base/rfc3339.h"
#include "graph/headline.h"
#include "graph/moments.h"
#include "graph/spans.h"

enum { CHUNK = 256 };

static inline void
stretch(struct extent *extent, int64_t value)
{
	if (!extent->any) {
		*extent = (struct extent){value, value, true};
		return;
	}
	if (value < extent->lo)
		extent->lo = value;
	if (value > extent->hi)
		extent->hi = value;
}

void
drawing_reach(struct drawing *drawing, uint8_t panel, nsec x, int64_t y)
{
	stretch(&drawing->x, x);
	stretch(&drawing->y[panel], y);
}

/* Read a layer through: how many points, and how far they reach. */
static uint64_t
measure(struct drawing *drawing, const struct layer *layer)
{
	struct extent x = drawing->x, y = drawing->y[layer->panel];
	struct point points[CHUNK];
	size_t cursor = 0, got;
	uint64_t count = 0;

	while ((got = layer->read(layer, &cursor, points, CHUNK)) > 0) {
		count += got;
		for (size_t i = 0; i < got; i++) {
			stretch(&x, points[i].x);
			if (points[i].lo == POINT_GAP)
				continue;
			stretch(&y, points[i].lo);
			stretch(&y, points[i].hi);
		}
	}
	if (layer->glyph != GLYPH_RULE)
		drawing->x = x;
	drawing->y[layer->panel] = y;
	return count;
}

struct layer *
drawing_layer(struct drawing *drawing, const char *name, enum glyph glyph, enum ink ink,
	layer_read read)
{
	return drawing_layer_of(drawing, name, glyph, ink, read, drawing->input->tape);
}

struct layer *
drawing_layer_of(struct drawing *drawing, const char *name, enum glyph glyph, enum ink ink,
	layer_read read, const void *source)
{
	struct layer *layer = scene_layer(drawing->scene, name, glyph, ink);

	layer->read = read;
	layer->source = source;
	layer->dir = (uint8_t)drawing->input->dir;
	layer->panel = drawing->panel;
	layer->count = measure(drawing, layer);
	if (layer->count == 0) {
		drawing->scene->layer_count--;
		return NULL;
	}
	if (glyph == GLYPH_STEP || glyph == GLYPH_LINE)
		layer->count = 0;
	return layer;
}

struct layer *
drawing_points(struct drawing *drawing, const char *name, enum glyph glyph, enum ink ink,
	const struct point *points, size_t count)
{
	struct layer *layer;

	if (count == 0)
		return NULL;
	layer = scene_layer_points(drawing->scene, name, glyph, ink, points, count);
	layer->panel = drawing->panel;
	measure(drawing, layer);
	return layer;
}

void
drawing_rule(struct drawing *drawing, const char *name, int64_t value)
{
	struct point point = {0, value, value};

	drawing_points(drawing, name, GLYPH_RULE, INK_REFERENCE, &point, 1);
}

/* 2 % on both sides, so that the first and the last point show; never an empty range. */
static void
pad(struct axis *axis, struct extent extent, bool from_zero)
{
	int64_t lo = extent.any ? extent.lo : 0, hi = extent.any ? extent.hi : 0;
	int64_t margin;

	if (from_zero && lo > 0)
		lo = 0;
	margin = (hi - lo) / 50;
	if (margin == 0)
		margin = hi > lo || axis->unit != UNIT_NSEC ? 1 : NSEC_PER_MSEC;
	axis->lo = from_zero ? lo : lo - margin;
	axis->hi = hi + margin;
}

void
drawing_fit(struct drawing *drawing, uint8_t panel, bool from_zero)
{
	pad(&drawing->scene->panel[panel].y, drawing->y[panel], from_zero);
}

/* Rows are in order of time, but where a note says that it went back. */
static bool
is_ordered(const struct tape *tape)
{
	for (size_t i = 0; i < tape->note_count; i++)
		if (tape->notes[i].kind == NOTE_CLOCK_STEP)
			return false;
	return true;
}

void
drawing_fit_time(struct drawing *drawing)
{
	const struct tape *tape = drawing->input->tape;
	size_t row = tape->rows && is_ordered(tape) ? tape->rows - 1 : 0;

	/* From the connection's first segment, whoever sent it, to its last. */
	stretch(&drawing->x, 0);
	for (; row < tape->rows; row++)
		stretch(&drawing->x, drawing_time(tape, row));
	pad(&drawing->scene->x, drawing->x, false);
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

void
drawing_title(struct scene *scene, const struct graph_input *input, const char *what,
	const char *subtitle)
{
	const struct connection_row *row = input->row;
	const struct endpoint *from = &row->end[input->dir], *to = &row->end[!input->dir];
	struct address_text source = address_endpoint(from->address, row->ip_version, from->port);
	struct address_text target = address_endpoint(to->address, row->ip_version, to->port);

	scene->title = scene_text(scene, "%s  %s → %s",
		what ? what : graph_find(scene->graph)->title, source.text, target.text);
	scene->headline = headline_text(scene, input);
	scene->subtitle = scene_text(scene, "%s%s%s", headline_ribbon(scene, input),
		*subtitle ? " · " : "", subtitle);
	if (row->part)
		scene->footer = scene_text(scene, "%s · stream %" PRIu32 ".%" PRIu32 " · from %s",
			input->file, row->stream, row->part, rfc3339_format(row->first_time).text);
	else
		scene->footer = scene_text(scene, "%s · stream %" PRIu32 " · from %s", input->file,
			row->stream, rfc3339_format(row->first_time).text);
}

nsec
drawing_handshake(const struct graph_input *input)
{
	struct handshake shake = facts_handshake(&input->tape->facts);
	nsec whole;

	if (shake.syn_to_synack == NSEC_UNKNOWN || shake.synack_to_ack == NSEC_UNKNOWN
		|| __builtin_add_overflow(shake.syn_to_synack, shake.synack_to_ack, &whole))
		return NSEC_UNKNOWN;
	return whole;
}

nsec
drawing_round_trip(const struct graph_input *input)
{
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;
	nsec handshake = drawing_handshake(input);

	/* Clocks too coarse to tell say 0, and an hour's is a broken one. */
	if (handshake > 0 && handshake < 3600 * NSEC_PER_SEC)
		return handshake;
	if (rtt->samples && rtt->p50 > 0)
		return rtt->p50;
	return 100 * NSEC_PER_MSEC;
}

uint64_t
drawing_bottleneck(const struct graph_input *input)
{
	const struct rate_stats *rate = &input->row->dir[input->dir].rate;
	enum drawing_vantage vantage = drawing_vantage(input);

	return rate->samples && (vantage == DRAWING_SENDER || vantage == DRAWING_MIDDLE)
		? rate->p99_bps : 0;
}

/* ---- marks on the sequence axis ---- */

/* Words of a kind, so that a storm of one leaves room for the others. */
enum { WORDS_MAX = 6 };

static void
mark(struct drawing *drawing, nsec x, int64_t y, enum ink ink, const char *text)
{
	scene_mark(drawing->scene, drawing->panel, x, y, ink, text);
	drawing_reach(drawing, drawing->panel, x, y);
}

struct words {
	unsigned syn, fin, rst;
	stroff ack;              /* the latest of the drawn direction's data */
};

static void
mark_flags(struct drawing *drawing, size_t row, struct words *words)
{
	const struct tape *tape = drawing->input->tape;
	bool own = tape->dir[row] == drawing->input->dir;
	stroff end = tape->begin[row] + (stroff)tape->length[row];
	uint8_t flags = tape->flags[row];
	nsec x = drawing_time(tape, row);

	if (flags & TCP_SYN && own && words->syn++ < WORDS_MAX)
		mark(drawing, x, tape->begin[row], INK_EVENT, "SYN");
	if (flags & TCP_FIN && own && words->fin++ < WORDS_MAX)
		mark(drawing, x, end, INK_EVENT, "FIN");
	/* A reset by the other side lies where its ACK line is. */
	if (flags & TCP_RST && words->rst++ < WORDS_MAX)
		mark(drawing, x, own ? tape->begin[row] : words->ack, INK_EVENT, "RST");
}

void
drawing_flag_marks(struct drawing *drawing)
{
	const struct tape *tape = drawing->input->tape;
	struct words words = {0};

	for (size_t row = 0; row < tape->rows; row++) {
		if (drawing_is_ack(tape, row, (uint8_t)drawing->input->dir))
			words.ack = tape->ack[row];
		if (tape->flags[row] & (TCP_SYN | TCP_FIN | TCP_RST)
			&& tape->data_class[row] != DATA_COPY)
			mark_flags(drawing, row, &words);
	}
}

void
drawing_sequence_marks(struct drawing *drawing)
{
	drawing_flag_marks(drawing);
	drawing_moments(drawing, moment_offset, NULL);
	drawing_capture_gaps(drawing);
}
