/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ack.c - what did the segment acknowledge, and which samples does that complete?
 *
 * A cumulative ACK gives one RTT sample, from the oldest segment it newly covers, as
 * RFC 7323 4.3 has the receiver echo and as kernels feed RFC 6298; none when any segment
 * it covers was transmitted twice (Karn).
 */
#include "tcp/state.h"

/* An ACK this far above anything captured belongs to no window (RFC 7323 2.3). */
#define ACK_JUMP_MAX (INT64_C(1) << 30)

/* RFC 3522: the ACK of the first missing byte answers an older packet than the resent one. */
static bool
answers_original(const struct work *work, const struct sent *sent)
{
	return sent->flags & SENT_AGAIN && sent->times == 2
		&& !(sent->flags & SENT_SACKED)
		&& sent->begin == work->peer->una
		&& work->segment->has & SEG_TIMESTAMPS
		&& (int32_t)(work->segment->ts_echo - sent->ts_value) < 0;
}

void
harvest_below(struct work *work, stroff ack, struct harvest *harvest)
{
	struct half *peer = work->peer;

	while (peer->sent.count) {
		struct sent *sent = sent_at(&peer->sent, 0);

		if (sent->begin >= ack)
			break;
		if (answers_original(work, sent))
			cause_eifel(work, sent);
		if (!(sent->flags & SENT_SACKED))
			harvest_entry(harvest, sent);
		else if (sent->flags & SENT_AMBIGUOUS)
			harvest->ambiguous = true;
		if (sent->flags & SENT_LOST)
			work_note_entry(work, NOTE_UNLOST, direction_other(work->dir),
				RULE_ARRIVED, sent);
		if (sent_end(sent) > ack) {
			uint8_t flags = sent->flags;

			sent_mark(peer, sent, 0);
			sent->length = (uint32_t)(sent_end(sent) - ack);
			sent->begin = ack;
			sent_mark(peer, sent, flags & (uint8_t)~SENT_LOST);
			break;
		}
		sent_mark(peer, sent, 0);
		sent_pop(&peer->sent);
	}
}

/* Bytes of [una, ack) that are payload and had not been SACKed. */
static uint32_t
payload_between(struct half *peer, stroff ack)
{
	struct range moved = {peer->una, ack};
	stroff bytes = ack - peer->una;

	if (peer->sacked.count) {
		uint64_t sacked = ranges_bytes(&peer->sacked, moved);

		ranges_remove(&peer->sacked, (struct range){INT64_MIN, ack});
		peer->out.sacked -= (uint32_t)sacked;
		bytes -= (stroff)sacked;
	}
	if (moved.begin <= 0 && ack > 0 && peer->start <= 0)
		bytes--; /* the SYN */
	if (peer->fin >= moved.begin && peer->fin < ack)
		bytes--;
	return bytes < 0 ? 0 : capped(bytes);
}

static void
note_unseen(struct work *work, struct range range)
{
	struct note *note = work_note(work, NOTE_UNSEEN, direction_other(work->dir),
		RULE_ACKED_UNSENT);

	note->begin = range.begin;
	note->end = range.end;
	work->state->facts.side[note->dir].unseen = true;
}

/* Gaps that the ACK has passed were delivered past the capture. */
static void
pass_holes(struct work *work, stroff ack)
{
	struct half *peer = work->peer;
	stroff cursor = peer->una;
	struct range part;

	while (ranges_next_part(&peer->holes, &cursor, ack, &part))
		note_unseen(work, part);
}

/* An ACK above the highest byte: what lies between was sent, and not captured. */
static void
raise_max(struct work *work, stroff ack)
{
	struct half *peer = work->peer;

	if (ack > peer->probed && half_has(peer, HALF_DATA_SEEN))
		half_add_hole(peer, (struct range){peer->max, ack});
	peer->max = ack;
}

static void
advance(struct work *work, stroff ack, struct harvest *harvest)
{
	struct step *step = work->step;
	struct half *peer = work->peer;

	step->ack_class = ACK_NEW;
	if (ack > peer->max)
		raise_max(work, ack);
	harvest_below(work, ack, harvest);
	if (half_has(peer, HALF_UNA_KNOWN)) {
		if (peer->holes.count)
			pass_holes(work, ack);
		step->newly_acked = payload_between(peer, ack);
	}
	peer->una = ack;
	peer->flags |= HALF_UNA_KNOWN;
	peer->dup_acks = 0;
	peer->last_progress = step->time;
	half_settle(peer);
	if (ack >= peer->round_end) {
		peer->round += peer->round_end != 0;
		peer->round_end = peer->max;
	}
	if (half_has(peer, HALF_IN_RECOVERY) && ack >= peer->recovery_point) {
		peer->flags &= (uint8_t)~(HALF_IN_RECOVERY | HALF_AFTER_TIMEOUT);
		work_note(work, NOTE_RECOVERED, direction_other(work->dir),
			RULE_RECOVERY_POINT);
	}
}

