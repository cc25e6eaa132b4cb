/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * label.c - one reason for each round, by the shape of the flight between two signals of
 * congestion.
 */
#include <math.h>
#include <stdlib.h>

#include "base/pages.h"
#include "base/xalloc.h"
#include "verdict/method.h"
#include "verdict/rank.h"

/* Rounds between two signals, or two long silences. */
struct segment_of_rounds {
	size_t begin, end;
	bool after_idle;         /* it began with a silence and not with a signal */
};

struct shape {
	size_t grown;            /* where growth from round to round has ended */
	size_t body;             /* where what follows it, without a drain, begins */
	size_t rounds;           /* from `grown` to the end */
	double slope;            /* segments a round */
	double median;           /* flight */
	double saturated;        /* share of the time */
	double most;             /* flight */
	bool flat, tight;
	bool after, before;      /* a signal came before it, comes at its end */
};

static double
rank_flights(struct method *method, size_t begin, size_t end, double share)
{
	for (size_t i = begin; i < end; i++)
		method->scratch[i - begin] = (double)method->round[i].flight;
	return rank(method->scratch, end - begin, share);
}

/* First round of the segment after which the flight no longer leaps. */
static size_t
end_of_growth(const struct method *method, const struct segment_of_rounds *segment)
{
	const struct round *round = method->round;
	size_t at = segment->begin, end = segment->end;

	while (at + 2 < end) {
		uint64_t next = round[at + 1].flight > round[at + 2].flight
			? round[at + 1].flight : round[at + 2].flight;

		if ((double)next < GROWTH * (double)round[at].flight)
			break;
		at++;
	}
	if (at > segment->begin && at + 2 < end)
		at++;
	if (at + 2 >= end && end - segment->begin >= 2
		&& (double)round[end - 1].flight >= GROWTH * (double)round[segment->begin].flight)
		return end;
	return end - segment->begin <= 2 && segment->begin == 0 ? end : at;
}

/* After an overshoot flight falls without a loss, to where it then stays. */
static size_t
end_of_drain(struct method *method, size_t begin, size_t end)
{
	size_t at = begin;
	double stays = rank_flights(method, begin + (end - begin) / 2, end, 0.5);

	while (at < end && (double)method->round[at].flight > DRAIN * stays)
		at++;
	return (double)(at - begin) > DRAIN_SHARE * (double)(end - begin) ? begin : at;
}

static double
share_saturated(const struct method *method, size_t begin, size_t end)
{
	double full = 0, all = 0;

	for (size_t i = begin; i < end; i++) {
		double span = seconds(method->round[i].end - method->round[i].begin);

		all += span;
		full += method->round[i].saturated ? span : 0;
	}
	return all > 0 ? full / all : 0;
}

/* Median lag of the sender's first answers within the body; below 0: too few. */
static double
typical_lag(struct method *method, size_t begin, size_t end)
{
	nsec from = method->round[begin].begin, to = method->round[end - 1].end;
	size_t count = 0;

	for (size_t i = 0; i < method->lag_count; i++)
		if (method->lag[i].time >= from && method->lag[i].time <= to)
			method->scratch[count++] = (double)method->lag[i].lag;
	return count >= LAG_COUNT ? rank(method->scratch, count, 0.5) : -1;
}

static void
judge_flat(struct method *method, struct shape *shape, size_t end, double plateau)
{
	size_t rounds = end - shape->body;
	double mss = method->mss, slope = fabs(shape->slope);
	double wide = rank_flights(method, shape->body, end, 0.9)
		- rank_flights(method, shape->body, end, 0.1);
	double limit = TIGHT_SEGMENTS * mss > TIGHT_SHARE * shape->median
		? TIGHT_SEGMENTS * mss : TIGHT_SHARE * shape->median;

	shape->tight = wide <= limit;
	double grown = slope * (double)rounds * mss;

	shape->flat = rounds >= FLAT_ROUNDS && (slope < FLAT_SLOPE
		|| grown < 0.1 * shape->median
		|| (rounds >= TIGHT_ROUNDS && grown < FLAT_NOISE * wide));
	if (shape->after && shape->flat) {
		size_t first = rounds < 8 ? rounds : 8;

		shape->flat = rounds >= FLAT_ROUNDS_LATER
			&& (shape->tight || (plateau > 0
				&& fabs(shape->median / plateau - 1) < PLATEAU_NEAR))
			&& rank_flights(method, shape->body, shape->body + first, 0.5)
				>= 0.85 * shape->median;
	}
	if (shape->before && !shape->after && rounds < TIGHT_ROUNDS)
		shape->flat &= shape->tight;
}

