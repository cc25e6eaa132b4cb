/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What was captured at the receiver is drawn as the sender lived it: RTT and flight of one
 * transfer from both ends are one picture.
 */
#include "config.h"

#include "cctrace/graph.h"
#include "cli/pipeline.h"
#include "tests/oracle/shared.h"

struct drawn {
	struct pipeline pipeline;
	struct tapes *tapes;
	struct graph_input input;
	struct sender_view *view;
};

/* The largest connection of a capture. */
static bool
open_capture(struct drawn *drawn, const char *name)
{
	char *path = shared_path(name);
	const char *file = path;
	struct pipeline_options options = {.files = &file, .file_count = 1, .verdicts = true};
	struct error error = {{0}};
	size_t count;

	*drawn = (struct drawn){.tapes = NULL};
	if (!path)
		return false;
	drawn->tapes = options.tapes = tapes_new((size_t)1 << 30, NULL, NULL);
	ok(pipeline_run(&drawn->pipeline, &options, &error), "%s is read", name);
	free(path);

	const struct connection_row *const *rows = stats_rows(drawn->pipeline.stats, &count);
	struct graph_input *input = &drawn->input;

	for (size_t i = 0; i < count; i++)
		for (int dir = 0; dir < 2; dir++)
			if (!input->row || rows[i]->dir[dir].payload_bytes
				> input->row->dir[input->dir].payload_bytes) {
				input->row = rows[i];
				input->dir = (enum direction)dir;
			}
	input->tape = tapes_find(drawn->tapes, input->row->index);
	input->verdict = verdicts_find(drawn->pipeline.verdicts, input->row->index);
	input->file = "capture";
	if (input->row->dir[input->dir].as_sender)
		input->view = drawn->view = sender_view_new(input->tape, input->dir);
	return true;
}

static void
close_capture(struct drawn *drawn)
{
	sender_view_free(drawn->view);
	pipeline_free(&drawn->pipeline);
	tapes_free(drawn->tapes);
}

struct range_of_points {
	size_t count;
	int64_t lo, hi;
};

static struct range_of_points
points_of(const struct layer *layer)
{
	struct range_of_points range = {0, INT64_MAX, INT64_MIN};
	struct point points[256];
	size_t cursor = 0, got;

	while ((got = layer->read(layer, &cursor, points, 256)) > 0)
		for (size_t i = 0; i < got; i++) {
			range.count++;
			if (points[i].lo < range.lo)
				range.lo = points[i].lo;
			if (points[i].hi > range.hi)
				range.hi = points[i].hi;
		}
	return range;
}

static const struct layer *
layer_named(const struct scene *scene, const char *word)
{
	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].name && strstr(scene->layer[i].name, word))
			return &scene->layer[i];
	return NULL;
}

static void
round_trips_are_the_paths(struct drawn *drawn)
{
	struct scene *scene = graph_build(graph_find("rtt"), &drawn->input);
	const struct layer *layer = layer_named(scene, "as the sender had it");

	ok(drawn->view != NULL, "the sender's view is drawn");
	if (!ok(layer != NULL, "and named"))
		return;

	struct range_of_points range = points_of(layer);

	is_int((int64_t)range.count, (int64_t)drawn->input.row->dir[drawn->input.dir].rtt.samples,
		"a dot a sample of the summary");
	ok(range.lo > 99 * NSEC_PER_MSEC && range.lo < 102 * NSEC_PER_MSEC,
		"the least is the path's 100 ms");
	ok(range.hi > 190 * NSEC_PER_MSEC && range.hi < 215 * NSEC_PER_MSEC,
		"the most has the full queue");
	ok(strstr(scene->subtitle, "through time stamps") != NULL, "the subtitle says how");
	ok(strstr(scene->headline, "limited by the bandwidth of the path") != NULL,
		"the headline says what limited it");
	scene_free(scene);
}

static void
flight_is_the_senders(struct drawn *receiver, struct drawn *sender)
{
	struct scene *here = graph_build(graph_find("window-scaling"), &receiver->input);
	struct scene *there = graph_build(graph_find("window-scaling"), &sender->input);
	const struct layer *lived = layer_named(here, "in flight, as the sender had it");
	const struct layer *direct = layer_named(there, "in flight");

	if (ok(lived && direct, "flight is drawn of both")) {
		double ratio = (double)points_of(lived).hi / (double)points_of(direct).hi;

		ok(ratio > 0.95 && ratio < 1.05, "with one peak, %.3f", ratio);
	}
	scene_free(here);
	scene_free(there);
}

