/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * walk.h - from sending times and ACKs to events, samples, retransmissions and episodes.
 */
#ifndef CCTRACE_SENDER_WALK_H
#define CCTRACE_SENDER_WALK_H

#include "cctrace/sender.h"

/* A packet with data, in the order of sending. */
struct sending {
	nsec time;
	stroff begin;
	int64_t order;           /* of its TSval; equal where there is none */
	uint32_t row, bytes;
	bool unheard;            /* it echoes an ACK that was not captured */
};

/*
 * Fill the view from its data_packets sendings, in order; NULL: sent as captured.  `room` is
 * set: for all of them and all ACKs.
 */
void walk(struct sender_view *view, const struct sending *sending);

#endif
