/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What --explain says of single frames: the vectors as a golden file, checked line by line,
 * and traces written by hand for what they don't have.
 */
#include "config.h"

#include "cli/pipeline.h"
#include "tests/report/golden.h"
#include "tests/tcp/replay.h"

/* ---- captures ---- */

static void
explain_file(const char *name, const uint64_t *frames, size_t count, FILE *out)
{
	const char *top = getenv("top_srcdir");
	struct strbuf path = {0};
	struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
	struct explain *explain = explain_new(frames, count, NULL, NULL);
	struct pipeline_options options = {.file_count = 1, .tapes = tapes, .verdicts = true,
		.explain = explain};
	struct pipeline pipeline;
	struct error error = {{0}};
	size_t rows;

	strbuf_printf(&path, "%s/tests/vectors/%s.pcap", top ? top : ".", name);
	options.files = (const char *const *)&path.bytes;
	if (!pipeline_run(&pipeline, &options, &error))
		abort();
	for (size_t i = 0; i < count; i++) {
		uint32_t index = explain_step(explain, i)->conn->index;
		struct explain_context context = {stats_rows(pipeline.stats, &rows)[index],
			tapes_find(tapes, index), verdicts_find(pipeline.verdicts, index)};

		explain_write(explain, i, &context, out);
	}
	pipeline_free(&pipeline);
	explain_free(explain);
	tapes_free(tapes);
	strbuf_fini(&path);
}

#define EXPLAIN_FILE(out, name, ...) \
	explain_file(name, (const uint64_t[]){__VA_ARGS__}, \
		COUNT(((const uint64_t[]){__VA_ARGS__})), out)

static void
vectors_are_explained(void)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	EXPLAIN_FILE(out, "rexmit", 1, 3, 7, 14, 15, 16, 18, 19, 20, 21, 22, 26, 32);
	EXPLAIN_FILE(out, "window", 8, 12, 16);
	EXPLAIN_FILE(out, "recv", 6, 8);
	EXPLAIN_FILE(out, "nosyn", 2, 5);
	fclose(out);
	is_golden(text, "explain");
	free(text);
}

/* ---- traces ---- */

/* The explanation of a trace's line `at`, from 0, on one line. */
static char *
explain_line(const struct line *trace, size_t count, size_t at)
{
	struct replay replay = {.isn = {1000, 5000}};
	const uint64_t frame = at + 1;
	struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
	struct stats *stats = stats_new();
	struct explain *explain = explain_new(&frame, 1, NULL, NULL);
	struct sink_binding bindings[] = {{&stats_sink, stats}, {&tape_sink, tapes},
		{&explain_sink, explain}};
	struct engine *engine = engine_new(bindings, COUNT(bindings), 7);
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	replay.conn.state = calloc(1, engine_state_bytes(bindings, COUNT(bindings)));
	replay.conn.ip_version = 4;
	replay.conn.first_time = INT64_C(1700000000) * NSEC_PER_SEC;
	for (size_t i = 0; i < count; i++) {
		struct segment segment = replay_segment(&replay, &trace[i], i);

		engine_segment(engine, &replay.conn, trace[i].dir, &segment);
	}
	engine_close(engine, &replay.conn);
	engine_free(engine);
	explain_write(explain, 0, &(struct explain_context){stats_rows(stats, &length)[0],
		tapes_find(tapes, 0), NULL}, out);
	fclose(out);
	for (char *from = text, *to = text;; from++) {
		/* Line breaks are another test's. */
		if (*from == '\n')
			*from = ' ';
		if (*from != ' ' || to == text || to[-1] != ' ')
			*to++ = *from;
		if (!*from)
			break;
	}
	free(replay.conn.state);
	tapes_free(tapes);
	stats_free(stats);
	explain_free(explain);
	return text;
}

static void
says(const struct line *trace, size_t count, size_t at, const char *words, const char *name)
{
	char *text = explain_line(trace, count, at);

	if (!ok(strstr(text, words) != NULL, "%s", name))
		printf("#   said %s\n", text);
	free(text);
}

#define SAYS(trace, at, words, name) says(trace, COUNT(trace), at, words, name)

/* Captured at B, 20 ms from A. */
#define HANDSHAKE \
	{0, A2B, S, 0, 0, 0, 64240, .mss = 1460}, \
	{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460}, \
	{20000, A2B, A, 1, 0, 1, 502}

static void
window_update_and_duplicate(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{50000, A2B, A, 1, 0, 1001, 502},
		{51000, A2B, A, 1, 0, 1001, 600},
		{60000, B2A, A, 1001, 1000, 1, 509},
		{80000, A2B, A, 1, 0, 1001, 600},
	};

	SAYS(trace, 4, "RTT 20.0 ms. Rule \"rtt-by-ack\" (RFC 6298 3)", "an RTT by its rule");
	SAYS(trace, 4, "Here: sent in frame 4, 20.0 ms earlier.", "  from the frame it measures");
	SAYS(trace, 5, "ACK window-update. Rule \"window-update\" (RFC 5681 2)",
		"a window update by its rule");
	SAYS(trace, 5, "the ACK was 1001, since frame 5, 1.00 ms earlier, window field 600 after 502",
		"  from the ACK and the window before");
	SAYS(trace, 7, "ACK duplicate. Rule \"duplicate-ack\" (RFC 5681 2)", "a duplicate by its rule");
	SAYS(trace, 7, "window field 600 after 600, 1,000 bytes outstanding, number 1 of its run",
		"  from window, what is out, and its run");
	SAYS(trace, 7, "RTT none. Rule \"nothing-new\"", "  which gives no sample");
}

