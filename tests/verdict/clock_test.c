/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every instant has one reason, and all of them are the connection's time.
 */
#include "tests/verdict/open.h"

static void
walk_clock(struct opened *opened, const struct piece *piece, nsec after)
{
	const struct tape *tape;

	method_open(opened, piece);
	tape = opened->tape;
	method_label(opened);
	clock_walk(&opened->method, tape->time[0], tape->time[tape->rows - 1] + after);
}

/* Their sum; all are set. */
static nsec
sum_of(const struct opened *opened)
{
	nsec sum = 0;

	for (int reason = 0; reason < REASON_COUNT; reason++)
		sum += opened->verdict.spent[reason];
	return sum;
}

static void
it_sums_to_the_nanosecond(void)
{
	static const nsec places[] = {0, 10 * MS, 20 * MS};

	for (size_t i = 0; i < COUNT(places); i++) {
		struct piece piece = {.rtt = 40 * MS, .place = places[i], .segments = 400,
			.window = 8, .pause = 300 * MS, .pause_at = 200};
		struct opened opened;
		const struct verdict_span *span;
		int wrong = 0;

		walk_clock(&opened, &piece, 123456789);
		is_int(sum_of(&opened), opened.tape->time[opened.tape->rows - 1]
			- opened.tape->time[0] + 123456789, "all of its time, and no more");
		is_int(opened.verdict.spent[REASON_OTHER] >= 123456789, 1,
			"what follows the transfer is of no reason");
		span = opened.verdict.span;
		for (size_t k = 0; k < opened.verdict.span_count; k++)
			wrong += span[k].begin >= span[k].end || (k && (span[k].begin
				< span[k - 1].end || (span[k].begin == span[k - 1].end
					&& span[k].reason == span[k - 1].reason)));
		is_int(wrong, 0, "in order, disjoint, no neighbours alike");
		method_close(&opened);
	}
}

static void
the_handshake_and_a_pause(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.pause = 300 * MS, .pause_at = 200};
	struct opened opened;

	walk_clock(&opened, &piece, 0);
	is_near((double)opened.verdict.spent[REASON_HANDSHAKE], 40e6, 1e5, "a round trip to set up");
	is_near((double)opened.verdict.spent[REASON_APPLICATION], 300e6, 1e6, "a pause of 300 ms");
	is_near((double)opened.verdict.spent[REASON_SENDER_WINDOW], 50 * 40e6, 45e6,
		"50 rounds of 40 ms under a window");
	method_close(&opened);
}

static void
the_edge_of_the_receivers_window(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.advertised = 63};
	struct opened opened;

	walk_clock(&opened, &piece, 0);
	is_near((double)opened.verdict.spent[REASON_RECEIVE_WINDOW], 50 * 40e6, 45e6,
		"8064 bytes offered, 8000 in flight: the receiver's");
	is_near((double)opened.verdict.spent[REASON_SENDER_WINDOW], 40e6, 1e5,
		"but for the last round trip, when no more was sent");
	method_close(&opened);
}

/* An ACK of everything closes the window for as long as the sender then pauses. */
static void
a_window_of_nothing(void)
{
	struct play *play = calloc(1, sizeof(*play));
	struct opened opened = {0};
	struct verdict *verdict;

	play->is = (struct piece){.rtt = 40 * MS, .segments = 400, .window = 8,
		.pause = 500 * MS, .pause_at = 200};
	play_times(play);
	play_shake(play);
	for (size_t i = 0; i < 400; i++) {
		play_data(play, i, play->sent[i], play->acked[i] - 40 * MS, play->released[i]);
		play_answer(play, i);
		if (i == 199)
			play->packet[play->count - 1].segment.window = 0;
	}
	opened.tapes = play_record(play);
	verdict = verdict_new(tapes_find(opened.tapes, 0), A2B, PLAY_EPOCH + 3000 * MS);
	is_near((double)verdict->spent[REASON_ZERO_WINDOW], 540e6, 1e6,
		"closed for 500 ms and until the next ACK");
	is_int(verdict->spent[REASON_APPLICATION], 0, "which are no pause of the application");
	verdict_free(verdict);
	tapes_free(opened.tapes);
	free(play);
}

/* Half of the ACKs were not captured: what they released waited for nothing. */
static void
missed_acks_are_no_pauses(void)
{
	static const struct piece piece = {.rtt = 100 * MS, .segments = 200, .window = 2,
		.service = 45 * MS, .unheard = 2};
	struct opened opened;

	walk_clock(&opened, &piece, 0);
	is_int(opened.verdict.spent[REASON_APPLICATION], 0, "no pause");
	method_close(&opened);
}

int
main(void)
{
	it_sums_to_the_nanosecond();
	the_handshake_and_a_pause();
	the_edge_of_the_receivers_window();
	a_window_of_nothing();
	missed_acks_are_no_pauses();
	return tap_done();
}
