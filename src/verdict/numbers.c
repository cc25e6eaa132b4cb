/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * numbers.c - RTT and flight as the sender lived them, and the window law: mean flight over
 * mean RTT is the rate that a window gives.
 */
#include "base/histogram.h"
#include "verdict/method.h"

/* From the first data to the last ACK of data; false without one of them. */
static bool
find_extent(const struct sender_view *view, nsec *begin, nsec *end)
{
	*begin = *end = NSEC_UNKNOWN;
	for (size_t i = 0; i < view->count; i++) {
		const struct lived *event = &view->event[i];

		if (*begin == NSEC_UNKNOWN && event->kind != LIVED_ACK)
			*begin = event->time;
		if (event->kind == LIVED_ACK && i && event->una > event[-1].una)
			*end = event->time;
	}
	return *begin != NSEC_UNKNOWN && *end != NSEC_UNKNOWN && *end > *begin;
}

static nsec
whole(double value)
{
	return (nsec)(value + 0.5);
}

/* `by_bytes`: its mean, weighted by what each sample's ACK delivered; 0 unknown. */
static void
settle_rtt(struct histogram *samples, struct rtt_stats *rtt, double by_bytes)
{
	if (samples->count == 0)
		return;
	rtt->samples = samples->count;
	rtt->min = (nsec)samples->min;
	rtt->max = (nsec)samples->max;
	rtt->mean = whole(histogram_mean(samples));
	rtt->mean_by_bytes = by_bytes > 0 ? whole(by_bytes) : rtt->mean;
	rtt->p50 = (nsec)histogram_percentile(samples, 0.50);
	rtt->p90 = (nsec)histogram_percentile(samples, 0.90);
	rtt->p95 = (nsec)histogram_percentile(samples, 0.95);
	rtt->p99 = (nsec)histogram_percentile(samples, 0.99);
}

static void
measure_rtt(struct method *method)
{
	const struct sender_view *view = method->view;
	struct verdict *verdict = method->verdict;
	struct histogram samples = {0};
	double weighted = 0, bytes = 0;
	size_t at = 0;

	for (size_t i = 1; i < view->count && at < view->rtt_count; i++) {
		const struct lived *event = &view->event[i];
		nsec rtt = view->rtt[at].rtt;

		if (event->kind != LIVED_ACK || view->rtt[at].time != event->time
			|| event->una <= event[-1].una)
			continue;

		double delivered = (double)(event->delivered - event[-1].delivered);

		histogram_add(&samples, (uint64_t)rtt, 1);
		weighted += delivered * (double)rtt;
		bytes += delivered;
		at++;
	}
	settle_rtt(&samples, &verdict->rtt, bytes > 0 ? weighted / bytes : 0);
	verdict->mean_rtt_s = bytes > 0 ? weighted / bytes / 1e9 : 0;
	histogram_fini(&samples);
}

static void
measure_flight(struct method *method, nsec begin, nsec end)
{
	const struct sender_view *view = method->view;
	struct flight_stats *flight = &method->verdict->flight;
	struct histogram held = {0};

	for (size_t i = 1; i < view->count && view->event[i - 1].time < end; i++) {
		const struct lived *event = &view->event[i];
		nsec until = event->time < end ? event->time : end;

		if (event[-1].time >= begin && until > event[-1].time)
			histogram_add(&held, lived_pipe(&event[-1]),
				(uint64_t)(until - event[-1].time));
	}
	if (held.weight > 0 && held.weight <= INT64_MAX && held.max <= UINT32_MAX) {
		flight->duration = (nsec)held.weight;
		flight->mean_bytes = (uint32_t)(histogram_mean(&held) + 0.5);
		flight->p50_bytes = (uint32_t)histogram_percentile(&held, 0.50);
		flight->p95_bytes = (uint32_t)histogram_percentile(&held, 0.95);
		flight->max_bytes = (uint32_t)held.max;
		method->verdict->mean_flight_bytes = histogram_mean(&held);
	}
	histogram_fini(&held);
}

void
measure_numbers(struct method *method)
{
	const struct sender_view *view = method->view;
	struct verdict *verdict = method->verdict;
	uint64_t before = 0;
	nsec begin, end;

	measure_rtt(method);
	if (!find_extent(view, &begin, &end))
		return;
	measure_flight(method, begin, end);
	for (size_t i = 0; i < view->count && view->event[i].time <= begin; i++)
		before = view->event[i].delivered;
	if (verdict->mean_rtt_s > 0)
		verdict->predicted_bps = verdict->mean_flight_bytes * 8 / verdict->mean_rtt_s;
	verdict->measured_bps = (double)(view->event[view->count - 1].delivered - before) * 8
		/ seconds(end - begin);
}
