/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Insets, details and ladders of real captures: what is measured in a picture is what the
 * capture holds, and every measured distance says the difference of its own ends.
 */
#include "config.h"

#include <stdlib.h>

#include "base/si.h"
#include "cctrace/graph.h"
#include "cli/pipeline.h"
#include "tests/oracle/shared.h"

/* A capture, read, and a scene of its first connection. */
struct capture_scene {
	struct pipeline pipeline;
	struct tapes *tapes;
	struct graph_input input;
	struct scene *scene;
};

static bool
begin(struct capture_scene *capture, const char *path)
{
	struct error error = {{0}};
	struct pipeline_options options = {.files = &path, .file_count = 1};
	size_t count;

	*capture = (struct capture_scene){.tapes = tapes_new(SIZE_MAX, NULL, NULL)};
	options.tapes = capture->tapes;
	if (!pipeline_run(&capture->pipeline, &options, &error))
		return ok(false, "%s", error.text);

	const struct connection_row *const *rows = stats_rows(capture->pipeline.stats, &count);

	capture->input = (struct graph_input){.tape = tapes_find(capture->tapes, rows[0]->index),
		.row = rows[0], .file = "a.cap"};
	row_data_direction(rows[0], &capture->input.dir);
	return true;
}

static bool
begin_sample(struct capture_scene *capture, const char *name)
{
	const char *top = getenv("top_srcdir");
	char path[1024];

	snprintf(path, sizeof(path), "%s/samples/%s.cap.zst", top ? top : ".", name);
	return begin(capture, path);
}

static const struct scene *
draw(struct capture_scene *capture, const char *graph)
{
	scene_free(capture->scene);
	capture->scene = graph_build(graph_find(graph), &capture->input);
	return capture->scene;
}

static void
end(struct capture_scene *capture)
{
	scene_free(capture->scene);
	pipeline_free(&capture->pipeline);
	tapes_free(capture->tapes);
}

static const struct layer *
layer_with(const struct scene *scene, const char *name, const char *letter)
{
	for (size_t i = 0; i < scene->layer_count; i++) {
		const struct layer *layer = &scene->layer[i];
		const char *text = name ? layer->name : layer->letter;

		if (text && strcmp(text, name ? name : letter) == 0)
			return layer;
	}
	return NULL;
}

static int64_t
points_of(const struct layer *layer)
{
	struct point points[64];
	size_t cursor = 0, got;
	int64_t count = 0;

	while (layer && (got = layer->read(layer, &cursor, points, 64)) > 0)
		count += (int64_t)got;
	return count;
}

/* The first in that place whose text holds `text`. */
static const struct caliper *
caliper_with(const struct scene *scene, uint8_t inset, const char *text)
{
	for (size_t i = 0; i < scene->caliper_count; i++)
		if (scene->caliper[i].inset == inset && strstr(scene->caliper[i].text, text))
			return &scene->caliper[i];
	return NULL;
}

/* ---- what holds for every scene ---- */

static bool
says_its_length(const struct caliper *caliper)
{
	if (caliper->x0 == caliper->x1)
		return strncmp(caliper->text,
			si_count((uint64_t)(caliper->y1 - caliper->y0)).text,
			strcspn(caliper->text, " ")) == 0;
	return caliper->y0 == caliper->y1
		&& strstr(caliper->text, si_duration(caliper->x1 - caliper->x0).text);
}

static bool
lies_within(const struct scene *scene, const struct caliper *caliper)
{
	const struct inset *inset = caliper->inset ? &scene->inset[caliper->inset - 1] : NULL;
	const struct axis *x = inset ? &inset->x : &scene->x;
	const struct axis *y = inset ? &inset->y : &scene->panel[0].y;

	return caliper->x0 >= x->lo && caliper->x1 <= x->hi && caliper->y0 >= y->lo
		&& caliper->y1 <= y->hi;
}

static bool
is_sound(const struct axis *x, const struct axis *y)
{
	return x->lo < x->hi && y->lo < y->hi;
}

