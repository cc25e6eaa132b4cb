/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events, samples, retransmissions and episodes, each of a trace whose every number is known.
 */
#include "sender/walk.h"

#include "tests/sender/play.h"

/* Segment 40 of 200 is lost, and sent again by the third answer behind it. */
static void
a_loss_is_one_episode(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 200, .window = 8,
		.lost = 40};
	struct tapes *tapes = play(&piece);
	struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);
	const struct lived_episode *episode = view->episode;
	const struct lived_again *again = view->again;

	if (!ok(view->episode_count == 1 && view->again_count == 1, "one segment is sent again"))
		return;
	is_int(again->begin, 1 + 40 * PLAY_MSS, "the one that was lost");
	is_int(again->end - again->begin, PLAY_MSS, "  whole");
	is_near((double)again->late, 40e6, 0.1e6, "  a round trip after it");
	ok(!again->spurious && !episode->spurious, "  not needlessly");
	is_int(episode->una, 1 + 40 * PLAY_MSS, "the episode begins there");
	/* Each answer, SACK or not, had released one more. */
	is_int(episode->point, 1 + (43 + 8) * PLAY_MSS, "  and is over when all is answered");
	ok(!episode->timeout, "  it waited for no timer");
	ok(episode->end > episode->begin && episode->end - episode->begin <= 80 * MS,
		"  it lasted for %.1f ms", (double)(episode->end - episode->begin) / 1e6);
	sender_view_free(view);
	tapes_free(tapes);
}

static void
what_was_sent_twice_gives_no_sample(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 200, .window = 8,
		.lost = 40};
	struct tapes *tapes = play(&piece);
	struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);
	nsec most = 0;

	for (size_t i = 0; i < view->rtt_count; i++)
		if (view->rtt[i].rtt > most)
			most = view->rtt[i].rtt;
	is_near((double)most, 40e6, 1e6, "no sample is longer than the path");
	ok(view->rtt_count > 170 && view->rtt_count < 200, "%zu of 200 have one",
		view->rtt_count);
	sender_view_free(view);
	tapes_free(tapes);
}

static void
the_answer_to_a_lone_segment_may_have_waited(void)
{
	static const struct piece one = {.rtt = 40 * MS, .segments = 20, .window = 1};
	static const struct piece four = {.rtt = 40 * MS, .segments = 20, .window = 4};
	struct tapes *tapes = play(&one);
	struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);
	size_t lone = 0;

	for (size_t i = 0; i < view->rtt_count; i++)
		lone += view->rtt[i].lone;
	is_int((int64_t)lone, 20, "one at a time: each is alone");
	sender_view_free(view);
	tapes_free(tapes);
	tapes = play(&four);
	view = sender_view_new(tapes_find(tapes, 0), A2B);
	lone = 0;
	for (size_t i = 0; i < view->rtt_count; i++)
		lone += view->rtt[i].lone;
	is_int((int64_t)lone, 1, "of four only the very last");
	sender_view_free(view);
	tapes_free(tapes);
}

static void
states_follow_each_event(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 40, .window = 4,
		.advertised = 100};
	struct tapes *tapes = play(&piece);
	struct sender_view *view = sender_view_new(tapes_find(tapes, 0), A2B);
	const struct lived *last = &view->event[view->count - 1];
	int64_t delivered = 0, wrong = 0;

	for (size_t i = 0; i < view->count; i++) {
		wrong += view->event[i].una > view->event[i].max;
		if (view->event[i].kind == LIVED_ACK)
			delivered = (int64_t)view->event[i].delivered;
	}
	is_int(wrong, 0, "never is more acknowledged than sent");
	is_int(delivered, 40 * PLAY_MSS, "all is delivered");
	is_int(last->una, 1 + 40 * PLAY_MSS, "and acknowledged");
	ok(last->has_window && last->window == 100, "the window is as advertised, unscaled");
	is_int((int64_t)lived_flight(last), 0, "nothing is out at the end");
	sender_view_free(view);
	tapes_free(tapes);
}

int
main(void)
{
	a_loss_is_one_episode();
	what_was_sent_twice_gives_no_sample();
	the_answer_to_a_lone_segment_may_have_waited();
	states_follow_each_event();
	return tap_done();
}
