/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * throughput.c - payload sent and payload delivered a second, over a trailing window.
 *
 * The window is max(100 ms, 4 round trips), and its width is printed.  The curves begin
 * after the first whole round trip and never divide by less than one: dividing by what
 * has elapsed reports gigabits after the first microseconds of any transfer.
 */
#include <stdlib.h>

#include "base/si.h"
#include "base/xalloc.h"
#include "graph/kinds.h"
#include "graph/drawing.h"

/*
 * A curve of more points than any screen has columns keeps, of each of so many slices of
 * time, the first, the lowest, the highest and the last.
 */
enum { SLICES = 8192 };

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
	nsec width, round_trip, start;
	uint64_t sum;
};

static int64_t
rate(const struct window *window, nsec now)
{
	nsec span = now - window->start;

	if (span > window->width)
		span = window->width;
	if (span < window->round_trip)
		span = window->round_trip;
	return (int64_t)((double)window->sum * 8e9 / (double)span + 0.5);
}

typedef uint32_t (*weight_of)(const struct tape *tape, size_t row, uint8_t dir);

static uint32_t
sent_bytes(const struct tape *tape, size_t row, uint8_t dir)
{
	uint8_t flags = tape->flags[row];

	if (!drawing_is_data(tape, row, dir))
		return 0;
	return tape->length[row] - !!(flags & TCP_SYN) - !!(flags & TCP_FIN);
}

static uint32_t
delivered_bytes(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->dir[row] != dir && tape->data_class[row] != DATA_COPY
		? tape->delivered[row] : 0;
}

static inline __attribute__((always_inline)) size_t
next_row(const struct tape *tape, size_t row, uint8_t dir, weight_of weight)
{
	while (row < tape->rows && weight(tape, row, dir) == 0)
		row++;
	return row;
}

/*
 * Two pointers over the rows: one lets weights in, the other, a window's width behind,
 * lets them out; a point at each.
 */
static inline __attribute__((always_inline)) void
make_curve(const struct tape *tape, uint8_t dir, struct window window, weight_of weight,
	struct curve *curve)
{
	size_t in = next_row(tape, 0, dir, weight), out = in;

	while (in < tape->rows || out < tape->rows) {
		nsec enters = in < tape->rows ? drawing_time(tape, in) : INT64_MAX;
		nsec leaves = out < in ? drawing_time(tape, out) + window.width : INT64_MAX;
		nsec now = enters < leaves ? enters : leaves;

		if (now == INT64_MAX)
			break;
		if (enters < leaves) {
			window.sum += weight(tape, in, dir);
			in = next_row(tape, in + 1, dir, weight);
		} else {
			window.sum -= weight(tape, out, dir);
			out = next_row(tape, out + 1, dir, weight);
		}
		if (now - window.start >= window.round_trip)
			curve_add(curve, now, rate(&window, now));
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
add_curve(struct scene *scene, const char *name, enum ink ink, struct curve *curve)
{
	if (curve->count)
		scene_layer_points(scene, name, GLYPH_STEP, ink, curve->points, curve->count);
	free(curve->points);
}

static void
add_mean(struct scene *scene, const struct graph_input *input)
{
	double bps;
	struct point point;

	if (!row_goodput(input->row, input->dir, &bps))
		return;
	point = (struct point){0, (int64_t)(bps + 0.5), (int64_t)(bps + 0.5)};
	scene_layer_points(scene, scene_text(scene, "mean goodput %s", si_rate(bps).text),
		GLYPH_RULE, INK_REFERENCE, &point, 1);
}

static struct window
make_window(const struct graph_input *input)
{
	const struct tape *tape = input->tape;
	nsec round_trip = drawing_round_trip(input), width = 4 * round_trip;
	nsec first = input->row->dir[input->dir].first_data;

	return (struct window){
		.width = width > 100 * NSEC_PER_MSEC ? width : 100 * NSEC_PER_MSEC,
		.round_trip = round_trip,
		.start = first == NSEC_UNKNOWN ? 0 : first - tape->conn->first_time,
	};
}

void
throughput_build(const struct graph_input *input, struct scene *scene)
{
	const struct tape *tape = input->tape;
	struct window window = make_window(input);
	nsec span = input->row->last_time - input->row->first_time + window.width;
	struct curve sent = {.slice = span / SLICES + 1}, delivered = {.slice = span / SLICES + 1};
	double bps;
	const char *mean = row_throughput(input->row, input->dir, &bps)
		? scene_text(scene, " · sent %s on average", si_rate(bps).text) : "";

	scene->panel[0].y = (struct axis){UNIT_BITS_PER_SECOND, 0, 1, "payload"};
	make_curve(tape, (uint8_t)input->dir, window, sent_bytes, &sent);
	make_curve(tape, (uint8_t)input->dir, window, delivered_bytes, &delivered);
	drawing_title(scene, input, scene_text(scene, "trailing window of %s%s · peak %s",
		si_duration(window.width).text, mean, si_rate((double)peak_of(&sent)).text));
	if (input->row->dir[input->dir].data_packets == 0)
		scene->message = "This direction carried no data.";
	else if (sent.count == 0 && delivered.count == 0)
		scene->message = "The transfer was over before one round trip: no rate to speak of.";
	add_curve(scene, "throughput: sent", INK_DATA, &sent);
	add_curve(scene, "goodput: acknowledged", INK_ACK, &delivered);
	if (scene->message)
		return;
	add_mean(scene, input);
	drawing_fit_time(scene);
	drawing_fit(scene, 0, true);
}
