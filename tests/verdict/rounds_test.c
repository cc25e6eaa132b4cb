/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rounds, answers, signals, and windows whose scale was not seen.
 */
#include "tests/verdict/open.h"

#include <math.h>

static void
a_window_each_round(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8};
	struct opened opened;
	size_t wrong = 0;

	method_open(&opened, &piece);
	is_int((int64_t)opened.method.round_count, 51, "the first segment's, and 8 in each other");
	for (size_t i = 1; i + 1 < opened.method.round_count; i++) {
		const struct round *round = &opened.method.round[i];

		wrong += round->flight != 8 * PLAY_MSS || round->rtt != 40 * MS
			|| round->partial || fabs(round->rate - 200000) > 1000;
	}
	is_int((int64_t)wrong, 0, "each of 8 kB and 40 ms: 200 kB/s");
	is_int((int64_t)opened.method.signal_count, 0, "no signal of congestion");
	is_int((int64_t)opened.method.silence_count, 0, "no silence");
	is_int(opened.method.round[20].window, 65535 * 128, "the window is scaled");
	is_int(opened.method.round[20].edge, 65535 * 128 - 8 * PLAY_MSS, "and far away");
	method_close(&opened);
}

/* Spaced evenly, half of them is no round. */
static void
two_segments_are_one_round(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 100, .window = 2,
		.service = 15 * MS};
	struct opened opened;
	const struct round *round;

	method_open(&opened, &piece);
	round = &opened.method.round[20];
	is_near((double)(round->end - round->begin), 55e6, 16e6, "as long as a round trip");
	is_int((int64_t)round->delivered, 2 * PLAY_MSS, "with both of them");
	method_close(&opened);
}

static void
answers_have_their_lag(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.lag = 3 * MS};
	struct opened opened;
	size_t wrong = 0;

	method_open(&opened, &piece);
	ok(opened.method.lag_count >= 45, "%zu bursts of answers", opened.method.lag_count);
	/* But for the first, which the handshake released. */
	for (size_t i = 1; i < opened.method.lag_count; i++)
		wrong += opened.method.lag[i].lag < 2900000 || opened.method.lag[i].lag > 3000000;
	is_int((int64_t)wrong, 0, "each 3 ms after its ACK");
	method_close(&opened);
}

static void
a_loss_is_a_signal(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.lost = 100};
	struct opened opened;

	method_open(&opened, &piece);
	is_int((int64_t)opened.method.signal_count, 1, "one loss, one signal");
	is_int(opened.verdict.losses, 1, "and one episode");
	ok(opened.method.signal_count && !opened.method.signal[0].mark, "no mark of ECN");
	method_close(&opened);
}

static void
a_lag_behind_an_ack_that_was_missed_is_none(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 2,
		.service = 15 * MS, .unheard = 2};
	struct opened opened;
	nsec most = 0;

	method_open(&opened, &piece);
	for (size_t i = 0; i < opened.method.lag_count; i++)
		if (opened.method.lag[i].lag > most)
			most = opened.method.lag[i].lag;
	is_int(most, 1000, "no answer is later than the first, by 1 us");
	method_close(&opened);
}

/* 63 << 7 is 64 bytes more than the flight. */
static void
the_edge_tells_the_shift(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.advertised = 63, .no_syn = true};
	static const struct piece wide = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.advertised = 8700, .no_syn = true};
	struct opened opened;

	method_open(&opened, &piece);
	ok(!opened.method.window_known, "no SYN: no scale");
	rounds_infer_shift(&opened.method);
	is_int(opened.method.shift, 7, "the shift by which flight touches the window");
	ok(opened.method.window_known && opened.verdict.shift_inferred, "  is taken for it");
	method_close(&opened);
	method_open(&opened, &wide);
	rounds_infer_shift(&opened.method);
	is_int(opened.method.shift, 0, "8700 bytes hold it unscaled");
	method_close(&opened);
}

int
main(void)
{
	a_window_each_round();
	two_segments_are_one_round();
	answers_have_their_lag();
	a_loss_is_a_signal();
	a_lag_behind_an_ack_that_was_missed_is_none();
	the_edge_tells_the_shift();
	return tap_done();
}
