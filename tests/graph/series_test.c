/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Round trips, flight and rates over time: points, lines, panels and words, worked out by
 * hand.
 */
#include "config.h"

#include "picture.h"

/* Captured at B, who sends; RTT 40 ms. */
#define HANDSHAKE \
	{0, A2B, S, 0, 0, 0, 5000, .mss = 1000}, \
	{10, B2A, S | A, 0, 0, 1, 6000, .mss = 1000}, \
	{40000, A2B, A, 1, 0, 1, 50}

static const struct line handshake[] = {HANDSHAKE};

static int64_t
count_of(const struct scene *scene, const char *name)
{
	const struct layer *layer = layer_of(scene, name);

	return layer ? (int64_t)layer->count : -1;
}

/* ---- throughput ---- */

/*
 * 1000 B every 10 ms, each acknowledged after 40 ms: 37 segments in 400 ms from first data
 * to last ACK.  Four segments take longer than a round trip, so bins are two: 80 ms.
 */
enum { STEADY = 37 };

static int
compare_lines(const void *a, const void *b)
{
	const struct line *left = a, *right = b;

	return left->us < right->us ? -1 : left->us > right->us;
}

static void
steady_begin(struct picture *picture)
{
	struct line trace[3 + 2 * STEADY];

	memcpy(trace, handshake, sizeof(handshake));
	for (int i = 0; i < STEADY; i++) {
		trace[3 + i] = (struct line){50000 + 10000 * i, B2A, A, 1 + 1000 * i, 1000, 1, 60};
		trace[3 + STEADY + i] = (struct line){90001 + 10000 * i, A2B, A, 1, 0,
			1001 + 1000 * i, 50};
	}
	qsort(trace + 3, 2 * STEADY, sizeof(*trace), compare_lines);
	/* The last ACK comes exactly 400 ms behind the first data. */
	trace[2 + 2 * STEADY].us = 450000;
	picture_begin(picture, trace, COUNT(trace));
}

static void
a_steady_rate_is_flat(void)
{
	static struct picture picture;
	const struct scene *scene;

	steady_begin(&picture);
	scene = draw(&picture, "throughput", B2A);
	/* Half a bin at the start: 4.5 of 8 segments; behind the last segment, 1.25. */
	IS_DRAWN(scene, "throughput: sent",
		{MS(50), 450000, 450000}, {MS(70), 612500, 612500}, {MS(90), 725000, 725000},
		{MS(110), 787500, 787500}, {MS(130), 800000, 800000}, {MS(150), 800000, 800000},
		{MS(170), 800000, 800000}, {MS(190), 800000, 800000}, {MS(210), 800000, 800000},
		{MS(230), 800000, 800000}, {MS(250), 800000, 800000}, {MS(270), 800000, 800000},
		{MS(290), 800000, 800000}, {MS(310), 800000, 800000}, {MS(330), 800000, 800000},
		{MS(350), 787500, 787500}, {MS(370), 725000, 725000}, {MS(390), 612500, 612500},
		{MS(410), 450000, 450000}, {MS(430), 262500, 262500}, {MS(450), 125000, 125000});
	is_int(layer_of(scene, "throughput: sent")->glyph, GLYPH_LINE, "from centre to centre");
	ok(strstr(scene->subtitle, " · bins of 80.0 ms") != NULL, "the bins' width is told");
	ok(has_mark(scene, MS(130), 800000, "peak 800.0 kbit/s"), "the peak is named");
	IS_DRAWN(scene, "mean goodput 740.0 kbit/s", {0, 740000, 740000});
	is_int(scene->panel[0].y.lo, 0, "from zero");
	is_str(scene->headline, "37.0 kB in 360.0 ms, 822.2 kbit/s: no retransmission, "
		"4.00 kB in flight (P50) of a window of 6.40 kB", "what the transfer was");
	picture_end(&picture);
}

static void
the_area_is_the_payload(void)
{
	static struct picture picture;
	const struct scene *scene;
	static const char *const names[] = {"throughput", "goodput"};

	steady_begin(&picture);
	scene = draw(&picture, "throughput", B2A);
	for (int i = 0; i < 2; i++) {
		const struct layer *layer = layer_of(scene, names[i]);
		struct point point;
		size_t cursor = 0;
		int64_t sum = 0;

		/* Bins a width apart share every byte between two of them. */
		while (layer->read(layer, &cursor, &point, 1) == 1)
			if ((point.x - MS(50)) % MS(80) == 0)
				sum += point.lo;
		is_int((sum * 80 + 4000) / 8000, 37000, "37,000 B under the curve");
	}
	picture_end(&picture);
}

