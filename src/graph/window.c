/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * window.c - bytes in flight against the receive window: one unit, one scale, never a
 * second axis.  Where the window dwarfs the flight, the flight has a panel of its own.
 */
#include "base/si.h"
#include "graph/drawing.h"
#include "graph/headline.h"
#include "graph/kinds.h"
#include "graph/moments.h"
#include "graph/plateau.h"
#include "graph/reasons.h"
#include "graph/spans.h"
#include "graph/window.h"

enum {
	EXCURSIONS_MAX = 14,    /* values side by side over a panel's width */
	ARROW_MARGIN = 25,      /* arrowheads lie this part of the panel below its top */
};

/* Only where it changes, which most rows of the other side don't; and the ends. */
static bool
pick_flight(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	uint32_t now = outstanding_pipe(&tape->of[dir][row], 0);

	if (row && row + 1 < tape->rows && outstanding_pipe(&tape->of[dir][row - 1], 0) == now)
		return false;
	*point = (struct point){drawing_time(tape, row), now, now};
	return true;
}

/* What SACK and loss take away from the plain span between ACK and highest byte. */
static bool
pick_owin(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	const struct outstanding *of = &tape->of[dir][row];
	bool differs = of->sacked | of->lost;

	if (!differs && (row == 0 || !(of[-1].sacked | of[-1].lost)))
		return false;
	*point = (struct point){drawing_time(tape, row), differs ? (int64_t)of->owin : POINT_GAP,
		of->owin};
	return true;
}

/* A window that came with an overtaken ACK is of the past. */
static bool
pick_window(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	int64_t bytes = drawing_window(tape, row, dir);

	if (tape->dir[row] == dir || !(tape->has[row] & HAS_WINDOW)
		|| tape->data_class[row] == DATA_COPY || tape->ack_class[row] == ACK_OLD)
		return false;
	*point = (struct point){drawing_time(tape, row), bytes, bytes};
	return true;
}

/* The same as the sender had it. */
static size_t
read_lived(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	const struct sender_view *view = layer->source;
	size_t count = 0, at = *cursor;

	for (; at < view->count && count < max; at++) {
		int64_t now = (int64_t)lived_pipe(&view->event[at]);

		if (at && at + 1 < view->count
			&& (int64_t)lived_pipe(&view->event[at - 1]) == now)
			continue;
		out[count++] = (struct point){drawing_since(view->event[at].time,
			view->tape->conn->first_time), now, now};
	}
	*cursor = at;
	return count;
}

DRAWING_READER(flight)
DRAWING_READER(owin)
DRAWING_READER(window)

static void
add_flight(struct drawing *drawing, bool named)
{
	bool at_receiver = drawing_vantage(drawing->input) == DRAWING_RECEIVER;

	if (drawing->input->view) {
		drawing_layer_of(drawing, named ? "in flight, as the sender had it" : NULL,
			GLYPH_STEP, INK_DATA, read_lived, drawing->input->view);
		return;
	}
	drawing_layer(drawing, named ? "outstanding, SACKed and lost bytes included" : NULL,
		GLYPH_STEP, INK_REFERENCE, read_owin);
	drawing_layer(drawing, !named ? NULL : at_receiver
		? "outstanding at the capture point (the sender has more)" : "in flight",
		GLYPH_STEP, INK_DATA, read_flight);
}

static void
add_window(struct drawing *drawing)
{
	bool unknown = drawing_shift(drawing->input->tape, (uint8_t)drawing->input->dir)
		== SHIFT_UNKNOWN;
	struct layer *layer = drawing_layer(drawing, unknown
		? "receive window, scale unknown: at least this" : "receive window",
		GLYPH_STEP, INK_WINDOW, read_window);

	if (layer)
		layer->dotted = unknown;
}

void
window_add_curves(struct drawing *drawing)
{
	add_flight(drawing, true);
	/* On top: flight that fills the window would hide it. */
	add_window(drawing);
}

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct flight_stats *flight = &input->row->dir[input->dir].flight;
	const struct direction_stats *peer = &input->row->dir[!input->dir];
	struct si_text least = si_bytes(peer->window_min_bytes);
	struct si_text most = si_bytes(peer->window_max_bytes);
	bool changes = peer->window_min_bytes != peer->window_max_bytes;
	const char *window = peer->has_window ? scene_text(scene, " · window %s%s%s", least.text,
		changes ? " to " : "", changes ? most.text : "") : "";

	if (flight->duration == 0)
		return "";
	return scene_text(scene, "flight P50 %s · P95 %s · max %s%s",
		si_bytes(flight->p50_bytes).text, si_bytes(flight->p95_bytes).text,
		si_bytes(flight->max_bytes).text, window);
}

/* ---- the lower panel: what the upper leaves too small to read ---- */

