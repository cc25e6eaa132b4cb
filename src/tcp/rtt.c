/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/rtt.h"

nsec
rtt_rto(const struct rtt *rtt)
{
	nsec rto = rtt->samples ? rtt->srtt + 4 * rtt->rttvar : NSEC_PER_SEC;

	if (rto < RTO_MIN)
		return RTO_MIN;
	return rto > RTO_MAX ? RTO_MAX : rto;
}
