/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Our .xpl files against those of tcptrace for the same capture.  Of the time-sequence
 * graph, every stroke is compared: what only one of both has is counted by what it
 * is of, and each count that isn't 0 says why, and who is right.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "cctrace/export.h"
#include "cli/pipeline.h"
#include "tests/oracle/shared.h"

enum group { SEGMENTS, ACK_LINE, WINDOW_LINE, SACKS, LETTERS, GROUPS };

static const char *const group_names[GROUPS] = {
	"segments", "ACK line", "window line", "SACK ranges", "letters",
};

/* ---- a file as a sorted list of strokes ---- */

struct stroke {
	char text[120];          /* "red dot TIME VALUE", and the word of a text behind it */
	enum group group;
};

struct strokes {
	struct stroke *at;
	size_t count;
};

static bool
is_colour(const char *word, size_t length)
{
	static const char *const colours[] = {"white", "red", "green", "blue", "yellow", "purple",
		"orange", "magenta", "pink"};

	for (size_t i = 0; i < COUNT(colours); i++)
		if (strlen(colours[i]) == length && strncmp(colours[i], word, length) == 0)
			return true;
	return false;
}

static enum group
group_of(const char *text, bool is_text)
{
	if (is_text)
		return LETTERS;
	if (strncmp(text, "green line", 10) == 0 || strncmp(text, "green dtick", 11) == 0)
		return ACK_LINE;
	if (strncmp(text, "yellow line", 11) == 0 || strncmp(text, "yellow utick", 12) == 0)
		return WINDOW_LINE;
	return strncmp(text, "purple", 6) == 0 ? SACKS : SEGMENTS;
}

__attribute__((format(printf, 2, 3))) static void
append(struct stroke *stroke, const char *format, ...)
{
	size_t length = strlen(stroke->text);
	va_list ap;

	va_start(ap, format);
	stroke->text[length++] = ' ';
	vsnprintf(stroke->text + length, sizeof(stroke->text) - length, format, ap);
	va_end(ap);
}

/* Times as they are, values raised: tcptrace counts from 0 where there is no SYN. */
static void
write_stroke(struct stroke *stroke, const char *colour, const char *line, int64_t raise)
{
	double values[2];
	char shape[8], times[2][24];
	int got = sscanf(line, "%7s %23s %lf %23s %lf", shape, times[0], &values[0], times[1],
		&values[1]);

	snprintf(stroke->text, sizeof(stroke->text), "%.8s %s %s %.0f", colour, shape, times[0],
		values[0] + (double)raise);
	if (got == 5)
		append(stroke, "%s %.0f", times[1], values[1] + (double)raise);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(((const struct stroke *)a)->text, ((const struct stroke *)b)->text);
}

/* `text` is cut into lines on the way. */
static struct strokes
parse(char *text, int64_t raise)
{
	struct strokes strokes = {malloc((strlen(text) / 12 + 1) * sizeof(struct stroke)), 0};
	const char *colour = "none";
	char *line, *rest = NULL;

	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		const char *last = strrchr(line, ' ');
		bool is_text = strcspn(line, " ") == 5 && strncmp(line + 1, "text", 4) == 0;
		struct stroke *stroke = &strokes.at[strokes.count];

		if (strcmp(line, "title") == 0 || strcmp(line, "xlabel") == 0
			|| strcmp(line, "ylabel") == 0) {
			strtok_r(NULL, "\n", &rest);
		} else if (is_colour(line, strlen(line))) {
			colour = line;
		} else if (last && strncmp(line, "timeval", 7) != 0) {
			write_stroke(stroke, is_colour(last + 1, strlen(last + 1)) ? last + 1 : colour,
				line, raise);
			if (is_text)
				append(stroke, "%s", strtok_r(NULL, "\n", &rest));
			stroke->group = group_of(stroke->text, is_text);
			strokes.count++;
		}
	}
	qsort(strokes.at, strokes.count, sizeof(*strokes.at), by_text);
	return strokes;
}

/* ---- both sides ---- */

static struct strokes
ours(const struct tape *tape, enum direction dir, const char *graph)
{
	struct export_input input = {tape, dir};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	struct strokes strokes;

	export_of_graph(graph)->write(&input, out);
	fclose(out);
	strokes = parse(text, 0);
	free(text);
	return strokes;
}

static bool
theirs(const char *dir_name, uint32_t index, enum direction dir, const char *graph, int64_t raise,
	struct strokes *strokes)
{
	char path[256], ends[2] = {(char)('a' + 2 * index), (char)('b' + 2 * index)};
	size_t length;
	char *text;