/* Each with its share, in order, up to the last ACK. */
static void
limits_are_shaded(struct drawn *drawn)
{
	struct scene *scene = graph_build(graph_find("limits"), &drawn->input);
	nsec widest = 0, at = INT64_MIN;
	const struct span *most = NULL;
	bool ordered = true;

	for (size_t i = 0; i < scene->span_count; i++) {
		const struct span *span = &scene->span[i];

		ordered &= span->begin >= at && span->end > span->begin;
		at = span->end;
		if (span->end - span->begin > widest) {
			widest = span->end - span->begin;
			most = span;
		}
	}
	ok(ordered, "reasons follow each other");
	if (ok(most && most->name, "the longest is named"))
		is_str(most->name, "bandwidth 96 %", "with its share of the time");
	ok(widest > 19 * NSEC_PER_SEC, "it lasts longer than 19 of 20 s");
	ok(layer_named(scene, "BDP") != NULL, "what the path holds is a line");
	ok(scene->panel[0].y.knee > 700000 && scene->panel[0].y.knee < 1200000,
		"a window of 5.5 MB leaves a flight of 0.7 MB its room");
	is_int((int64_t)layer_named(scene, "retransmissions")->count, 196, "losses have ticks");
	scene_free(scene);
}

/* The same bar above every graph over time, and above no stretch of it. */
static void
reasons_are_a_bar(struct drawn *drawn)
{
	static const char *const with[] = {"stevens-overview", "tcptrace", "rtt",
		"window-scaling", "throughput", "limits"};
	struct scene *detail = graph_build(graph_find("tcptrace-detail"), &drawn->input);

	for (size_t i = 0; i < COUNT(with); i++) {
		struct scene *scene = graph_build(graph_find(with[i]), &drawn->input);
		const struct strip *last = scene->strip_count
			? &scene->strip[scene->strip_count - 1] : NULL;

		ok(last && strcmp(last->name, "bandwidth") == 0 && last->ink == INK_ACK
			&& last->end - last->begin > 19 * NSEC_PER_SEC, "%s: the bar ends with it",
			with[i]);
		is_str(scene->strip_title, "limited by", "  and has its title");
		scene_free(scene);
	}
	is_int((int64_t)detail->strip_count, 0, "tcptrace-detail: no bar");
	scene_free(detail);
}

/* Repairs cut the time after a loss to pieces, which one word says; a guess has its mark. */
static void
limits_of(const char *name, const char *title, const char *word, double share)
{
	struct drawn drawn;
	nsec spent = 0, all = 0;

	if (!open_capture(&drawn, name)) {
		skip(name, "../shared/captures is not there");
		return;
	}

	struct scene *scene = graph_build(graph_find("limits"), &drawn.input);

	for (size_t i = 0; i < scene->strip_count; i++) {
		nsec span = scene->strip[i].end - scene->strip[i].begin;

		all += span;
		spent += strcmp(scene->strip[i].name, word) == 0 ? span : 0;
	}
	is_str(scene->strip_title, title, "  the bar's title");
	ok(all > 0 && (double)spent / (double)all > share, "  %s for more than %.0f %%: %.1f %%", word,
		100 * share, 100 * (double)spent / (double)all);
	scene_free(scene);
	close_capture(&drawn);
}

int
main(void)
{
	struct drawn receiver, sender;

	if (!open_capture(&receiver, "captures/tcpdump-receiver-cc-cubic-rtt100.cap.zst")
		|| !open_capture(&sender, "captures/tcpdump-sender-cc-cubic-rtt100.cap.zst")) {
		skip("the sender's view in pictures", "../shared/captures is not there");
		return tap_done();
	}
	ok(sender.view == NULL, "at the sender the capture saw it itself");
	round_trips_are_the_paths(&receiver);
	flight_is_the_senders(&receiver, &sender);
	limits_are_shaded(&receiver);
	reasons_are_a_bar(&receiver);
	close_capture(&receiver);
	close_capture(&sender);
	limits_of("captures/tcpdump-server-sack-loss1.cap.zst", "limited by", "loss", 0.95);
	limits_of("captures/tcpdump-client-zero-window-3s.cap.zst", "limited by?", "zero window", 0.4);
	return tap_done();
}
