/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * throughput.c - payload sent and payload delivered a second, over a trailing window.
 *
 * The window is max(100 ms, 4 round trips), and its width is printed.  The curves begin
 * after the first whole round trip and never divide by less than one: dividing by what
 * has elapsed reports gigabits after the first microseconds of any transfer.  A round trip
 * far shorter than the window would do the same, so a 16th of the window counts as one.
 * From one window's width on they are exact steps; before, the divisor grows, and they are
 * sampled.
 */
#include <stdlib.h>

#include "base/si.h"
#include "base/xalloc.h"
#include "graph/drawing.h"
#include "graph/kinds.h"

/*
 * A curve of more points than any screen has columns keeps, of each of so many slices of
 * time, the first, the lowest, the highest and the last.
 */
enum { SLICES = 8192 };

/* Points between the first round trip and the first whole window. */
enum { RAMP_POINTS = 32 };

struct curve {
	struct point *points;
	size_t count, capacity;
	nsec slice;
	/* of the slice in hand */
	struct point first, low, high, last;
	nsec slice_end;
	bool open;
};

static void
put(struct curve *curve, struct point point)
{
	if (curve->count && curve->points[curve->count - 1].x == point.x
		&& curve->points[curve->count - 1].lo == point.lo)
		return;
	curve->points = xgrow(curve->points, &curve->capacity, curve->count,
		sizeof(*curve->points), 256);
	curve->points[curve->count++] = point;
}

static void
end_slice(struct curve *curve)
{
	bool low_first = curve->low.x <= curve->high.x;

	if (!curve->open)
		return;
	put(curve, curve->first);
	put(curve, low_first ? curve->low : curve->high);
	put(curve, low_first ? curve->high : curve->low);
	put(curve, curve->last);
	curve->open = false;
}

static void
curve_add(struct curve *curve, nsec x, int64_t value)
{
	struct point point = {x, value, value};

	if (curve->open && x >= curve->slice_end)
		end_slice(curve);
	if (!curve->open) {
		curve->open = true;
		curve->first = curve->low = curve->high = curve->last = point;
		curve->slice_end = x + curve->slice;
		return;
	}
	if (value < curve->low.lo)
		curve->low = point;
	if (value > curve->high.lo)
		curve->high = point;
	curve->last = point;
}

struct window {
	nsec width, least, start; /* least: no rate is told of a shorter span */
	uint64_t sum;
};

static int64_t
rate(const struct window *window, nsec now)
{
	nsec span = now - window->start;

	if (span > window->width)
		span = window->width;
	if (span < window->least)
		span = window->least;

	double bps = (double)window->sum * 8e9 / (double)span + 0.5;

	return bps < (double)(INT64_MAX / 4) ? (int64_t)bps : INT64_MAX / 4;
}

typedef uint32_t (*weight_of)(const struct tape *tape, size_t row, uint8_t dir);

static inline uint32_t
sent_bytes(const struct tape *tape, size_t row, uint8_t dir)
{
	uint8_t class = tape->data_class[row];

	return tape->dir[row] == dir && class != DATA_NONE && class != DATA_COPY
		? drawing_payload(tape, row) : 0;
}

static inline uint32_t
delivered_bytes(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->dir[row] != dir && tape->data_class[row] != DATA_COPY
		? tape->delivered[row] : 0;
}

/* A row with weight, and when it comes to count, or ceases to. */
struct hand {
	size_t row;
	nsec time, delay;
};

static inline __attribute__((always_inline)) void
hand_move(struct hand *hand, size_t row, const struct tape *tape, uint8_t dir,
	weight_of weight)
{
	while (row < tape->rows && weight(tape, row, dir) == 0)
		row++;
	hand->row = row;
	hand->time = row < tape->rows ? drawing_time(tape, row) + hand->delay : INT64_MAX;
}

static inline nsec
earlier(nsec a, nsec b)
{
	return a < b ? a : b;
}

/*
 * Two hands over the rows: one lets weights in, the other, a window's width behind, lets
 * them out.  All that happens at one instant makes one point.
 */
