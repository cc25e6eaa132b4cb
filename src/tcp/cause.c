/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cause.c - why was a segment sent again, and was it needed?
 *
 * The rules are a sender's (RFC 6298, 6675, 8985), applied to what the capture point
 * saw; the first that fits decides.  Where the point is far from the sender a cause is
 * only as good as the ACKs that passed there.
 */
#include <stdlib.h>

#include "base/xalloc.h"
#include "tcp/state.h"

static nsec
round_trip(const struct work *work)
{
	return rtt_trip(&work->own->rtt, facts_round_trip(&work->state->facts));
}

static nsec
least_timeout(const struct work *work)
{
	return rtt_least_timeout(&work->own->rtt, facts_round_trip(&work->state->facts));
}

/* What is outstanding lies below this range only when it is the tail. */
static bool
is_tail(const struct work *work)
{
	return work->step->end >= work->own->max;
}

/* Nothing that is still missing lies below. */
static bool
is_head(const struct work *work)
{
	const struct half *own = work->own;
	stroff cursor = own->una;
	struct range gap;

	return work->step->begin <= own->una
		|| (ranges_next_gap(&own->sacked, &cursor, own->max, &gap)
			&& work->step->begin <= gap.begin);
}

static void
begin_recovery(struct work *work, bool timeout)
{
	struct half *own = work->own;

	own->recovery_point = own->max;
	own->flags |= HALF_IN_RECOVERY;
	own->flags = (uint8_t)(timeout ? own->flags | HALF_AFTER_TIMEOUT
		: own->flags & ~HALF_AFTER_TIMEOUT);

	struct note *note = work_note(work, NOTE_RECOVERY, work->dir, RULE_RECOVERY_POINT);

	note->begin = own->una;
	note->end = own->max > own->una ? own->max : own->una;
}

/* RFC 6298 (5.4), and as kernels do: all that is not SACKed is held lost. */
static void
note_timeout(struct work *work, nsec waited)
{
	struct half *own = work->own;
	struct note *note = work_note(work, NOTE_TIMEOUT, work->dir, RULE_RTO);

	note->value = waited;
	note->begin = work->step->begin;
	note->end = work->step->end;
	for (uint32_t i = 0; i < own->sent.count; i++) {
		struct sent *sent = sent_at(&own->sent, i);

		if (sent->flags & (SENT_SACKED | SENT_LOST))
			continue;
		sent_mark(own, sent, (uint8_t)((sent->flags & ~SENT_AGAIN) | SENT_LOST));
		work_note_entry(work, NOTE_LOST, work->dir, RULE_RTO, sent);
	}
}

static const struct sent *
entry_of(const struct half *half, stroff offset)
{
	uint32_t at = sent_find(&half->sent, offset);

	return at < half->sent.count ? sent_at(&half->sent, at) : NULL;
}

/* RFC 6675 5: three duplicate ACKs, or the scoreboard says lost. */
static bool
threshold_reached(const struct work *work, const struct sent *sent)
{
	return work->own->dup_acks >= 3 || (sent && sent->flags & SENT_LOST);
}

static enum again_cause
judge_recovering(const struct work *work, const struct sent *sent)
{
	if (work->own->flags & HALF_AFTER_TIMEOUT)
		return CAUSE_TIMEOUT;
	if (sent && sent->times > 1)
		return CAUSE_LOST_AGAIN;
	return work->state->facts.side[work->dir].sack_permitted == FACT_YES
		|| work->own->sacked.count ? CAUSE_SACK : CAUSE_FAST;
}

/*
 * A tail probe resends the last segment after two round trips of silence, once, and
 * with more time when a single segment waits for a delayed ACK (RFC 8985 7.2).
 */
