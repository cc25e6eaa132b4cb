/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * window.c - bytes in flight against the receive window: one unit, one scale, never a
 * second axis.  Where the window dwarfs the flight, the flight has a panel of its own.
 */
#include "base/si.h"
#include "graph/drawing.h"
#include "graph/kinds.h"

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

DRAWING_READER(flight)
DRAWING_READER(owin)
DRAWING_READER(window)

static void
add_flight(struct drawing *drawing, bool named)
{
	bool at_receiver = drawing_vantage(drawing->input) == DRAWING_RECEIVER;

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

static const char *
subtitle(struct scene *scene, const struct graph_input *input)
{
	const struct flight_stats *flight = &input->row->dir[input->dir].flight;
	const struct direction_stats *peer = &input->row->dir[!input->dir];
	const char *window = peer->has_window ? scene_text(scene, " · window %s to %s",
		si_bytes(peer->window_min_bytes).text, si_bytes(peer->window_max_bytes).text) : "";
	const char *where = drawing_vantage(input) == DRAWING_RECEIVER
		? "at the capture point only: " : "";

	if (flight->duration == 0)
		return "";
	return scene_text(scene, "%sflight P50 %s · P95 %s · max %s%s", where,
		si_bytes(flight->p50_bytes).text, si_bytes(flight->p95_bytes).text,
		si_bytes(flight->max_bytes).text, window);
}

/* The upper panel shows all of it; the lower one what it leaves too small to read. */
static bool
needs_two_panels(const struct drawing *drawing)
{
	const struct flight_stats *flight =
		&drawing->input->row->dir[drawing->input->dir].flight;

	return flight->duration > 0 && flight->p95_bytes > 0
		&& drawing->y[0].hi > 4 * (int64_t)flight->p95_bytes;
}

static void
add_lower_panel(struct drawing *drawing)
{
	struct scene *scene = drawing->scene;
	int64_t p95 = drawing->input->row->dir[drawing->input->dir].flight.p95_bytes;

	scene->panel_count = 2;
	scene->panel[0].share = 0.45;
	scene->panel[1].share = 0.55;
	scene->panel[1].y = (struct axis){UNIT_BYTES, 0, 1, "in flight"};
	drawing->panel = 1;
	add_flight(drawing, false);
	/* Rare peaks, whole in the upper panel, don't squeeze the rest here. */
	if (drawing->y[1].hi > 3 * p95) {
		drawing->y[1].hi = p95 + p95 / 4;
		scene->panel[1].y.title = "in flight, enlarged";
	}
	drawing_fit(drawing, 1, true);
}

void
window_build(const struct graph_input *input, struct scene *scene)
{
	struct drawing drawing = {.scene = scene, .input = input};

	drawing_title(scene, input, NULL, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "window and flight"};
	if (input->row->dir[input->dir].data_packets == 0) {
		scene->message = "This direction carried no data.";
		return;
	}
	add_window(&drawing);
	add_flight(&drawing, true);
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, true);
	if (needs_two_panels(&drawing))
		add_lower_panel(&drawing);
}