/* One lost and sent again: a tick near the bottom, at its time. */
static void
retransmissions_are_ticks(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{90000, A2B, A, 1, 0, 1001, 50},
		{100000, B2A, A, 1001, 1000, 1, 60},
		{912000, B2A, A, 1001, 1000, 1, 60},
		{952000, A2B, A, 1, 0, 2001, 50},
	};
	static struct picture picture;
	const struct scene *scene;
	struct point point;
	size_t cursor = 0;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "throughput", B2A);
	is_int(count_of(scene, "retransmissions"), 1, "one");
	is_int(layer_of(scene, "retransmissions")->glyph, GLYPH_TICK, "as a tick");
	layer_of(scene, "retransmissions")->read(layer_of(scene, "retransmissions"), &cursor,
		&point, 1);
	is_int(point.x, MS(912), "at its time");
	ok(point.lo > 0 && point.lo < scene->panel[0].y.hi / 20, "along the bottom");
	is_str(scene->headline, "3.00 kB in 862.0 ms, 27.8 kbit/s: 1 retransmission in "
		"1 recovery, 1 timeout", "and in the headline");
	is_str(draw(&picture, "rtt", B2A)->headline, "3.00 kB in 862.0 ms, 27.8 kbit/s: "
		"1 retransmission in 1 recovery, 1 timeout", "which all graphs share");
	picture_end(&picture);
}

/* ---- round trips ---- */

/*
 * Two segments are lost and sent again.  The second is SACKed before the first fills the
 * gap, so that each has its own time since its last sending.
 */
static void
ambiguous_samples_run_from_the_last_sending(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{50100, B2A, A, 1001, 1000, 1, 60},
		{50200, B2A, A, 2001, 1000, 1, 60},
		{50300, B2A, A, 3001, 1000, 1, 60},
		{50400, B2A, A, 4001, 1000, 1, 60},
		{90300, A2B, A, 1, 0, 1, 50, .sack = {{2001, 3001}}},
		{90400, A2B, A, 1, 0, 1, 50, .sack = {{2001, 4001}}},
		{90500, A2B, A, 1, 0, 1, 50, .sack = {{2001, 5001}}},
		{90600, B2A, A, 1, 1000, 1, 60},
		{90700, B2A, A, 1001, 1000, 1, 60},
		{131700, A2B, A, 1, 0, 1, 50, .sack = {{1001, 5001}}},
		{390600, B2A, A, 1, 1000, 1, 60},
		{432600, A2B, A, 1, 0, 5001, 50},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "rtt", B2A);
	IS_DRAWN(scene, "sent again", {US(90700), MS(41), MS(41)}, {US(390600), MS(42), MS(42)});
	is_int(count_of(scene, "sent again"), 2, "as many, says the legend");
	is_int(layer_of(scene, "sent again")->glyph, GLYPH_RING, "rings");
	picture_end(&picture);
}

/* Forty round trips of 40 ms, and the last of 400 ms. */
static void
one_outlier_leaves_the_mass_readable(void)
{
	struct line trace[3 + 2 * 40];
	static struct picture picture;
	const struct scene *scene;

	memcpy(trace, handshake, sizeof(handshake));
	for (int i = 0; i < 40; i++) {
		int64_t at = 50000 + 50000 * i;

		trace[3 + 2 * i] = (struct line){at, B2A, A, 1 + 1000 * i, 1000, 1, 60};
		trace[4 + 2 * i] = (struct line){at + (i == 39 ? 400000 : 40000), A2B, A, 1, 0,
			1001 + 1000 * i, 50};
	}
	picture_begin(&picture, trace, COUNT(trace) - 2);
	scene = draw(&picture, "rtt", B2A);
	is_int(scene->panel[0].y.knee, 0, "without it the axis is linear");
	picture_end(&picture);
	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "rtt", B2A);
	is_int(scene->panel[0].y.hi, MS(408), "it shows");
	is_int(scene->panel[0].y.knee, MS(50), "above a knee at 5/4 of the P95");
	picture_end(&picture);
}

