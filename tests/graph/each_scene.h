/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * each_scene.h - every graph of a capture's largest connections, one after another.
 */
#ifndef CCTRACE_TESTS_EACH_SCENE_H
#define CCTRACE_TESTS_EACH_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "cli/selection.h"
#include "tests/graph/judged.h"

/* Borrowed for the call. */
typedef void scene_visitor(void *context, const struct scene *scene, const char *file,
	const struct connection_row *row);

static void
each_graph(struct graph_input *input, scene_visitor *visit, void *context)
{
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		struct scene *scene = graph_build(kind, input);

		visit(context, scene, input->file, input->row);
		scene_free(scene);
	}
	judged_fini(input);
}

/* The `most` connections with most payload; false when the capture can't be read. */
static bool
each_scene(const char *path, uint32_t most, scene_visitor *visit, void *context)
{
	struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
	struct pipeline_options options = {.files = &path, .file_count = 1, .tapes = tapes,
		.verdicts = true};
	struct options selection = {.top = most};
	struct pipeline pipeline;
	struct error error = {{0}};
	const char *slash = strrchr(path, '/');
	size_t count = 0, chosen_count;
	bool good;

	tapes_expect(tapes, most);
	good = pipeline_run(&pipeline, &options, &error);
	if (good) {
		const struct connection_row *const *rows = stats_rows(pipeline.stats, &count);
		size_t *chosen = calloc(count + 1, sizeof(*chosen));

		chosen_count = selection_choose(rows, count, &selection, chosen);
		for (size_t i = 0; i < chosen_count; i++) {
			struct graph_input input = judged_input(&pipeline, tapes, rows[chosen[i]],
				slash ? slash + 1 : path);

			each_graph(&input, visit, context);
		}
		free(chosen);
		pipeline_free(&pipeline);
	}
	tapes_free(tapes);
	return good;
}

#endif
