/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * facts.c - what holds for the connection: options of the SYNs, halves of the handshake,
 * offload, who closed.
 */
#include "cctrace/facts.h"

#include "tcp/state.h"

void
facts_init(struct facts *facts)
{
	facts->handshake_ack = NSEC_UNKNOWN;
	for (int i = 0; i < 2; i++) {
		facts->side[i].first_syn = facts->side[i].last_syn = NSEC_UNKNOWN;
		facts->side[i].reset_time = NSEC_UNKNOWN;
		facts->side[i].window_shift = SHIFT_UNKNOWN;
		facts->side[i].offered_shift = SHIFT_UNKNOWN;
	}
}

/* Scaling is in force only when both sides offered it (RFC 7323 2.2). */
static void
settle_shift(struct facts *facts)
{
	struct side_facts *a = &facts->side[A2B], *b = &facts->side[B2A];

	if (a->offered_shift == SHIFT_UNUSED || b->offered_shift == SHIFT_UNUSED) {
		a->window_shift = b->window_shift = SHIFT_UNUSED;
	} else if (a->offered_shift >= 0 && b->offered_shift >= 0) {
		a->window_shift = a->offered_shift;
		b->window_shift = b->offered_shift;
	}
}

/* A SYN may carry data, and a SYN-ACK tells whether the first of it was taken. */
static void
take_syn_data(struct work *work)
{
	struct facts *facts = &work->state->facts;
	struct side_facts *side = &facts->side[work->dir];
	struct side_facts *peer = &facts->side[direction_other(work->dir)];
	const struct segment *segment = work->segment;

	if (segment->payload_bytes > side->syn_payload)
		side->syn_payload = segment->payload_bytes;
	if (segment->flags & TCP_ACK && peer->syn_payload
		&& half_has(work->peer, HALF_STARTED)
		&& half_unwrap(work->peer, segment->ack) >= 1 + (stroff)peer->syn_payload)
		peer->syn_payload_acked = true;
}

/*
 * What one of its SYNs offered, a side has offered: hosts repeat a SYN without options when
 * they suspect these, and it is the answer that tells which was taken (RFC 7323 2.2).
 */
static void
take_offer(uint8_t *fact, bool offered, bool whole)
{
	if (offered)
		*fact = FACT_YES;
	else if (whole && *fact == FACT_UNKNOWN)
		*fact = FACT_NO;
}

static void
take_syn(struct work *work)
{
	const struct segment *segment = work->segment;
	struct facts *facts = &work->state->facts;
	struct side_facts *side = &facts->side[work->dir];
	bool whole = !(segment->has & SEG_OPTIONS_CUT);

	if (side->first_syn == NSEC_UNKNOWN)
		side->first_syn = segment->time;
	side->last_syn = segment->time;
	side->syns++;
	side->syn_acks += !!(segment->flags & TCP_ACK);
	side->syn_ack = side->syn_acks > 0;
	take_syn_data(work);
	side->syn_window = segment->window;
	if (segment->has & SEG_MSS)
		side->mss = segment->mss;
	if (segment->has & SEG_WINDOW_SCALE)
		side->offered_shift = (int8_t)(segment->window_shift > 14
			? 14 : segment->window_shift);
	else if (whole && side->offered_shift == SHIFT_UNKNOWN)
		side->offered_shift = SHIFT_UNUSED;
	take_offer(&side->sack_permitted, segment->has & SEG_SACK_PERMITTED, whole);
	take_offer(&side->timestamps, segment->has & SEG_TIMESTAMPS, whole);
	facts->fast_open |= !!(segment->has & SEG_FAST_OPEN);
	settle_shift(facts);
}

void
facts_take(struct work *work)
{
	const struct segment *segment = work->segment;
	struct facts *facts = &work->state->facts;
	struct side_facts *side = &facts->side[work->dir];

	if (segment->flags & TCP_SYN)
		take_syn(work);
	else if (side->timestamps == FACT_UNKNOWN && !(segment->has & SEG_OPTIONS_CUT))
		side->timestamps = segment->has & SEG_TIMESTAMPS ? FACT_YES : FACT_NO;
	if (side->ttl == 0)
		side->ttl = segment->ttl;
	if (segment->payload_bytes > side->largest_payload) {
		side->largest_payload = segment->payload_bytes;
		/* The MSS a side may send is the one its peer announced (RFC 9293 3.7.1). */
		const struct side_facts *peer = &facts->side[direction_other(work->dir)];

		side->offload |= peer->mss && segment->payload_bytes > peer->mss;
	}
	if (segment->flags & (TCP_FIN | TCP_RST)) {
		side->fin |= !!(segment->flags & TCP_FIN);
		if (segment->flags & TCP_RST && !side->reset)
			side->reset_time = segment->time;
		side->reset |= !!(segment->flags & TCP_RST);
	}
	facts->mptcp |= !!(segment->has & SEG_MPTCP);
}

struct handshake
facts_handshake(const struct facts *facts)
{
	const struct side_facts *a = &facts->side[A2B], *b = &facts->side[B2A];
	struct handshake shake = {NSEC_UNKNOWN, NSEC_UNKNOWN};

	if (!b->syn_ack || b->syns != 1)
		return shake;
	if (a->syns == 1 && b->first_syn >= a->first_syn)
		shake.syn_to_synack = b->first_syn - a->first_syn;
	if (facts->handshake_ack != NSEC_UNKNOWN && facts->handshake_ack >= b->first_syn)
		shake.synack_to_ack = facts->handshake_ack - b->first_syn;
	return shake;
}

nsec
facts_round_trip(const struct facts *facts)
{
	struct handshake shake = facts_handshake(facts);
	nsec sum;

	/* Stamps may be centuries apart in a hostile file. */
	if (shake.syn_to_synack == NSEC_UNKNOWN || shake.synack_to_ack == NSEC_UNKNOWN
		|| __builtin_add_overflow(shake.syn_to_synack, shake.synack_to_ack, &sum))
		return 0;
	return sum;
}

enum near_side
facts_near(const struct facts *facts)
{
	struct handshake shake = facts_handshake(facts);

	if (shake.syn_to_synack == NSEC_UNKNOWN || shake.synack_to_ack == NSEC_UNKNOWN)
		return NEAR_UNKNOWN;

	nsec whole = shake.syn_to_synack + shake.synack_to_ack;

	/* Below a millisecond the hosts' own delays decide, not the path's. */
	if (whole < NSEC_PER_MSEC)
		return NEAR_UNKNOWN;
	if (shake.synack_to_ack < whole / 10)
		return NEAR_A;
	return shake.syn_to_synack < whole / 10 ? NEAR_B : NEAR_MIDDLE;
}
