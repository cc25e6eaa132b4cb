/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cli/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "cctrace/export.h"
#include "cctrace/graph.h"
#include "cctrace/render.h"
#include "cctrace/report.h"
#include "cli/folder.h"
#include "cli/frames.h"
#include "cli/naming.h"
#include "cli/pipeline.h"
#include "cli/selection.h"

/* All tapes together; beyond it those of the smallest connections go. */
#define TAPE_BUDGET ((size_t)1 << 30)

struct job {
	const struct options *options;
	struct pipeline pipeline;
	struct pipeline second;  /* of the second pass: its tapes point to its connections */
	struct tapes *tapes;
	struct explain *explain; /* NULL: nothing is to be explained */
	bool unexplained;        /* a frame held nothing to explain */
	const struct connection_row **rows; /* selected by -s */
	size_t row_count;
	char *base;              /* of output names */
	const char *file_name;   /* of the first file, without its folder */
	struct error error;
	bool unwritable;
	/* Connections to record in a second pass; indices, ascending. */
	uint32_t *wanted;
	size_t wanted_count;
};

static void
say(const struct error *error)
{
	fprintf(stderr, "cctrace: %s\n", error->text);
}

static void
on_trouble(void *context, const struct error *error)
{
	(void)context;
	say(error);
}

/* ---- graphs asked for ---- */

static bool
in_list(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
			return true;
	return false;
}

static bool
wants_graph(const struct options *options, const struct graph_kind *kind)
{
	return !options->graphs || in_list(options->graphs, kind->name)
		|| in_list(options->graphs, "all");
}

/* Every word of -g is the name of a graph. */
static bool
check_graphs(const char *list, struct error *error)
{
	for (const char *at = list; list && *at; at += strcspn(at, ","), at += *at == ',') {
		int length = (int)strcspn(at, ",");
		char *name = xmalloc((size_t)length + 1);
		bool known;

		memcpy(name, at, (size_t)length);
		name[length] = '\0';
		known = graph_find(name) || strcmp(name, "all") == 0;
		if (!known)
			error_set(error, "-g %s: there is no such graph; --list-graphs names them",
				name);
		free(name);
		if (!known)
			return false;
	}
	return true;
}

/* Something would be drawn: .xpl exists of some graphs only. */
static bool
check_formats(const struct options *options, struct error *error)
{
	if (!options->output_dir || options->formats & FORMAT_PNG)
		return true;
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++)
		if (wants_graph(options, kind) && export_of_graph(kind->name))
			return true;
	error_set(error, "-F xpl -g %s: there is no .xpl of that", options->graphs);
	return false;
}

void
job_list_graphs(FILE *out)
{
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++)
		fprintf(out, "%-18s %s\n", kind->name, kind->summary);
}

/* ---- passes over the capture ---- */

static bool
is_selected(const void *context, const struct connection *conn)
{
	const struct job *job = context;

	return options_wants(job->options, conn->stream, conn->part);
}

static bool
is_wanted(const void *context, const struct connection *conn)
{
	const struct job *job = context;

	for (size_t i = 0; i < job->wanted_count; i++)
		if (job->wanted[i] == conn->index)
			return true;
	return false;
}

static bool
first_pass(struct job *job)
{
	const struct options *options = job->options;
	struct steps_printer printer = {stdout, is_selected, job};
	struct pipeline_options pipeline = {
		.files = options->files, .file_count = options->file_count,
		.filter = options->filter, .no_tunnels = options->no_tunnels,
		.on_trouble = on_trouble,
		.printer = options->steps ? &printer : NULL,
	};

	pipeline.verdicts = !options->no_verdict && !options->steps;
	pipeline.drop_tapes = !options->output_dir && !options->explain_count;
	if (options->explain_count)
		pipeline.explain = job->explain = explain_new(options->explain,
			options->explain_count, is_selected, job);
	if (!pipeline.drop_tapes || pipeline.verdicts)
		job->tapes = tapes_new(options->tape_budget ? options->tape_budget : TAPE_BUDGET,
			is_selected, job);
	if (options->output_dir && !options->explain_count) {
		if (options->top)
			tapes_expect(job->tapes, options->top);
		else if (!options->all && !options->stream_count)
			tapes_expect(job->tapes, SELECTION_MAX);
	}
	pipeline.tapes = job->tapes;
	return pipeline_run(&job->pipeline, &pipeline, &job->error);
}

