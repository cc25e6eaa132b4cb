/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * clock.c - every instant of the transfer gets one reason, the first that holds in the
 * order of `reason_between`.
 */
#include <stdlib.h>

#include "base/pages.h"
#include "base/xalloc.h"
#include "verdict/method.h"
#include "verdict/rank.h"

/* From the last data of an answer to the first of the next. */
struct turn {
	nsec begin, end;
};

struct clock {
	struct method *method;
	nsec first, last;        /* of the connection: spans are clipped to it */
	size_t span_capacity;
	struct turn *turn;
	size_t turn_count, turn_at;
	nsec *next_send;         /* of each event: the new data that ends the silence before it;
	                            NSEC_UNKNOWN: something else does */
	size_t round_at, silence_at;
	nsec data_begin, data_end; /* of the first data, and until its last ACK */
	nsec usual_lag;
	/* before the event in hand */
	stroff recovery;         /* all of that must be acknowledged; INT64_MIN: none */
	nsec last_ack;
};

static void
add(struct clock *clock, enum reason reason, nsec begin, nsec end)
{
	struct verdict *verdict = clock->method->verdict;
	struct verdict_span *span;

	if (begin >= end)
		return;
	if (verdict->span_count) {
		span = &verdict->span[verdict->span_count - 1];
		if (span->reason == reason && span->end == begin) {
			span->end = end;
			return;
		}
	}
	verdict->span = xgrow(verdict->span, &clock->span_capacity, verdict->span_count,
		sizeof(*verdict->span), 8);
	verdict->span[verdict->span_count++] = (struct verdict_span){begin, end,
		(uint8_t)reason};
}

/* ---- before the first data ---- */

/* When the sender knew that it might send. */
static nsec
established_at(const struct method *method, nsec data_begin)
{
	const struct sender_view *view = method->view;
	const struct tape *tape = view->tape;
	const struct side_facts *own = &tape->facts.side[view->dir];
	const struct side_facts *peer = &tape->facts.side[direction_other(view->dir)];
	nsec later = own->first_syn > peer->first_syn ? own->first_syn : peer->first_syn;

	if (own->first_syn == NSEC_UNKNOWN || peer->first_syn == NSEC_UNKNOWN)
		return data_begin;
	if (own->first_syn < peer->first_syn)
		return peer->last_syn < data_begin ? peer->last_syn : data_begin;
	for (size_t row = 0; row < tape->rows && tape->time[row] <= data_begin; row++)
		if (tape->dir[row] != view->dir && tape->has[row] & HAS_ACK
			&& !(tape->flags[row] & TCP_SYN) && tape->time[row] >= later)
			return tape->time[row];
	return later < data_begin ? later : data_begin;
}

/* Long waits for a request, or for its answer, are the application's. */
static void
add_wait(struct clock *clock, nsec begin, nsec end, nsec least)
{
	nsec half = clock->method->min_rtt / 2;

	add(clock, end - begin > (least > half ? least : half) ? REASON_APPLICATION
		: REASON_HANDSHAKE, begin, end);
}

static void
add_start(struct clock *clock)
{
	struct method *method = clock->method;
	const struct sender_view *view = method->view;
	const struct tape *tape = view->tape;
	const struct side_facts *own = &tape->facts.side[view->dir];
	const struct side_facts *peer = &tape->facts.side[direction_other(view->dir)];
	nsec begin = own->first_syn == NSEC_UNKNOWN ? peer->first_syn
		: peer->first_syn == NSEC_UNKNOWN || own->first_syn < peer->first_syn
			? own->first_syn : peer->first_syn;
	nsec asked = NSEC_UNKNOWN, data = clock->data_begin, established;

	if (begin == NSEC_UNKNOWN || begin >= data)
		return;
	established = established_at(method, data);
	if (view->method != SENDER_DIRECT && begin == own->first_syn && view->to_sender > 0)
		begin -= view->to_sender;
	add(clock, REASON_HANDSHAKE, begin, established);
	for (size_t row = 0; row < tape->rows && tape->time[row] <= data; row++)
		if (row_payload(tape, row, direction_other(view->dir))) {
			if (asked == NSEC_UNKNOWN)
				asked = tape->time[row];
			method->verdict->think = data - tape->time[row];
		}
	if (asked == NSEC_UNKNOWN) {
		add_wait(clock, established, data, REQUEST_MIN);
		return;
	}
	if (asked > established)
		add_wait(clock, established, asked, REQUEST_MIN);
	add_wait(clock, asked > established ? asked : established, data, THINK_MIN);
}

/* ---- looking ahead ---- */

