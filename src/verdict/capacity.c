/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * capacity.c - what the path carries when it is full, by two tests: rounds with a standing
 * queue, and the spacing of short trains.
 */
#include <math.h>
#include <stdlib.h>

#include "base/pages.h"
#include "verdict/method.h"
#include "verdict/rank.h"

/* Rates are counted in classes of 5 %, from 1 B/s to 6 EB/s. */
#define CLASS_WIDTH 0.05
enum { CLASSES = 880 };

static bool
is_queued(const struct method *method, const struct round *round)
{
	return round->has_queue && round->queue >= method->queue_limit && !round->partial
		&& round->samples >= QUEUE_SAMPLES_MIN;
}

/* ---- rounds with a queue ---- */

static double
spread_of(double *rates, size_t count, double *median)
{
	double high = rank(rates, count, 0.75), low = rank(rates, count, 0.25);

	*median = rank(rates, count, 0.5);
	return *median > 0 ? (high - low) / *median : HUGE_VAL;
}

/* 0 where they are few, or disagree. */
static double
by_queue(struct method *method, size_t *queued)
{
	double median;

	*queued = 0;
	for (size_t i = 0; i < method->round_count; i++)
		if (is_queued(method, &method->round[i]) && method->round[i].rate > 0)
			method->scratch[(*queued)++] = method->round[i].rate;
	if (*queued < RATE_ROUNDS || spread_of(method->scratch, *queued, &median) > RATE_SPREAD)
		return 0;
	return median;
}

/* ---- short trains ---- */

struct train_point {
	nsec time;
	uint64_t bytes;          /* so far */
};

/* Deliveries as ACKs tell them at the sender, as data arrives elsewhere. */
static size_t
list_points(const struct method *method, struct train_point *point)
{
	const struct sender_view *view = method->view;
	const struct tape *tape = view->tape;
	bool arrivals = view->method != SENDER_DIRECT;
	uint64_t bytes = 0;
	size_t count = 0;

	for (size_t row = 0; arrivals && row < tape->rows; row++) {
		uint32_t payload = row_payload(tape, row, view->dir);

		if (payload)
			point[count++] = (struct train_point){tape->time[row], bytes += payload};
	}
	for (size_t i = 0; !arrivals && i < view->count; i++)
		if (view->event[i].kind == LIVED_ACK && view->event[i].delivered > bytes) {
			bytes = view->event[i].delivered;
			point[count++] = (struct train_point){view->event[i].time, bytes};
		}
	return count;
}

static double
typical_flight(struct method *method)
{
	for (size_t i = 0; i < method->round_count; i++)
		method->scratch[i] = (double)method->round[i].flight;
	return rank(method->scratch, method->round_count, 0.5);
}

static double
typical_rtt(struct method *method)
{
	size_t count = 0;

	for (size_t i = 0; i < method->round_count; i++)
		if (method->round[i].rtt)
			method->scratch[count++] = (double)method->round[i].rtt;
	return count ? rank(method->scratch, count, 0.5) : (double)method->min_rtt;
}

/*
 * Three to eight segments: long enough to be spaced by the link, too short to be spaced by
 * the window.
 */
static double
train_bytes(struct method *method)
{
	double bytes = typical_flight(method) / 4;

	if (bytes > 8 * method->mss)
		bytes = 8 * method->mss;
	if (bytes < 3 * method->mss)
		bytes = 3 * method->mss;
	if (method->view->offload && method->view->method != SENDER_DIRECT
		&& bytes < 3.0 * method->view->largest)
		bytes = 3.0 * method->view->largest;
	return bytes;
}

/* Bytes by the class of the rate at which the train that they begin came. */
static double
count_trains(struct method *method, const struct train_point *point, size_t count,
	double *class)
{
	double train = train_bytes(method), longest = typical_rtt(method) / 2, all = 0;
	size_t j = 0;

	for (size_t i = 0; i < count; i++) {
		if (j < i)
			j = i;
		while (j < count && ((double)(point[j].bytes - point[i].bytes) < train
			|| j - i < 3))
			j++;
		if (j >= count)
			break;

		double span = (double)(point[j].time - point[i].time);
		double weight = (double)(point[i + 1].bytes - point[i].bytes);

		all += weight;
		if (span <= 0 || span > longest)
			continue;

		double rate = (double)(point[j].bytes - point[i].bytes) / span * 1e9;
		int number = (int)(log(rate) / CLASS_WIDTH);

		class[number < 0 ? 0 : number >= CLASSES ? CLASSES - 1 : number] += weight;
	}
	return all;
}

