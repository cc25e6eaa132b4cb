/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * queue.c - how far the RTT of a round stands above the path's own.
 *
 * A queue ramps and stays, a route's change jumps; jitter and delayed ACKs lift only the
 * high end of a round's samples.
 */
#include <stdlib.h>

#include "base/xalloc.h"
#include "verdict/method.h"
#include "verdict/rank.h"

static nsec
least_of(const nsec *values, size_t begin, size_t end)
{
	nsec least = INT64_MAX;

	for (size_t i = begin; i < end; i++)
		if (values[i] < least)
			least = values[i];
	return least;
}

static double
flight_rank(struct method *method, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		method->scratch[i - begin] = (double)method->round[i].flight;
	return rank(method->scratch, end - begin, 0.5);
}

/* The largest rise between neighbouring samples of these rounds. */
static nsec
largest_jump(const struct method *method, size_t begin, size_t end)
{
	const struct sender_view *view = method->view;
	nsec jump = 0;

	for (size_t i = method->round[begin].rtt_begin + 1; i < method->round[end].rtt_end; i++)
		if (view->rtt[i].rtt - view->rtt[i - 1].rtt > jump)
			jump = view->rtt[i].rtt - view->rtt[i - 1].rtt;
	return jump;
}

/* By how much the path's own RTT rose at round `at`; 0: it did not. */
static nsec
step_at(struct method *method, const nsec *median, const nsec *least, size_t at)
{
	size_t count = method->round_count;
	size_t after = at + 1 + STEP_AFTER < count ? at + 1 + STEP_AFTER : count;
	nsec most = 0, limit = (nsec)(STEP_SHARE * (double)method->min_rtt);

	for (size_t i = at - STEP_BEFORE; i < at; i++)
		if (median[i] > most)
			most = median[i];

	nsec rise = least_of(least, at + 1, after) - most;

	if (rise <= (limit > STEP_TIME ? limit : STEP_TIME))
		return 0;
	if ((double)largest_jump(method, at - 1, at + 1) < STEP_JUMP * (double)rise
		|| flight_rank(method, at + 1, after)
			> STEP_FLIGHT * flight_rank(method, at - STEP_BEFORE, at))
		return 0;
	return least_of(least, at + 1, after) - least_of(least, at - STEP_BEFORE, at);
}

/* Raise the base for as long as the least RTT stays up. */
static void
raise_base(struct method *method, const nsec *least, size_t at, nsec rise)
{
	size_t count = method->round_count, end = at;
	size_t rest = at + 1 + STEP_LASTS < count ? at + 1 + STEP_LASTS : count;
	nsec halfway = method->min_rtt + rise / 2;

	if (least_of(least, at + 1, rest) < halfway)
		return;
	while (end < count && (least[end] >= halfway || end <= at + 1))
		end++;

	nsec base = end > at + 1 ? least_of(least, at + 1, end) : method->min_rtt + rise;

	for (size_t i = at; i < end; i++)
		method->round[i].base = base;
}

static void
find_base(struct method *method)
{
	size_t count = method->round_count;
	nsec *median = xcalloc(count + 1, sizeof(*median));
	nsec *least = xcalloc(count + 1, sizeof(*least));
	nsec last = method->min_rtt;

	for (size_t i = 0; i < count; i++) {
		struct round *round = &method->round[i];

		round->base = method->min_rtt;
		last = median[i] = round->rtt ? round->rtt : last;
		least[i] = round->rtt_min ? round->rtt_min : median[i];
	}
	for (size_t i = STEP_BEFORE; i + STEP_BEFORE < count; i++) {
		nsec rise = step_at(method, median, least, i);

		if (rise > 0) {
			raise_base(method, least, i, rise);
			i += STEP_AFTER - 1;
		}
	}
	free(median);
	free(least);
}

/* Add the samples of a round to the scratch. */
static size_t
gather(struct method *method, size_t at, size_t count)
{
	const struct round *round = &method->round[at];
	const struct sender_view *view = method->view;
	size_t all = round->rtt_end - round->rtt_begin;

	for (size_t i = round->rtt_begin; i < round->rtt_end; i++)
		if (!view->rtt[i].lone || round->samples == all)
			method->scratch[count++] = (double)view->rtt[i].rtt;
	return count;
}

static void
measure_round(struct method *method, size_t at)
{
	struct round *round = &method->round[at];
	size_t count = gather(method, at, 0);

	for (size_t k = 1; count < QUEUE_SAMPLES && k <= QUEUE_NEIGHBOURS; k++) {
		if (at >= k)
			count = gather(method, at - k, count);
		if (at + k < method->round_count)
			count = gather(method, at + k, count);
	}
	round->has_queue = round->samples > 0;
	if (round->has_queue)
		round->queue = rank(method->scratch, count, QUEUE_RANK) / (double)round->base - 1;
}

void
queue_measure(struct method *method)
{
	double least = (double)method->min_rtt, half = least / 2;
	double time = (double)QUEUE_TIME < half ? (double)QUEUE_TIME : half;

	find_base(method);
	method->queue_limit = time / least > QUEUE_SHARE ? time / least : QUEUE_SHARE;
	if (method->warped)
		method->queue_limit += (double)method->tick / least / 2;
	for (size_t i = 0; i < method->round_count; i++)
		measure_round(method, i);
}