/* Empty when all is well, else what isn't. */
static const char *
fault_of(const struct scene *scene)
{
	if (!is_sound(&scene->x, &scene->panel[0].y))
		return "an axis without length";
	for (size_t i = 0; i < scene->caliper_count; i++) {
		if (!says_its_length(&scene->caliper[i]))
			return scene->caliper[i].text;
		if (!lies_within(scene, &scene->caliper[i]))
			return "a caliper lies outside";
	}
	for (size_t i = 0; i < scene->inset_count; i++)
		if (!is_sound(&scene->inset[i].x, &scene->inset[i].y)
			|| scene->inset[i].x.lo < scene->x.lo || scene->inset[i].x.hi > scene->x.hi)
			return "an inset shows more than its panel";
	for (size_t i = 0; i < scene->mark_count; i++)
		if (scene->mark[i].inset == 0 && (scene->mark[i].x < scene->x.lo
			|| scene->mark[i].x > scene->x.hi))
			return "a mark lies outside";
	return "";
}

static void
every_kind_is_sound(const char *path, const char *name)
{
	static struct capture_scene capture;

	if (!begin(&capture, path))
		return;
	for (const struct graph_kind *kind = graph_kinds; kind->name && capture.input.tape; kind++)
		for (int dir = 0; dir < 2; dir++) {
			capture.input.dir = (enum direction)dir;

			const char *fault = fault_of(draw(&capture, kind->name));

			ok(!*fault, "%s of %s, direction %d", kind->name, name, dir);
			if (*fault)
				printf("#   %s\n", fault);
		}
	end(&capture);
}

/* ---- a sender that waits ---- */

static void
a_flight_and_its_wait_are_measured(void)
{
	static struct capture_scene capture;
	const struct scene *scene;
	const struct caliper *found;

	if (!begin_sample(&capture, "tcpdump-client-wmem4096-delay100"))
		return;
	scene = draw(&capture, "tcptrace-detail");
	found = caliper_with(scene, 0, "65,160 B in flight");
	if (ok(found != NULL, "a flight, as large as the send buffer lets it be"))
		is_int(found->y1 - found->y0, 65160, "  is 65,160 B");
	found = caliper_with(scene, 0, "one RTT");
	if (ok(found != NULL, "a round trip"))
		ok(found->x1 - found->x0 > 100 * NSEC_PER_MSEC
			&& found->x1 - found->x0 < 101 * NSEC_PER_MSEC, "  is 100 ms");
	found = caliper_with(scene, 0, "waits");
	if (ok(found != NULL, "the wait for its ACK"))
		ok(found->x1 - found->x0 > 99 * NSEC_PER_MSEC
			&& strstr(found->text, "no more than 65.2 kB in flight"),
			"  is nearly all of it, and said to be a limit");
	ok(scene->x.hi - scene->x.lo >= 300 * NSEC_PER_MSEC
		&& scene->x.hi - scene->x.lo < 310 * NSEC_PER_MSEC, "three round trips wide");
	ok(scene->x.lo > 5 * NSEC_PER_SEC && scene->x.hi < 10 * NSEC_PER_SEC,
		"in the second half");
	ok(!layer_with(scene, "receive window's edge", NULL), "the window's edge is far away");
	ok(scene->mark_count == 1 && scene->mark[0].glyph == GLYPH_ARROW_UP
		&& strstr(scene->mark[0].text, "3.06 MB further up"), "an arrow says how far");
	scene = draw(&capture, "stevens-detail");
	ok(caliper_with(scene, 0, "65,160 B") && caliper_with(scene, 0, "one RTT"),
		"the same is measured in Stevens' graph");
	scene = draw(&capture, "tcptrace");
	is_int((int64_t)scene->inset_count, 1, "no loss: one inset");
	is_str(scene->inset[0].title, "one round trip of the steady state", "  of a round trip");
	ok(caliper_with(scene, 1, "65,160 B") && caliper_with(scene, 1, "one RTT"),
		"  with both measured in it");
	end(&capture);
}

/* ---- losses ---- */