/* A stretch of time with more in flight than the panel shows. */
struct excursion {
	nsec x, end;
	uint32_t most;
};

static void
mark_excursion(struct drawing *drawing, const struct excursion *excursion)
{
	struct scene *scene = drawing->scene;
	int64_t top = scene->panel[1].y.hi;

	scene_mark(scene, 1, excursion->x, top - top / ARROW_MARGIN, INK_DATA,
		scene_text(scene, "%s", si_bytes(excursion->most).text));
	scene->mark[scene->mark_count - 1].glyph = GLYPH_ARROW_UP;
}

/* Those too close for their values to stand side by side are one. */
static void
mark_excursions(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	nsec apart = (drawing->scene->x.hi - drawing->scene->x.lo) / EXCURSIONS_MAX;
	struct excursion open = {0};

	for (size_t i = 0; i < drawing_flight_count(input); i++) {
		uint32_t now = drawing_flight(input, i);
		nsec x = drawing_since(drawing_flight_time(input, i),
			input->tape->conn->first_time);

		if ((int64_t)now <= drawing->scene->panel[1].y.hi)
			continue;
		if (open.most && x - open.end > apart) {
			mark_excursion(drawing, &open);
			open.most = 0;
		}
		if (now > open.most) {
			open.x = x;
			open.most = now;
		}
		open.end = x;
	}
	if (open.most)
		mark_excursion(drawing, &open);
}

/* Up to a quarter above what is usual once the transfer has settled; 0: nothing is. */
static int64_t
lower_top(const struct graph_input *input)
{
	int64_t usual = plateau_bytes(input);

	if (usual == 0)
		usual = input->row->dir[input->dir].flight.p95_bytes;
	return usual + usual / 4;
}

static bool
needs_two_panels(const struct drawing *drawing, int64_t top)
{
	const struct flight_stats *flight =
		&drawing->input->row->dir[drawing->input->dir].flight;

	/* At the receiver flight is what its ACKs lag behind, which explains nothing. */
	return (drawing->input->view || drawing_vantage(drawing->input) != DRAWING_RECEIVER)
		&& flight->duration > 0 && top > 0 && drawing->y[0].hi > 2 * top
		&& drawing->y[0].hi > 4 * (int64_t)flight->p50_bytes;
}

static void
add_lower_panel(struct drawing *drawing, int64_t top)
{
	struct scene *scene = drawing->scene;

	scene->panel_count = 2;
	scene->panel[0].share = 0.45;
	scene->panel[1].share = 0.55;
	scene->panel[1].y = (struct axis){UNIT_BYTES, 0, top, "in flight, enlarged", 0};
	drawing->panel = 1;
	add_flight(drawing, false);
	mark_excursions(drawing);
}

/* Bandwidth times delay, where it can be told. */
static uint64_t
bdp(const struct graph_input *input)
{
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;

	if (rtt->samples == 0 || rtt->min <= 0)
		return 0;
	return (uint64_t)((double)drawing_bottleneck(input) * (double)rtt->min / 8e9 + 0.5);
}

/* In the last panel, where it lies within. */
static void
add_bdp(struct drawing *drawing)
{
	const struct graph_input *input = drawing->input;
	struct scene *scene = drawing->scene;
	uint64_t bytes = bdp(input);

	if (bytes == 0 || bytes >= (uint64_t)scene->panel[scene->panel_count - 1].y.hi)
		return;
	drawing_rule(drawing, scene_text(scene, "BDP at least %s: %s × %s", si_bytes(bytes).text,
		si_rate((double)drawing_bottleneck(input)).text,
		si_duration(input->row->dir[input->dir].rtt.min).text), (int64_t)bytes);
}

int64_t
window_height(const void *context, const struct moment_place *place)
{
	const struct graph_input *input = context;
	size_t low = 0, high = drawing_flight_count(input);

	if (!input->view)
		return drawing_flight(input, place->row);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (drawing_since(input->view->event[middle].time,
			input->tape->conn->first_time) <= place->x)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? drawing_flight(input, low - 1) : 0;
}

void
window_build(const struct graph_input *input, struct scene *scene)
{
	struct drawing drawing = {.scene = scene, .input = input};
	int64_t top = lower_top(input);

	drawing_title(scene, input, NULL, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "window and flight", 0};
	if (input->row->dir[input->dir].data_packets == 0) {
		scene->message = headline_nothing(scene, input);
		return;
	}
	drawing_capture_gaps(&drawing);
	drawing_recoveries(&drawing);
	window_add_curves(&drawing);
	drawing_moments(&drawing, window_height, input);
	drawing_reasons(&drawing);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, true);
	if (needs_two_panels(&drawing, top))
		add_lower_panel(&drawing, top);
	add_bdp(&drawing);
}
