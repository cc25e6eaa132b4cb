/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Traces of a few segments, drawn: which points each graph gives, worked out by hand.
 */
#include "config.h"

#include <stdlib.h>

#include "picture.h"

/*
 * Captured at B, who sends; RTT 40 ms.  The second of four segments is lost, found by
 * SACK, sent again, and one segment comes twice into the capture.
 */
static const struct line lossy[] = {
	{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
	{10, B2A, S | A, 0, 0, 1, 6000, .mss = 1000},
	{40000, A2B, A, 1, 0, 1, 50},
	{50000, B2A, A, 1, 1000, 1, 60, .id = 7},
	{50100, B2A, A, 1001, 1000, 1, 60, .id = 8},
	{50200, B2A, A, 2001, 1000, 1, 60, .id = 9},
	{50201, B2A, A, 2001, 1000, 1, 60, .id = 9},
	{50300, B2A, A, 3001, 1000, 1, 60, .id = 10},
	{90000, A2B, A, 1, 0, 1001, 50},
	{90200, A2B, A, 1, 0, 1001, 50, .sack = {{2001, 3001}}},
	{90300, A2B, A, 1, 0, 1001, 50, .sack = {{2001, 4001}}},
	{90400, B2A, A, 1001, 1000, 1, 60, .id = 11},
	{130400, A2B, A, 1, 0, 4001, 40},
	{140000, B2A, F | A, 4001, 0, 1, 60, .id = 12},
	{180000, A2B, F | A, 1, 0, 4002, 40},
	{180010, B2A, A, 4002, 0, 2, 60, .id = 13},
};

static void
titles_name_direction_vantage_and_file(struct picture *picture)
{
	const struct scene *scene = draw(picture, "stevens-overview", B2A);

	is_str(scene->title, "Time / sequence  10.0.2.2:80 → 10.0.1.2:43446", "title");
	is_str(scene->subtitle, "captured at the sender: RTT and flight as it had them · "
		"5.00 kB of payload in 5 segments · 40.4 ms · 398.0 kbit/s",
		"subtitle: 4000 B in 80.4 ms");
	is_str(scene->footer, "a.pcap · stream 0 · from 2023-11-14T22:13:20.000000000Z",
		"footer");
	scene = draw(picture, "stevens-overview", A2B);
	is_str(scene->title, "Time / sequence  10.0.1.2:43446 → 10.0.2.2:80", "the other way");
	is_str(scene->message, "This direction carried no data.", "which has nothing to show");
	ok(scene->x.lo < scene->x.hi && scene->panel[0].y.lo < scene->panel[0].y.hi
		&& scene->layer_count == 0, "on sound axes");
}

static void
stevens_is_a_dot_a_segment(struct picture *picture)
{
	const struct scene *scene = draw(picture, "stevens-overview", B2A);

	IS_DRAWN(scene, "data segments", {MS(50), 1, 1}, {US(50100), 1001, 1001},
		{US(50200), 2001, 2001}, {US(50300), 3001, 3001});
	IS_DRAWN(scene, "retransmissions", {US(90400), 1001, 1001});
	is_int((int64_t)layer_of(scene, "retransmissions")->count, 1, "one, says the legend");
	is_int(layer_of(scene, "retransmissions")->ink, INK_AGAIN, "in the ink of losses");
	ok(layer_of(scene, "retransmissions") == &scene->layer[scene->layer_count - 1],
		"on top of everything");
	ok(has_mark(scene, US(10), 0, "SYN") && has_mark(scene, MS(140), 4002, "FIN")
		&& scene->mark_count == 2, "SYN and FIN by name");
	is_int(scene->x.lo, -3600200, "time from 2 % before the connection's first packet");
	is_int(scene->x.hi, US(180010) + 3600200, "to 2 % behind its last");
	is_int(scene->panel[0].y.lo, -80, "offsets from below the SYN");
	is_int(scene->panel[0].y.hi, 4082, "to above the FIN");
}

static void
tcptrace_has_bars_lines_and_ranges(struct picture *picture)
{
	const struct scene *scene = draw(picture, "tcptrace", B2A);

	IS_DRAWN(scene, "data segments", {MS(50), 1, 1001}, {US(50100), 1001, 2001},
		{US(50200), 2001, 3001}, {US(50300), 3001, 4001});
	IS_DRAWN(scene, "retransmissions", {US(90400), 1001, 2001});
	IS_DRAWN(scene, "newly SACKed", {US(90200), 2001, 3001}, {US(90300), 3001, 4001});
	IS_DRAWN(scene, "acknowledged", {MS(40), 1, 1}, {MS(90), 1001, 1001},
		{US(90200), 1001, 1001}, {US(90300), 1001, 1001}, {US(130400), 4001, 4001},
		{MS(180), 4002, 4002});
	/* 50 and 40 by a shift of 7; the SYN has no ACK and so no edge. */
	IS_DRAWN(scene, "receive window's edge", {MS(40), 6401, 6401}, {MS(90), 7401, 7401},
		{US(90200), 7401, 7401}, {US(90300), 7401, 7401}, {US(130400), 9121, 9121},
		{MS(180), 9122, 9122});
	ok(!layer_of(scene, "receive window's edge")->dotted, "a known scale is a solid line");
	is_int((int64_t)layer_of(scene, "acknowledged")->count, 0, "lines are not counted");
	ok(!layer_of(scene, "filling a gap") && !layer_of(scene, "zero window")
		&& !layer_of(scene, "D-SACK"), "what didn't happen isn't in the legend");
}

static void
rtt_is_at_the_time_of_sending(struct picture *picture)
{
	const struct scene *scene = draw(picture, "rtt", B2A);

	/* The last ACK covers what was sent twice: no sample (Karn). */
	IS_DRAWN(scene, "by cumulative ACK", {MS(50), MS(40), MS(40)});
	IS_DRAWN(scene, "by SACK", {US(50200), MS(40), MS(40)}, {US(50300), MS(40), MS(40)});
	ok(layer_of(scene, "by SACK")->glyph != layer_of(scene, "by cumulative ACK")->glyph,
		"told apart by their glyph");
	IS_DRAWN(scene, "sent again", {US(90400), MS(40), MS(40)});
	ok(layer_of(scene, "sent again")->hollow && layer_of(scene, "sent again")->ink == INK_MUTED,
		"but what it was sent for last is shown, hollow and grey");
	IS_DRAWN(scene, "minimum and P50 40.0 ms", {0, MS(40), MS(40)});
	IS_DRAWN(scene, "handshake 40.0 ms", {0, MS(40), MS(40)});
	is_int(scene->panel[0].y.lo, 0, "from zero");
	is_int(scene->panel[0].y.hi, US(40800), "to 2 % above the largest");
	is_str(scene->subtitle, "captured at the sender: RTT and flight as it had them · "
		"P95 40.0 ms · max 40.0 ms", "subtitle");
}

static void
flight_leaves_out_sacked_and_lost(struct picture *picture)
{
	const struct scene *scene = draw(picture, "window-scaling", B2A);
	const struct layer *flight = layer_of(scene, "in flight");

	is_int(value_at(flight, US(50250)), 3000, "three segments; the doubled one is one");
	is_int(value_at(flight, US(50350)), 4000, "four");
	is_int(value_at(flight, MS(90)), 3000, "one acknowledged");
	is_int(value_at(flight, US(90200)), 2000, "one SACKed");
	is_int(value_at(flight, US(90400)), 1000, "the other SACKed, the lost one sent again");
	is_int(value_at(flight, US(130400)), 0, "all acknowledged");
	is_int(value_at(layer_of(scene, "outstanding, SACKed"), US(90300)), 3000,
		"with what SACK and loss took away, the thin line");
	is_int(value_at(layer_of(scene, "outstanding, SACKed"), US(130400)), POINT_GAP,
		"which ends with the loss");
	is_int(value_at(layer_of(scene, "receive window"), 0), 5000, "a SYN's is never scaled");
	is_int(value_at(layer_of(scene, "receive window"), MS(40)), 6400, "the others are");
	is_int(value_at(layer_of(scene, "receive window"), US(130400)), 5120, "as is the last");
	is_int((int64_t)scene->panel_count, 2, "5000 B of window are more than 4 times the P50");
	is_int(scene->panel[0].y.lo, 0, "from zero");
	is_int(scene->panel[0].y.hi, 6528, "to 2 % above the window");
}

static void
counts_are_those_of_the_row(struct picture *picture)
{
	const struct connection_row *row = picture_row(picture);
	const struct direction_stats *total = &row->dir[B2A];
	const struct scene *scene = draw(picture, "rtt", B2A);

	is_int((int64_t)(layer_of(scene, "by cumulative ACK")->count
		+ layer_of(scene, "by SACK")->count), (int64_t)total->rtt.samples, "RTT samples");
	scene = draw(picture, "tcptrace", B2A);
	is_int((int64_t)layer_of(scene, "retransmissions")->count,
		total->retransmitted_packets, "retransmissions");
	is_int((int64_t)(layer_of(scene, "data segments")->count + 1),
		(int64_t)total->data_packets, "data segments: with the one sent again");
}

/* Captured at A, who receives: what RTT and flight are here is said. */
static const struct line received[] = {
	{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
	{40000, B2A, S | A, 0, 0, 1, 6000, .mss = 1000},
	{40010, A2B, A, 1, 0, 1, 50},
	{80000, B2A, A, 1, 1000, 1, 60},
	{80050, A2B, A, 1, 0, 1001, 50},
	{81000, B2A, A, 2001, 1000, 1, 60},
	{81010, A2B, A, 1, 0, 1001, 50, .sack = {{2001, 3001}}},
	{120000, B2A, A, 1001, 1000, 1, 60},
	{120010, A2B, A, 1, 0, 3001, 50},
	{130000, A2B, R | A, 1, 0, 3001, 0},
};

static void
a_receiver_measures_no_path(void)
{
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, received, COUNT(received));
	scene = draw(&picture, "rtt", B2A);
	is_str(scene->title, "ACK delay at the receiver  10.0.2.2:80 → 10.0.1.2:43446",
		"ACK delay, not RTT");
	is_str(scene->subtitle, "captured at the receiver: flight is a lower bound; the path's "
		"RTT by the handshake is 40.0 ms · P95 50.0 µs · max 50.0 µs · time to "
		"acknowledge, not the path", "which is said, and what the path's is");
	is_str(scene->panel[0].y.title, "ACK delay at the receiver", "also at the axis");
	IS_DRAWN(scene, "handshake 40.0 ms", {0, US(40010), US(40010)});
	is_int(scene->panel[0].y.knee, 62500, "microseconds fill the axis below a knee");
	scene = draw(&picture, "window-scaling", B2A);
	ok(layer_of(scene, "outstanding at the capture point (the sender has more)")
		&& !layer_of(scene, "in flight"), "what is outstanding here isn't all");
	is_int((int64_t)scene->panel_count, 1, "and not worth a panel of its own");
	scene = draw(&picture, "tcptrace", B2A);
	IS_DRAWN(scene, "filling a gap", {MS(120), 1001, 2001});
	is_int(layer_of(scene, "filling a gap")->ink, INK_LATE, "in the ink of what is late");
	ok(has_mark(scene, MS(130), 3001, "RST"), "the receiver's reset lies on its ACK line");
	is_int(value_at(layer_of(scene, "receive window's edge"), MS(130)), 3001 + 6400,
		"and its window says nothing");
	picture_end(&picture);
}

/* No SYN: the shift is unknown.  The window closes, is probed, and opens again. */
static const struct line closed[] = {
	{0, B2A, A, 1, 1000, 1, 60},
	{20000, A2B, A, 1, 0, 1001, 1000},
	{20100, B2A, A, 1001, 1000, 1, 60},
	{40100, A2B, A, 1, 0, 2001, 0},
	{300000, B2A, A, 2000, 0, 1, 60},
	{320000, A2B, A, 1, 0, 2001, 0},
	{500000, A2B, A, 1, 0, 2001, 1000},
	{500100, B2A, A, 2001, 1000, 1, 60},
	{520100, A2B, A, 1, 0, 3001, 1000},
	{520200, A2B, A, 1, 0, 2001, 500},
};

static void
an_unknown_scale_is_dotted(void)
{
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, closed, COUNT(closed));
	scene = draw(&picture, "tcptrace", B2A);
	ok(strstr(scene->subtitle, "capture point unknown: ") == scene->subtitle, "vantage");
	ok(layer_of(scene, "window edge, scale unknown")
		&& layer_of(scene, "window edge, scale unknown")->dotted, "dotted, and named so");
	is_int(value_at(layer_of(scene, "window edge"), MS(20)), 2001, "by the field alone");
	is_int(value_at(layer_of(scene, "window edge"), US(520200)), 4001,
		"an ACK that was overtaken moves no edge");
	is_int(value_at(layer_of(scene, "acknowledged"), US(520200)), 3001, "nor the ACK line");
	IS_DRAWN(scene, "zero window", {US(40100), 2001, 2001}, {MS(320), 2001, 2001});
	IS_DRAWN(scene, "window probes", {MS(300), 2000, 2000});
	is_int((int64_t)layer_of(scene, "data segments")->count, 3, "probes are no data");
	scene = draw(&picture, "window-scaling", B2A);
	ok(layer_of(scene, "receive window, scale unknown")
		&& layer_of(scene, "receive window, scale unknown")->dotted, "so is the window");
	is_int(value_at(layer_of(scene, "receive window"), MS(400)), 0, "closed");
	is_int(value_at(layer_of(scene, "receive window"), US(520200)), 1000,
		"one that was overtaken is of the past");
	picture_end(&picture);
}