static void
retransmissions_are_told_by_cause(void)
{
	static struct capture_scene capture;
	const struct scene *scene;
	const struct layer *again;
	const struct caliper *found;

	if (!begin_sample(&capture, "tcpdump-server-sack-loss1"))
		return;
	scene = draw(&capture, "tcptrace");
	again = layer_with(scene, "retransmissions", NULL);
	if (ok(again != NULL, "retransmissions")) {
		is_int((int64_t)again->count, 61, "  61, as the kernel counted");
		is_int(points_of(again), 61, "  each a bar");
		is_str(again->detail, "41 fast, 8 SACK, 12 RACK", "  by cause");
	}
	is_int(points_of(layer_with(scene, NULL, "Rf")), 41, "Rf");
	is_int(points_of(layer_with(scene, NULL, "Rs")), 8, "Rs");
	is_int(points_of(layer_with(scene, NULL, "Rr")), 12, "Rr");
	ok(!layer_with(scene, NULL, "Rt") && !layer_with(scene, NULL, "R"), "and no others");
	is_int((int64_t)layer_with(scene, "third duplicate ACK", NULL)->count, 54,
		"third duplicate ACKs");
	ok(!layer_with(scene, NULL, "3"), "  too many for letters of their own");
	ok(again > layer_with(scene, "newly SACKed", NULL)
		&& again > layer_with(scene, "data segments", NULL), "above what announced them");
	is_int((int64_t)scene->inset_count, 2, "two insets");
	is_str(scene->inset[0].title, "a loss and its repair", "a loss");
	found = caliper_with(scene, 1, "sent again after 73.0 ms");
	ok(found && found->ink == INK_AGAIN, "which was sent again after 73 ms");
	scene = draw(&capture, "tcptrace-detail");
	ok(caliper_with(scene, 0, "sent again after 73.0 ms"), "the detail shows the same loss");
	is_str(layer_with(scene, "retransmissions", NULL)->detail, "RACK", "and what repaired it");
	is_int(points_of(layer_with(scene, NULL, "3")), 1, "and the third duplicate ACK");
	scene = draw(&capture, "stevens-overview");
	is_str(layer_with(scene, "retransmissions", NULL)->detail, "41 fast, 8 SACK, 12 RACK",
		"Stevens' legend tells the causes, too");
	end(&capture);
}

/* Each byte SACKed is in one bar, however often receivers repeat the block. */
static void
sacked_bytes_are_drawn_once(void)
{
	static struct capture_scene capture;
	const struct layer *layer;
	struct point point;
	size_t cursor = 0;
	int64_t drawn = 0, told = 0;

	if (!begin_sample(&capture, "tcpdump-server-sack-loss1"))
		return;

	const struct tape *tape = capture.input.tape;

	layer = layer_with(draw(&capture, "tcptrace"), "newly SACKed", NULL);
	while (layer && layer->read(layer, &cursor, &point, 1))
		drawn += point.hi - point.lo;
	for (size_t i = 0; i < tape->sack_count; i++)
		if (!tape->sack[i].dsack)
			told += tape->sack[i].end - tape->sack[i].begin;
	is_int((int64_t)cursor, 619, "bars");
	ok(drawn > 0 && drawn < told / 5, "of %lld bytes that are told again and again %lld are new",
		(long long)told, (long long)drawn);
	end(&capture);
}

/* ---- the ladder ---- */

static void
a_ladder_counts_as_wireshark(void)
{
	static struct capture_scene capture;
	const struct ladder *ladder;
	size_t lost = 0, again = 0;

	if (!begin_sample(&capture, "tcpdump-server-sack-loss1"))
		return;
	ladder = &draw(&capture, "ladder")->ladder;
	ok(ladder->count > 20 && ladder->count <= SCENE_RUNGS_MAX, "a ladder");
	is_str(ladder->left, "10.0.1.2:43446", "who sent the SYN is left");
	is_str(ladder->right, "10.0.2.2:80", "the other right");
	is_str(ladder->rung[0].text, "Seq=0 Win=64240 Len=0 [SYN]", "SYN");
	is_str(ladder->rung[1].text, "Seq=0 Ack=1 Win=65160 Len=0 [SYN, ACK]", "SYN-ACK");
	ok(ladder->rung[0].to_right && !ladder->rung[1].to_right, "to and fro");
	is_str(ladder->rung[2].text, "… 40.2 ms …", "a round trip of silence");
	is_str(ladder->rung[4].text, "Seq=1 Ack=1 Win=64256 Len=80 [PSH, ACK]", "the request");
	for (size_t i = 0; i < ladder->count; i++) {
		const struct rung *rung = &ladder->rung[i];

		if (i > 0 && rung->time < ladder->rung[i - 1].time)
			ok(false, "rung %zu is earlier than the one above", i);
		if (rung->lost && lost++ == 0)
			is_str(rung->text, "Seq=5355161 Ack=81 Win=65152 Len=1448 [ACK]",
				"what was lost");
		if (strstr(rung->text, "Seq=5355161 ") && strstr(rung->text, "again: RACK"))
			again++;
	}
	is_int((int64_t)lost, 1, "ends in a cross");
	is_int((int64_t)again, 1, "and is sent again");
	end(&capture);
}

