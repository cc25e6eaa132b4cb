/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cli/pipeline.h"

#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

/* Segments decoded ahead, so that the slots they hash to are fetched in time. */
enum { AHEAD = 16 };

struct run {
	struct pipeline *pipeline;
	const struct pipeline_options *options;
	struct engine *engine;
	struct segment segments[AHEAD];
	size_t count;
};

static void
put_away_ended(struct run *run)
{
	struct connection *conn;

	while ((conn = flow_ended(run->pipeline->flows))) {
		engine_close(run->engine, conn);
		flow_put_away(run->pipeline->flows, conn);
	}
}

static void
analyse(struct run *run, const struct segment *segment)
{
	struct flow_table *flows = run->pipeline->flows;
	enum direction dir;
	struct connection *conn = flow_route(flows, segment, &dir);

	if (!(segment->has & SEG_QUOTED)) {
		if (conn->state)
			engine_segment(run->engine, conn, dir, segment);
		else
			run->pipeline->counts.late++;
	}
}

static void
analyse_all(struct run *run)
{
	for (size_t i = 0; i < run->count; i++)
		analyse(run, &run->segments[i]);
	run->count = 0;
	put_away_ended(run);
}

static void
take_frame(struct run *run, const struct frame *frame)
{
	struct segment *segment = &run->segments[run->count];
	enum decode_result result = run->options->no_tunnels
		? decode_frame_outside(frame, segment) : decode_frame(frame, segment);
	struct frame_counts *counts = &run->pipeline->counts;

	counts->by_result[result]++;
	if (result == DECODE_LINK_UNKNOWN)
		counts->unknown_link = frame->link_type;
	if (result != DECODE_TCP && result != DECODE_QUOTED)
		return;
	counts->fragments_first += result == DECODE_TCP && segment->has & SEG_FRAGMENT;
	flow_prefetch(run->pipeline->flows, segment);
	if (++run->count == AHEAD)
		analyse_all(run);
}

static void
read_all(struct run *run)
{
	struct pipeline *pipeline = run->pipeline;
	enum capture_result result;
	struct frame frame;
	struct error error = {{0}};

	while ((result = capture_next(pipeline->capture, &frame, &error)) != CAPTURE_END) {
		if (result == CAPTURE_FRAME) {
			take_frame(run, &frame);
			continue;
		}
		pipeline->damaged = true;
		if (run->options->on_trouble)
			run->options->on_trouble(run->options->context, &error);
	}
	analyse_all(run);
}

/* Whoever is left ends with the capture, in order of first frame. */
static void
close_all(struct run *run)
{
	struct flow_table *flows = run->pipeline->flows;

	for (size_t i = 0; i < flow_count(flows); i++) {
		struct connection *conn = flow_get(flows, i);

		if (!conn->state)
			continue;
		engine_close(run->engine, conn);
		flow_put_away(flows, conn);
	}
}

/* Unpredictable where the system can be, and of no influence on any result. */
static uint64_t
make_seed(void)
{
	uint64_t seed = 0;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != (ssize_t)sizeof(seed))
		seed = UINT64_C(0x9e3779b97f4a7c15);
	return seed;
}

bool
pipeline_run(struct pipeline *pipeline, const struct pipeline_options *options,
	struct error *error)
{
	struct capture_options capture_options = {.filter = options->filter};
	struct sink_binding bindings[5];
	size_t count = 0;
	struct run run = {.pipeline = pipeline, .options = options};

	*pipeline = (struct pipeline){0};
	pipeline->capture = capture_open(options->files, options->file_count,
		&capture_options, error);
	if (!pipeline->capture)
		return false;
	pipeline->stats = stats_new();
	bindings[count++] = (struct sink_binding){&stats_sink, pipeline->stats};
	if (options->tapes)
		bindings[count++] = (struct sink_binding){&tape_sink, options->tapes};
	if (options->tapes && options->verdicts) {
		pipeline->verdicts = verdicts_new(options->tapes, pipeline->stats,
			options->drop_tapes);
		bindings[count++] = (struct sink_binding){&verdict_sink, pipeline->verdicts};
	}
	if (options->printer)
		bindings[count++] = (struct sink_binding){&steps_sink, options->printer};
	if (options->explain)
		bindings[count++] = (struct sink_binding){&explain_sink, options->explain};
	pipeline->flows = flow_new(engine_state_bytes(bindings, count), make_seed());
	run.engine = engine_new(bindings, count,
		options->batch ? options->batch : STEP_BATCH);
	read_all(&run);
	put_away_ended(&run);
	close_all(&run);
	engine_free(run.engine);
	return true;
}

bool
pipeline_can_repeat(const char *const *files, size_t count)
{
	struct stat status;

	for (size_t i = 0; i < count; i++)
		if (strcmp(files[i], "-") == 0 || stat(files[i], &status) != 0
			|| !S_ISREG(status.st_mode))
			return false;
	return true;
}

void
pipeline_free(struct pipeline *pipeline)
{
	verdicts_free(pipeline->verdicts);
	stats_free(pipeline->stats);
	flow_free(pipeline->flows);
	capture_close(pipeline->capture);
	*pipeline = (struct pipeline){0};
}