/* The other side's payload came while nothing was in flight: the sender had nothing to say. */
static void
find_turns(struct clock *clock)
{
	const struct sender_view *view = clock->method->view;
	nsec last_data = NSEC_UNKNOWN;
	bool asked = false;
	size_t capacity = 0;

	for (size_t i = 0; i < view->count; i++) {
		const struct lived *event = &view->event[i];

		if (event->kind == LIVED_ACK) {
			asked |= event->bytes && event->max == event->una
				&& last_data != NSEC_UNKNOWN;
			continue;
		}
		if (asked && event->kind == LIVED_NEW) {
			clock->turn = xgrow(clock->turn, &capacity, clock->turn_count,
				sizeof(*clock->turn), 16);
			clock->turn[clock->turn_count++] = (struct turn){last_data, event->time};
		}
		asked = false;
		last_data = event->time;
	}
}

/* A silence that ends with an ACK is the network's, one that ends with new data is not. */
static void
find_next_sends(struct clock *clock)
{
	const struct sender_view *view = clock->method->view;
	nsec next = NSEC_UNKNOWN;

	clock->next_send = pages_grow(NULL, 0, view->count * sizeof(*clock->next_send));
	for (size_t i = view->count; i--; ) {
		const struct lived *event = &view->event[i];

		/* An ACK released it that was not captured: its sender did not wait. */
		if (event->kind == LIVED_NEW)
			next = event->unheard ? NSEC_UNKNOWN : event->time;
		else if (event->kind == LIVED_AGAIN
			|| (i > 0 && event->una > view->event[i - 1].una))
			next = NSEC_UNKNOWN;
		clock->next_send[i] = next;
	}
}

static void
find_end(struct clock *clock)
{
	const struct sender_view *view = clock->method->view;
	nsec last_data = view->begin, patience = 4 * clock->method->min_rtt;
	stroff una = INT64_MIN;

	clock->data_begin = NSEC_UNKNOWN;
	for (size_t i = 0; i < view->count; i++)
		if (view->event[i].kind != LIVED_ACK) {
			if (clock->data_begin == NSEC_UNKNOWN)
				clock->data_begin = view->event[i].time;
			last_data = view->event[i].time;
		}
	clock->data_end = last_data;
	for (size_t i = 0; i < view->count; i++)
		if (view->event[i].una > una) {
			una = view->event[i].una;
			if (view->event[i].time > clock->data_end)
				clock->data_end = view->event[i].time;
		}
	if (patience < 300 * NSEC_PER_MSEC)
		patience = 300 * NSEC_PER_MSEC;
	if (clock->data_end > last_data + patience)
		clock->data_end = last_data + patience;
}

static void
find_usual_lag(struct clock *clock)
{
	struct method *method = clock->method;

	for (size_t i = 0; i < method->lag_count; i++)
		method->scratch[i] = (double)method->lag[i].lag;
	clock->usual_lag = method->lag_count
		? (nsec)rank(method->scratch, method->lag_count, 0.5) : 0;
}

/* ---- one interval ---- */

/* Room under the window that a sender leaves unused though the window holds it. */
static int64_t
slack_of(const struct method *method, const struct round *round, int64_t window)
{
	int64_t mss = (int64_t)method->mss, defer = window / 3;

	if (!round || round->edge > 2 * mss)
		return mss;
	if (defer > DEFER_BYTES)
		defer = DEFER_BYTES;
	return defer > mss ? defer : mss;
}

/* More window would only fill a queue that stands already. */
static bool
is_full_anyhow(const struct method *method, const struct round *round)
{
	return round && round->saturated && method->capacity > 0
		&& round->rate >= RATE_NEAR * method->capacity && round->has_queue
		&& round->queue >= 2 * method->queue_limit && method->min_rtt > SHORT_PATH
		&& round->queue * (double)method->min_rtt > 4e6;
}

static bool
in_turn(struct clock *clock, nsec time)
{
	while (clock->turn_at < clock->turn_count && clock->turn[clock->turn_at].end <= time)
		clock->turn_at++;
	return clock->turn_at < clock->turn_count && clock->turn[clock->turn_at].begin <= time;
}

/* Nothing came until a timer sent again. */
static bool
in_timeout(struct clock *clock, const struct round *round, nsec time)
{
	const struct method *method = clock->method;
	nsec rtt = round && round->rtt ? round->rtt : method->min_rtt, length;

	while (clock->silence_at < method->silence_count
		&& method->silence[clock->silence_at].end <= time)
		clock->silence_at++;
	if (clock->silence_at >= method->silence_count
		|| method->silence[clock->silence_at].begin > time)
		return false;
	length = method->silence[clock->silence_at].end
		- method->silence[clock->silence_at].begin;
	return length > TIMEOUT_MIN && length > method->min_rtt * 6 / 5 && length > rtt * 3 / 2;
}

static bool
is_idle(const struct clock *clock, nsec lag)
{
	const struct method *method = clock->method;
	nsec share = (nsec)(IDLE_SHARE * (double)method->min_rtt);
	nsec least = share > IDLE_MIN ? share : IDLE_MIN;

	if (clock->usual_lag < 20 * NSEC_PER_MSEC && 3 * clock->usual_lag > least)
		least = 3 * clock->usual_lag;
	return lag > least;
}

