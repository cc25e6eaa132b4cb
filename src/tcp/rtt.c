/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/rtt.h"

bool
rtt_add_sample(struct rtt *rtt, nsec sample)
{
	if (sample < 0 || sample > RTT_MAX)
		return false;
	if (rtt->samples == 0) {
		rtt->srtt = sample;
		rtt->rttvar = sample / 2;
	} else {
		nsec error = sample - rtt->srtt;

		/* RTTVAR uses the old SRTT, so it goes first (RFC 6298 2.3). */
		rtt->rttvar += ((error < 0 ? -error : error) - rtt->rttvar) / 4;
		rtt->srtt += error / 8;
	}
	if (rtt->samples != UINT32_MAX)
		rtt->samples++;
	return true;
}

nsec
rtt_rto(const struct rtt *rtt)
{
	nsec rto = rtt->samples ? rtt->srtt + 4 * rtt->rttvar : NSEC_PER_SEC;

	if (rto < RTO_MIN)
		return RTO_MIN;
	return rto > RTO_MAX ? RTO_MAX : rto;
}
