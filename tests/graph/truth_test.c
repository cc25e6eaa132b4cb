/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers that the pictures of real captures show, against what is known of them: the
 * samples by what made them, and the captures of ../shared by its TRUTH.tsv.
 */
#include "config.h"

#include <math.h>

#include "cctrace/graph.h"
#include "cli/pipeline.h"
#include "tests/oracle/shared.h"

/* A capture, read. */
struct film {
	struct pipeline pipeline;
	struct tapes *tapes;
	struct graph_input input;
	struct scene *scene;
};

/* The connection with the most payload. */
static bool
film_open(struct film *film, const char *path)
{
	struct pipeline_options options = {.files = &path, .file_count = 1};
	struct error error = {{0}};
	uint64_t most = 0;
	size_t count;

	*film = (struct film){.tapes = tapes_new(SIZE_MAX, NULL, NULL)};
	options.tapes = film->tapes;
	if (!pipeline_run(&film->pipeline, &options, &error)) {
		tapes_free(film->tapes);
		return ok(false, "%s", error.text);
	}

	const struct connection_row *const *rows = stats_rows(film->pipeline.stats, &count);

	for (size_t i = 0; i < count; i++) {
		enum direction dir;

		if (!row_data_direction(rows[i], &dir) || rows[i]->dir[dir].payload_bytes < most)
			continue;
		most = rows[i]->dir[dir].payload_bytes;
		film->input = (struct graph_input){tapes_find(film->tapes, rows[i]->index),
			rows[i], dir, "a.cap"};
	}
	if (film->input.tape)
		return true;
	pipeline_free(&film->pipeline);
	tapes_free(film->tapes);
	return false;
}

static const struct scene *
film_draw(struct film *film, const char *graph)
{
	scene_free(film->scene);
	film->scene = graph_build(graph_find(graph), &film->input);
	return film->scene;
}

static void
film_close(struct film *film)
{
	scene_free(film->scene);
	pipeline_free(&film->pipeline);
	tapes_free(film->tapes);
}

static const struct layer *
layer_named(const struct scene *scene, const char *name)
{
	for (size_t i = 0; i < scene->layer_count; i++)
		if (scene->layer[i].name
			&& strncmp(scene->layer[i].name, name, strlen(name)) == 0)
			return &scene->layer[i];
	return NULL;
}

static int64_t
first_value(const struct layer *layer)
{
	struct point point = {0, -1, -1};
	size_t cursor = 0;

	if (layer)
		layer->read(layer, &cursor, &point, 1);
	return point.lo;
}

static const char *
sample(const char *name)
{
	static char path[1024];
	const char *top = getenv("top_srcdir");

	snprintf(path, sizeof(path), "%s/samples/%s", top ? top : ".", name);
	return path;
}

/* ---- the samples ---- */

/* Of the last panel's flight between two times: how much of the time it is at `bytes`. */
static double
share_at(const struct scene *scene, nsec from, nsec to, int64_t bytes)
{
	const struct layer *layer = &scene->layer[scene->layer_count - 1];
	struct point point, before = {0, 0, 0};
	size_t cursor = 0;
	nsec at = 0;

	while (layer->glyph != GLYPH_STEP && layer > scene->layer)
		layer--;
	while (layer->read(layer, &cursor, &point, 1) == 1) {
		nsec begin = before.x > from ? before.x : from;
		nsec end = point.x < to ? point.x : to;

		if (before.lo == bytes && end > begin)
			at += end - begin;
		before = point;
	}
	return (double)at / (double)(to - from);
}

/* One write buffer of 45 segments of 1448 B a round trip. */
static void
the_plateau_can_be_read(void)
{
	struct film film;
	const struct scene *scene;

	if (!film_open(&film, sample("tcpdump-client-wmem4096-delay100.cap.zst")))
		return;
	scene = film_draw(&film, "window-scaling");
	is_int((int64_t)scene->panel_count, 2, "3.14 MB of window dwarf the plateau");
	is_int(scene->panel[1].y.hi, 65160 + 65160 / 4, "the lower panel ends a quarter above it");
	ok(65160 >= scene->panel[1].y.hi / 2 && 65160 <= scene->panel[1].y.hi / 10 * 9,
		"it lies between half and nine tenths of the panel's height");
	ok(share_at(scene, 2 * NSEC_PER_SEC, 10 * NSEC_PER_SEC, 65160) > 0.9,
		"and that is where the flight is");
	ok(scene->mark_count >= 1 && strcmp(scene->mark[0].text, "1.44 MB") == 0
		&& scene->mark[0].glyph == GLYPH_ARROW_UP, "the start's peak is cut, and told");
	film_close(&film);
}

/* 1 % random loss on a path of 40 ms; 61 retransmissions by the kernel's count, too. */
static void
random_loss_is_told(void)
{
	struct film film;
	const struct scene *scene;

	if (!film_open(&film, sample("tcpdump-server-sack-loss1.cap.zst")))
		return;
	scene = film_draw(&film, "throughput");
	is_str(scene->headline, "8.48 MB in 20.6 s, 3.29 Mbit/s: 61 retransmissions in 53 "
		"recoveries", "the headline");
	is_int((int64_t)layer_named(scene, "retransmissions")->count, 61, "as many ticks");
	is_int(first_value(layer_named(scene, "bottleneck estimate")) / 1000000, 28,
		"30 Mbit/s less the headers, by its estimate");
	scene = film_draw(&film, "rtt");
	is_int((int64_t)layer_named(scene, "sent again")->count, 61, "each with its own age");
	is_int(first_value(layer_named(scene, "handshake")) / 1000, 40205, "the handshake");
	is_int((int64_t)film_draw(&film, "window-scaling")->span_count, 53 - 1,
		"recoveries, two of which touch");
	film_close(&film);
}

