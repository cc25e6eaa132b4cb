/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * judge.h - a capture judged whole, for tests that ask for its largest connection.
 */
#ifndef CCTRACE_TESTS_JUDGE_H
#define CCTRACE_TESTS_JUDGE_H

#include "cli/pipeline.h"

struct judged {
	struct pipeline pipeline;
	struct tapes *tapes;
	const struct connection_row *row; /* of the most bytes, each
	                                     once; NULL: no data */
	const struct verdict *verdict;
	enum direction dir;
};

__attribute__((unused)) static bool
judge(struct judged *judged, const char *path)
{
	struct pipeline_options options = {.files = &path, .file_count = 1, .verdicts = true};
	struct error error = {{0}};
	uint64_t most = 0;
	size_t count;

	*judged = (struct judged){.tapes = tapes_new((size_t)1 << 30, NULL, NULL)};
	options.tapes = judged->tapes;
	if (!pipeline_run(&judged->pipeline, &options, &error))
		return false;

	const struct connection_row *const *rows = stats_rows(judged->pipeline.stats, &count);

	for (size_t i = 0; i < count; i++) {
		enum direction dir;

		if (!row_data_direction(rows[i], &dir) || rows[i]->dir[dir].unique_bytes <= most)
			continue;
		most = rows[i]->dir[dir].unique_bytes;
		judged->row = rows[i];
		judged->dir = dir;
	}
	if (judged->row)
		judged->verdict = verdicts_find(judged->pipeline.verdicts, judged->row->index);
	return true;
}

__attribute__((unused)) static void
judge_end(struct judged *judged)
{
	pipeline_free(&judged->pipeline);
	tapes_free(judged->tapes);
}

/* Do the spans sum to the connection's time, are they in order and no neighbours alike? */
__attribute__((unused)) static bool
judge_sums(const struct judged *judged)
{
	const struct verdict *verdict = judged->verdict;
	nsec sum = 0;

	for (int reason = 0; reason < REASON_COUNT; reason++)
		sum += verdict->spent[reason];
	for (size_t i = 0; i < verdict->span_count; i++) {
		const struct verdict_span *span = &verdict->span[i];

		if (span->begin >= span->end || (i && (span->begin < span[-1].end
			|| (span->begin == span[-1].end && span->reason == span[-1].reason))))
			return false;
	}
	return sum == judged->row->last_time - judged->row->first_time;
}

#endif
