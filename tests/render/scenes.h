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
		"time since the first packet"};
	scene->panel[0].y = (struct axis){UNIT_BYTES, -20000, 1040000, "sequence offset"};
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
		"time since the first packet"};
	scene->panel_count = 2;
	scene->panel[0] = (struct panel){{UNIT_BYTES, 0, 1100000, "receive window"}, 0.4};
	scene->panel[1] = (struct panel){{UNIT_BYTES, 0, 95000, "in flight"}, 0.6};
	scene_layer_points(scene, "receive window", GLYPH_STEP, INK_WINDOW, window, 2);
	scene_layer_points(scene, "in flight", GLYPH_STEP, INK_DATA, flight, SAMPLES);
	scene->layer[1].panel = 1;
	scene_layer_points(scene, "mean 60.0 kB", GLYPH_RULE, INK_REFERENCE, &mean, 1);
	scene->layer[2].panel = 1;
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