/* An ACK that moves nothing (RFC 5681 2, RFC 6675 2 with SACK). */
static void
stand_still(struct work *work)
{
	struct step *step = work->step;
	struct half *own = work->own, *peer = work->peer;
	bool same_window = half_has(own, HALF_WINDOW_KNOWN)
		&& own->window == step->window_field;

	if (step->payload_bytes || step->flags & (TCP_SYN | TCP_FIN | TCP_RST))
		return;
	if (step->data_class == DATA_KEEP_ALIVE || step->data_class == DATA_PROBE)
		return;
	if (peer->last_class == DATA_KEEP_ALIVE || peer->last_class == DATA_PROBE) {
		step->ack_class = ACK_PROBE_ANSWER;
	} else if (step->dsack || step->newly_sacked
		|| (same_window && step->window_field != 0 && half_owin(peer) > 0)) {
		step->ack_class = ACK_DUPLICATE;
		/* A D-SACK alone is no sign of loss (RFC 6675 2). */
		if (half_owin(peer) > 0 && (step->newly_sacked || !step->dsack))
			peer->dup_acks = (uint8_t)(peer->dup_acks
				+ (peer->dup_acks != UINT8_MAX));
		step->dup_acks = peer->dup_acks;
	} else if (!same_window) {
		step->ack_class = ACK_WINDOW_UPDATE;
	}
}

/* RFC 6298 3: an ACK that covers a segment transmitted twice is no sample; a SACK may be. */
static void
sample_rtt(struct work *work, const struct harvest *acked, const struct harvest *sacked)
{
	struct step *step = work->step;
	bool by_sack = acked->oldest == NSEC_UNKNOWN || acked->ambiguous;
	nsec oldest = by_sack ? sacked->oldest : acked->oldest;

	if (oldest == NSEC_UNKNOWN || !rtt_add_sample(&work->peer->rtt, step->time - oldest))
		return;
	step->has |= (uint16_t)(HAS_RTT | (by_sack ? RTT_BY_SACK : 0));
	step->rtt = step->time - oldest;
}

static void
complete_samples(struct work *work, const struct harvest *acked,
	const struct harvest *sacked)
{
	struct step *step = work->step;
	struct half *peer = work->peer;
	const struct harvest *newest = sacked->newest > acked->newest ? sacked : acked;

	sample_rtt(work, acked, sacked);
	if (step->newly_acked | step->newly_sacked) {
		peer->delivered += (uint64_t)step->newly_acked + step->newly_sacked;
		peer->delivered_time = step->time;
	}
	if (newest->newest != NSEC_UNKNOWN)
		harvest_rate(peer, step, newest);
}

static void
take_window(struct work *work)
{
	struct step *step = work->step;
	struct half *own = work->own;
	bool was_zero = half_has(own, HALF_WINDOW_KNOWN) && own->window == 0;

	if (step->flags & TCP_RST)
		return;
	step->has |= (uint16_t)(HAS_WINDOW | (step->flags & TCP_SYN ? WINDOW_UNSCALED : 0));
	own->window = step->window_field;
	own->flags |= HALF_WINDOW_KNOWN;
	if (step->window_field == 0 && !was_zero && !(step->flags & TCP_SYN)) {
		own->zero_since = step->time;
		work_note(work, NOTE_ZERO_WINDOW, work->dir, RULE_WINDOW_ZERO);
	} else if (step->window_field && was_zero) {
		work_note(work, NOTE_WINDOW_OPEN, work->dir, RULE_WINDOW_OPEN)->value =
			step->time - own->zero_since;
	}
}

/* The other side's stream is first heard of by this ACK. */
static void
start_peer(struct work *work)
{
	struct half *peer = work->peer;

	peer->isn = work->segment->ack - 1;
	peer->max = 1;
	peer->start = 1;
	peer->flags |= HALF_STARTED;
}

/* An ACK of something, or with SACK ranges. */
static void
take_news(struct work *work)
{
	struct harvest acked = {.oldest = NSEC_UNKNOWN, .newest = NSEC_UNKNOWN};
	struct harvest sacked = acked;
	struct step *step = work->step;
	struct half *peer = work->peer;

	if (!half_has(peer, HALF_UNA_KNOWN) || step->ack > peer->una)
		advance(work, step->ack, &acked);
	else if (step->ack < peer->una)
		step->ack_class = ACK_OLD;
	if (work->segment->sack_count)
		sack_take(work, step->ack, &sacked);
	complete_samples(work, &acked, &sacked);
}

void
ack_take(struct work *work)
{
	const struct segment *segment = work->segment;
	struct step *step = work->step;
	struct half *peer = work->peer;

	if (!(step->flags & TCP_ACK)) {
		take_window(work);
		return;
	}
	if (!half_has(peer, HALF_STARTED))
		start_peer(work);
	step->has |= HAS_ACK;
	step->ack = half_unwrap(peer, segment->ack);
	if (step->ack - peer->max >= ACK_JUMP_MAX
		|| (step->flags & TCP_RST && step->ack > peer->max))
		step->ack_class = ACK_OLD;
	else if (step->ack != peer->una || segment->sack_count
		|| !half_has(peer, HALF_UNA_KNOWN))
		take_news(work);
	if (step->ack_class == ACK_NONE)
		stand_still(work);
	step->round = peer->round;
	take_window(work);
}
