/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenes.h - scenes as graphs make them, from formulas: no capture is needed.
 */
#ifndef CCTRACE_TESTS_RENDER_SCENES_H
#define CCTRACE_TESTS_RENDER_SCENES_H

#include <stdlib.h>

#include "cctrace/scene.h"

/* Ten seconds of transfer, 100 kB/s and an ACK 50 ms later; one loss in the middle. */
static inline struct scene *
scene_of_transfer(void)
{
	enum { SEGMENTS = 700 };
	static const char *const marks[] = {"SYN", "FIN"};
	struct scene *scene = scene_new("tcptrace");
	struct point data[SEGMENTS], acks[SEGMENTS];
	struct point again = {5 * NSEC_PER_SEC, 450000, 451448};

	for (int i = 0; i < SEGMENTS; i++) {
		data[i] = (struct point){(nsec)i * 14 * NSEC_PER_MSEC, i * 1448, (i + 1) * 1448};
		acks[i] = (struct point){data[i].x + 50 * NSEC_PER_MSEC, data[i].hi, data[i].hi};
	}
	scene->title = "Time / sequence  10.0.2.2:80 → 10.0.1.2:43446";
	scene->subtitle = "captured at the sender · 1.01 MB of payload · 1 retransmission";
	scene->footer = "transfer.pcap · stream 0 · from 2026-11-30T22:08:22.161292000Z";
	scene->x = (struct axis){UNIT_NSEC, -200 * NSEC_PER_MSEC, 10200 * NSEC_PER_MSEC,
		"time since the first packet", 0};
	scene->panel[0].y = (struct axis){UNIT_BYTES, -20000, 1040000, "sequence offset", 0};
	scene_layer_points(scene, "acknowledged", GLYPH_STEP, INK_ACK, acks, SEGMENTS);
	scene_layer_points(scene, "data segments", GLYPH_BAR, INK_DATA, data, SEGMENTS);
	scene->layer[1].count = SEGMENTS;
	scene_layer_points(scene, "retransmissions", GLYPH_BAR, INK_AGAIN, &again, 1);
	scene->layer[2].thick = true;
	scene->layer[2].count = 1;
	scene_mark(scene, 0, 0, 0, INK_EVENT, marks[0]);
	scene_mark(scene, 0, 9900 * NSEC_PER_MSEC, 1013600, INK_EVENT, marks[1]);
	return scene;
}

/* A sawtooth below a window, each in a panel; a mean. */
static inline struct scene *
scene_of_flight(void)
{
	enum { SAMPLES = 2000 };
	struct scene *scene = scene_new("window-scaling");
	struct point flight[SAMPLES], window[2] = {{0, 64240, 64240},
		{10 * NSEC_PER_SEC, 1048576, 1048576}};
	struct point mean = {0, 60000, 60000};

	for (int i = 0; i < SAMPLES; i++) {
		int64_t bytes = 30000 + i % 250 * 240;

		flight[i] = (struct point){(nsec)i * 5 * NSEC_PER_MSEC, bytes, bytes};
	}
	scene->title = "Window and flight  [2001:db8:85a3:8d3:1319:8a2e:370:7348]:443 → "
		"[2001:db8:85a3:8d3:1319:8a2e:370:7349]:49152";
	scene->subtitle = "captured at the receiver · flight P50 60 kB";
	scene->footer = "flight.pcap · stream 3";
	scene->x = (struct axis){UNIT_NSEC, -200 * NSEC_PER_MSEC, 10200 * NSEC_PER_MSEC,
		"time since the first packet", 0};
	scene->panel_count = 2;
	scene->panel[0] = (struct panel){{UNIT_BYTES, 0, 1100000, "receive window", 0}, 0.4};
	scene->panel[1] = (struct panel){{UNIT_BYTES, 0, 95000, "in flight", 0}, 0.6};
	scene_layer_points(scene, "receive window", GLYPH_STEP, INK_WINDOW, window, 2);
	scene_layer_points(scene, "in flight", GLYPH_STEP, INK_DATA, flight, SAMPLES);
	scene->layer[1].panel = 1;
	scene_layer_points(scene, "mean 60.0 kB", GLYPH_RULE, INK_REFERENCE, &mean, 1);
	scene->layer[2].panel = 1;
	return scene;
}