static inline __attribute__((always_inline)) void
make_curve(const struct tape *tape, uint8_t dir, struct window window, weight_of weight,
	struct curve *curve)
{
	struct hand in = {0}, out = {.delay = window.width};
	nsec full = window.start + window.width, ramp = window.start + window.least;
	nsec step = (window.width - window.least) / RAMP_POINTS + 1, last = ramp;

	hand_move(&in, 0, tape, dir, weight);
	hand_move(&out, 0, tape, dir, weight);
	while (out.row < tape->rows) {
		nsec now = earlier(earlier(in.time, out.time), ramp);

		while (in.time <= now) {
			window.sum += weight(tape, in.row, dir);
			hand_move(&in, in.row + 1, tape, dir, weight);
		}
		while (out.row < in.row && out.time <= now) {
			window.sum -= weight(tape, out.row, dir);
			hand_move(&out, out.row + 1, tape, dir, weight);
		}
		if (now == ramp)
			ramp = ramp + step <= full ? ramp + step : INT64_MAX;
		/* The capture's clock may go back; the curve doesn't. */
		last = now > last ? now : last;
		if (now >= window.start + window.least)
			curve_add(curve, last, rate(&window, last));
	}
	end_slice(curve);
}

static int64_t
peak_of(const struct curve *curve)
{
	int64_t peak = 0;

	for (size_t i = 0; i < curve->count; i++)
		if (curve->points[i].lo > peak)
			peak = curve->points[i].lo;
	return peak;
}

static void
add_curve(struct drawing *drawing, const char *name, enum ink ink, struct curve *curve)
{
	drawing_points(drawing, name, GLYPH_STEP, ink, curve->points, curve->count);
	free(curve->points);
}

static struct window
make_window(const struct graph_input *input)
{
	const struct tape *tape = input->tape;
	nsec round_trip = drawing_round_trip(input), width = 4 * round_trip;
	nsec first = input->row->dir[input->dir].first_data;

	if (width < 100 * NSEC_PER_MSEC)
		width = 100 * NSEC_PER_MSEC;
	return (struct window){
		.width = width,
		.least = round_trip > width / 16 ? round_trip : width / 16,
		.start = first == NSEC_UNKNOWN ? 0 : drawing_since(first, tape->conn->first_time),
	};
}

static void
make_curves(const struct graph_input *input, const struct window *window, struct curve *sent,
	struct curve *delivered)
{
	const struct tape *tape = input->tape;
	nsec span = drawing_since(input->row->last_time, input->row->first_time);

	sent->slice = delivered->slice = (span > 0 ? span : 0) / SLICES + 1;
	make_curve(tape, (uint8_t)input->dir, *window, sent_bytes, sent);
	make_curve(tape, (uint8_t)input->dir, *window, delivered_bytes, delivered);
}

void
throughput_build(const struct graph_input *input, struct scene *scene)
{
	struct window window = make_window(input);
	struct drawing drawing = {.scene = scene, .input = input};
	struct curve sent = {0}, delivered = {0};
	const char *mean = "";
	double bps;

	make_curves(input, &window, &sent, &delivered);
	if (row_throughput(input->row, input->dir, &bps))
		mean = scene_text(scene, " · sent %s on average", si_rate(bps).text);
	drawing_title(scene, input, NULL, scene_text(scene, "trailing window of %s%s · peak %s",
		si_duration(window.width).text, mean, si_rate((double)peak_of(&sent)).text));
	scene->panel[0].y = (struct axis){UNIT_BITS_PER_SECOND, 0, 1, "payload"};
	add_curve(&drawing, "throughput: sent", INK_DATA, &sent);
	add_curve(&drawing, "goodput: acknowledged", INK_ACK, &delivered);
	if (scene->layer_count == 0) {
		scene->message = "This direction carried no data.";
		return;
	}
	if (row_goodput(input->row, input->dir, &bps))
		drawing_rule(&drawing, scene_text(scene, "mean goodput %s", si_rate(bps).text),
			(int64_t)(bps < 1e18 ? bps + 0.5 : 1e18));
	drawing_fit_time(&drawing);
	drawing_fit(&drawing, 0, true);
}
