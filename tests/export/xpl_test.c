/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A trace of a few segments as .xpl, against lines worked out by hand.
 */
#include "config.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cctrace/export.h"
#include "export/xpl.h"

#include "../tap.h"
#include "../tcp/replay.h"

/* A trace, analysed, and one file of it. */
struct export {
	struct replay replay;
	struct tapes *tapes;
	char *text;
};

static void
export_begin(struct export *export, const struct line *trace, size_t count)
{
	struct sink_binding binding;
	struct connection *conn = &export->replay.conn;
	struct engine *engine;

	*export = (struct export){.tapes = tapes_new(SIZE_MAX, NULL, NULL)};
	binding = (struct sink_binding){&tape_sink, export->tapes};
	engine = engine_new(&binding, 1, 64);
	*conn = (struct connection){
		.end = {{{10, 0, 1, 2}, 43446}, {{10, 0, 2, 2}, 80}}, .ip_version = 4,
		.first_time = INT64_C(1700000000) * NSEC_PER_SEC,
		.state = calloc(1, engine_state_bytes(&binding, 1)),
	};
	for (size_t i = 0; i < count; i++) {
		struct segment segment = replay_segment(&export->replay, &trace[i], i);

		engine_segment(engine, conn, trace[i].dir, &segment);
	}
	engine_close(engine, conn);
	engine_free(engine);
	free(conn->state);
	conn->state = NULL;
}

static const char *
written(struct export *export, const char *kind, enum direction dir)
{
	struct export_input input = {tapes_find(export->tapes, 0), dir};
	size_t length;
	FILE *out;

	free(export->text);
	out = open_memstream(&export->text, &length);
	for (const struct export_kind *at = export_kinds; at->name; at++)
		if (strcmp(at->name, kind) == 0)
			at->write(&input, out);
	fclose(out);
	return export->text;
}

static void
export_end(struct export *export)
{
	free(export->text);
	tapes_free(export->tapes);
}

/* How often `lines` stand in the text, whole and one behind the other. */
static int
occurrences(const char *text, const char *lines)
{
	int count = 0;

	for (const char *at = text; (at = strstr(at, lines)); at++)
		count += at == text || at[-1] == '\n';
	return count;
}

static void
has(const char *text, const char *lines, const char *name)
{
	if (!ok(occurrences(text, lines) == 1, "%s", name))
		printf("#   %d times: %.60s\n", occurrences(text, lines), lines);
}

/*
 * Captured at B, who sends; RTT 40 ms.  The second of four segments is lost, found by
 * SACK, sent again; the fourth is pushed, and the window closes.
 */
