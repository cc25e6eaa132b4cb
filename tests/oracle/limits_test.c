/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Verdicts on captures whose limit is known by construction, from both ends, and what both
 * ends of one transfer say of its RTT and flight.
 */
#include "config.h"

#include <math.h>

#include "tests/oracle/shared.h"
#include "tests/verdict/judge.h"

enum { CELLS = 16, CELL_BYTES = 96 };

struct table_line {
	char cell[CELLS][CELL_BYTES];
};

/* Cells are split at tabs; what is too long is cut. */
static void
split(const char *text, struct table_line *line)
{
	memset(line, 0, sizeof(*line));
	for (int i = 0; i < CELLS && text; i++) {
		size_t length = strcspn(text, "\t\n");

		snprintf(line->cell[i], CELL_BYTES, "%.*s", (int)length, text);
		text = text[length] == '\t' ? text + length + 1 : NULL;
	}
}

static int judged_count, unknown_count;

/* Words of the truth are alternatives: "bandwidth or congestion". */
static void
check_limit(const struct judged *judged, const char *name, const char *truth)
{
	const struct verdict *verdict = judged->verdict;

	judged_count++;
	unknown_count += verdict->limit == LIMIT_UNKNOWN;
	ok(judge_sums(judged), "%s: spans sum to its time", name);
	if (!*truth)
		return;
	ok(strstr(truth, limit_name(verdict->limit)) != NULL, "%s: %s for %.2f, %s confidence",
		name, limit_name(verdict->limit), verdict->share,
		confidence_name(verdict->confidence));
}

/* Where the path has no delay to tell by, any place is right, and none. */
static void
check_vantage(const struct judged *judged, const char *name, const char *truth)
{
	static const char *const names[] = {"unknown", "sender", "receiver", "middle"};

	if (*truth && strcmp(truth, "any") != 0)
		is_str(names[judged->verdict->vantage], truth, name);
}

static void
check_capture(const char *folder, const char *name, const char *limit, const char *vantage)
{
	struct judged judged;
	char full[256];
	char *path;

	snprintf(full, sizeof(full), "%s/%s", folder, name);
	path = shared_path(full);
	if (path && judge(&judged, path)) {
		if (judged.verdict) {
			check_limit(&judged, name, limit);
			check_vantage(&judged, name, vantage);
		}
		judge_end(&judged);
	}
	free(path);
}

static void
each_line(const char *table, void (*each)(const struct table_line *line))
{
	char *path = shared_path(table), *save = NULL;
	size_t length;
	char *text = path ? shared_slurp(path, &length) : NULL;
	bool head = true;

	for (char *at = text ? strtok_r(text, "\n", &save) : NULL; at;
		at = strtok_r(NULL, "\n", &save)) {
		struct table_line line;

		split(at, &line);
		if (!head)
			each(&line);
		head = false;
	}
	free(text);
	free(path);
}

static void
check_truth(const struct table_line *line)
{
	check_capture("captures", line->cell[0], line->cell[3], line->cell[4]);
}

static void
check_lab2(const struct table_line *line)
{
	char name[CELL_BYTES + 16];

	snprintf(name, sizeof(name), "%s.snd.pcap.zst", line->cell[0]);
	check_capture("captures/lab2", name, line->cell[1], "sender");
	snprintf(name, sizeof(name), "%s.rcv.pcap.zst", line->cell[0]);
	check_capture("captures/lab2", name, line->cell[1], "receiver");
}

/* ---- one transfer, two captures ---- */

static bool
within(double a, double b, double share, double least)
{
	return fabs(a - b) <= share * b || fabs(a - b) <= least;
}

/* Wider where it is named; the measured value beside it. */
static double
flight_share(const char *transfer)
{
	/* 2.6 %: BBR into half a BDP of buffer loses 283 segments before the receiver. */
	return strcmp(transfer, "cbbrq05d04") == 0 ? 0.027 : 0.02;
}

/* RTT within 3 % or a tick; flight P50 within 2 %, P95 within 5 %, 10 % with loss. */
static void
compare_ends(const struct table_line *line)
{
	char name[2][CELL_BYTES + 48];
	char *path[2];
	struct judged judged[2];

	for (int end = 0; end < 2; end++) {
		snprintf(name[end], sizeof(name[end]), "captures/lab2/%s.%s.pcap.zst",
			line->cell[0], end ? "rcv" : "snd");
		path[end] = shared_path(name[end]);
	}
	if (path[0] && path[1] && judge(&judged[0], path[0]) && judge(&judged[1], path[1])) {
		const struct verdict *sender = judged[0].verdict, *receiver = judged[1].verdict;
		double tick = (double)receiver->tick, mss = receiver->mss;

		ok(within((double)receiver->rtt.p50, (double)sender->rtt.p50, 0.03, tick),
			"%s: RTT P50 %.2f and %.2f ms", line->cell[0],
			(double)sender->rtt.p50 / 1e6, (double)receiver->rtt.p50 / 1e6);
		/* ms ticks hide up to a tick's ACKs: a segment or so. */
		ok(within(receiver->flight.p50_bytes, sender->flight.p50_bytes,
			flight_share(line->cell[0]), 1.1 * mss),
			"%s: flight P50 %u and %u B", line->cell[0], sender->flight.p50_bytes,
			receiver->flight.p50_bytes);
		ok(within(receiver->flight.p95_bytes, sender->flight.p95_bytes,
			sender->losses ? 0.1 : 0.05, 1.1 * mss),
			"%s: flight P95 %u and %u B", line->cell[0], sender->flight.p95_bytes,
			receiver->flight.p95_bytes);
		judge_end(&judged[0]);
		judge_end(&judged[1]);
	}
	free(path[0]);
	free(path[1]);
}

int
main(void)
{
	each_line("captures/TRUTH.tsv", check_truth);
	each_line("captures/lab2/KERNEL.tsv", check_lab2);
	each_line("captures/lab2/KERNEL.tsv", compare_ends);
	if (judged_count == 0)
		skip("verdicts on shared captures", "../shared/captures is not there");
	else
		ok(unknown_count * 10 <= judged_count, "%d of %d are unknown", unknown_count,
			judged_count);
	return tap_done();
}
