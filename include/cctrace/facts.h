/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * facts.h - what holds for a connection as a whole and may change until its close.
 *
 * No field of a step depends on a fact that can still change; labels that do (which
 * path an RTT measures, a scaled window) are computed by whoever reads the facts at
 * the close.
 */
#ifndef CCTRACE_FACTS_H
#define CCTRACE_FACTS_H

#include "cctrace/units.h"

enum tristate { FACT_UNKNOWN, FACT_NO, FACT_YES };

/* Where the capture was taken, by timing (diagnosis: halves of the handshake). */
enum near_side { NEAR_UNKNOWN, NEAR_A, NEAR_B, NEAR_MIDDLE };

/*
 * window_shift: 0..14 when both SYNs were seen whole and carried the option (RFC 7323
 * 2.2; a larger shift counts as 14).
 */
enum { SHIFT_UNKNOWN = -1, SHIFT_UNUSED = -2 }; /* no SYN seen; one side did not offer */

struct side_facts {
	nsec first_syn;          /* first SYN or SYN-ACK of this side; NSEC_UNKNOWN: none seen */
	nsec last_syn;           /* its last one */
	uint32_t syns;           /* SYNs or SYN-ACKs this side sent, copies not counted */
	uint32_t syn_acks;       /* of these, with ACK */
	uint32_t syn_payload;    /* most data that came with one of them (Fast Open, RFC 7413) */
	uint16_t mss;            /* MSS option; 0 unknown */
	uint16_t syn_window;     /* window of the SYN, never scaled; 0 when `syns` is 0 */
	uint32_t largest_payload; /* largest captured payload of one segment */
	int8_t window_shift;     /* of windows this side advertises; SHIFT_... */
	int8_t offered_shift;    /* as in its SYN, of several the last with the option, 0..14;
	                            SHIFT_UNKNOWN no SYN, SHIFT_UNUSED not offered */
	uint8_t sack_permitted;  /* enum tristate */
	uint8_t timestamps;      /* seen in the SYN, or without one in any segment */
	bool offload;            /* payload above the MSS option was captured */
	bool unseen;             /* bytes of this side were acknowledged and never captured */
	bool syn_ack;            /* `syn_acks` is not 0 */
	bool syn_payload_acked;  /* a SYN-ACK of the other side covers `syn_payload`, too */
	bool fin, reset;         /* sent one */
	nsec reset_time;         /* of its first reset; NSEC_UNKNOWN */
	uint8_t ttl;             /* of its first segment; 0 unknown */
};

struct facts {
	struct side_facts side[2];
	nsec handshake_ack;      /* first ACK of the SYN-ACK; NSEC_UNKNOWN */
	uint8_t near;            /* enum near_side */
	bool fast_open, mptcp;
	/* The first segment seen was neither SYN nor SYN-ACK. */
	bool starts_before_capture;
};

/* SYNs and SYN-ACKs that repeat one of the same side. */
static inline uint64_t
facts_syns_again(const struct side_facts *side)
{
	uint32_t bare = side->syns - side->syn_acks;

	return (uint64_t)(bare > 1 ? bare - 1 : 0) + (side->syn_acks > 1 ? side->syn_acks - 1 : 0);
}

/*
 * Halves of the handshake: SYN to SYN-ACK, and SYN-ACK to the ACK that ends it, in
 * nanoseconds; NSEC_UNKNOWN where a member was not captured or was sent more than once
 * (it is not known which copy was answered).
 */
struct handshake {
	nsec syn_to_synack, synack_to_ack;
};
struct handshake facts_handshake(const struct facts *facts);

/* Which side's end the capture was taken at, from the handshake's halves: below 10 % or
 * above 90 % of the sum; unknown under 1 ms in all. */
enum near_side facts_near(const struct facts *facts);

#endif