/* The round's reason, unless the sender was silent within it and then sent on its own. */
static enum reason
reason_of_round(const struct method *method, const struct round *round, nsec lag)
{
	enum reason reason = round ? (enum reason)round->reason : REASON_OTHER;
	nsec rtt = round && round->rtt ? round->rtt : method->min_rtt;
	double share = reason == REASON_BANDWIDTH ? SILENCE_FULL_SHARE : SILENCE_SHARE;

	return lag > SILENCE_MIN && (double)lag > share * (double)rtt ? REASON_APPLICATION
		: reason;
}

/* Between two events: `before` is the state, `event` what ended it. */
static enum reason
reason_between(struct clock *clock, const struct lived *before, const struct lived *event,
	nsec lag)
{
	const struct method *method = clock->method;
	const struct round *round = method->round_count ? &method->round[clock->round_at] : NULL;
	int64_t flight = (int64_t)lived_flight(before), window = method_window(method, before);
	bool recovering = before->una < clock->recovery;
	bool full = round && round->reason == REASON_BANDWIDTH;

	if (window == 0)
		return REASON_ZERO_WINDOW;
	if (in_turn(clock, before->time) && !recovering && !(full && flight > 0))
		return REASON_APPLICATION;
	if (window > 0 && window - flight < slack_of(method, round, window)
		&& !is_full_anyhow(method, round)) {
		if (window < (int64_t)method->mss && flight == 0 && lag >= 0
			&& !is_idle(clock, lag))
			return REASON_ZERO_WINDOW;
		if (method->window_known)
			return REASON_RECEIVE_WINDOW;
		return round ? (enum reason)round->reason : REASON_OTHER;
	}
	if (in_timeout(clock, round, before->time))
		return REASON_LOSS_RECOVERY;
	if (flight == 0 && event->kind != LIVED_AGAIN && is_idle(clock, lag))
		return REASON_APPLICATION;
	if (recovering)
		return round && round->saturated ? REASON_BANDWIDTH : REASON_LOSS_RECOVERY;
	return reason_of_round(method, round, lag);
}

/* Lag of the new data that ends this silence, -1 when something else does. */
static nsec
lag_of(const struct clock *clock, size_t at)
{
	return clock->next_send[at] == NSEC_UNKNOWN || clock->last_ack == NSEC_UNKNOWN ? -1
		: clock->next_send[at] - clock->last_ack;
}

static void
step(struct clock *clock, size_t at)
{
	struct method *method = clock->method;
	const struct lived *event = &method->view->event[at], *before = event - 1;

	if (event->kind == LIVED_AGAIN && event->una >= clock->recovery)
		clock->recovery = event->max;
	if (event->unheard || (event->kind == LIVED_ACK
		&& (event->una > before->una || clock->last_ack == NSEC_UNKNOWN)))
		clock->last_ack = event->time;
}

static void
walk_transfer(struct clock *clock)
{
	struct method *method = clock->method;
	const struct sender_view *view = method->view;
	size_t at = 0;

	while (view->event[at].kind == LIVED_ACK)
		at++;
	for (at++; at < view->count && view->event[at - 1].time < clock->data_end; at++) {
		const struct lived *event = &view->event[at], *before = event - 1;
		nsec end = event->time < clock->data_end ? event->time : clock->data_end;

		if (end > before->time) {
			while (clock->round_at + 1 < method->round_count
				&& method->round[clock->round_at + 1].begin <= before->time)
				clock->round_at++;
			add(clock, reason_between(clock, before, event, lag_of(clock, at)),
				before->time, end);
		}
		step(clock, at);
	}
}

/* ---- sums ---- */

static nsec
clip(const struct clock *clock, nsec time)
{
	return time < clock->first ? clock->first : time > clock->last ? clock->last : time;
}

/* Spans outside the connection, which the sender's clock may reach, count for it no more. */
static void
sum_up(struct clock *clock)
{
	struct verdict *verdict = clock->method->verdict;
	nsec left = clock->last - clock->first;

	for (size_t i = 0; i < verdict->span_count; i++) {
		const struct verdict_span *span = &verdict->span[i];
		nsec length = clip(clock, span->end) - clip(clock, span->begin);

		verdict->spent[span->reason] += length;
		left -= length;
	}
	verdict->spent[REASON_OTHER] += left;
}

void
clock_walk(struct method *method, nsec first, nsec last)
{
	struct clock clock = {.method = method, .first = first, .last = last,
		.recovery = INT64_MIN, .last_ack = NSEC_UNKNOWN};

	find_end(&clock);
	find_usual_lag(&clock);
	find_turns(&clock);
	find_next_sends(&clock);
	add_start(&clock);
	walk_transfer(&clock);
	sum_up(&clock);
	free(clock.turn);
	pages_free(clock.next_send, method->view->count * sizeof(*clock.next_send));
}