/*
 * Chosen connections whose tape the budget dropped are recorded again, and they alone,
 * when the input can be read twice.
 */
static void
second_pass(struct job *job)
{
	const struct options *options = job->options;
	struct pipeline_options pipeline = {
		.files = options->files, .file_count = options->file_count,
		.filter = options->filter, .no_tunnels = options->no_tunnels,
		.verdicts = !options->no_verdict,
	};

	tapes_free(job->tapes);
	pipeline_free(&job->second);
	job->tapes = tapes_new(SIZE_MAX, is_wanted, job);
	pipeline.tapes = job->tapes;
	if (!pipeline_run(&job->second, &pipeline, &job->error))
		say(&job->error);
}

/* ---- drawing ---- */

static bool
draw_png(struct job *job, const struct graph_kind *kind, const struct graph_input *input,
	const struct naming *naming)
{
	struct render_options options = {job->options->width, job->options->height,
		job->options->scale, job->options->theme};
	struct strbuf path = {0};
	struct scene *scene = graph_build(kind, input);
	bool good;

	naming_picture(&path, job->options->output_dir, naming, kind->name, "png");
	good = render_png(scene, &options, strbuf_text(&path), &job->error);
	scene_free(scene);
	strbuf_fini(&path);
	return good;
}

static bool
draw_xpl(struct job *job, const struct graph_kind *kind, const struct graph_input *input,
	const struct naming *naming)
{
	const struct export_kind *export = export_of_graph(kind->name);
	struct export_input columns = {input->tape, input->dir};
	struct strbuf path = {0};
	bool good;

	if (!export)
		return true;
	naming_picture(&path, job->options->output_dir, naming, export->name, "xpl");
	good = export_xpl(export, &columns, strbuf_text(&path), &job->error);
	strbuf_fini(&path);
	return good;
}

static bool
draw_one(struct job *job, const struct graph_kind *kind, const struct graph_input *input,
	const struct naming *naming)
{
	unsigned formats = job->options->formats;

	return (!(formats & FORMAT_PNG) || draw_png(job, kind, input, naming))
		&& (!(formats & FORMAT_XPL) || draw_xpl(job, kind, input, naming));
}

/* Once; what shows a stretch of time once for each that was asked for. */
static bool
draw_kind(struct job *job, const struct graph_kind *kind, struct graph_input input,
	struct naming naming)
{
	size_t count = kind->zoom ? job->options->zoom_count : 0;

	if (count == 0)
		return draw_one(job, kind, &input, &naming);
	for (size_t i = 0; i < count; i++) {
		input.zoom_begin = job->options->zooms[i].begin;
		input.zoom_end = job->options->zooms[i].end;
		naming.number = i + 1;
		if (!draw_one(job, kind, &input, &naming))
			return false;
	}
	return true;
}

static bool
draw_direction(struct job *job, const struct connection_row *row, enum direction dir,
	bool several)
{
	bool both = job->options->direction == DRAW_BOTH;
	struct naming naming = {job->base, several, row->stream, row->part,
		!both ? NULL : dir == A2B ? "a2b" : "b2a", 0};
	const struct pipeline *pass = job->second.stats ? &job->second : &job->pipeline;
	struct graph_input input = {.tape = tapes_find(job->tapes, row->index), .row = row,
		.dir = dir, .file = job->file_name};
	const struct verdict *verdict = verdicts_find(pass->verdicts, row->index);
	struct sender_view *view = NULL;
	bool good = true;

	if (!input.tape)
		return true;
	if (verdict && verdict->dir == dir)
		input.verdict = verdict;
	if (row->dir[dir].as_sender)
		input.view = view = sender_view_new(input.tape, dir);
	for (const struct graph_kind *kind = graph_kinds; good && kind->name; kind++)
		good = !wants_graph(job->options, kind) || draw_kind(job, kind, input, naming);
	sender_view_free(view);
	return good;
}

