/* SPDX-License-Identifier: BSD-3-Clause */
/* RTT, flight and delivery rate of a direction, from steps. */
#include "tests/stats/run.h"

/* Samples of 10, 20, ..., 100 ms; the last delivers nine times as much. */
static void
rtt_by_nearest_rank(void)
{
	struct run *run = run_new();

	run_data(run, 0, 1, 1000, 1000);
	for (int i = 1; i <= 10; i++) {
		struct step *ack = run_ack(run, MS(100 * i), 1000 * i, i == 10 ? 9000 : 1000, 0);

		ack->has |= HAS_RTT;
		ack->rtt = MS(10 * i);
	}
	const struct rtt_stats *rtt = &run_row(run, 64)->dir[A2B].rtt;

	is_int((int64_t)rtt->samples, 10, "samples belong to the data's direction");
	is_int((int64_t)run_row(run, 64)->dir[B2A].rtt.samples, 0, "and not to the ACK's");
	rtt = &run_row(run, 64)->dir[A2B].rtt;
	is_int(rtt->min, MS(10), "minimum");
	is_int(rtt->max, MS(100), "maximum");
	is_int(rtt->mean, MS(55), "mean");
	/* (450 x 1000 + 100 x 9000) / 18000 */
	is_int(rtt->mean_by_bytes, MS(75), "mean by bytes delivered");
	is_int(rtt->p50, MS(50), "P50");
	is_int(rtt->p90, MS(90), "P90");
	is_int(rtt->p95, MS(100), "P95");
	is_int(rtt->p99, MS(100), "P99");
	run_free(run);
}

static void
handshake_is_no_sample(void)
{
	struct run *run = run_new();
	struct step *ack = run_ack(run, MS(1), 1, 0, 0);

	ack->ack_class = ACK_NEW;
	ack->has |= HAS_RTT;
	ack->rtt = MS(1);
	is_int((int64_t)run_row(run, 64)->dir[A2B].rtt.samples, 0,
		"an ACK of SYN or FIN alone is no sample");
	ack->newly_sacked = 5;
	is_int((int64_t)run_row(run, 64)->dir[A2B].rtt.samples, 1, "a SACK of data is");
	ack->newly_sacked = 0;
	ack->newly_acked = 5;
	ack->rtt = 0;
	is_int((int64_t)run_row(run, 64)->dir[A2B].rtt.samples, 1, "so is a time of 0");
	ack->rtt = -1;
	is_int((int64_t)run_row(run, 64)->dir[A2B].rtt.samples, 0, "less than 0 is none");
	run_free(run);
}

/* 1000 B for 10 ms, 3000 for 20, 500 (of 2000, 1500 SACKed or lost) for 10. */
static void
flight_is_weighted_by_time(void)
{
	struct run *run = run_new();
	struct step *step;

	run_ack(run, 0, 1, 0, 0);
	run_data(run, MS(1000), 1, 1000, 1000);
	run_data(run, MS(1010), 1001, 2000, 3000);
	step = run_ack(run, MS(1030), 1001, 1000, 2000);
	step->of[A2B].sacked = 1000;
	step->of[A2B].lost = 500;
	run_ack(run, MS(1040), 3001, 2000, 0);
	/* A keep-alive of one byte an hour later is no part of it. */
	run_data(run, MS(3600000), 3000, 1, 0)->data_class = DATA_KEEP_ALIVE;
	run_ack(run, MS(3600010), 3001, 0, 0)->ack_class = ACK_PROBE_ANSWER;

	const struct flight_stats *flight = &run_row(run, 64)->dir[A2B].flight;

	is_int(flight->duration, MS(40), "from the first data to the last ACK of data");
	is_int(flight->mean_bytes, (1000 * 10 + 3000 * 20 + 500 * 10) / 40, "mean");
	is_int(flight->p50_bytes, 1000, "P50: for 20 of 40 ms it was no more");
	is_int(flight->p95_bytes, 3000, "P95");
	is_int(flight->max_bytes, 3000, "maximum");
	step->of[A2B].sacked = 1900;
	step->of[A2B].lost = 900;
	is_int(run_row(run, 64)->dir[A2B].flight.mean_bytes, (1000 * 10 + 3000 * 20) / 40,
		"more gone than out is 0, not 4 GB");
	run_free(run);
}