static const struct line lossy[] = {
	{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
	{10, B2A, S | A, 0, 0, 1, 6000, .mss = 1000},
	{40000, A2B, A, 1, 0, 1, 50},
	{50000, B2A, A, 1, 1000, 1, 60},
	{50100, B2A, A, 1001, 1000, 1, 60},
	{50200, B2A, A, 2001, 1000, 1, 60},
	{50300, B2A, P | A, 3001, 1000, 1, 60},
	{90000, A2B, A, 1, 0, 1001, 50},
	{90200, A2B, A, 1, 0, 1001, 50, .sack = {{2001, 3001}}},
	{90300, A2B, A, 1, 0, 1001, 50, .sack = {{2001, 4001}}},
	{90400, B2A, A, 1001, 1000, 1, 60},
	{130400, A2B, A, 1, 0, 4001, 0},
	{140000, B2A, F | A, 4001, 0, 1, 60},
	{180000, A2B, R | A, 1, 0, 4002, 0},
};

static void
the_head_is_tcptrace_s(const char *text)
{
	static const char head[] = "timeval double\ntitle\n10.0.2.2:80_==>_10.0.1.2:43446 "
		"(time sequence graph)\nxlabel\ntime\nylabel\nsequence offset\n";

	ok(strncmp(text, head, strlen(head)) == 0, "types of the axes, title, labels");
	ok(strcmp(text + strlen(text) - 4, "\ngo\n") == 0, "and the order to draw at the end");
}

static void
segments_have_their_marks(const char *text)
{
	has(text, "green\ndot 1700000000.000000 0\norange\natext 1700000000.000010 1\nSYN\n"
		"diamond 1700000000.000010 0\nuarrow 1700000000.000010 1\n"
		"line 1700000000.000010 0 1700000000.000010 1\n",
		"a SYN-ACK, with a dot where the other direction begins");
	has(text, "white\ndarrow 1700000000.050000 1\nline 1700000000.050000 1 "
		"1700000000.050000 1001\nuarrow 1700000000.050000 1001\n", "a segment");
	has(text, "darrow 1700000000.050300 3001\nline 1700000000.050300 3001 "
		"1700000000.050300 4001\ndiamond 1700000000.050300 4001\n"
		"dot 1700000000.050300 4001\n", "a pushed one");
	has(text, "red\ndarrow 1700000000.090400 1001\nline 1700000000.090400 1001 "
		"1700000000.090400 2001\nuarrow 1700000000.090400 2001\n"
		"atext 1700000000.090400 2001\nR\n", "one sent again");
	has(text, "orange\ndarrow 1700000000.140000 4001\natext 1700000000.140000 4002\nFIN\n"
		"line 1700000000.140000 4001 1700000000.140000 4002\n"
		"box 1700000000.140000 4002\n", "a FIN");
	is_int(occurrences(text, "R\n"), 1, "R stands where it must and nowhere else");
}

static void
answers_make_two_lines_and_ranges(const char *text)
{
	has(text, "green\nline 1700000000.040000 1 1700000000.090000 1\n"
		"line 1700000000.090000 1 1700000000.090000 1001\nyellow\n"
		"line 1700000000.040000 6401 1700000000.090000 6401\n"
		"line 1700000000.090000 6401 1700000000.090000 7401\n",
		"an ACK that advances, and the edge of the window with it");
	has(text, "green\nline 1700000000.090000 1001 1700000000.090200 1001\n"
		"dtick 1700000000.090200 1001\nyellow\nline 1700000000.090000 7401 "
		"1700000000.090200 7401\nutick 1700000000.090200 7401\npurple\n"
		"line 1700000000.090200 2001 1700000000.090200 3001\n"
		"htick 1700000000.090200 2001\nhtick 1700000000.090200 3001\n"
		"atext 1700000000.090200 3001\nS\n", "a duplicate with a SACKed range");
	has(text, "magenta\natext 1700000000.130400 4001\nZ\n", "a closed window");
	has(text, "magenta\natext 1700000000.180000 4002\nRST_IN\n", "a reset that comes in");
	is_int(occurrences(text, "1\n"), 0, "one range has no number");
}

static void
samples_are_milliseconds(struct export *export)
{
	const char *text = written(export, "rtt", B2A);

	has(text, "red\ndot 1700000000.040000 39.990000\n", "the SYN-ACK's, as tcptrace has it");
	has(text, "dot 1700000000.090000 40.000000\n", "by ACK, at the time of the ACK");
	has(text, "purple\ndot 1700000000.090200 40.000000\n", "by SACK");
	is_int(occurrences(text, "line "), 0, "nothing joins them");
	is_int(occurrences(text, "dot "), 5, "five with the FIN's, and none of what was sent twice");
}

static void
flight_is_in_steps(struct export *export)
{
	const char *text = written(export, "owin", B2A);

	has(text, "line 1700000000.050100 2000 1700000000.050200 2000\n"
		"line 1700000000.050200 2000 1700000000.050200 3000\n"
		"dot 1700000000.050200 3000\n", "up with what is sent");
	has(text, "red\nline 1700000000.050300 4000 1700000000.090000 4000\n"
		"line 1700000000.090000 4000 1700000000.090000 3000\n", "down with its ACK");
	has(text, "yellow\nline 1700000000.090300 6400 1700000000.130400 6400\n"
		"line 1700000000.130400 6400 1700000000.130400 0\n", "the window closes");
	has(text, "purple\nline 1700000000.090200 2000 1700000000.090300 2000\n"
		"line 1700000000.090300 2000 1700000000.090300 1000\n", "what SACK leaves of it");
	has(text, "line 1700000000.090400 1000 1700000000.130400 1000\n"
		"line 1700000000.130400 1000 1700000000.130400 0\n", "one sent again is in it");
}

static void
rates_are_of_a_round_trip(void)
{
	/* A handshake of 20 ms, then 1000 B each 5 ms, two of them at once, and a pause. */
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{20000, B2A, S | A, 0, 0, 1, 6000, .mss = 1000},
		{20000, A2B, A, 1, 0, 1, 60},
		{25000, A2B, A, 1, 1000, 1, 60},
		{30000, A2B, A, 1001, 1000, 1, 60},
		{35000, A2B, A, 2001, 1000, 1, 60},
		{40000, A2B, A, 3001, 1000, 1, 60},
		{45000, A2B, A, 4001, 1000, 1, 60},
		{45000, A2B, A, 5001, 1000, 1, 60},
		{145000, A2B, A, 6001, 1000, 1, 60},
	};
	static struct export export;
	const char *text;

	export_begin(&export, trace, COUNT(trace));
	text = written(&export, "throughput", A2B);
	has(text, "red\ndot 1700000000.025000 50000\nblue\ndot 1700000000.025000 40000\n",
		"1000 B in the last 20 ms, and in 25 ms since the first packet");
	has(text, "dot 1700000000.045000 200000\n"
		"line 1700000000.045000 200000 1700000000.040000 200000\n",
		"four in 20 ms, the fifth is that old");
	has(text, "dot 1700000000.045000 250000\n", "two at one time");
	has(text, "red\ndot 1700000000.065000 0\n"
		"line 1700000000.065000 0 1700000000.045000 250000\ndot 1700000000.145000 50000\n",
		"nothing in a pause");
	export_end(&export);
}