/* ---- zoom ---- */

static void
a_zoom_is_obeyed(void)
{
	static struct capture_scene capture;
	const struct scene *scene;

	if (!begin_sample(&capture, "tcpdump-client-wmem4096-delay100"))
		return;
	capture.input.zoom_begin = 2 * NSEC_PER_SEC;
	capture.input.zoom_end = 2250 * NSEC_PER_MSEC;
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		scene = draw(&capture, kind->name);
		if (strcmp(kind->name, "ladder") != 0)
			is_int(scene->x.lo == 2 * NSEC_PER_SEC && scene->x.hi == 2250 * NSEC_PER_MSEC,
				kind->zoom, kind->name);
		else
			ok(scene->ladder.rung[0].time >= 2 * NSEC_PER_SEC, "the ladder, too");
	}
	capture.input.zoom_begin = 100 * NSEC_PER_SEC;
	capture.input.zoom_end = 101 * NSEC_PER_SEC;
	is_str(draw(&capture, "tcptrace-detail")->message,
		"Nothing was captured in this stretch of time.", "a stretch with nothing in it");
	is_str(draw(&capture, "ladder")->message,
		"Nothing was captured in this stretch of time.", "no rung");
	end(&capture);
}

/* At the receiver there is neither flight nor RTT, but the wait between ACK and data. */
static void
a_receiver_waits_for_data(void)
{
	static struct capture_scene capture;
	const struct scene *scene;
	const struct caliper *found;

	if (!begin_sample(&capture, "tcpdump-client-rmem8192-rtt50"))
		return;
	scene = draw(&capture, "tcptrace-detail");
	found = caliper_with(scene, 0, "from an ACK to the next data");
	ok(found && found->x1 - found->x0 >= 50 * NSEC_PER_MSEC
		&& found->x1 - found->x0 < 60 * NSEC_PER_MSEC, "a round trip without data");
	ok(!caliper_with(scene, 0, "one RTT") && !caliper_with(scene, 0, "in flight"),
		"nothing is measured that can't be seen here");
	ok(layer_with(scene, "receive window's edge", NULL), "the window's edge is near");
	end(&capture);
}

/* The same limit seen where the sender is: there the window is what it waits for. */
static void
a_full_window_is_told(void)
{
	static struct capture_scene capture;
	char *path = shared_path("captures/tcpdump-server-rmem8192-rtt50.cap.zst");
	const struct caliper *found;

	if (!path) {
		skip("a full window", "../shared is not there");
		return;
	}
	if (begin(&capture, path)) {
		found = caliper_with(draw(&capture, "tcptrace-detail"), 0,
			"the receive window is full");
		ok(found && found->x1 - found->x0 > 45 * NSEC_PER_MSEC,
			"the sender waits because the window is full");
		ok(caliper_with(capture.scene, 0, "2,896 B in flight"), "  with two segments");
		end(&capture);
	}
	free(path);
}

int
main(void)
{
	char vectors[1024];

	a_flight_and_its_wait_are_measured();
	retransmissions_are_told_by_cause();
	sacked_bytes_are_drawn_once();
	a_ladder_counts_as_wireshark();
	a_zoom_is_obeyed();
	a_receiver_waits_for_data();
	a_full_window_is_told();
	snprintf(vectors, sizeof(vectors), "%s/tests/vectors",
		getenv("top_srcdir") ? getenv("top_srcdir") : ".");
	folder_each(vectors, every_kind_is_sound);
	shared_each("captures", every_kind_is_sound);
	return tap_done();
}
