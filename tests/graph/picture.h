/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * picture.h - a trace of a few segments, analysed and drawn: a test of a graph reads as
 * its trace and the points it must give.
 */
#ifndef CCTRACE_TESTS_PICTURE_H
#define CCTRACE_TESTS_PICTURE_H

#include <stdlib.h>

#include "cctrace/graph.h"
#include "cctrace/stats.h"

#include "../tap.h"
#include "../tcp/replay.h"

#define MS(n) ((n) * NSEC_PER_MSEC)
#define US(n) ((n) * NSEC_PER_USEC)

/* A trace, analysed. */
struct picture {
	struct replay replay;
	struct tapes *tapes;
	struct stats *stats;
	struct scene *scene;
};

__attribute__((unused)) static void
picture_begin(struct picture *picture, const struct line *trace, size_t count)
{
	struct sink_binding bindings[2];
	struct connection *conn = &picture->replay.conn;

	*picture = (struct picture){.tapes = tapes_new(SIZE_MAX, NULL, NULL),
		.stats = stats_new()};
	bindings[0] = (struct sink_binding){&stats_sink, picture->stats};
	bindings[1] = (struct sink_binding){&tape_sink, picture->tapes};

	struct engine *engine = engine_new(bindings, 2, 64);

	*conn = (struct connection){
		.end = {{{10, 0, 1, 2}, 43446}, {{10, 0, 2, 2}, 80}}, .ip_version = 4,
		.first_time = INT64_C(1700000000) * NSEC_PER_SEC,
		.state = calloc(1, engine_state_bytes(bindings, 2)),
	};
	for (size_t i = 0; i < count; i++) {
		struct segment segment = replay_segment(&picture->replay, &trace[i], i);

		engine_segment(engine, conn, trace[i].dir, &segment);
	}
	engine_close(engine, conn);
	engine_free(engine);
	free(conn->state);
	conn->state = NULL;
}

__attribute__((unused)) static const struct connection_row *
picture_row(const struct picture *picture)
{
	size_t count;

	return stats_rows(picture->stats, &count)[0];
}

__attribute__((unused)) static const struct scene *
draw(struct picture *picture, const char *graph, enum direction dir)
{
	struct graph_input input = {.tape = tapes_find(picture->tapes, 0),
		.row = picture_row(picture), .dir = dir, .file = "a.pcap"};

	scene_free(picture->scene);
	picture->scene = graph_build(graph_find(graph), &input);
	return picture->scene;
}

__attribute__((unused)) static void
picture_end(struct picture *picture)
{
	scene_free(picture->scene);
	tapes_free(picture->tapes);
	stats_free(picture->stats);
}

/* The first whose name begins so; NULL. */
__attribute__((unused)) static const struct layer *
layer_of(const struct scene *scene, const char *name)
{
	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].name
			&& strncmp(scene->layer[i].name, name, strlen(name)) == 0)
			return &scene->layer[i];
	return NULL;
}

/* Every point of a layer is as listed, however few are asked for at a time. */
__attribute__((unused)) static void
is_drawn(const struct scene *scene, const char *name, const struct point *expected,
	size_t count)
{
	const struct layer *layer = layer_of(scene, name);
	struct point point;
	size_t cursor = 0, at = 0;

	if (!ok(layer != NULL, "%s: \"%s\" is drawn", scene->graph, name))
		return;
	while (layer->read(layer, &cursor, &point, 1) == 1) {
		if (at < count && (point.x != expected[at].x || point.lo != expected[at].lo
			|| point.hi != expected[at].hi)) {
			ok(false, "%s: point %zu of \"%s\"", scene->graph, at, name);
			printf("#   got %" PRId64 " %" PRId64 "..%" PRId64 "\n", point.x,
				point.lo, point.hi);
			return;
		}
		at++;
	}
	is_int((int64_t)at, (int64_t)count, "  at those points and no others");
}
#define IS_DRAWN(scene, name, ...) is_drawn(scene, name, (const struct point[]){__VA_ARGS__}, \
	COUNT(((const struct point[]){__VA_ARGS__})))

/* The value that a step has at `x`; POINT_GAP before its first point. */
__attribute__((unused)) static int64_t
value_at(const struct layer *layer, nsec x)
{
	struct point point;
	size_t cursor = 0;
	int64_t value = POINT_GAP;

	while (layer && layer->read(layer, &cursor, &point, 1) == 1 && point.x <= x)
		value = point.lo;
	return value;
}

__attribute__((unused)) static bool
has_mark(const struct scene *scene, nsec x, int64_t y, const char *text)
{
	for (size_t i = 0; i < scene->mark_count; i++)
		if (scene->mark[i].x == x && scene->mark[i].y == y
			&& strcmp(scene->mark[i].text, text) == 0)
			return true;
	return false;
}

#endif
