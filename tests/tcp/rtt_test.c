/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/rtt.h"

#include "tests/tap.h"

#define MS(n) ((n) * NSEC_PER_MSEC)

static void
no_sample_means_one_second(void)
{
	struct rtt rtt = {0};

	is_int(rtt_rto(&rtt), MS(1000), "RTO is 1 s (RFC 6298 2.1)");
}

/* R = 100 ms, then R' = 200 ms, by hand. */
static void
smooths_as_rfc6298_section_2(void)
{
	struct rtt rtt = {0};

	rtt_add_sample(&rtt, MS(100));
	is_int(rtt.srtt, MS(100), "first: SRTT = R");
	is_int(rtt.rttvar, MS(50), "first: RTTVAR = R/2");

	rtt_add_sample(&rtt, MS(200));
	is_int(rtt.rttvar, 62500000, "then: RTTVAR = 3/4*50 + 1/4*|100-200| ms");
	is_int(rtt.srtt, 112500000, "then: SRTT = 7/8*100 + 1/8*200 ms");
	is_int(rtt_rto(&rtt), 362500000, "RTO = SRTT + 4*RTTVAR (2.3)");
}

static void
rto_is_bounded(void)
{
	static const struct {
		nsec sample, rto;
		const char *name;
	} cases[] = {
		{MS(20), MS(200), "short paths are raised to 200 ms"},
		{MS(1000), MS(3000), "R + 4*R/2 between the bounds"},
		{MS(30000), MS(60000), "capped at 60 s"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct rtt rtt = {0};

		rtt_add_sample(&rtt, cases[i].sample);
		is_int(rtt_rto(&rtt), cases[i].rto, cases[i].name);
	}
}

static void
clock_steps_are_ignored(void)
{
	struct rtt rtt = {0};

	ok(!rtt_add_sample(&rtt, -1), "a step back is refused");
	ok(!rtt_add_sample(&rtt, RTT_MAX + 1), "a step ahead is refused");
	is_int(rtt.samples, 0, "and leaves no trace");
	ok(rtt_add_sample(&rtt, 0), "equal time stamps are a sample");
	is_int(rtt.samples, 1, "and are remembered as one");
}

int
main(void)
{
	no_sample_means_one_second();
	smooths_as_rfc6298_section_2();
	rto_is_bounded();
	clock_steps_are_ignored();
	return tap_done();
}