/* Data that nobody answers. */
static const struct line unanswered[] = {
	{0, B2A, A, 1, 1000, 1, 60},
	{1000, B2A, A, 1001, 1000, 1, 60},
};

static void
nothing_to_draw_has_its_reason(void)
{
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, unanswered, COUNT(unanswered));
	scene = draw(&picture, "rtt", B2A);
	is_str(scene->message, "No round-trip sample: no segment sent once was seen acknowledged.",
		"no sample");
	is_str(scene->subtitle, "capture point unknown: RTT and flight are lower bounds",
		"and no numbers of any");
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		scene = draw(&picture, kind->name, A2B);
		/* Segments without data are worth a ladder, too. */
		if (strcmp(kind->name, "ladder") != 0)
			is_str(scene->message, "This direction carried no data.", kind->name);
		ok(scene->panel_count >= 1 && scene->x.lo < scene->x.hi
			&& scene->panel[0].y.lo < scene->panel[0].y.hi, "with sound axes");
	}
	scene = draw(&picture, "throughput", B2A);
	/* No handshake and no sample: a round trip counts as 100 ms; 990 of the second 1000 B
	 * belong to the first bin.  The next centre, 25 ms on, has 1510 B. */
	IS_DRAWN(scene, "throughput", {0, 159200, 159200}, {MS(1), 157664, 157664});
	ok(!layer_of(scene, "goodput"), "nothing was acknowledged");
	picture_end(&picture);
}