static void
measure_shape(struct method *method, struct shape *shape, size_t end, double plateau)
{
	size_t rounds;
	double *flight;

	shape->body = end_of_drain(method, shape->grown, end);
	shape->rounds = end - shape->grown;
	rounds = end - shape->body;
	flight = xreallocarray(NULL, rounds, sizeof(*flight));
	for (size_t i = 0; i < rounds; i++) {
		flight[i] = (double)method->round[shape->body + i].flight;
		if (flight[i] > shape->most)
			shape->most = flight[i];
	}
	shape->slope = rounds >= SLOPE_ROUNDS ? rank_slope(flight, rounds) / method->mss : 1;
	free(flight);
	shape->median = rank_flights(method, shape->body, end, 0.5);
	shape->saturated = share_saturated(method, shape->body, end);
	judge_flat(method, shape, end, plateau);
}

/* Bytes constant, bytes a second not: what stands still is a window, not a link. */
static bool
is_window(struct method *method, const struct shape *shape, size_t end, double lag)
{
	double *flight = xreallocarray(NULL, 2 * (end - shape->body), sizeof(*flight));
	double *rate = flight + (end - shape->body);
	double lag_limit = LAG_FULL_SHARE * (double)method->min_rtt;
	size_t count = 0;
	bool window;

	for (size_t i = shape->body; i < end; i++)
		if (!method->round[i].partial) {
			flight[count] = (double)method->round[i].flight;
			rate[count++] = method->round[i].rate;
		}

	double of_flight = VARIATION_TIMES * rank_variation(flight, count);

	if (lag_limit < 5.0 * (double)LAG_TIME)
		lag_limit = 5.0 * (double)LAG_TIME;
	window = !method->by_train && (rank_variation(rate, count)
		> (of_flight > VARIATION_MIN ? of_flight : VARIATION_MIN) || lag > lag_limit);
	free(flight);
	return window;
}

/* ---- a timer's bursts ---- */

struct burst {
	nsec time;
	double bytes;
};

