/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rtt.h - round-trip estimator of one direction of a connection.
 *
 * Reproduces the arithmetic of RFC 6298 section 2 on samples that were observed at the
 * capture point: what the sender would compute if it stood there.  Which segments may be
 * sampled (Karn's rule, RFC 6298 3) is the caller's decision.
 */
#ifndef CCTRACE_TCP_RTT_H
#define CCTRACE_TCP_RTT_H

#include "cctrace/units.h"

/* RFC 6298 (2.4) asks for 1 s at least; Linux and others use 200 ms. */
#define RTO_MIN (200 * NSEC_PER_MSEC)
#define RTO_MAX (60 * NSEC_PER_SEC)

/* Longest sample taken seriously.  Keeps all sums far from overflow. */
#define RTT_MAX (3600 * NSEC_PER_SEC)

/* All zero before the first sample. */
struct rtt {
	nsec srtt;         /* smoothed, gain 1/8 */
	nsec rttvar;       /* mean deviation, gain 1/4 */
	uint32_t samples;  /* accepted, stops at 2^32-1; while 0 the durations mean nothing */
};

/*
 * Account for one sample in ns.  One outside [0, RTT_MAX], as a clock step makes, is
 * refused: false.  Zero is valid: two frames can share a time stamp.
 */
static inline bool
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

/*
 * The round trip that is known at least: `shake` is the handshake's, 0 when unknown.  Elsewhere
 * than at the sender the estimator has but the half beyond the capture.
 */
static inline nsec
rtt_trip(const struct rtt *rtt, nsec shake)
{
	nsec trip = rtt->samples ? rtt->srtt : 0;

	return trip < shake ? shake : trip;
}

/* The shortest silence that is taken for a timeout. */
nsec rtt_least_timeout(const struct rtt *rtt, nsec shake);

/* Retransmission timeout within [RTO_MIN, RTO_MAX]; 1 s without a sample (RFC 6298 2.1). */
nsec rtt_rto(const struct rtt *rtt);

#endif