/* The rate that most trains had, in three neighbouring classes; `share`: how many did. */
static double
by_trains(struct method *method, double *share)
{
	const struct sender_view *view = method->view;
	size_t bytes = (view->count > view->data_packets ? view->count : view->data_packets)
		* sizeof(struct train_point);
	struct train_point *point = pages_grow(NULL, 0, bytes);
	double class[CLASSES + 2] = {0}; /* one more at either end */
	double all = count_trains(method, point, list_points(method, point), class + 1);
	double best = 0, sum = 0;
	int at = 1;

	pages_free(point, bytes);
	*share = 0;
	for (int i = 1; i <= CLASSES; i++)
		if (class[i - 1] + class[i] + class[i + 1] > best) {
			best = class[i - 1] + class[i] + class[i + 1];
			at = i;
		}
	if (best <= 0)
		return 0;
	for (int i = at - 1; i <= at + 1; i++)
		sum += (i - 1 + 0.5) * class[i];
	*share = best / all;
	return exp(CLASS_WIDTH * sum / best);
}

/* ---- both ---- */

/* Share of the time in whole rounds that ran near `rate`. */
static double
time_near(const struct method *method, double rate)
{
	double near = 0, all = 0;

	for (size_t i = 0; i < method->round_count; i++) {
		const struct round *round = &method->round[i];
		double span = seconds(round->end - round->begin);

		if (round->partial)
			continue;
		all += span;
		if (round->rate >= 0.8 * rate && round->rate <= 1.25 * rate)
			near += span;
	}
	return all > 0 ? near / all : 0;
}

/* A train's rate alone may be that of the sender's bursts: other signs must go with it. */
static bool
is_pressed(const struct method *method, size_t queued)
{
	return method->signal_count || queued >= RATE_ROUNDS || method->blind;
}

/* The rate of queued rounds nearby, when it has left the capacity of the whole; else 0. */
static double
local_rate(struct method *method, size_t at)
{
	size_t before = at, count = 0, found = 0;
	double median;

	while (before > 0 && found < LOCAL_ROUNDS)
		found += is_queued(method, &method->round[--before]);
	for (size_t i = before, after = 0; i < method->round_count && after <= LOCAL_ROUNDS; i++) {
		if (!is_queued(method, &method->round[i]))
			continue;
		method->scratch[count++] = method->round[i].rate;
		after += i >= at;
	}
	if (count < LOCAL_ROUNDS_MIN
		|| spread_of(method->scratch, count, &median) > LOCAL_SPREAD)
		return 0;
	return method->capacity <= 0 || median < LOCAL_BELOW * method->capacity ? median : 0;
}

static bool
is_saturated(struct method *method, size_t at)
{
	const struct round *round = &method->round[at];
	double capacity = method->capacity;
	bool queued = round->has_queue && round->queue >= method->queue_limit;

	if (method->min_rtt < SHORT_PATH && !(method->by_queue && method->by_train))
		return false;
	if (capacity > 0 && round->rate >= RATE_NEAR * capacity)
		return true;
	if (!queued)
		return false;

	double local = local_rate(method, at);

	if (local > 0 && round->rate >= RATE_NEAR * local
		&& (double)round->flight >= 4 * method->mss)
		return true;
	return round->end - round->begin <= 2 * round->rtt
		&& (double)round->flight >= 2 * method->mss
		&& ((capacity > 0 && round->rate >= RATE_HALF * capacity)
			|| round->queue >= QUEUE_LONG * method->queue_limit);
}

void
capacity_measure(struct method *method)
{
	size_t queued;
	double share, queue = by_queue(method, &queued);
	double train = 0;

	share = 0;
	if (method->round_count >= TRAIN_ROUNDS)
		train = by_trains(method, &share);
	method->capacity = queue;
	method->by_queue = queue > 0;
	if (train > 0 && share >= TRAIN_SHARE) {
		if (queue > 0)
			method->by_train = fabs(train / queue - 1) <= 0.15;
		else if (time_near(method, train) >= TRAIN_TIME && is_pressed(method, queued)) {
			method->capacity = train;
			method->by_train = true;
		}
	}
	for (size_t i = 0; i < method->round_count; i++)
		method->round[i].saturated = is_saturated(method, i);
}
