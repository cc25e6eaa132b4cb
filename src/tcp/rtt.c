/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/rtt.h"

#include "cctrace/tcp.h"
#include "tcp/state.h"

nsec
rtt_rto(const struct rtt *rtt)
{
	nsec rto = rtt->samples ? rtt->srtt + 4 * rtt->rttvar : NSEC_PER_SEC;

	if (rto < RTO_MIN)
		return RTO_MIN;
	return rto > RTO_MAX ? RTO_MAX : rto;
}

/* Nine tenths of the timeout: the estimator's samples are not quite the sender's. */
nsec
rtt_least_timeout(const struct rtt *rtt, nsec shake)
{
	nsec rto = rtt_rto(rtt), trip = rtt_trip(rtt, shake);

	return (rto < trip + RTO_MIN ? trip + RTO_MIN : rto) / 10 * 9;
}

struct estimate
estimate_after(const nsec *samples, size_t count, const struct facts *facts)
{
	struct rtt rtt = {0};

	for (size_t i = 0; i < count; i++)
		rtt_add_sample(&rtt, samples[i]);
	return (struct estimate){rtt.samples ? rtt.srtt : NSEC_UNKNOWN, rtt_rto(&rtt),
		rtt_least_timeout(&rtt, facts_round_trip(facts))};
}