static void
karn_and_eifel(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509, .tsv = 100, .tse = 10},
		{430000, B2A, A, 1, 1000, 1, 509, .tsv = 500, .tse = 10},
		{431000, A2B, A, 1, 0, 1001, 502, .tsv = 20, .tse = 100},
	};

	SAYS(trace, 4, "cause timeout. Rule \"timeout\" (RFC 6298 5)", "a timeout by its rule");
	SAYS(trace, 4, "nothing had moved since frame 4, 400.0 ms earlier, a timeout is 198.0 ms at "
		"least, smoothed RTT 19.9 ms, RTO 200.0 ms here", "  from the silence and the estimate");
	SAYS(trace, 4, "later frame 6, 1.00 ms later: proven needless, offsets 1 to 1001 of B. Rule "
		"\"eifel\" (RFC 3522 3.2)", "  and what its ACK told");
	SAYS(trace, 5, "RTT none. Rule \"karn\" (RFC 6298 3): a segment that it acknowledges was "
		"sent twice", "no sample, by Karn");
	SAYS(trace, 5, "Here: sent in frame 4, 401.0 ms earlier, and in frame 5, 1.00 ms earlier.",
		"  for both frames");
	SAYS(trace, 5, "noted of frame 5: proven needless", "  the ACK is the evidence");
}

static void
copy_and_keep_alive(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509, .id = 7},
		{30004, B2A, A, 1, 1000, 1, 509, .id = 7},
		{50000, A2B, A, 1, 0, 1001, 502},
		{9000000, B2A, A, 1000, 0, 1, 509},
		{9020000, A2B, A, 1, 0, 1001, 502},
	};

	SAYS(trace, 4, "data copy. Rule \"copy\" (RFC 6864 4)", "a copy by its rule");
	SAYS(trace, 4, "Here: sent first in frame 4, 4.00 µs earlier.", "  from its original");
	SAYS(trace, 4, "IP identification 7", "  whose number it has");
	SAYS(trace, 6, "data keep-alive. Rule \"keep-alive\" (RFC 9293 3.8.4)",
		"a keep-alive by its rule");
	SAYS(trace, 6, "0 bytes outstanding.", "  when nothing is out");
	SAYS(trace, 7, "ACK probe-answer. Rule \"probe-answer\"", "and its answer");
}

static void
unseen_and_late(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1001, 1000, 1, 509},
		{31000, B2A, A, 1, 1000, 1, 509},
		{50000, A2B, A, 1, 0, 2001, 502},
		{70000, A2B, A, 1, 0, 3001, 502},
	};

	SAYS(trace, 4, "data late. Rule \"late\":", "a filled gap by its rule");
	SAYS(trace, 4, "data beyond it passed first in frame 4, 1.00 ms earlier",
		"  from what passed before");
	SAYS(trace, 6, "RTT none. Rule \"unseen\":", "no sample of what was never captured");
	SAYS(trace, 6, "noted acknowledged, never captured, offsets 2001 to 3001 of B. Rule "
		"\"acked-unseen\"", "  and its note");
}

static void
syn_again(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{1000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
	};

	SAYS(trace, 1, "cause timeout. Rule \"syn-timeout\" (RFC 6298 5)", "a SYN by its timer");
	SAYS(trace, 1, "sent first in frame 1, 1.00 s earlier", "  one second after the first");
}

/* Every value has a rule, and every rule a name of its own and a sentence. */
static void
rules_are_complete(void)
{
	bool good = true;

	for (uint16_t i = RULE_NONE + 1; i < RULE_COUNT; i++) {
		good &= rule_row(i)->name && rule_row(i)->text[0] && rule_row(i)->source;
		for (uint16_t j = 0; good && j < i; j++)
			good &= strcmp(rule_row(i)->name, rule_row(j)->name) != 0;
	}
	ok(good, "rules have names and sentences");
	for (uint8_t i = DATA_NEW; i <= DATA_PROBE; i++)
		good &= rule_of_data(i) != RULE_NONE;
	for (uint8_t i = CAUSE_UNKNOWN; i <= CAUSE_LOST_AGAIN; i++)
		good &= rule_of_cause(i) != RULE_NONE;
	for (uint8_t i = ACK_NEW; i <= ACK_PROBE_ANSWER; i++)
		good &= rule_of_ack(i) != RULE_NONE;
	ok(good, "every class and cause has its rule");
	is_int(rule_of_data(DATA_NONE), RULE_NONE, "but none");
}

static void
a_frame_may_not_come(void)
{
	const uint64_t frame = 1;
	struct explain *explain = explain_new(&frame, 1, NULL, NULL);

	ok(explain_step(explain, 0) == NULL, "nothing is known of a frame that never came");
	explain_free(explain);
	explain_free(NULL);
}

int
main(void)
{
	vectors_are_explained();
	window_update_and_duplicate();
	karn_and_eifel();
	copy_and_keep_alive();
	unseen_and_late();
	syn_again();
	rules_are_complete();
	a_frame_may_not_come();
	return tap_done();
}