static void
flight_ends_with_the_last_ack(void)
{
	struct run *run = run_new();

	run_data(run, 0, 1, 1000, 1000);
	is_int(run_row(run, 64)->dir[A2B].flight.duration, 0, "no ACK: not known");
	run_data(run, MS(1), 1001, 1000, 2000);
	is_int(run_row(run, 64)->dir[A2B].flight.duration, 0, "nor with more data");
	run_ack(run, MS(10), 1001, 1000, 1000);
	/* Sent again and again into the void, and answered by something else. */
	for (int i = 0; i < 9; i++) {
		run_data(run, MS(200 << i), 1001, 1000, 1000)->data_class = DATA_AGAIN;
		run_ack(run, MS((200 << i) + 1), 1001, 0, 1000);
	}
	is_int(run_row(run, 64)->dir[A2B].flight.duration, MS(10),
		"retransmissions behind the last ACK are outside");
	is_int(run_row(run, 64)->dir[A2B].flight.mean_bytes, 1900, "and weigh nothing");
	run_ack(run, MS(60000), 2001, 1000, 0);
	is_int(run_row(run, 64)->dir[A2B].flight.duration, MS(60000),
		"an ACK after all takes them in");
	run_free(run);
}

static void
fin_is_no_flight(void)
{
	struct run *run = run_new();
	struct step *fin = run_data(run, 0, 1, 1000, 1001);

	fin->flags |= TCP_FIN;
	fin->end++;
	run_ack(run, MS(5), 1002, 1000, 0);
	is_int(run_row(run, 64)->dir[A2B].flight.max_bytes, 1000, "FIN is no byte in flight");
	run_free(run);
}

static void
time_that_goes_back_weighs_nothing(void)
{
	struct run *run = run_new();

	run_data(run, MS(100), 1, 1000, 1000);
	run_data(run, MS(110), 1001, 1000, 2000); /* 1000 B for 10 ms */
	run_ack(run, MS(50), 1001, 1000, 1000);   /* the clock went back */
	run_data(run, MS(60), 2001, 3000, 4000);  /* 1000 B for 10 ms */
	run_ack(run, MS(80), 5001, 4000, 0);      /* 4000 B for 20 ms */

	const struct connection_row *row = run_row(run, 64);
	double bps;

	is_int(row->dir[A2B].flight.duration, MS(40), "spans are never negative");
	is_int(row->dir[A2B].flight.mean_bytes, 2500, "time goes on from where it went to");
	is_int(row->last_time, MS(110), "the last time is the latest");
	ok(!row_throughput(row, A2B, &bps) && !row_goodput(row, A2B, &bps),
		"without a span there is no rate");
	run_free(run);
}

static void
rate(struct run *run, uint32_t bytes, nsec interval, uint16_t has, nsec rtt)
{
	struct step *ack = run_ack(run, MS(1000) + (nsec)run->step_count, 1000, 1000, 0);

	ack->has |= (uint16_t)(HAS_RATE | has);
	ack->rate_bytes = bytes;
	ack->rate_interval = interval;
	ack->rtt = rtt;
}

static void
rates_that_count(void)
{
	struct run *run = run_new();
	const struct rate_stats *got;

	rate(run, 1250, MS(1), 0, 0);          /* 10 Mbit/s; no RTT known yet */
	rate(run, 1250, 0, 0, 0);
	rate(run, 1250, -5, 0, 0);
	rate(run, 1250, MS(20), HAS_RTT, MS(10)); /* 500 kbit/s */
	rate(run, 1250, MS(9), 0, 0);          /* shorter than the shortest RTT */
	rate(run, 1250, MS(10), 0, 0);         /* 1 Mbit/s */
	rate(run, 99999, MS(10), RATE_APP_LIMITED, 0);
	got = &run_row(run, 64)->dir[A2B].rate;
	is_int((int64_t)got->samples, 3, "app-limited, empty and too short ones are dropped");
	is_int((int64_t)got->p50_bps, 1000000, "P50 in bit/s");
	is_int((int64_t)got->p99_bps, 10000000, "P99");
	is_int((int64_t)run_row(run, 64)->dir[B2A].rate.samples, 0, "none the other way");
	run_free(run);

	run = run_new();
	rate(run, UINT32_MAX, 1, 0, 0);
	got = &run_row(run, 64)->dir[A2B].rate;
	ok(got->p50_bps == UINT64_C(9000000000000000000), "4 GB in a nanosecond is capped");
	run_free(run);
}

int
main(void)
{
	rtt_by_nearest_rank();
	handshake_is_no_sample();
	flight_is_weighted_by_time();
	flight_ends_with_the_last_ack();
	fin_is_no_flight();
	time_that_goes_back_weighs_nothing();
	rates_that_count();
	return tap_done();
}