/* ---- TRUTH.tsv ---- */

enum column {
	NAME = 0, VANTAGE = 4, CONNECTIONS = 6, HANDSHAKE = 8, ACK_RTT = 9, GOODPUT = 10,
	BELOW = 14, COLUMNS = 18
};

/* Recorded twice, reordered, or a SYN sent again: TRUTH counts data below the highest. */
static bool
counts_otherwise(const char *name)
{
	return strstr(name, "router") || strstr(name, "reorder") || strstr(name, "syn-retry")
		|| strstr(name, "client-duplicate");
}

/* What its first ACKs are of was never seen, by TRUTH and by us in different ways. */
static bool
starts_in_the_middle(const char *name)
{
	return strstr(name, "midstream") != NULL;
}

static void
check_vantage(const struct scene *scene, char *const *cell)
{
	char words[64];

	/* Both ends sent, or nothing was measured. */
	if (*cell[VANTAGE] == '\0')
		return;
	/* TRUTH knows where tcpdump ran, a capture without one whole handshake doesn't. */
	if (strstr(cell[NAME], "midstream") || strstr(cell[NAME], "syn-retry"))
		snprintf(words, sizeof(words), "capture point unknown: ");
	else if (strcmp(cell[VANTAGE], "middle") == 0)
		snprintf(words, sizeof(words), "captured on the way: ");
	else if (strcmp(cell[VANTAGE], "sender") == 0 || strcmp(cell[VANTAGE], "receiver") == 0)
		snprintf(words, sizeof(words), "captured at the %s: ", cell[VANTAGE]);
	else
		snprintf(words, sizeof(words), "capture point unknown");
	ok(strncmp(scene->subtitle, words, strlen(words)) == 0, "%s: %s", cell[NAME],
		scene->subtitle);
}

static void
check_handshake(const struct scene *scene, char *const *cell)
{
	const struct layer *layer = layer_named(scene, "handshake ");
	char *rest;
	double first = strtod(cell[HANDSHAKE], &rest), second = strtod(rest, NULL);

	if (layer)
		ok(fabs((double)first_value(layer) / 1e6 - first - second) < 0.002,
			"%s: handshake of %.3f ms", cell[NAME], first + second);
}

static void
check_minimum(const struct scene *scene, char *const *cell)
{
	double truth = strtod(cell[ACK_RTT], NULL);
	const struct layer *layer = layer_named(scene, "minimum ");

	/* Its samples are by the cumulative ACK and of the FIN, too; ours by SACK, too. */
	if (layer && strcmp(cell[VANTAGE], "sender") == 0 && !starts_in_the_middle(cell[NAME]))
		ok(fabs((double)first_value(layer) / 1e6 - truth) < 0.15,
			"%s: minimum %.3f ms, drawn %.3f", cell[NAME], truth,
			(double)first_value(layer) / 1e6);
}

/* TRUTH has it until the last data, the picture until that was acknowledged. */
static void
check_goodput(const struct scene *scene, const struct graph_input *input, char *const *cell)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	double truth = strtod(cell[GOODPUT], NULL);
	const struct layer *layer = layer_named(scene, "mean goodput ");

	if (!layer || truth <= 0 || starts_in_the_middle(cell[NAME])
		|| strstr(cell[NAME], "router"))
		return;
	truth *= (double)(total->last_data - total->first_data)
		/ (double)(total->last_ack_of_data - total->first_data);
	ok(fabs((double)first_value(layer) / 1e6 / truth - 1) < 0.01,
		"%s: goodput %.3f Mbit/s, drawn %.3f", cell[NAME], truth,
		(double)first_value(layer) / 1e6);
}

static void
check_ticks(const struct scene *scene, char *const *cell)
{
	const struct layer *again = layer_named(scene, "retransmissions");
	const struct layer *late = layer_named(scene, "filling a gap");

	if (!counts_otherwise(cell[NAME]))
		is_int((again ? (int64_t)again->count : 0) + (late ? (int64_t)late->count : 0),
			atoi(cell[BELOW]), cell[NAME]);
}

static void
check_capture(char *const *cell)
{
	char name[512];
	struct film film;
	char *path;

	snprintf(name, sizeof(name), "captures/%s", cell[NAME]);
	path = shared_path(name);
	if (path && film_open(&film, path)) {
		const struct scene *scene = film_draw(&film, "rtt");

		check_vantage(scene, cell);
		check_handshake(scene, cell);
		check_minimum(scene, cell);
		scene = film_draw(&film, "throughput");
		check_goodput(scene, &film.input, cell);
		check_ticks(scene, cell);
		film_close(&film);
	}
	free(path);
}

static void
check_line(char *line)
{
	char *cell[COLUMNS], *next = line;
	int count = 0;

	while (count < COLUMNS && next) {
		cell[count++] = next;
		next = strchr(next, '\t');
		if (next)
			*next++ = '\0';
	}
	if (count > BELOW && atoi(cell[CONNECTIONS]) == 1 && strstr(cell[NAME], ".cap"))
		check_capture(cell);
}

static void
shared_captures_are_drawn_true(void)
{
	char *path = shared_path("captures/TRUTH.tsv");
	size_t length;
	char *text = path ? shared_slurp(path, &length) : NULL;

	if (!text)
		skip("numbers in the pictures of ../shared", "it isn't there");
	for (char *line = text, *end; line && *line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		if (strncmp(line, "tcpdump-", 8) == 0)
			check_line(line);
	}
	free(text);
	free(path);
}

int
main(void)
{
	the_plateau_can_be_read();
	random_loss_is_told();
	shared_captures_are_drawn_true();
	return tap_done();
}
