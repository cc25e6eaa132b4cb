/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rounds.c - a round begins when something was sent and ends with the ACK of it.
 */
#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "verdict/method.h"
#include "verdict/rank.h"

static struct round *
add_round(struct method *method, size_t *capacity, const struct lived *event)
{
	method->round = xgrow(method->round, capacity, method->round_count,
		sizeof(*method->round), 64);

	struct round *round = &method->round[method->round_count++];

	*round = (struct round){
		.begin = event->time, .end = event->time, .flight = lived_flight(event),
		.edge = INT64_MAX, .window = method_window(method, event),
		.delivered = event->delivered, .partial = true,
	};
	return round;
}

static void
finish(struct round *round, const struct lived *event, bool partial)
{
	round->end = event->time;
	round->delivered = event->delivered - round->delivered;
	round->partial = partial;
	round->rate = round->end > round->begin
		? (double)round->delivered / seconds(round->end - round->begin) : 0;
}

static void
note_edge(struct round *round, int64_t window, uint64_t flight)
{
	if (window < 0)
		return;
	round->window = window;
	if (window - (int64_t)flight < round->edge)
		round->edge = window - (int64_t)flight;
}

static void
cut_rounds(struct method *method)
{
	const struct sender_view *view = method->view;
	struct round *round = NULL;
	size_t capacity = 0;
	stroff mark = 0;

	method->round_count = 0;
	for (size_t i = 0; i < view->count; i++) {
		const struct lived *event = &view->event[i];
		int64_t window = method_window(method, event);
		uint64_t flight = lived_flight(event);

		if (event->kind != LIVED_ACK) {
			if (!round) {
				round = add_round(method, &capacity, event);
				mark = event->max;
			}
			if (flight > round->flight)
				round->flight = flight;
			note_edge(round, window, flight);
		} else if (round && (event->una >= mark || event->una >= event->max)) {
			finish(round, event, false);
			round = NULL;
			if (event->max > event->una) {
				round = add_round(method, &capacity, event);
				note_edge(round, window, flight);
				/* Of what is sent from now on. */
				mark = event->max + 1;
			}
		}
	}
	if (round) {
		finish(round, &view->event[view->count - 1], true);
		if (round->end <= round->begin)
			method->round_count--;
	}
}

/* Two neighbours as one: shapes stay, numbers halve. */
static void
merge_pairs(struct method *method)
{
	size_t count = method->round_count / 2;

	for (size_t i = 0; i < count; i++) {
		struct round first = method->round[2 * i], second = method->round[2 * i + 1];

		if (second.flight > first.flight)
			first.flight = second.flight;
		if (second.edge < first.edge)
			first.edge = second.edge;
		if (second.window >= 0)
			first.window = second.window;
		first.end = second.end;
		first.delivered += second.delivered;
		first.partial = second.partial;
		first.rate = (double)first.delivered / seconds(first.end - first.begin);
		method->round[i] = first;
	}
	method->round_count = count;
}

/* Samples whose ACK came in (begin, end]; of these, where there are any, those that no
 * delayed ACK made. */
static void
take_samples(struct method *method, struct round *round, size_t *at)
{
	const struct sender_view *view = method->view;
	size_t all = 0, sure = 0;

	while (*at < view->rtt_count && view->rtt[*at].time <= round->begin)
		++*at;
	round->rtt_begin = *at;
	while (*at < view->rtt_count && view->rtt[*at].time <= round->end)
		sure += !view->rtt[(*at)++].lone;
	round->rtt_end = *at;
	round->rtt = round->rtt_min = 0;
	for (size_t i = round->rtt_begin; i < round->rtt_end; i++)
		if (!view->rtt[i].lone || sure == 0) {
			nsec rtt = view->rtt[i].rtt;

			method->scratch[all++] = (double)rtt;
			if (round->rtt_min == 0 || rtt < round->rtt_min)
				round->rtt_min = rtt;
		}
	round->samples = all;
	if (all)
		round->rtt = (nsec)rank(method->scratch, all, 0.5);
}

/* ---- what the sender did, event by event ---- */

static void
add_signal(struct method *method, size_t *capacity, nsec time, bool mark)
{
	method->signal = xgrow(method->signal, capacity, method->signal_count,
		sizeof(*method->signal), 16);
	method->signal[method->signal_count++] = (struct signal){time, mark};
}

static int
by_time(const void *a, const void *b)
{
	const struct signal *left = a, *right = b;

	return left->time < right->time ? -1 : left->time > right->time;
}