	snprintf(path, sizeof(path), "%s/%c2%c_%s.xpl", dir_name, ends[dir], ends[!dir], graph);
	text = shared_slurp(path, &length);
	if (!text)
		return false;
	*strokes = parse(text, raise);
	free(text);
	return true;
}

struct counts {
	int64_t same, ours[GROUPS], theirs[GROUPS];
};

/* Merges two sorted lists. */
static void
count_differences(const struct strokes *a, const struct strokes *b, struct counts *counts)
{
	for (size_t i = 0, k = 0; i < a->count || k < b->count;) {
		int order = i == a->count ? 1 : k == b->count ? -1
			: strcmp(a->at[i].text, b->at[k].text);

		if (order < 0)
			counts->ours[a->at[i++].group]++;
		else if (order > 0)
			counts->theirs[b->at[k++].group]++;
		else
			counts->same++, i++, k++;
	}
}

/* ---- what is expected ---- */

struct difference {
	enum group group;
	int64_t ours, theirs;
	const char *why;
};

struct expectation {
	const char *path;        /* below the tree or ../shared */
	int64_t same;
	struct difference difference[3];
};

#include "tests/oracle/xpl_expected.h"

static void
compare_groups(const struct counts *counts, const struct expectation *expected)
{
	is_int(counts->same, expected->same, "  strokes that both have");
	for (enum group group = 0; group < GROUPS; group++) {
		const struct difference *found = NULL;

		for (size_t i = 0; i < COUNT(expected->difference); i++)
			if (expected->difference[i].why && expected->difference[i].group == group)
				found = &expected->difference[i];
		if (!ok(counts->ours[group] == (found ? found->ours : 0)
			&& counts->theirs[group] == (found ? found->theirs : 0),
			"  %s: %s", group_names[group], found ? found->why : "no difference"))
			printf("#   only ours %" PRId64 ", only theirs %" PRId64 "\n",
				counts->ours[group], counts->theirs[group]);
	}
}

/* ---- the dots of the other graphs ---- */

/*
 * Of tcptrace's dots of a colour: where we have one of that time for which `agree` holds,
 * where we have others, and where we have none.
 */
struct matches {
	int64_t same, other, none;
};

static struct matches
match_dots(const struct strokes *a, const struct strokes *b, const char *colour,
	bool (*agree)(double ours, double theirs))
{
	struct matches matches = {0};
	char head[64], time[24];
	double value, mine;

	for (size_t k = 0; k < b->count; k++) {
		bool any = false, good = false;

		snprintf(head, sizeof(head), "%s dot ", colour);
		if (strncmp(b->at[k].text, head, strlen(head)) != 0)
			continue;
		sscanf(b->at[k].text + strlen(head), "%23s %lf", time, &value);
		snprintf(head, sizeof(head), "%s dot %s ", colour, time);
		for (size_t low = 0, high = a->count; low < high;) {
			size_t middle = (low + high) / 2;

			if (strcmp(a->at[middle].text, head) < 0)
				low = middle + 1;
			else
				high = middle;
			for (size_t i = low; low == high && i < a->count
				&& strncmp(a->at[i].text, head, strlen(head)) == 0; i++) {
				sscanf(a->at[i].text + strlen(head), "%lf", &mine);
				any = true;
				good |= agree(mine, value);
			}
		}
		matches.same += good;
		matches.other += any && !good;
		matches.none += !any;
	}
	return matches;
}

/* Rounded by parse, cut by tcptrace; the oldest segment that an ACK covers may be older. */
static bool
rtt_agrees(double mine, double value)
{
	return mine >= value;
}

/* tcptrace's is one too large, since the byte acknowledged next counts as acknowledged. */
static bool
owin_agrees(double mine, double value)
{
	return mine >= value - 1 && mine <= value - 1;
}

static bool
rate_agrees(double mine, double value)
{
	return mine >= value - 1 && mine <= value + 1;
}