static size_t
first_event(const struct sender_view *view, nsec time)
{
	size_t low = 0, high = view->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (view->event[middle].time < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t
list_bursts(const struct method *method, nsec from, nsec to, struct burst *burst)
{
	const struct sender_view *view = method->view;
	nsec gap = method->tick * 11 / 10, last = NSEC_UNKNOWN;
	size_t count = 0;

	if (gap < NSEC_PER_MSEC)
		gap = NSEC_PER_MSEC;
	for (size_t i = first_event(view, from); i < view->count && view->event[i].time <= to;
		i++) {
		const struct lived *event = &view->event[i];

		if (event->kind == LIVED_ACK)
			continue;
		if (last == NSEC_UNKNOWN || event->time - last > gap)
			burst[count++] = (struct burst){event->time, 0};
		burst[count - 1].bytes += event->bytes;
		last = event->time;
	}
	return count;
}

/*
 * Bursts shorter than a round trip apart, at even intervals: sent by a timer.  When they are
 * of one size that is none of whole segments, it is the application's.
 */
static bool
is_periodic(struct method *method, const struct shape *shape, size_t end)
{
	const struct sender_view *view = method->view;
	struct burst *burst = pages_grow(NULL, 0, view->count * sizeof(*burst));
	size_t count = list_bursts(method, method->round[shape->body].begin,
		method->round[end - 1].end, burst);
	bool periodic = false;

	if (count > PACE_BURSTS) {
		double *value = method->scratch, spread = PACE_SPREAD;

		for (size_t i = 0; i + 1 < count; i++)
			value[i] = (double)(burst[i + 1].time - burst[i].time);

		double wide = rank(value, count - 1, 0.9) - rank(value, count - 1, 0.1);
		double usual = rank(value, count - 1, 0.5);

		if (spread < 2.2 * (double)method->tick / usual)
			spread = 2.2 * (double)method->tick / usual;
		if (usual < PACE_SHARE * (double)method->min_rtt && wide / usual < spread) {
			method->paced = true;
			for (size_t i = 1; i + 1 < count; i++)
				value[i - 1] = burst[i].bytes;
			wide = rank(value, count - 2, 0.9) - rank(value, count - 2, 0.1);
			usual = rank(value, count - 2, 0.5);
			periodic = wide < 0.1 * usual && fmod(usual, method->mss) > 0.5;
		}
	}
	pages_free(burst, view->count * sizeof(*burst));
	return periodic;
}

/* ---- reasons ---- */

static bool
has_long_queue(const struct method *method, const struct round *round)
{
	return round->has_queue && round->queue >= 2 * method->queue_limit;
}

static enum reason
reason_of(const struct method *method, const struct shape *shape, const struct round *round,
	bool window)
{
	if (round->saturated && !window)
		return REASON_BANDWIDTH;
	if (window)
		return round->saturated && has_long_queue(method, round) ? REASON_BANDWIDTH
			: REASON_SENDER_WINDOW;
	if (shape->after || shape->before)
		return REASON_CONGESTION;
	if (shape->slope >= FLAT_SLOPE || shape->rounds < FLAT_ROUNDS)
		return REASON_GROWTH;
	if (shape->flat)
		return shape->saturated >= 0.5 ? REASON_BANDWIDTH : REASON_SENDER_WINDOW;
	return REASON_OTHER;
}

static void
unsaturate(struct method *method, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		method->round[i].saturated = false;
}

/* What follows growth; returns the height at which flight stood under a window. */
static double
label_body(struct method *method, struct shape *shape, size_t end, double plateau)
{
	double lag, lag_limit = (double)LAG_TIME + 1.3 * (double)method->tick;
	size_t rounds;
	bool window;

	measure_shape(method, shape, end, plateau);
	rounds = end - shape->body;
	lag = typical_lag(method, shape->body, end);
	if (shape->flat && shape->saturated >= 0.5 && rounds >= 8
		&& is_window(method, shape, end, lag)) {
		unsaturate(method, shape->grown, end);
		shape->saturated = 0;
	}
	window = shape->flat && shape->median > 0 && shape->saturated < 0.5;
	for (size_t i = shape->grown; i < end; i++)
		method->round[i].reason = (uint8_t)reason_of(method, shape, &method->round[i],
			window);
	if (lag_limit < LAG_SHARE * (double)method->min_rtt)
		lag_limit = LAG_SHARE * (double)method->min_rtt;
	/* Small segments, one a round trip: each waits for the ACK of the last (Nagle). */
	bool small = shape->median < 0.95 * method->mss && rounds >= FLAT_ROUNDS
		&& shape->most < 1.5 * method->mss;
	bool late = window && (is_periodic(method, shape, end) || lag > lag_limit);

	for (size_t i = shape->grown; i < end; i++)
		if (small || (late && method->round[i].reason == REASON_SENDER_WINDOW))
			method->round[i].reason = REASON_APPLICATION;
	return window && (plateau <= 0 || !shape->after) ? shape->median : plateau;
}

static double
label_segment(struct method *method, const struct segment_of_rounds *segment, bool after,
	bool before, double plateau)
{
	struct shape shape = {.grown = end_of_growth(method, segment), .after = after,
		.before = before};

	for (size_t i = segment->begin; i < shape.grown; i++)
		method->round[i].reason = method->round[i].saturated ? REASON_BANDWIDTH
			: after ? REASON_CONGESTION : REASON_SLOW_START;
	return shape.grown < segment->end ? label_body(method, &shape, segment->end, plateau)
		: plateau;
}

/* ---- segments ---- */

/* The round in which something happened. */
static size_t
round_at(const struct method *method, nsec time)
{
	size_t low = 0, high = method->round_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (method->round[middle].begin <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : 0;
}

static nsec
segment_gap(const struct method *method)
{
	return 2 * method->min_rtt > SEGMENT_GAP ? 2 * method->min_rtt : SEGMENT_GAP;
}

/* The rounds [begin, end) between two cuts, in pieces at long silences. */
static double
label_between(struct method *method, size_t begin, size_t end, double plateau)
{
	nsec gap = segment_gap(method);
	nsec first_signal = method->signal_count ? method->signal[0].time : INT64_MAX;
	struct segment_of_rounds segment = {begin, begin, false};

	for (size_t i = begin + 1; i <= end; i++) {
		if (i < end && method->round[i].begin - method->round[i - 1].end <= gap)
			continue;
		segment.end = i;

		bool after = segment.begin > 0 && !segment.after_idle
			&& method->round[segment.begin].begin > first_signal;
		bool before = i == end && end < method->round_count;

		plateau = label_segment(method, &segment, after, before, plateau);
		segment = (struct segment_of_rounds){i, i, true};
	}
	return plateau;
}

void
label_rounds(struct method *method)
{
	double plateau = 0;
	size_t begin = 0;

	for (size_t i = 0; i < method->round_count; i++)
		method->round[i].reason = REASON_OTHER;
	for (size_t i = 0; i <= method->signal_count; i++) {
		size_t cut = i < method->signal_count
			? round_at(method, method->signal[i].time) : method->round_count;

		if (cut > begin)
			plateau = label_between(method, begin, cut, plateau);
		if (cut >= begin && cut < method->round_count)
			begin = cut + 1;
	}
	/* A label may have been the last to clear `saturated`. */
	for (size_t i = 0; i < method->signal_count && method->round_count; i++) {
		struct round *round = &method->round[round_at(method, method->signal[i].time)];

		round->reason = round->saturated ? REASON_BANDWIDTH : REASON_CONGESTION;
	}
	method->verdict->plateau_bytes = (uint64_t)plateau;
}