/*
 * Segments that stay smaller after the first episode: the path's MTU was found, nothing was
 * lost to a queue.
 */
static bool
is_mtu(struct method *method, const struct lived_episode *episode)
{
	const struct sender_view *view = method->view;
	uint32_t before = 0, after = 0;

	if (view->offload)
		return false;
	for (size_t i = 0; i < view->count; i++) {
		const struct lived *event = &view->event[i];
		uint32_t *most = event->time < episode->begin ? &before : &after;

		if (event->kind != LIVED_ACK && event->bytes > *most)
			*most = event->bytes;
	}
	if (after < 500 || before <= 1000 || (uint64_t)after * 100 >= (uint64_t)before * 97)
		return false;
	if (after < method->mss)
		method->mss = after;
	return true;
}

static void
find_signals(struct method *method)
{
	const struct sender_view *view = method->view;
	size_t capacity = 0;
	stroff until = INT64_MIN;

	for (size_t i = 0; i < view->episode_count; i++)
		if (!view->episode[i].spurious
			&& !(i == 0 && is_mtu(method, &view->episode[i]))) {
			add_signal(method, &capacity, view->episode[i].begin, false);
			method->verdict->losses++;
		}
	for (size_t i = 0; i < view->count; i++)
		if (view->event[i].ece && view->event[i].una >= until) {
			add_signal(method, &capacity, view->event[i].time, true);
			until = view->event[i].max;
		}
	if (method->signal_count)
		qsort(method->signal, method->signal_count, sizeof(*method->signal), by_time);
}

static void
find_lags(struct method *method)
{
	const struct sender_view *view = method->view;
	nsec last_ack = NSEC_UNKNOWN;
	size_t lags = 0, silences = 0;
	bool fresh = false;

	for (size_t i = 0; i < view->count; i++) {
		const struct lived *event = &view->event[i];

		if (event->kind == LIVED_ACK) {
			if (last_ack == NSEC_UNKNOWN || event->una > event[-1].una) {
				last_ack = event->time;
				fresh = true;
			}
		} else if (last_ack == NSEC_UNKNOWN) {
			continue;
		} else if (event->unheard) {
			last_ack = event->time;
			fresh = false;
		} else if (event->kind == LIVED_NEW && fresh) {
			method->lag = xgrow(method->lag, &lags, method->lag_count,
				sizeof(*method->lag), 64);
			method->lag[method->lag_count++] = (struct lag){event->time,
				event->time - last_ack};
			fresh = false;
		} else if (event->kind == LIVED_AGAIN && event->time - last_ack > TIMEOUT_MIN) {
			method->silence = xgrow(method->silence, &silences, method->silence_count,
				sizeof(*method->silence), 16);
			method->silence[method->silence_count++] = (struct silence){last_ack,
				event->time};
		}
	}
}

void
rounds_find(struct method *method)
{
	size_t at = 0;

	if (!method->lag) {
		find_signals(method);
		find_lags(method);
	}
	cut_rounds(method);
	while (method->round_count > ROUNDS_MAX)
		merge_pairs(method);
	for (size_t i = 0; i < method->round_count; i++)
		take_samples(method, &method->round[i], &at);
}

/* ---- windows of unknown scale ---- */

/* The smallest shift that no flight exceeds. */
static int
least_shift(const struct sender_view *view)
{
	double need = 1;

	for (size_t i = 0; i < view->count; i++) {
		const struct lived *event = &view->event[i];

		if (event->has_window && event->window
			&& (double)lived_flight(event) / event->window > need)
			need = (double)lived_flight(event) / event->window;
	}
	return (int)ceil(log2(need));
}

/* Share of the time in rounds whose flight came within a segment of the edge. */
static double
touched(const struct method *method, int shift)
{
	double near = 0, all = 0;

	for (size_t i = 0; i < method->round_count; i++) {
		const struct round *round = &method->round[i];
		double span = seconds(round->end - round->begin);
		double room = ldexp((double)round->window, shift) - (double)round->flight;

		all += span;
		if (round->window > 0 && room >= -1 && room < 1.05 * method->mss)
			near += span;
	}
	return all > 0 ? near / all : 0;
}

void
rounds_infer_shift(struct method *method)
{
	int least = least_shift(method->view);

	for (int shift = least; shift <= 14; shift++)
		if (touched(method, shift) >= EDGE_SHARE) {
			method->shift = shift;
			method->window_known = true;
			method->verdict->shift_inferred = true;
			method->verdict->window_shift = shift;
			rounds_find(method);
			return;
		}
	method->shift = least > 14 ? 14 : least;
	rounds_find(method);
}
