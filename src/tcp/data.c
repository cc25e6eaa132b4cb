/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * data.c - what did the segment carry: new bytes, old ones, ones that fill a gap, a
 * keep-alive, a probe?
 *
 * Judged by which bytes the capture has seen, never by time: whether bytes that fill a
 * gap were reordered or lost and sent again is a question about the sender, left to the
 * sender's view.
 */
#include "tcp/state.h"

/* Take back (sign -1) or add what an entry contributes to the sums of its half. */
static void
account(struct half *half, const struct sent *sent, uint32_t sign)
{
	if (sent->flags & SENT_SACKED)
		return;
	if (sent->flags & SENT_LOST)
		half->out.lost += sign * sent->length;
	else if (sent->flags & SENT_AGAIN)
		half->out.again += sign * sent->length;
}

void
sent_mark(struct half *half, struct sent *sent, uint8_t flags)
{
	account(half, sent, UINT32_MAX);
	sent->flags = flags;
	account(half, sent, 1);
}

static void
fill_entry(struct work *work, struct sent *sent, struct range range)
{
	sent_fill(work->own, sent, work->step, work->segment, range);
}

void
half_add_hole(struct half *half, struct range hole)
{
	if (half->holes.count >= HOLES_MAX)
		ranges_remove(&half->holes, half->holes.items[0]);
	ranges_add(&half->holes, hole);
}

/* Beyond the highest byte, at least in part. */
static void
take_new(struct work *work, struct range range)
{
	struct half *own = work->own;

	if (!half_has(own, HALF_DATA_SEEN)) {
		own->flags |= HALF_DATA_SEEN;
		/* What lies before the first byte seen was sent before the capture began. */
		own->start = range.begin;
		if (own->max < range.begin)
			own->max = range.begin;
	} else if (range.begin > own->max) {
		half_add_hole(own, (struct range){own->max, range.begin});
	}
	if (range.begin < own->max)
		range.begin = own->max;

	struct sent *sent = sent_push(&own->sent);

	if (sent) {
		fill_entry(work, sent, range);
		if (work->step->data_class == DATA_AGAIN)
			sent->flags = SENT_AMBIGUOUS;
	}
	if (own->round_end == 0)
		own->round_end = range.end;
	own->max = range.end;
}

/* Of `range` below max: bytes the capture had not seen. */
static uint64_t
unseen_bytes(const struct half *half, struct range range)
{
	uint64_t bytes = ranges_bytes(&half->holes, range);

	if (range.begin < half->start)
		bytes += (uint64_t)((range.end < half->start ? range.end : half->start)
			- range.begin);
	return bytes;
}

/* The gap is filled: by a reordered segment, or by what replaced a lost one. */
static void
take_late(struct work *work, struct range range)
{
	struct half *own = work->own;
	stroff cursor = range.begin;
	struct range part;

	while (ranges_next_part(&own->holes, &cursor, own->una, &part)
		&& part.begin < range.end) {
		struct note *note = work_note(work, NOTE_SEEN, work->dir, RULE_ARRIVED);

		note->begin = part.begin;
		note->end = part.end < range.end ? part.end : range.end;
	}
	ranges_remove(&own->holes, range);
	if (range.begin < own->start)
		own->start = range.begin;
	if (range.begin < own->una)
		range.begin = own->una;
	if (range.begin >= range.end)
		return;

	uint32_t at = sent_find(&own->sent, range.begin);

	if (at < own->sent.count && sent_at(&own->sent, at)->begin < range.end)
		return; /* overlaps what is known; that entry answers for it */
	struct sent *sent = sent_insert(&own->sent, at);

	if (sent) {
		fill_entry(work, sent, range);
		/* It may be a retransmission whose original was never captured. */
		sent->flags = SENT_AMBIGUOUS;
	}
}

