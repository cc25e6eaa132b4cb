/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How connections open and end, from traces written by hand to what text and JSON say.
 */
#include "config.h"

#include "rows.h"
#include "tests/tap.h"
#include "tests/tcp/replay.h"

/* A trace through the engine, and its report. */
struct told {
	struct connection_row row;
	char *text, *json;
	uint32_t handshakes;     /* notes of a complete one */
};

static char *
report_of(const struct connection_row *row,
	void (*write)(const struct report_input *input, FILE *out))
{
	struct report_case given;
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	report_case_init(&given);
	report_case_add(&given, row);
	write(&given.input, out);
	fclose(out);
	/* Line breaks are another test's. */
	for (char *from = text, *to = text;; from++) {
		if (*from == '\n')
			*from = ' ';
		if (*from != ' ' || to == text || to[-1] != ' ')
			*to++ = *from;
		if (!*from)
			return text;
	}
}

static void
write_text(const struct report_input *input, FILE *out)
{
	report_text(input, false, out);
}

static struct told
tell(const struct line *trace, size_t count)
{
	static struct replay replay;
	struct stats *stats = stats_new();
	struct sink_binding bindings[] = {{&replay_sink, &replay}, {&stats_sink, stats}};
	struct engine *engine = engine_new(bindings, 2, 7);
	struct told told;
	size_t rows;

	replay = (struct replay){.isn = {1000, 5000}};
	replay.conn.state = calloc(1, engine_state_bytes(bindings, 2));
	replay.conn.ip_version = 4;
	replay.conn.first_frame = 1;
	replay.conn.first_time = INT64_C(1700000000) * NSEC_PER_SEC;
	for (size_t i = 0; i < count; i++) {
		struct segment segment = replay_segment(&replay, &trace[i], i);

		engine_segment(engine, &replay.conn, trace[i].dir, &segment);
	}
	engine_close(engine, &replay.conn);
	engine_free(engine);
	free(replay.conn.state);
	told.row = *stats_rows(stats, &rows)[0];
	told.row.conn = NULL;
	told.text = report_of(&told.row, write_text);
	told.json = report_of(&told.row, report_ndjson);
	told.handshakes = (uint32_t)replay_notes(&replay, NOTE_HANDSHAKE);
	stats_free(stats);
	return told;
}

#define TELL(trace) tell(trace, COUNT(trace))

static void
says(const char *text, const char *words, const char *name)
{
	if (!ok(strstr(text, words) != NULL, "%s: %s", name, words))
		printf("#   said %.1500s\n", text);
}

static void
told_fini(struct told *told)
{
	free(told->text);
	free(told->json);
}

/* ---- openings ---- */