/* ---- flight ---- */

/*
 * Six round trips of 2000 B in flight for their whole 40 ms, the first of 6000 B; the
 * window is 6400 B.  The lower panel ends at 5/4 of 2000 B, and the peak is cut.
 */
static void
a_plateau_fills_the_lower_panel(void)
{
	struct line trace[3 + 4 * 7];
	static struct picture picture;
	const struct scene *scene;
	int64_t seq = 1;
	size_t at = 3;

	memcpy(trace, handshake, sizeof(handshake));
	for (int trip = 0; trip < 7; trip++) {
		int64_t us = 50000 + 40000 * trip;

		for (int i = 0; i < (trip ? 1 : 3); i++, seq += 1000)
			trace[at++] = (struct line){us, B2A, A, seq, 1000, 1, 60};
		trace[at++] = (struct line){us + 39999, A2B, A, 1, 0, seq, 100};
	}
	picture_begin(&picture, trace, at);
	scene = draw(&picture, "window-scaling", B2A);
	is_int((int64_t)scene->panel_count, 2, "12,800 B of window, 1000 B of flight");
	is_int(scene->panel[1].y.hi, 1250, "the lower panel is for the flight");
	is_int((int64_t)scene->mark_count, 1, "one excursion above it");
	ok(has_mark(scene, MS(50), 1200, "3.00 kB"), "with its largest value");
	is_int(scene->mark[0].glyph, GLYPH_ARROW_UP, "and an arrowhead");
	is_int(scene->mark[0].panel, 1, "in the lower panel");
	/* 1000 B in 40 ms; 40 ms at the least. */
	picture_end(&picture);
}

/* Between the 2nd and the 4th of five segments one was acknowledged but not captured. */
static void
what_was_not_captured_is_hatched(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{60000, B2A, A, 1001, 1000, 1, 60},
		{80000, B2A, A, 3001, 1000, 1, 60},
		{120000, A2B, A, 1, 0, 4001, 50},
	};
	static struct picture picture;

	picture_begin(&picture, trace, COUNT(trace));
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		const struct scene *scene = draw(&picture, kind->name, B2A);

		if (strstr(kind->name, "detail") || scene->ladder.count || scene->message)
			continue;
		if (!ok(scene->span_count == 1, "%s: one span", kind->name))
			continue;
		is_int(scene->span[0].begin, MS(60), "  from the data before");
		is_int(scene->span[0].end, MS(80), "  to the data behind");
		ok(scene->span[0].hatched, "  hatched");
		is_str(scene->span[0].name, "not captured", "  and named");
	}
	picture_end(&picture);
}

static void
recoveries_are_shaded(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{90000, A2B, A, 1, 0, 1001, 50},
		{100000, B2A, A, 1001, 1000, 1, 60},
		{912000, B2A, A, 1001, 1000, 1, 60},
		{952000, A2B, A, 1, 0, 2001, 50},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "window-scaling", B2A);
	is_int((int64_t)scene->span_count, 1, "one recovery");
	is_int(scene->span[0].begin, MS(912), "from its first retransmission");
	is_int(scene->span[0].end, MS(952), "to the ACK of all");
	ok(!scene->span[0].hatched, "softly");
	picture_end(&picture);
}

/* Pictures of one connection lie one above the other. */
static void
all_graphs_share_the_axis_of_time(void)
{
	static struct picture picture;

	steady_begin(&picture);
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		const struct scene *scene = draw(&picture, kind->name, B2A);

		if (strstr(kind->name, "detail") || scene->ladder.count || scene->message)
			continue;
		is_int(scene->x.lo, -MS(9), kind->name);
		is_int(scene->x.hi, MS(459), "  2 % around 450 ms");
	}
	picture_end(&picture);
}

int
main(void)
{
	a_steady_rate_is_flat();
	the_area_is_the_payload();
	retransmissions_are_ticks();
	ambiguous_samples_run_from_the_last_sending();
	one_outlier_leaves_the_mass_readable();
	a_plateau_fills_the_lower_panel();
	what_was_not_captured_is_hatched();
	recoveries_are_shaded();
	all_graphs_share_the_axis_of_time();
	return tap_done();
}
