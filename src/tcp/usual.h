/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * usual.h - what nearly every segment of a transfer is: the next data in order, an ACK
 * that moves on, or both, on a connection where nothing is missing.
 *
 * Gives what facts_take, data_take and ack_take give, in one go and without asking what
 * can't be.  A test takes every capture both ways and compares the steps.  All of it is
 * to become a part of engine_segment.
 */
#ifndef CCTRACE_TCP_USUAL_H
#define CCTRACE_TCP_USUAL_H

#include "tcp/copy.h"
#include "tcp/state.h"

enum {
	HALF_CALM = HALF_STARTED | HALF_UNA_KNOWN | HALF_WINDOW_KNOWN,
	HALF_STIRRED = HALF_IN_RECOVERY | HALF_AFTER_TIMEOUT,
};

static inline bool
usual_half(const struct half *half, const struct side_facts *side)
{
	return (half->flags & (HALF_CALM | HALF_STIRRED)) == HALF_CALM
		&& half->una > 0 && half->fin == INT64_MAX && half->window != 0
		&& !(half->out.sacked | half->out.lost | half->out.again)
		&& half->sacked.count == 0 && half->holes.count == 0
		&& half->last_class <= DATA_NEW
		&& side->timestamps != FACT_UNKNOWN && side->ttl != 0;
}

/* Does the connection's state allow for usual_take? */
static inline bool
usual_holds(const struct tcp_state *state)
{
	return state->handshake_noted && usual_half(&state->half[A2B], &state->facts.side[A2B])
		&& usual_half(&state->half[B2A], &state->facts.side[B2A]);
}

/* Data at the highest byte: a new entry of the queue. */
static inline void
usual_data(struct half *own, struct step *step, const struct segment *segment)
{
	struct sent *sent = sent_push(&own->sent);

	step->data_class = DATA_NEW;
	step->has |= HAS_DATA;
	if (sent)
		sent_fill(own, sent, step, segment, (struct range){step->begin, step->end});
	if (own->round_end == 0)
		own->round_end = step->end;
	own->max = step->end;
	half_settle(own);
}

static inline void
usual_sample(struct half *peer, struct step *step, const struct harvest *acked)
{
	if (!acked->ambiguous && acked->oldest != NSEC_UNKNOWN
		&& rtt_add_sample(&peer->rtt, step->time - acked->oldest)) {
		step->has |= HAS_RTT;
		step->rtt = step->time - acked->oldest;
	}
	peer->delivered += step->newly_acked;
	peer->delivered_time = step->time;
	if (acked->newest != NSEC_UNKNOWN)
		harvest_rate(peer, step, acked);
}

/* An ACK above the last one, of nothing but what was captured. */
static inline void
usual_ack(struct half *peer, struct step *step, struct harvest *acked)
{
	step->ack_class = ACK_NEW;
	step->newly_acked = capped(step->ack - peer->una);
	peer->una = step->ack;
	peer->dup_acks = 0;
	peer->last_progress = step->time;
	half_settle(peer);
	if (step->ack >= peer->round_end) {
		peer->round += peer->round_end != 0;
		peer->round_end = peer->max;
	}
	usual_sample(peer, step, acked);
}

/* False when an entry needs a closer look; those before it are harvested. */
static inline bool
usual_harvest(struct half *peer, stroff ack, struct harvest *harvest)
{
	while (peer->sent.count) {
		const struct sent *sent = sent_at(&peer->sent, 0);

		if (sent->begin >= ack)
			break;
		if (sent->flags || sent_end(sent) > ack)
			return false;
		harvest_once(harvest, sent);
		sent_pop(&peer->sent);
	}
	return true;
}

/* Its numbers fit what came before, and it says nothing that needs more than numbers. */
static inline bool
usual_fits(const struct half *own, const struct half *peer, const struct step *step,
	const struct segment *segment)
{
	return step->begin == own->max && step->ack >= peer->una && step->ack <= peer->max
		&& (segment->payload_bytes ? half_has(own, HALF_DATA_SEEN)
			: step->ack > peer->una);
}

/* Nothing but numbers, and none that would be a fact. */
static inline bool
usual_kind(const struct tcp_state *state, enum direction dir, const struct segment *segment)
{
	return (segment->flags & ~TCP_PSH) == TCP_ACK && segment->sack_count == 0
		&& segment->window != 0 && !(segment->has & SEG_MPTCP)
		&& segment->payload_bytes <= state->facts.side[dir].largest_payload
		&& segment->time >= state->last_time;
}

/*
 * Take the segment if it is one of those that nearly all are; on false nothing but begin
 * and ack of the step is set.  To be asked only while usual_holds.
 */
static inline __attribute__((always_inline)) bool
usual_take(struct engine *engine, struct tcp_state *state, enum direction dir,
	struct step *step, const struct segment *segment)
{
	struct half *own = &state->half[dir], *peer = &state->half[!dir];
	struct harvest acked = {.oldest = NSEC_UNKNOWN, .newest = NSEC_UNKNOWN};

	if (!usual_kind(state, dir, segment))
		return false;
	step->begin = half_unwrap(own, segment->seq);
	step->ack = half_unwrap(peer, segment->ack);
	if (!usual_fits(own, peer, step, segment))
		return false;
	step->end = step->begin + segment->payload_bytes;
	step->has |= HAS_ACK | HAS_WINDOW;
	copy_remember(own, copy_fingerprint(segment));
	if (segment->payload_bytes) {
		step->segments = segments_of(state, dir, segment->payload_bytes);
		usual_data(own, step, segment);
	}
	if (step->ack > peer->una) {
		if (!usual_harvest(peer, step->ack, &acked))
			harvest_rest(engine, step, dir, segment, &acked);
		usual_ack(peer, step, &acked);
	}
	step->round = peer->round;
	own->window = segment->window;
	own->last_class = step->data_class;
	state->last_time = step->time;
	return true;
}

#endif
