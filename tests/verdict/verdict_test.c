/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What limited a transfer that was played with one limit, how sure that is, and why not.
 */
#include "cctrace/verdict.h"

#include "tests/sender/play.h"

static const struct {
	const char *name;
	struct piece piece;
	enum limit limit;
	double share;
	enum confidence confidence;
	unsigned doubts;
} plays[] = {
	{"a window of 8 segments", {.rtt = 40 * MS, .segments = 800, .window = 8},
		LIMIT_SENDER_WINDOW, 0.99, CONFIDENCE_HIGH, 0},
	{"the same, captured at the receiver",
		{.rtt = 40 * MS, .segments = 800, .window = 8, .place = 20 * MS},
		LIMIT_SENDER_WINDOW, 0.99, CONFIDENCE_HIGH, 0},
	{"the same, without stamps there",
		{.rtt = 40 * MS, .segments = 800, .window = 8, .place = 20 * MS,
			.no_stamps = true},
		LIMIT_SENDER_WINDOW, 0.99, CONFIDENCE_LOW, DOUBT_NO_TIMESTAMPS},
	{"twelve rounds of it", {.rtt = 40 * MS, .segments = 96, .window = 8},
		LIMIT_SENDER_WINDOW, 0.92, CONFIDENCE_MEDIUM, DOUBT_FEW_ROUNDS},
	{"without its SYN", {.rtt = 40 * MS, .segments = 800, .window = 8, .no_syn = true},
		LIMIT_SENDER_WINDOW, 1, CONFIDENCE_LOW, DOUBT_NO_SYN | DOUBT_WINDOW},
	{"a receiver that offers no more",
		{.rtt = 40 * MS, .segments = 800, .window = 8, .advertised = 63},
		LIMIT_RECEIVE_WINDOW, 0.99, CONFIDENCE_HIGH, 0},
	{"a full link", {.rtt = 40 * MS, .segments = 800, .window = 20, .service = 4 * MS},
		LIMIT_BANDWIDTH, 0.98, CONFIDENCE_HIGH, 0},
	{"a full link, captured at the receiver",
		{.rtt = 40 * MS, .segments = 800, .window = 20, .service = 4 * MS,
			.place = 20 * MS},
		LIMIT_BANDWIDTH, 0.98, CONFIDENCE_HIGH, 0},
	{"a pause of ten seconds",
		{.rtt = 40 * MS, .segments = 400, .window = 8, .pause = 10000 * MS,
			.pause_at = 200},
		LIMIT_APPLICATION, 0.83, CONFIDENCE_HIGH, 0},
	{"a path of half a millisecond", {.rtt = MS / 2, .segments = 800, .window = 8},
		LIMIT_SENDER_WINDOW, 0.99, CONFIDENCE_LOW, DOUBT_SHORT_PATH},
};

static void
limits_are_named(void)
{
	for (size_t i = 0; i < COUNT(plays); i++) {
		struct tapes *tapes = play(&plays[i].piece);
		const struct tape *tape = tapes_find(tapes, 0);
		struct verdict *verdict = verdict_new(tape, A2B, tape->time[tape->rows - 1]);

		is_str(limit_name(verdict->limit), limit_name(plays[i].limit), plays[i].name);
		is_near(verdict->share, plays[i].share, 0.02, "  for that share of the time");
		is_str(confidence_name(verdict->confidence),
			confidence_name(plays[i].confidence), "  as sure");
		is_int(verdict->doubts, plays[i].doubts, "  with these doubts");
		verdict_free(verdict);
		tapes_free(tapes);
	}
}

static void
numbers_are_those_that_were_played(void)
{
	struct tapes *tapes = play(&plays[0].piece);
	const struct tape *tape = tapes_find(tapes, 0);
	struct verdict *verdict = verdict_new(tape, A2B, tape->time[tape->rows - 1]);

	is_int((int64_t)verdict->plateau_bytes, 8 * PLAY_MSS, "the plateau");
	is_int(verdict->rounds, 101, "800 segments, the first and then 8 a round");
	is_int(verdict->rtt.p50, 40 * MS, "RTT");
	is_int(verdict->flight.p50_bytes, 8 * PLAY_MSS, "flight");
	is_near(verdict->measured_bps, 1.6e6, 1.6e4, "8 kB each 40 ms are 1.6 Mbit/s");
	is_near(verdict->predicted_bps, verdict->measured_bps, 0.01 * verdict->measured_bps,
		"as flight over RTT predicts");
	is_near(verdict->capacity_bps, 0, 0, "of the path's capacity nothing is known");
	ok(!verdict_new(tape, B2A, tape->time[tape->rows - 1]), "no data, no verdict");
	verdict_free(verdict);
	tapes_free(tapes);
}

static void
acks_that_were_missed_lower_the_confidence(void)
{
	static const struct piece piece = {.rtt = 100 * MS, .segments = 400, .window = 2,
		.service = 45 * MS, .unheard = 2};
	struct tapes *tapes = play(&piece);
	const struct tape *tape = tapes_find(tapes, 0);
	struct verdict *verdict = verdict_new(tape, A2B, tape->time[tape->rows - 1]);

	ok(verdict->doubts & DOUBT_CAPTURE_LOSS, "the capture missed packets");
	ok(verdict->confidence < CONFIDENCE_HIGH, "which is no ground to be sure on");
	ok(verdict->limit != LIMIT_APPLICATION, "yet nobody waited for an application: %s",
		limit_name(verdict->limit));
	verdict_free(verdict);
	tapes_free(tapes);
}

/* Duplicate ACKs of a connection that agreed on SACK, and not one SACK. */
static void
a_snap_length_that_cut_sacks_off(void)
{
	struct play *play = calloc(1, sizeof(*play));

	play->is = (struct piece){.rtt = 40 * MS, .segments = 800, .window = 8, .lost = 400};
	play_times(play);
	play_shake(play);
	for (size_t i = 0; i < 800; i++) {
		play_data(play, i, play->sent[i], play->acked[i] - 40 * MS, play->released[i]);
		play_answer(play, i);
	}
	for (int cut = 0; cut < 2; cut++) {
		struct tapes *tapes = play_record(play);
		const struct tape *tape = tapes_find(tapes, 0);
		struct verdict *verdict = verdict_new(tape, A2B, tape->time[tape->rows - 1]);

		is_int(verdict->losses, 1, cut ? "a loss without SACKs" : "a loss with its SACKs");
		is_int((verdict->doubts & DOUBT_NO_SACK) != 0, cut, cut ? "  is doubtful"
			: "  leaves no doubt");
		verdict_free(verdict);
		tapes_free(tapes);
		for (size_t i = 0; i < play->count; i++)
			play->packet[i].segment.sack_count = 0;
	}
	free(play);
}

static void
names_are_those_of_the_json(void)
{
	is_str(limit_name(LIMIT_ZERO_WINDOW), "zero_window", "a limit");
	is_str(reason_name(REASON_LOSS_RECOVERY), "loss_recovery", "a reason");
	is_str(confidence_name(CONFIDENCE_MEDIUM), "medium", "a confidence");
}

int
main(void)
{
	limits_are_named();
	numbers_are_those_that_were_played();
	acks_that_were_missed_lower_the_confidence();
	a_snap_length_that_cut_sacks_off();
	names_are_those_of_the_json();
	return tap_done();
}