static bool
draw_connection(struct job *job, const struct connection_row *row, bool several)
{
	enum direction dir;

	switch (job->options->direction) {
	case DRAW_A2B:
		return draw_direction(job, row, A2B, several);
	case DRAW_B2A:
		return draw_direction(job, row, B2A, several);
	case DRAW_BOTH:
		return draw_direction(job, row, A2B, several)
			&& draw_direction(job, row, B2A, several);
	case DRAW_DATA:
		break;
	}
	row_data_direction(row, &dir);
	return draw_direction(job, row, dir, several);
}

static void
say_left_out(const struct job *job, size_t drawn)
{
	if (drawn < job->row_count && !job->unwritable && !job->options->quiet)
		fprintf(stderr, "cctrace: drew %zu of %zu connections; --all draws every one\n",
			drawn, job->row_count);
}

/* Those whose tape is gone, for the second pass; false when there is none. */
static bool
list_missing(struct job *job, const size_t *chosen, size_t count)
{
	bool missing = false;

	free(job->wanted);
	job->wanted = xcalloc(count + 1, sizeof(*job->wanted));

	for (size_t i = 0; i < count; i++) {
		job->wanted[i] = job->rows[chosen[i]]->index;
		missing |= !tapes_find(job->tapes, job->wanted[i]);
	}
	job->wanted_count = count;
	return missing;
}

/* A second pass has judged what the first could not. */
static const struct connection_row *
row_to_draw(const struct job *job, const struct connection_row *row)
{
	const struct connection_row *again = job->second.stats
		? stats_row(job->second.stats, row->index) : NULL;

	return again ? again : row;
}

static void
draw_all(struct job *job)
{
	size_t *chosen = xcalloc(job->row_count + 1, sizeof(*chosen));
	size_t count = selection_choose(job->rows, job->row_count, job->options, chosen);
	struct strbuf base = {0};

	const char *slash = strrchr(job->options->files[0], '/');

	job->file_name = slash ? slash + 1 : job->options->files[0];
	naming_base(&base, job->options->files[0]);
	job->base = xstrdup(strbuf_text(&base));
	strbuf_fini(&base);
	if (list_missing(job, chosen, count)) {
		if (pipeline_can_repeat(job->options->files, job->options->file_count))
			second_pass(job);
		else
			fprintf(stderr, "cctrace: some connections are not drawn: they passed out of "
				"memory, and the input can't be read twice\n");
	}
	if (!folder_make(job->options->output_dir, &job->error)) {
		say(&job->error);
		job->unwritable = true;
	}
	for (size_t i = 0; i < count && !job->unwritable; i++)
		if (!draw_connection(job, row_to_draw(job, job->rows[chosen[i]]), count > 1)) {
			say(&job->error);
			job->unwritable = true;
		}
	say_left_out(job, count);
	free(chosen);
}

/* ---- reports ---- */

static void
select_rows(struct job *job)
{
	size_t count;
	const struct connection_row *const *rows = stats_rows(job->pipeline.stats, &count);

	job->rows = xcalloc(count + 1, sizeof(*job->rows));
	for (size_t i = 0; i < count; i++)
		if (options_wants(job->options, rows[i]->stream, rows[i]->part))
			job->rows[job->row_count++] = rows[i];
}

typedef void report(const struct report_input *input, FILE *out);

