/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One transfer, captured at its sender, its receiver and between: the same view of it.
 */
#include "cctrace/sender.h"

#include "tests/sender/play.h"

static uint64_t
most_flight(const struct sender_view *view)
{
	uint64_t most = 0;

	for (size_t i = 0; i < view->count; i++)
		if (lived_flight(&view->event[i]) > most)
			most = lived_flight(&view->event[i]);
	return most;
}

/* Share of the time during which exactly `bytes` were in flight. */
static double
share_at(const struct sender_view *view, uint64_t bytes)
{
	nsec at = 0;

	for (size_t i = 1; i < view->count; i++)
		if (lived_flight(&view->event[i - 1]) == bytes)
			at += view->event[i].time - view->event[i - 1].time;
	return (double)at / (double)(view->end - view->begin);
}

/* Events in order, none before its turn. */
static bool
is_ordered(const struct sender_view *view)
{
	for (size_t i = 1; i < view->count; i++)
		if (view->event[i].time < view->event[i - 1].time)
			return false;
	return view->event[0].time == view->begin
		&& view->event[view->count - 1].time == view->end;
}

static void
at_the_sender_it_is_what_was_captured(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8};
	struct tapes *tapes = play(&piece);
	const struct tape *tape = tapes_find(tapes, 0);
	struct sender_view *view = sender_view_new(tape, A2B);
	size_t wrong = 0;

	is_int(view->vantage, VANTAGE_SENDER, "captured at the sender");
	is_int(view->method, SENDER_DIRECT, "nothing is moved");
	for (size_t i = 0; i < view->count; i++)
		wrong += view->event[i].time != tape->time[view->event[i].row];
	is_int((int64_t)wrong, 0, "each event at its own time");
	is_int((int64_t)view->data_packets, 400, "400 packets");
	is_int((int64_t)view->count, 801, "as many answers, and the SYN-ACK's");
	is_int(view->min_rtt, 40 * MS, "the path's round trip");
	is_int((int64_t)view->rtt_count, 400, "a sample for each");
	is_int((int64_t)most_flight(view), 8 * PLAY_MSS, "8 segments in flight");
	is_int(view->mss, PLAY_MSS, "of that size, options taken off");
	is_int(view->window_shift, 7, "windows of shift 7");
	ok(!view->offload && !view->unseen && view->episode_count == 0 && view->unheard == 0,
		"nothing lost, nothing missed");
	ok(is_ordered(view), "in order");
	sender_view_free(view);
	ok(!sender_view_new(tape, B2A), "no view where no data went");
	tapes_free(tapes);
}

static void
elsewhere_it_is_rebuilt_from_stamps(void)
{
	static const struct {
		nsec place;
		enum vantage vantage;
	} places[] = {{10 * MS, VANTAGE_MIDDLE}, {20 * MS, VANTAGE_RECEIVER}};

	for (size_t i = 0; i < COUNT(places); i++) {
		struct piece piece = {.rtt = 40 * MS, .segments = 800, .window = 8,
			.place = places[i].place};
		struct tapes *tapes = play(&piece);
		struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);

		is_int(view->vantage, places[i].vantage, "captured elsewhere");
		is_int(view->method, SENDER_TIMESTAMPS, "  sending times are by stamps");
		is_int(view->tick, MS, "  of a millisecond");
		ok(view->min_rtt >= 39 * MS && view->min_rtt <= 41 * MS,
			"  the round trip within a tick: %.3f ms", (double)view->min_rtt / 1e6);
		ok(share_at(view, 8 * PLAY_MSS) > 0.95, "  8 segments in flight for %.3f",
			share_at(view, 8 * PLAY_MSS));
		ok(is_ordered(view), "  in order");
		sender_view_free(view);
		tapes_free(tapes);
	}
}

static void
without_stamps_it_is_shifted(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8,
		.place = 20 * MS, .no_stamps = true};
	struct tapes *tapes = play(&piece);
	struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);

	is_int(view->method, SENDER_SHIFTED, "no stamps: by the path's half");
	is_int(view->tick, 0, "which has no tick");
	is_int(view->min_rtt, 40 * MS, "the round trip of the handshake");
	is_int((int64_t)most_flight(view), 8 * PLAY_MSS, "the flight is whole");
	sender_view_free(view);
	tapes_free(tapes);
}

/*
 * Others keep 6 ms of queue filled: no data passes without that wait, only the handshake did.
 * The first round trip of 8 segments ends 40 ms after it began, all the others 46.
 */
static void
a_queue_that_never_clears_is_no_shorter_path(void)
{
	struct play *play = calloc(1, sizeof(*play));
	struct sender_view *view;
	struct tapes *tapes;

	play->is = (struct piece){.rtt = 40 * MS, .place = 20 * MS, .segments = 400, .window = 8};
	play_shake(play);
	for (size_t i = 0; i < 400; i++) {
		nsec sent = 46 * MS * (nsec)(i / 8) + (nsec)(i % 8) * 1000 + 1000;

		play_data(play, i, sent, sent + 6 * MS, i < 8 ? -20 * MS : sent - 20 * MS);
		play_ack(play, i + 1, sent + 46 * MS);
	}
	tapes = play_record(play);
	view = sender_view_new(tapes_find(tapes, 0), A2B);
	is_int(view->method, SENDER_TIMESTAMPS, "at the receiver, by stamps");
	is_near((double)view->min_rtt, 46e6, 1e6, "the wait is part of all round trips");
	sender_view_free(view);
	tapes_free(tapes);
	free(play);
}

static void
an_ack_that_was_not_captured_is_known_by_its_echo(void)
{
	static const nsec places[] = {0, 20 * MS};

	for (size_t i = 0; i < COUNT(places); i++) {
		struct piece piece = {.rtt = 40 * MS, .place = places[i], .segments = 400,
			.window = 2, .lag = 0, .unheard = 0, .service = 15 * MS};
		struct tapes *tapes = play(&piece);
		struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);

		is_int((int64_t)view->unheard, 0, "all were captured: nothing is unheard");
		sender_view_free(view);
		tapes_free(tapes);
		piece.unheard = 2;
		tapes = play(&piece);
		view = sender_view_new(tapes_find(tapes, 0), A2B);
		is_near((double)view->unheard, 199, 1, "every second is not: so is what it released");
		sender_view_free(view);
		tapes_free(tapes);
	}
}

int
main(void)
{
	at_the_sender_it_is_what_was_captured();
	elsewhere_it_is_rebuilt_from_stamps();
	without_stamps_it_is_shifted();
	a_queue_that_never_clears_is_no_shorter_path();
	an_ack_that_was_not_captured_is_known_by_its_echo();
	return tap_done();
}