static void
a_reset_s_remark_is_no_data(void)
{
	static const struct line trace[] = {{0, B2A, R | A, 1, 20, 1, 0}};
	static struct picture picture;

	picture_begin(&picture, trace, COUNT(trace));
	is_str(draw(&picture, "stevens-overview", B2A)->message,
		"This direction carried no data.", "text in a reset: no data");
	is_str(draw(&picture, "tcptrace", B2A)->message,
		"This direction carried no data.", "text in a reset: no data");
	picture_end(&picture);
}

static void
says(const struct line *trace, size_t count, const char *message, const char *name)
{
	static struct picture picture;

	picture_begin(&picture, trace, count);
	is_str(draw(&picture, "throughput", A2B)->message, message, name);
	is_str(draw(&picture, "limits", B2A)->message, message, "the same the other way");
	picture_end(&picture);
}

static void
what_never_opened_says_why(void)
{
	static const struct line refused[] = {{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{40000, B2A, R | A, 0, 0, 1, 0}};
	static const struct line unheard[] = {{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{1000000, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{3000000, A2B, S, 0, 0, 0, 5000, .mss = 1000}};
	static const struct line idle[] = {{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{10, B2A, S | A, 0, 0, 1, 6000, .mss = 1000}, {40000, A2B, A, 1, 0, 1, 50}};

	says(refused, COUNT(refused), "Refused: the SYN was answered by a reset, and no data was "
		"carried.", "refused");
	says(unheard, COUNT(unheard), "Never answered: 3 SYNs in 3.00 s, and nothing after "
		"them.", "unanswered");
	says(unheard, 1, "Never answered: one SYN, and nothing after it.", "one SYN");
	says(idle, COUNT(idle), "This direction carried no data.", "opened, and no more");
}

/* A clock that jumps over centuries and back overflows nothing. */
static void
broken_clocks_are_drawn_somewhere(void)
{
	static const struct line trace[] = {
		{0, B2A, A, 1, 1000, 1, 60},
		{INT64_C(5000000000000000), B2A, A, 1001, 1000, 1, 60},
		{-INT64_C(3000000000000000), A2B, A, 1, 0, 2001, 60},
	};
	static struct picture picture;

	picture_begin(&picture, trace, COUNT(trace));
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		const struct scene *scene = draw(&picture, kind->name, B2A);

		ok(scene->x.lo < scene->x.hi && scene->panel[0].y.lo < scene->panel[0].y.hi,
			"%s has axes", kind->name);
	}
	picture_end(&picture);
}

static void
ipv6_ends_are_in_brackets(void)
{
	static struct picture picture;
	struct connection_row row;
	struct graph_input input;

	picture_begin(&picture, unanswered, COUNT(unanswered));
	row = *picture_row(&picture);
	row.ip_version = 6;
	row.part = 2;
	row.end[A2B] = (struct endpoint){{0x20, 0x01, 0x0d, 0xb8, [15] = 1}, 443};
	row.end[B2A] = (struct endpoint){{0x20, 0x01, 0x0d, 0xb8, [15] = 2}, 50000};
	input = (struct graph_input){tapes_find(picture.tapes, 0), &row, B2A, "b.pcap"};
	picture.scene = graph_build(graph_find("tcptrace"), &input);
	is_str(picture.scene->title, "Time / sequence (tcptrace)  [2001:db8::2]:50000 → "
		"[2001:db8::1]:443", "[address]:port");
	ok(strstr(picture.scene->footer, "b.pcap · stream 0.2 · from ") != NULL,
		"a part of a stream is named");
	picture_end(&picture);
}

static void
the_table_is_complete(void)
{
	static const char *const names[] = {"stevens-overview", "stevens-detail", "tcptrace",
		"tcptrace-detail", "rtt", "window-scaling", "throughput", "limits",
		"ladder"};

	for (size_t i = 0; i < COUNT(names); i++)
		is_str(graph_kinds[i].name, names[i], "in the order in which they are made");
	ok(!graph_kinds[COUNT(names)].name, "and no more");
	ok(!graph_find("rt") && !graph_find(""), "names are whole");
}

/* ---- scene ---- */

static void
a_scene_keeps_its_own(void)
{
	struct scene *scene = scene_new("test");
	struct point points[] = {{1, 2, 2}, {3, POINT_GAP, POINT_GAP}, {4, 5, 9}};
	struct layer *layer = scene_layer_points(scene, scene_text(scene, "%d points", 3),
		GLYPH_STEP, INK_DATA, points, 3);
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	memset(points, 0, sizeof(points));
	layer->count = 3;
	layer->dotted = true;
	for (int i = 0; i < 40; i++)
		scene_mark(scene, 0, i, -i, INK_EVENT, "SYN");
	is_int((int64_t)scene->mark_count, 40, "marks");
	scene->mark_count = 1;
	scene->message = "nothing";
	scene_dump(scene, out);
	fclose(out);
	is_str(text, "scene test\ntitle \nsubtitle \nfooter \nmessage nothing\n"
		"x ns 0..1000000000 \"time since the first packet\"\n"
		"panel 0 1.00 y bytes 0..1 \"\"\n"
		"layer \"3 points 3\" step data panel 0 dotted points 3 sum 6baab7ee3aeb078f\n"
		"    1 2\n    3 gap\n    4 5..9\nmark event panel 0 0 0 SYN\n",
		"the dump has all of it");
	free(text);
	scene_free(scene);
	scene_free(NULL);
}

int
main(void)
{
	static struct picture picture;

	picture_begin(&picture, lossy, COUNT(lossy));
	titles_name_direction_vantage_and_file(&picture);
	stevens_is_a_dot_a_segment(&picture);
	tcptrace_has_bars_lines_and_ranges(&picture);
	rtt_is_at_the_time_of_sending(&picture);
	flight_leaves_out_sacked_and_lost(&picture);
	counts_are_those_of_the_row(&picture);
	picture_end(&picture);
	a_receiver_measures_no_path();
	an_unknown_scale_is_dotted();
	nothing_to_draw_has_its_reason();
	a_reset_s_remark_is_no_data();
	what_never_opened_says_why();
	broken_clocks_are_drawn_somewhere();
	ipv6_ends_are_in_brackets();
	the_table_is_complete();
	a_scene_keeps_its_own();
	return tap_done();
}
