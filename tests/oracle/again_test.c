/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Retransmitted segments as both ends' captures tell them, against the kernel that sent
 * them: PEERS.tsv, where other tools' counts stand, too.
 */
#include "config.h"

#include "cli/pipeline.h"
#include "tests/oracle/shared.h"

/* Where the count is another one, and why. */
static const struct exception {
	const char *scenario, *end;
	uint32_t count;
	const char *why;
} exceptions[] = {
	{"bufferbloat-cubic", NULL, 38, "one is of the control connection"},
	{"cc-bbr-rtt100-loss1.5", "receiver", 1052,
		"228 retransmissions were lost on the way, and can't be seen behind the loss"},
	{"cc-cubic-rtt100-loss1.5", "receiver", 24, "two were lost on the way, one is of the "
		"control connection"},
	{"cc-cubic-rtt100-loss1.5", "sender", 26, "one is of the control connection"},
	{"fair-bbr-cubic", NULL, 138, "the kernel's count is of one of four connections"},
	{"fair-cubic-cubic", NULL, 32, "the kernel's count is of one of four connections"},
	{"fair-late-cubic-cubic", NULL, 62, "the kernel's count is of one of four connections"},
	{"syn-retry", "client", 3, "SYN-ACKs are sent again by no socket yet"},
	{"syn-retry", "server", 6, "SYN-ACKs are sent again by no socket yet"},
};

static const struct exception *
exception_of(const char *scenario, const char *end)
{
	for (size_t i = 0; i < COUNT(exceptions); i++)
		if (strcmp(exceptions[i].scenario, scenario) == 0
			&& (!exceptions[i].end || strcmp(exceptions[i].end, end) == 0))
			return &exceptions[i];
	return NULL;
}

static uint64_t
segments_again(const char *path)
{
	struct tapes *tapes = tapes_new((size_t)1 << 30, NULL, NULL);
	struct pipeline_options options = {.files = &path, .file_count = 1, .tapes = tapes,
		.verdicts = true, .drop_tapes = true};
	struct error error = {{0}};
	struct pipeline pipeline;
	uint64_t sum = 0;
	size_t count;

	if (!pipeline_run(&pipeline, &options, &error))
		return UINT64_MAX;

	const struct connection_row *const *rows = stats_rows(pipeline.stats, &count);

	for (size_t i = 0; i < count; i++)
		sum += rows[i]->dir[A2B].retransmitted_segments
			+ rows[i]->dir[B2A].retransmitted_segments;
	pipeline_free(&pipeline);
	tapes_free(tapes);
	return sum;
}

/* A line of PEERS.tsv: scenario, end, vantage, the kernel's count. */
static void
check(const char *scenario, const char *end, const char *kernel)
{
	const struct exception *exception = exception_of(scenario, end);
	char name[128], said[256];
	char *path;

	snprintf(name, sizeof(name), "captures/tcpdump-%s-%s.cap.zst", end, scenario);
	path = shared_path(name);
	snprintf(said, sizeof(said), "%s, %s: %s", scenario, end,
		exception ? exception->why : "as the kernel counted");
	if (path && (exception || strcmp(kernel, "None") != 0))
		is_int((int64_t)segments_again(path),
			exception ? exception->count : strtoll(kernel, NULL, 10), said);
	free(path);
}

int
main(void)
{
	char *path = shared_path("captures/PEERS.tsv"), *save = NULL;
	size_t length = 0;
	char *text = path ? shared_slurp(path, &length) : NULL;

	if (!text) {
		skip("retransmissions against the kernel's", "../shared/captures is not there");
		free(path);
		return tap_done();
	}
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char scenario[64], end[16], vantage[16], kernel[16];

		if (sscanf(line, "%63s %15s %15s %15s", scenario, end, vantage, kernel) == 4
			&& strcmp(scenario, "scenario") != 0)
			check(scenario, end, kernel);
	}
	free(text);
	free(path);
	return tap_done();
}