static void
take_again(struct work *work, struct range range)
{
	struct half *own = work->own;

	for (uint32_t at = sent_find(&own->sent, range.begin); at < own->sent.count; at++) {
		struct sent *sent = sent_at(&own->sent, at);

		if (sent->begin >= range.end)
			break;
		sent_mark(own, sent, (uint8_t)((sent->flags & SENT_SACKED)
			| SENT_AGAIN | SENT_AMBIGUOUS));
		sent->last_time = work->step->time;
		sent->ts_value = work->segment->ts_value;
		sent->times = (uint8_t)(sent->times + (sent->times != UINT8_MAX));
	}
}

/*
 * A keep-alive repeats the last byte, or none, when everything is acknowledged (RFC
 * 9293 3.8.4).  Into a closed window it is a probe: Linux probes so.  A window probe
 * may also carry the next byte (RFC 9293 3.8.6.1).
 */
static enum data_class
probe_class(const struct work *work, struct range range)
{
	const struct half *own = work->own, *peer = work->peer;
	bool closed = half_has(peer, HALF_WINDOW_KNOWN) && peer->window == 0;
	uint32_t payload = work->step->payload_bytes;

	if (work->step->flags & (TCP_SYN | TCP_FIN | TCP_RST)
		|| !half_has(own, HALF_UNA_KNOWN))
		return DATA_NONE;
	if (payload <= 1 && range.begin == own->max - 1 && own->una >= own->max)
		return closed ? DATA_PROBE : DATA_KEEP_ALIVE;
	if (closed && payload > 0 && range.begin == own->una
		&& (payload == 1 || range.begin == own->max))
		return DATA_PROBE;
	return DATA_NONE;
}

/* A SYN-ACK behind a SYN of the same side: it answers the other side's, by no timer. */
static bool
is_first_syn_ack(const struct work *work)
{
	const struct side_facts *side = &work->state->facts.side[work->dir];

	return (work->step->flags & (TCP_SYN | TCP_ACK)) == (TCP_SYN | TCP_ACK)
		&& side->syn_acks == 1 && side->syns > 1;
}

static void
take_old(struct work *work, struct range range, uint64_t unseen)
{
	struct step *step = work->step;
	struct half *own = work->own;
	uint64_t seen = (uint64_t)(range.end - range.begin) - unseen;

	step->again_bytes = capped((stroff)seen);
	if (step->again_bytes > step->payload_bytes)
		step->again_bytes = step->payload_bytes;
	if (unseen) {
		step->data_class = DATA_LATE;
		take_late(work, range);
		return;
	}
	if (!is_first_syn_ack(work)) {
		step->data_class = DATA_AGAIN;
		step->cause = (uint8_t)cause_judge(work);
		cause_remember(work);
	}
	if (range.end > own->una)
		take_again(work, range);
}

/* A SYN that would begin another stream than the one whose SYN was acknowledged. */
static bool
is_foreign_syn(const struct work *work)
{
	return work->step->flags & TCP_SYN && work->step->begin != 0 && work->own->start == 0
		&& work->own->una > 0;
}

void
data_take(struct work *work)
{
	struct step *step = work->step;
	struct half *own = work->own;
	struct range range = {step->begin, step->end};

	step->data_class = (uint8_t)probe_class(work, range);
	if (step->data_class != DATA_NONE) {
		if (step->data_class == DATA_PROBE && range.end > own->probed)
			own->probed = range.end;
		return;
	}
	if (range.begin == range.end || step->flags & TCP_RST || is_foreign_syn(work))
		return;
	/* The first data captured lies below what was acknowledged: none of it was seen. */
	if (range.end < own->max && !half_has(own, HALF_DATA_SEEN)) {
		own->flags |= HALF_DATA_SEEN;
		own->start = own->max;
	}
	if (range.end > own->max || !half_has(own, HALF_DATA_SEEN)) {
		step->data_class = DATA_NEW;
		if (range.begin < own->max && half_has(own, HALF_DATA_SEEN))
			take_old(work, (struct range){range.begin, own->max},
				unseen_bytes(own, (struct range){range.begin, own->max}));
		take_new(work, range);
	} else {
		take_old(work, range, unseen_bytes(own, range));
	}
	if (step->flags & TCP_FIN)
		own->fin = step->end - 1;
	half_settle(own);
}