static void
values_may_have_places(void)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	struct xpl xpl = {.out = out, .decimals = 6};

	xpl_point(&xpl, "dot", INT64_C(1500000999), 1500000);
	xpl_point(&xpl, "dot", -1, -1500001);
	xpl_point(&xpl, "dot", NSEC_UNKNOWN, -1);
	fclose(out);
	is_str(text, "dot 1.500000 1.500000\ndot 0.000000 -1.500001\ndot 0.000000 -0.000001\n",
		"nanoseconds as milliseconds; no time before 1970");
	free(text);
}

static void
offsets_go_on_past_4_gib(void)
{
	static const struct line trace[] = {
		{0, A2B, A, 1, 1000, 1, 60},
		{10, A2B, A, 0x40000000, 1000, 1, 60},
		{20, A2B, A, 0x7ffffffe, 1000, 1, 60},
		{30, A2B, A, 0xbffffffc, 1000, 1, 60},
		{40, A2B, A, 0xfffffffa, 1000, 1, 60},
	};
	static struct export export;

	export_begin(&export, trace, COUNT(trace));
	has(written(&export, "tcptrace", A2B), "darrow 1700000000.000040 4294967290\n"
		"line 1700000000.000040 4294967290 1700000000.000040 4294968290\n",
		"no wrap, whatever the wire does");
	export_end(&export);
}

static void
files_are_whole_or_not_there(struct export *export)
{
	struct export_input input = {tapes_find(export->tapes, 0), B2A};
	const struct export_kind *kind = export_of_graph("window-scaling");
	struct error error = {{0}};
	struct stat status;

	is_str(kind->name, "owin", "the window graph's file has tcptrace's name");
	ok(!export_of_graph("stevens-overview"), "some graphs have none");
	ok(export_xpl(kind, &input, "xpl_test.tmp", &error), "written");
	ok(stat("xpl_test.tmp", &status) == 0
		&& status.st_size == (off_t)strlen(written(export, "owin", B2A)), "whole");
	unlink("xpl_test.tmp");
	ok(!export_xpl(kind, &input, "no/such/folder.xpl", &error)
		&& strstr(error.text, "no/such/folder.xpl"), "or a sentence");
}

int
main(void)
{
	static struct export export;
	const char *text;

	export_begin(&export, lossy, COUNT(lossy));
	text = written(&export, "tcptrace", B2A);
	the_head_is_tcptrace_s(text);
	segments_have_their_marks(text);
	answers_make_two_lines_and_ranges(text);
	samples_are_milliseconds(&export);
	flight_is_in_steps(&export);
	files_are_whole_or_not_there(&export);
	export_end(&export);
	rates_are_of_a_round_trip();
	values_may_have_places();
	offsets_go_on_past_4_gib();
	return tap_done();
}