static void
syns_are_sent_again(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{1000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{3000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{3000100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{4000100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{4020000, A2B, A, 1, 0, 1, 502},
	};
	struct told told = TELL(trace);

	says(told.text, "SYN of A sent again 2 times within 3.00 s", "SYNs");
	says(told.text, "SYN-ACK of B sent again once within 1.00 s", "SYN-ACKs");
	says(told.text, "still open after 4.02 s", "and it opens");
	says(told.json, "\"syn_retransmissions\": 3", "JSON");
	says(told.json, "\"opening\": \"usual\"", "JSON");
	says(told.json, "\"syn_to_synack_s\": null", "no half where it isn't known which was answered");
	is_int(told.handshakes, 1, "the handshake is complete");
	told_fini(&told);
}

static void
simultaneous_open(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{100, B2A, S, 0, 0, 0, 65160, .mss = 1460},
		{20000, A2B, S | A, 0, 0, 1, 64240, .mss = 1460},
		{20100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{40000, A2B, A, 1, 100, 1, 502},
		{40100, B2A, A, 1, 0, 101, 509},
	};
	struct told told = TELL(trace);

	says(told.text, "both sides sent a SYN (simultaneous open)", "text");
	ok(!strstr(told.text, "sent again 1") && !strstr(told.text, "SYN of A sent again"),
		"a SYN and a SYN-ACK of one side are no retransmission");
	says(told.json, "\"opening\": \"simultaneous\"", "JSON");
	says(told.json, "\"syn_retransmissions\": 0", "JSON");
	is_int((int64_t)told.row.dir[A2B].payload_bytes, 100, "data is told from SYNs");
	is_int((int64_t)told.row.dir[A2B].unique_bytes, 100, "  each byte once");
	is_int(told.handshakes, 1, "the handshake is complete");
	is_int(told.row.facts.side[A2B].window_shift, 7, "with scaled windows");
	told_fini(&told);
}

static void
split_handshake(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{100, B2A, A, 1, 0, 1, 65160},
		{200, B2A, S, 0, 0, 0, 65160, .mss = 1460},
		{20000, A2B, S | A, 0, 0, 1, 64240, .mss = 1460},
		{20100, B2A, A, 1, 0, 1, 509},
		{40000, A2B, A, 1, 100, 1, 502},
	};
	struct told told = TELL(trace);

	says(told.text, "B answered the SYN with a SYN of its own (split handshake)", "text");
	says(told.json, "\"opening\": \"split\"", "JSON");
	is_int(told.handshakes, 1, "the handshake is complete");
	is_int((int64_t)told.row.dir[A2B].payload_bytes, 100, "and data follows");
	told_fini(&told);
}

static void
fast_open(void)
{
	static const struct line taken[] = {
		{0, A2B, S, 0, 100, 0, 64240, .mss = 1460},
		{100, B2A, S | A, 0, 0, 101, 65160, .mss = 1460},
		{200, B2A, A, 1, 1000, 101, 509},
		{20000, A2B, A, 101, 0, 1001, 502},
	}, refused[] = {
		{0, A2B, S, 0, 100, 0, 64240, .mss = 1460},
		{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{20000, A2B, A, 1, 100, 1, 502},
		{20100, B2A, A, 1, 0, 101, 509},
	};
	struct told told = TELL(taken);

	says(told.text, "100 B of data with the SYN of A, accepted", "text");
	says(told.json, "\"syn_payload_bytes\": 100", "JSON");
	says(told.json, "\"syn_payload_accepted\": true", "JSON");
	is_int(told.row.dir[A2B].retransmitted_packets, 0, "nothing was sent again");
	told_fini(&told);
	told = TELL(refused);
	says(told.text, "100 B of data with the SYN of A, not accepted", "text");
	says(told.json, "\"syn_payload_accepted\": false", "JSON");
	is_int(told.row.dir[A2B].retransmitted_packets, 1, "and sent again");
	is_int((int64_t)told.row.dir[A2B].unique_bytes, 100, "  each byte counts once");
	told_fini(&told);
}

/* The server forgot, and answered a repeated SYN with another number; then its first answer
 * came again. */
static void
two_answers(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{100, B2A, S | A, 700000000, 0, 1, 65160, .mss = 1460},
		{1000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{1000100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{1020000, A2B, A, 1, 100, 1, 502},
		{1030000, B2A, S | A, 700000000, 0, 1, 65160, .mss = 1460},
		{1040000, B2A, A, 1, 1000, 101, 509},
		{1060000, A2B, A, 101, 0, 1001, 502},
	};
	struct told told = TELL(trace);

	is_int((int64_t)told.row.dir[B2A].unseen_bytes, 0, "nothing passed the capture by");
	is_int((int64_t)told.row.dir[B2A].unique_bytes, 1000, "B's data is B's data");
	is_int((int64_t)told.row.dir[B2A].acked_bytes, 1000, "  all of it acknowledged");
	is_int(told.row.dir[A2B].retransmitted_packets, 1, "only A's SYN was sent again");
	told_fini(&told);
}

/* A repeats its SYN without options, and B answers the first one. */
static void
options_are_what_was_answered(void)
{
	static const struct line taken[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{1000000, A2B, S, 0, 0, 0, 64240},
		{1000100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{1020000, A2B, A, 1, 0, 1, 502},
	}, dropped[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{1000000, A2B, S, 0, 0, 0, 64240},
		{1000100, B2A, S | A, 0, 0, 1, 65160},
		{1020000, A2B, A, 1, 0, 1, 502},
	};
	struct told told = TELL(taken);

	is_int(told.row.facts.side[A2B].window_shift, 7, "the scale was taken");
	is_int(told.row.facts.side[A2B].sack_permitted, FACT_YES, "and SACK");
	told_fini(&told);
	told = TELL(dropped);
	is_int(told.row.facts.side[A2B].window_shift, SHIFT_UNUSED, "the scale was not taken");
	is_int(told.row.facts.side[B2A].sack_permitted, FACT_NO, "nor SACK");
	told_fini(&told);
}

/* ---- what never opens ---- */

static void
never_answered(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{1000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
	};
	struct told told = TELL(trace);

	says(told.text, "never answered: 2 SYNs of A in 1.00 s, nothing from B", "text");
	says(told.json, "\"outcome\": \"no_answer\"", "JSON");
	says(told.json, "\"opening\": null", "JSON");
	told_fini(&told);
}

static void
refused(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{40000, B2A, R | A, 0, 0, 1, 0},
	};
	struct told told = TELL(trace);

	says(told.text, "refused after 40.0 ms: B answered the SYN with a reset", "text");
	says(told.json, "\"outcome\": \"refused\"", "JSON");
	says(told.json, "\"reset_a_s\": null, \"reset_b_s\": 0.040000000", "JSON");
	told_fini(&told);
}

static void
half_open(void)
{
	static const struct line silent[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{1000100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{3000100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
	}, scan[] = {
		{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460},
		{200, A2B, R, 1, 0, 0, 0},
	};
	struct told told = TELL(silent);

	says(told.text, "half open: A did not answer 3 SYN-ACKs of B in 3.00 s", "text");
	says(told.json, "\"outcome\": \"half_open\"", "JSON");
	is_int(told.handshakes, 0, "the handshake is not complete");
	told_fini(&told);
	told = TELL(scan);
	says(told.text, "reset by A after 200.0 µs, before the handshake was complete", "text");
	says(told.json, "\"outcome\": \"reset\"", "JSON");
	told_fini(&told);
}

/* ---- ends ---- */

#define HANDSHAKE \
	{0, A2B, S, 0, 0, 0, 64240, .mss = 1460}, \
	{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460}, \
	{20000, A2B, A, 1, 0, 1, 502}

/* The time is that of the reset, not of what straggles in behind it. */
static void
who_reset_and_when(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{50000, A2B, R, 1, 0, 0, 0},
		{50010, B2A, A, 1001, 1000, 1, 509},
		{70000, A2B, R, 1, 0, 0, 0},
	};
	struct told told = TELL(trace);

	says(told.text, "reset by A after 50.0 ms", "text");
	ok(!strstr(told.text, "before the handshake"), "it was open");
	says(told.json, "\"reset_a_s\": 0.050000000, \"reset_b_s\": null", "JSON");
	told_fini(&told);
}

static void
closed_and_reset(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, F | A, 1, 0, 1, 509},
		{50000, A2B, F | A, 1, 0, 2, 502},
		{50100, B2A, R, 2, 0, 0, 0},
	}, half[] = {
		HANDSHAKE,
		{30000, B2A, F | A, 1, 0, 1, 509},
		{50000, A2B, A, 1, 0, 2, 502},
	};
	struct told told = TELL(trace);

	says(told.text, "closed by both sides after 50.1 ms, and reset by B after 50.1 ms", "text");
	says(told.json, "\"outcome\": \"closed\"", "JSON");
	told_fini(&told);
	told = TELL(half);
	says(told.text, "half closed: B sent its FIN", "text");
	says(told.json, "\"outcome\": \"half_closed\"", "JSON");
	told_fini(&told);
}

int
main(void)
{
	syns_are_sent_again();
	simultaneous_open();
	split_handshake();
	fast_open();
	two_answers();
	options_are_what_was_answered();
	never_answered();
	refused();
	half_open();
	who_reset_and_when();
	closed_and_reset();
	return tap_done();
}
