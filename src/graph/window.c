/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * window.c - bytes in flight against the receive window: one unit, one scale, never a
 * second axis.  Where the window dwarfs the flight, the flight has a panel of its own.
 */
#include "base/si.h"
#include "graph/kinds.h"
#include "graph/drawing.h"

static inline uint32_t
pipe_of(const struct outstanding *of)
{
	uint64_t gone = (uint64_t)of->sacked + of->lost;

	return gone < of->owin ? of->owin - (uint32_t)gone : 0;
}

/* Only where it changes: most rows of the other side leave it alone. */
static bool
pick_flight(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	uint32_t now = pipe_of(&tape->of[dir][row]);

	if (row && pipe_of(&tape->of[dir][row - 1]) == now)
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

	if (!differs && (row == 0 || !(tape->of[dir][row - 1].sacked
		| tape->of[dir][row - 1].lost)))
		return false;
	*point = (struct point){drawing_time(tape, row), differs ? (int64_t)of->owin : POINT_GAP,
		of->owin};
	return true;
}

static bool
pick_window(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	int shift = drawing_shift(tape, dir);
	bool scaled = shift > 0 && !(tape->has[row] & WINDOW_UNSCALED);
	int64_t bytes = (int64_t)tape->window[row] << (scaled ? shift : 0);

	if (tape->dir[row] == dir || !(tape->has[row] & HAS_WINDOW)
		|| tape->data_class[row] == DATA_COPY)
		return false;
	*point = (struct point){drawing_time(tape, row), bytes, bytes};
	return true;
}

#define READER(name) \
	static size_t \
	read_##name(const struct layer *layer, size_t *cursor, struct point *out, size_t max) \
	{ \
		return drawing_read(layer, cursor, out, max, pick_##name); \
	}
READER(flight)
READER(owin)
READER(window)

static struct layer *
add_line(struct scene *scene, const struct graph_input *input, uint8_t panel,
	enum ink ink, layer_read read)
{
	struct layer *layer = drawing_layer(scene, input, GLYPH_STEP, ink, read);

	if (layer) {
		layer->panel = panel;
		layer->count = 0;
	}
	return layer;
}

static void
add_flight(struct scene *scene, const struct graph_input *input, uint8_t panel, bool named)
{
	bool at_receiver = drawing_vantage(input) == DRAWING_RECEIVER;
	struct layer *layer = add_line(scene, input, panel, INK_REFERENCE, read_owin);

	if (layer && named)
		layer->name = "outstanding, SACKed and lost bytes included";
	layer = add_line(scene, input, panel, INK_DATA, read_flight);
	if (layer && named)
		layer->name = at_receiver ? "outstanding at the capture point (the sender has more)"
			: "in flight";
}

static void
add_window(struct scene *scene, const struct graph_input *input)
{
	struct layer *layer = add_line(scene, input, 0, INK_WINDOW, read_window);

	if (!layer)
		return;
	layer->dotted = drawing_shift(input->tape, (uint8_t)input->dir) == SHIFT_UNKNOWN;
	layer->name = layer->dotted ? "receive window, scale unknown: at least this"
		: "receive window";
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

static bool
needs_two_panels(const struct scene *scene, const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];

	/* The upper panel has been fitted to the larger of both. */
	return total->flight.duration > 0 && total->flight.p50_bytes > 0
		&& (uint64_t)scene->panel[0].y.hi > 4 * total->flight.p50_bytes
		&& (uint64_t)scene->panel[0].y.hi > 4 * total->flight.p95_bytes / 2;
}

/* What is rare and far above does not squeeze the rest: the panel ends above P95. */
static void
add_lower_panel(struct scene *scene, const struct graph_input *input)
{
	const struct flight_stats *flight = &input->row->dir[input->dir].flight;

	scene->panel_count = 2;
	scene->panel[0].share = 0.45;
	scene->panel[1].share = 0.55;
	scene->panel[1].y = (struct axis){UNIT_BYTES, 0, 1, "in flight"};
	add_flight(scene, input, 1, false);
	drawing_fit(scene, 1, true);
	if (scene->panel[1].y.hi > 4 * (int64_t)flight->p50_bytes
		&& (int64_t)flight->p95_bytes * 5 / 4 < scene->panel[1].y.hi)
		scene->panel[1].y.hi = (int64_t)flight->p95_bytes * 5 / 4;
	if (scene->panel[1].y.hi < 2)
		scene->panel[1].y.hi = 2;
}

void
window_build(const struct graph_input *input, struct scene *scene)
{
	drawing_title(scene, input, subtitle(scene, input));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "window and flight"};
	if (input->row->dir[input->dir].data_packets == 0) {
		scene->message = "This direction carried no data.";
		return;
	}
	add_window(scene, input);
	add_flight(scene, input, 0, true);
	drawing_fit_time(scene);
	drawing_fit(scene, 0, true);
	if (needs_two_panels(scene, input))
		add_lower_panel(scene, input);
}
