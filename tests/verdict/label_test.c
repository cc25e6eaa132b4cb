/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reason of each round, by the shape of the flight.
 */
#include "tests/verdict/open.h"

static void
growth_then_a_plateau(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 1200, .window = 2,
		.grows_to = 24};
	struct opened opened;
	int starts;

	method_open(&opened, &piece);
	method_label(&opened);
	starts = rounds_of(&opened, REASON_SLOW_START);
	ok(starts >= 3 && starts <= 5, "from 2 to 24 segments in %d rounds", starts);
	is_int(opened.method.round[0].reason, REASON_SLOW_START, "the first of them");
	is_int(rounds_of(&opened, REASON_SENDER_WINDOW),
		(int64_t)opened.method.round_count - starts, "all others stand under a window");
	is_int((int64_t)opened.verdict.plateau_bytes, 24 * PLAY_MSS, "  of 24 segments");
	method_close(&opened);
}

static void
a_full_link(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 1200, .window = 20,
		.service = 4 * MS};
	struct opened opened;

	method_open(&opened, &piece);
	method_label(&opened);
	ok(rounds_of(&opened, REASON_BANDWIDTH) + 2 >= (int)opened.method.round_count,
		"%d of %zu rounds", rounds_of(&opened, REASON_BANDWIDTH),
		opened.method.round_count);
	method_close(&opened);
}

static void
late_answers_are_the_applications(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.lag = 6 * MS};
	struct opened opened;

	method_open(&opened, &piece);
	method_label(&opened);
	is_int(rounds_of(&opened, REASON_SENDER_WINDOW), 0, "who answers 6 ms late waits for none");
	ok(rounds_of(&opened, REASON_APPLICATION) > 40, "%d of %zu rounds",
		rounds_of(&opened, REASON_APPLICATION), opened.method.round_count);
	method_close(&opened);
}

/* Flights of 60 rounds by hand. */
static void
label_flights(struct opened *opened, uint64_t (*flight)(size_t at))
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 480, .window = 8};

	method_open(opened, &piece);
	queue_measure(&opened->method);
	capacity_measure(&opened->method);
	for (size_t i = 0; i < opened->method.round_count; i++)
		opened->method.round[i].flight = flight(i);
	label_rounds(&opened->method);
}

static uint64_t
climbs(size_t at)
{
	return 20000 + 500 * at;
}

/* Two levels, and what looks like 0.2 segments a round. */
static uint64_t
swings(size_t at)
{
	static const uint8_t noise[] = {0, 25, 3, 30, 18, 1, 27, 9};

	return 60000 + UINT64_C(1000) * noise[at % 8] + 200 * at;
}

static void
growth_is_told_from_noise(void)
{
	struct opened opened;

	label_flights(&opened, climbs);
	ok(rounds_of(&opened, REASON_GROWTH) > 55, "half a segment each round is growth: %d",
		rounds_of(&opened, REASON_GROWTH));
	method_close(&opened);
	label_flights(&opened, swings);
	is_int(rounds_of(&opened, REASON_GROWTH), 0, "swings larger than the growth are none");
	ok(rounds_of(&opened, REASON_SENDER_WINDOW) > 50, "but a window: %d",
		rounds_of(&opened, REASON_SENDER_WINDOW));
	method_close(&opened);
}

static void
a_loss_is_congestion(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.lost = 200};
	struct opened opened;
	const struct round *round;

	method_open(&opened, &piece);
	method_label(&opened);
	round = opened.method.round;
	while (round->end < opened.method.signal[0].time)
		round++;
	is_int(round->reason, REASON_CONGESTION, "the round of the loss");
	is_int(opened.method.round[10].reason, REASON_SENDER_WINDOW, "a window before it");
	method_close(&opened);
}

int
main(void)
{
	growth_then_a_plateau();
	a_full_link();
	late_answers_are_the_applications();
	growth_is_told_from_noise();
	a_loss_is_congestion();
	return tap_done();
}