/* Everything a graph can say at once: a transfer with losses, told in detail. */
static inline struct scene *
scene_of_story(void)
{
	enum { SEGMENTS = 700, LOSSES = 30 };
	struct scene *scene = scene_of_transfer();
	struct point fast[LOSSES], lone = {7300 * NSEC_PER_MSEC, 720000, 721448};
	struct point edge[2] = {{0, 3000000, 3000000}, {10 * NSEC_PER_SEC, 3100000, 3100000}};
	struct layer *layer;

	for (int i = 0; i < LOSSES; i++) {
		int64_t y = i < 20 ? 250000 + i * 1448 : 100000 + i * 29000;

		fast[i] = (struct point){y * 9667 + 200 * NSEC_PER_MSEC, y, y + 1448};
	}
	scene->headline = "1.01 MB in 10.0 s, 811 kbit/s: limited by loss, 31 segments were sent again";
	scene->layer_count = 2;
	scene_layer_points(scene, "receive window's edge", GLYPH_STEP, INK_WINDOW, edge, 2);
	layer = scene_layer_points(scene, "fast retransmissions", GLYPH_BAR, INK_AGAIN, fast,
		LOSSES);
	layer->letter = "Rf";
	layer->detail = "28 after three duplicate ACKs, 2 by SACK";
	layer->count = LOSSES;
	layer = scene_layer_points(scene, "timeouts", GLYPH_BAR, INK_AGAIN, &lone, 1);
	layer->letter = "Rt";
	layer->hollow = true;
	layer->detail = "proven needless";
	layer->count = 1;
	scene_span(scene, &(struct span){2 * NSEC_PER_SEC, 3200 * NSEC_PER_MSEC, INK_AGAIN, false,
		"recovery"});
	scene_span(scene, &(struct span){8 * NSEC_PER_SEC, 8700 * NSEC_PER_MSEC, INK_MUTED, true,
		"the capture lost packets"});
	scene_span(scene, &(struct span){9 * NSEC_PER_SEC, 9005 * NSEC_PER_MSEC, INK_AGAIN, false,
		"recovery"});
	scene_moment(scene, 2500 * NSEC_PER_MSEC, 250000, INK_AGAIN, "loss of 20 segments");
	scene_moment(scene, 7300 * NSEC_PER_MSEC, 720000, INK_AGAIN, "timeout after 812 ms");
	scene_moment(scene, 7320 * NSEC_PER_MSEC, 722000, INK_EVENT, "zero window for 1.4 s");

	uint8_t number = scene_inset(scene, &(struct inset){
		{UNIT_NSEC, 5000 * NSEC_PER_MSEC, 5120 * NSEC_PER_MSEC, "", 0},
		{UNIT_BYTES, 510000, 534000, "", 0}, 0, "a round trip of the plateau"});

	scene_caliper(scene, &(struct caliper){5040 * NSEC_PER_MSEC, 5090 * NSEC_PER_MSEC, 521500,
		521500, INK_REFERENCE, 0, number, "one RTT: 50.0 ms"});
	number = scene_inset(scene, &(struct inset){
		{UNIT_NSEC, 2550 * NSEC_PER_MSEC, 2750 * NSEC_PER_MSEC, "", 0},
		{UNIT_BYTES, 240000, 285000, "", 0}, 0, "a loss and its repair"});
	scene_caliper(scene, &(struct caliper){2600 * NSEC_PER_MSEC, 2600 * NSEC_PER_MSEC, 250000,
		270000, INK_REFERENCE, 0, number, "20.0 kB"});
	scene_caliper(scene, &(struct caliper){6 * NSEC_PER_SEC, 7300 * NSEC_PER_MSEC, 400000,
		400000, INK_REFERENCE, 0, PLACE_PANEL, "1.30 s without an ACK"});
	return scene;
}

/* Samples of which a few are a hundred times the rest. */
static inline struct scene *
scene_of_outliers(void)
{
	enum { SAMPLES = 3000 };
	struct scene *scene = scene_new("rtt");
	struct point rtt[SAMPLES], few[2] = {{3 * NSEC_PER_SEC, 900 * NSEC_PER_MSEC,
		900 * NSEC_PER_MSEC}, {4 * NSEC_PER_SEC, 2000 * NSEC_PER_MSEC, 2000 * NSEC_PER_MSEC}};
	struct layer *layer;

	for (int i = 0; i < SAMPLES; i++) {
		int64_t y = (100 + i * 7919 % 23) * NSEC_PER_MSEC + i * 104729 % 997 * 1000;

		rtt[i] = (struct point){(nsec)i * 3300 * 1000, y, y};
	}
	scene->headline = "Round trips of 111 ms, two of them up to 2.00 s";
	scene->title = "Round-trip time  10.0.2.2:80 → 10.0.1.2:43446";
	scene->subtitle = "captured at the sender · 3,002 samples";
	scene->footer = "rtt.pcap · stream 0";
	scene->x = (struct axis){UNIT_NSEC, -200 * NSEC_PER_MSEC, 10200 * NSEC_PER_MSEC,
		"time since the first packet", 0};
	scene->panel[0].y = (struct axis){UNIT_NSEC, 0, 2100 * NSEC_PER_MSEC, "round-trip time",
		140 * NSEC_PER_MSEC};
	scene_layer_points(scene, "samples", GLYPH_DOT, INK_DATA, rtt, SAMPLES)->count = SAMPLES;
	layer = scene_layer_points(scene, "ambiguous", GLYPH_DOT, INK_REFERENCE, few, 2);
	layer->hollow = true;
	layer->count = 2;
	return scene;
}

static inline struct scene *
scene_of_ladder(size_t count)
{
	struct scene *scene = scene_new("ladder");
	struct rung rungs[SCENE_RUNGS_MAX];

	for (size_t i = 0; i < count; i++)
		rungs[i] = (struct rung){(nsec)i * 50123456, i == 7 ? INK_AGAIN : i % 3 == 1 ? INK_ACK
			: INK_DATA, i % 3 != 1, i == 5, i == 9, i == 9 ? "1,204 segments left out"
			: scene_text(scene, "Seq=%zu Ack=80 Len=1448 [PSH, ACK]", i * 1448)};
	scene->headline = "1.01 MB in 10.0 s, 811 kbit/s";
	scene->title = "Exchange  10.0.2.2:80 → 10.0.1.2:43446";
	scene->subtitle = "captured at the sender · handshake, loss and its repair";
	scene->footer = "ladder.pcap · stream 0";
	scene_ladder(scene, "10.0.2.2:80", "10.0.1.2:43446", rungs, count);
	return scene;
}

static inline struct scene *
scene_of_nothing(void)
{
	struct scene *scene = scene_new("rtt");

	scene->title = "Round-trip time  10.0.1.2:45906 → 10.9.9.9:80";
	scene->message = "This direction carried no data.";
	return scene;
}

#endif