/* To stdout for "-", else to a file, whole or not at all. */
static void
write_report(struct job *job, report *write, const struct report_input *input,
	const char *path)
{
	struct outfile file;

	if (strcmp(path, "-") == 0) {
		write(input, stdout);
		return;
	}
	if (!outfile_open(&file, path, &job->error)) {
		say(&job->error);
		job->unwritable = true;
		return;
	}
	write(input, file.stream);
	if (!outfile_commit(&file, &job->error)) {
		say(&job->error);
		job->unwritable = true;
	}
}

static void
report_all(struct job *job)
{
	const struct options *options = job->options;
	struct report_input input = {
		.files = options->files, .file_count = options->file_count,
		.capture = capture_info(job->pipeline.capture), .counts = &job->pipeline.counts,
		.rows = job->rows, .row_count = job->row_count,
		.verdicts = job->pipeline.verdicts,
	};
	bool taken = options->steps || job->explain;

	if (options->json) {
		write_report(job, report_json, &input, options->json);
		taken |= strcmp(options->json, "-") == 0;
	}
	if (options->ndjson) {
		write_report(job, report_ndjson, &input, options->ndjson);
		taken |= strcmp(options->ndjson, "-") == 0;
	}
	if (!taken)
		report_text(&input, options->list, stdout);
}

/* What the budget dropped is recorded again, as for drawing. */
static void
explain_all(struct job *job)
{
	job->wanted = xcalloc(job->options->explain_count + 1, sizeof(*job->wanted));
	job->wanted_count = frames_missing(job->options, job->explain, job->tapes, job->wanted);
	if (job->wanted_count
		&& pipeline_can_repeat(job->options->files, job->options->file_count))
		second_pass(job);
	job->unexplained = !frames_write(&(struct frames_input){job->options, job->explain,
		job->rows, job->row_count, job->tapes, job->pipeline.verdicts});
}

static enum job_status
status_of(const struct job *job)
{
	if (job->unwritable || fflush(stdout) != 0 || ferror(stdout))
		return JOB_UNWRITABLE;
	if (job->pipeline.damaged)
		return JOB_DAMAGED;
	return job->row_count == 0 || job->unexplained ? JOB_NOTHING : JOB_DONE;
}

static void
say_nothing_matched(const struct job *job)
{
	const struct frame_counts *counts = &job->pipeline.counts;
	size_t count;

	stats_rows(job->pipeline.stats, &count);
	if (count)
		fprintf(stderr, "cctrace: none of the %zu connections was selected\n", count);
	else if (counts->by_result[DECODE_LINK_UNKNOWN])
		fprintf(stderr, "cctrace: no TCP was found: link type %u (%s) is not decoded\n",
			counts->unknown_link, capture_link_name(counts->unknown_link)
				? capture_link_name(counts->unknown_link) : "unnamed");
	else
		fprintf(stderr, "cctrace: no TCP was found in %llu frames\n",
			(unsigned long long)capture_info(job->pipeline.capture)->frames);
}

enum job_status
job_run(const struct options *options)
{
	struct job job = {.options = options};
	enum job_status status;

	if (!check_graphs(options->graphs, &job.error) || !check_formats(options, &job.error)
		|| (options->filter && !capture_filter_check(options->filter, &job.error))) {
		say(&job.error);
		return JOB_USAGE;
	}
	if (options->output_dir && !folder_check(options->output_dir, &job.error)) {
		say(&job.error);
		return JOB_UNWRITABLE;
	}
	if (!first_pass(&job)) {
		say(&job.error);
		tapes_free(job.tapes);
		explain_free(job.explain);
		return JOB_UNREADABLE;
	}
	select_rows(&job);
	report_all(&job);
	if (job.explain)
		explain_all(&job);
	if (job.row_count == 0)
		say_nothing_matched(&job);
	else if (options->output_dir)
		draw_all(&job);
	status = status_of(&job);
	tapes_free(job.tapes);
	explain_free(job.explain);
	pipeline_free(&job.pipeline);
	pipeline_free(&job.second);
	free(job.rows);
	free(job.wanted);
	free(job.base);
	return status;
}