static bool
is_tail_probe(const struct work *work, const struct sent *sent, nsec waited)
{
	const struct half *own = work->own;
	nsec trip = round_trip(work);

	if (!is_tail(work) || (sent && sent->times > 1) || own->dup_acks || own->sacked.count
		|| work->state->facts.side[work->dir].sack_permitted != FACT_YES)
		return false;
	if (!is_head(work))
		return waited >= trip + trip / 2;
	return waited >= trip + trip / 2 && waited < 2 * trip + RTO_MIN + RTO_MIN / 4;
}

enum again_cause
cause_judge(struct work *work)
{
	struct half *own = work->own;
	const struct sent *sent = entry_of(own, work->step->begin);
	nsec waited = work->step->time - own->last_progress;

	if (work->step->flags & TCP_SYN)
		return CAUSE_TIMEOUT;
	if (work->step->end <= own->una || !half_has(own, HALF_UNA_KNOWN))
		return CAUSE_UNKNOWN;
	if (sent && sent->last_time > own->last_progress)
		waited = work->step->time - sent->last_time;
	if (!threshold_reached(work, sent) && !half_has(own, HALF_IN_RECOVERY)
		&& is_tail_probe(work, sent, waited))
		return CAUSE_TLP;
	if (is_head(work) && waited >= least_timeout(work)) {
		begin_recovery(work, true);
		note_timeout(work, waited);
		own->last_progress = work->step->time;
		return CAUSE_TIMEOUT;
	}
	if (half_has(own, HALF_IN_RECOVERY) && work->step->begin < own->recovery_point)
		return judge_recovering(work, sent);
	if (threshold_reached(work, sent)) {
		begin_recovery(work, false);
		return CAUSE_FAST;
	}
	if (own->dup_acks || own->sacked.count) {
		begin_recovery(work, false);
		return CAUSE_RACK;
	}
	return CAUSE_UNKNOWN;
}

void
cause_remember(struct work *work)
{
	struct half *own = work->own;

	if (!own->again)
		own->again = xcalloc(AGAIN_KEPT, sizeof(*own->again));
	own->again[own->again_count++ % AGAIN_KEPT] = (struct again){
		.begin = work->step->begin,
		.end = work->step->end,
		.time = work->step->time,
		.serial = work->step->serial,
		.cause = work->step->cause,
		.data_class = work->step->data_class,
	};
}

static void
note_spurious(struct work *work, struct again *again, enum rule rule)
{
	struct note *note = work_note(work, NOTE_SPURIOUS,
		direction_other(work->dir), rule);

	again->spurious = true;
	note->serial = again->serial;
	note->was_time = again->time;
	note->begin = again->begin;
	note->end = again->end;
	note->was_class = note->now_class = again->data_class;
	note->was_cause = note->now_cause = again->cause;
}

/*
 * The latest retransmission that fits and is not yet explained: an earlier one of the
 * same bytes was followed by this one because nothing had come of it.
 */
void
cause_dsack(struct work *work, struct range range)
{
	struct half *peer = work->peer;
	uint32_t kept = peer->again_count < AGAIN_KEPT ? peer->again_count : AGAIN_KEPT;

	for (uint32_t i = peer->again_count; kept; kept--) {
		struct again *again = &peer->again[--i % AGAIN_KEPT];

		if (again->spurious || again->begin >= range.end || again->end <= range.begin)
			continue;
		note_spurious(work, again, RULE_DSACK);
		/* A merged range of several segments: go on with the parts beside this one. */
		if (again->begin > range.begin)
			range.end = again->begin;
		else
			range.begin = again->end;
		if (range.begin >= range.end)
			return;
	}
}

void
cause_eifel(struct work *work, const struct sent *sent)
{
	struct half *peer = work->peer;
	uint32_t kept = peer->again_count < AGAIN_KEPT ? peer->again_count : AGAIN_KEPT;

	for (uint32_t i = peer->again_count; kept; kept--) {
		struct again *again = &peer->again[--i % AGAIN_KEPT];

		if (again->time != sent->last_time || again->begin > sent->begin
			|| again->end <= sent->begin)
			continue;
		if (!again->spurious)
			note_spurious(work, again, RULE_EIFEL);
		return;
	}
}