static void
check_dots(const struct tape *tape, const char *dir_name, enum direction dir,
	const struct dots_expectation *expected)
{
	static const struct {
		const char *graph, *file, *colour, *name;
		bool (*agree)(double mine, double value);
	} cases[] = {
		{"rtt", "rtt", "red", "RTT: never below tcptrace's", rtt_agrees},
		{"window-scaling", "owin", "red", "outstanding: one less, as it is", owin_agrees},
		{"throughput", "tput", "blue", "mean throughput: the same", rate_agrees},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct strokes a = ours(tape, dir, cases[i].graph), b;

		if (!theirs(dir_name, 0, dir, cases[i].file, 0, &b)) {
			ok(false, "  tcptrace's %s", cases[i].file);
			free(a.at);
			continue;
		}

		struct matches got = match_dots(&a, &b, cases[i].colour, cases[i].agree);
		const int64_t *want = expected->dots[i];

		if (!ok(got.same == want[0] && got.other == want[1] && got.none == want[2], "  %s",
			cases[i].name))
			printf("#   same %" PRId64 ", other %" PRId64 ", none %" PRId64 "\n",
				got.same, got.other, got.none);
		free(a.at);
		free(b.at);
	}
}

/* ---- one capture ---- */

struct work {
	char dir[64];            /* where tcptrace runs */
	struct pipeline pipeline;
	struct tapes *tapes;
};

/* The decompressed capture, tcptrace's files of it, and our tapes. */
static bool
work_begin(struct work *work, const char *path)
{
	struct pipeline_options options = {.files = &path, .file_count = 1};
	struct error error = {{0}};
	char command[256], copy[96];
	size_t length;
	char *bytes = shared_slurp(path, &length);
	FILE *out;

	snprintf(work->dir, sizeof(work->dir), "/tmp/cctrace-xpl-XXXXXX");
	if (!bytes || !mkdtemp(work->dir)) {
		free(bytes);
		return false;
	}
	snprintf(copy, sizeof(copy), "%s/capture", work->dir);
	out = fopen(copy, "wb");
	fwrite(bytes, 1, length, out);
	fclose(out);
	free(bytes);
	snprintf(command, sizeof(command), "cd %s && tcptrace -n -S -R -T -N -zy capture "
		">tcptrace.log 2>&1", work->dir);
	options.tapes = work->tapes = tapes_new(SIZE_MAX, NULL, NULL);
	return system(command) == 0 && pipeline_run(&work->pipeline, &options, &error);
}

static void
work_end(struct work *work)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -r %s", work->dir);
	if (system(command) != 0)
		printf("# %s is left\n", work->dir);
	pipeline_free(&work->pipeline);
	tapes_free(work->tapes);
}

static void
compare_connection(const struct work *work, const struct connection_row *row,
	struct counts *counts)
{
	const struct tape *tape = tapes_find(work->tapes, row->index);

	for (enum direction dir = A2B; dir <= B2A; dir++) {
		struct strokes a, b;

		if (!theirs(work->dir, row->index, dir, "tsg", !row->facts.side[dir].syns, &b))
			continue;
		a = ours(tape, dir, "tcptrace");
		count_differences(&a, &b, counts);
		free(a.at);
		free(b.at);
	}
}

static char *
find(const char *path)
{
	const char *top = getenv("top_srcdir");
	char *full = malloc(strlen(path) + (top ? strlen(top) : 1) + 2);

	if (strncmp(path, "captures/", 9) == 0) {
		free(full);
		return shared_path(path);
	}
	sprintf(full, "%s/%s", top ? top : ".", path);
	return full;
}

static void
check_capture(const struct expectation *expected, const struct dots_expectation *dots)
{
	static struct work work;
	struct counts counts = {0};
	char *path = find(expected->path);
	size_t count;

	if (!path) {
		skip(expected->path, "no ../shared");
		return;
	}
	if (ok(work_begin(&work, path), "%s", expected->path)) {
		const struct connection_row *const *rows = stats_rows(work.pipeline.stats, &count);
		enum direction dir;

		for (size_t i = 0; i < count && i < 13; i++)
			compare_connection(&work, rows[i], &counts);
		compare_groups(&counts, expected);
		if (dots && row_data_direction(rows[0], &dir))
			check_dots(tapes_find(work.tapes, 0), work.dir, dir, dots);
	}
	work_end(&work);
	free(path);
}

int
main(void)
{
	if (system("tcptrace -v >/dev/null 2>&1") != 0) {
		skip("the same strokes as tcptrace", "no tcptrace");
		return tap_done();
	}
	for (size_t i = 0; i < COUNT(expectations); i++) {
		const struct dots_expectation *dots = NULL;

		for (size_t k = 0; k < COUNT(dots_expectations); k++)
			if (strcmp(dots_expectations[k].path, expectations[i].path) == 0)
				dots = &dots_expectations[k];
		check_capture(&expectations[i], dots);
	}
	return tap_done();
}
