/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * copy.c - packets that the capture recorded twice, as `-i any`, mirror ports and
 * duplicating networks make them.
 *
 * A sender numbers its IPv4 packets, so a retransmission has another IP identification
 * and a copy has the same.  Without one (IPv6, or 0 as Linux sends for a SYN-ACK) only
 * data counts whose every field repeats within COPY_TIME: no timer is that short, and a
 * fast retransmission follows an ACK that has changed something.
 */
#include <stdlib.h>

#include "base/xalloc.h"
#include "tcp/copy.h"

#define COPY_TIME NSEC_PER_MSEC

/*
 * A few slots in order of arrival at first, then sets of two, the newer first: looking up
 * costs the same however long the memory is.  One that two others of its set followed is
 * forgotten, which takes hundreds of packets as a rule.
 */
static bool
memory_holds(const struct half *half, uint32_t hash)
{
	if (half->recent) {
		const uint32_t *set = copy_set(half, hash);

		return set[0] == hash || set[1] == hash;
	}
	for (unsigned i = 0; i < RECENT_FIRST; i++)
		if (half->recent_inline[i] == hash)
			return true;
	return false;
}

void
copy_remember_first(struct half *half, uint32_t hash)
{
	half->recent_inline[half->packets & (RECENT_FIRST - 1)] = hash;
	/* Most connections are short; only those that go on pay for a long memory. */
	if (half->packets == RECENT_SHORT) {
		half->recent = xcalloc(2 * RECENT_SETS, sizeof(*half->recent));
		for (unsigned i = 0; i < RECENT_FIRST; i++)
			copy_remember(half, half->recent_inline[i]);
	}
}

/*
 * Only what brings nothing new can be a copy: data below the highest byte, or an ACK
 * that has been seen.  This keeps the search off the path of a healthy transfer.
 */
static inline bool
brings_news(const struct work *work)
{
	const struct segment *segment = work->segment;
	const struct half *own = work->own, *peer = work->peer;

	if (!half_has(own, HALF_STARTED) || own->packets == 0)
		return true;
	if (segment->payload_bytes || segment->flags & (TCP_SYN | TCP_FIN)) {
		stroff end = half_unwrap(own, segment->seq) + segment->payload_bytes
			+ !!(segment->flags & TCP_SYN) + !!(segment->flags & TCP_FIN);

		return end > own->max;
	}
	return segment->flags & TCP_ACK && half_has(peer, HALF_UNA_KNOWN)
		&& half_unwrap(peer, segment->ack) > peer->una;
}

/* The original in the sent queue, when this is data. */
static const struct sent *
original(const struct work *work)
{
	stroff begin = half_unwrap(work->own, work->segment->seq);
	uint32_t at = sent_find(&work->own->sent, begin);

	if (at == work->own->sent.count)
		return NULL;
	const struct sent *sent = sent_at(&work->own->sent, at);

	return sent->begin == begin ? sent : NULL;
}

static bool
is_copy(struct work *work, uint32_t hash)
{
	const struct segment *segment = work->segment;
	bool has_id = segment->has & SEG_IP_ID && segment->ip_id != 0;
	bool occupies = segment->payload_bytes || segment->flags & (TCP_SYN | TCP_FIN);

	if (has_id && memory_holds(work->own, hash))
		return true;
	if (!occupies) {
		/* Equal ACKs without a number are copies only where data was doubled, too. */
		return !has_id && work->own->copies + work->peer->copies >= 4
			&& segment->time - work->state->last_time < COPY_TIME
			&& memory_holds(work->own, hash);
	}

	const struct sent *sent = original(work);

	/* A queue may lie between the two places of recording: longer than the memory. */
	if (has_id)
		return sent && sent->ip_id == segment->ip_id && sent->times == 1
			&& sent->ts_value == segment->ts_value
			&& sent->length == segment->payload_bytes
				+ !!(segment->flags & TCP_SYN) + !!(segment->flags & TCP_FIN);
	return sent && segment->time - sent->last_time < COPY_TIME
		&& segment->time >= sent->last_time && memory_holds(work->own, hash);
}

bool
copy_check(struct work *work)
{
	uint32_t hash = copy_fingerprint(work->segment);

	if (!brings_news(work) && is_copy(work, hash)) {
		work->own->copies++;
		return true;
	}
	copy_remember(work->own, hash);
	return false;
}
