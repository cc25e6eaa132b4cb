/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sack.c - the SACK option against the scoreboard (RFC 2018, 2883, 6675).
 */
#include "tcp/state.h"

/* RFC 2883 4: below the cumulative ACK, or inside the second block. */
static bool
is_dsack(const struct range *blocks, unsigned count, stroff ack)
{
	if (blocks[0].end <= ack)
		return true;
	return count > 1 && blocks[0].begin >= blocks[1].begin
		&& blocks[0].end <= blocks[1].end;
}

static void
sack_entries(struct work *work, struct range gap, struct harvest *harvest)
{
	struct half *peer = work->peer;

	for (uint32_t at = sent_find(&peer->sent, gap.begin); at < peer->sent.count; at++) {
		struct sent *sent = sent_at(&peer->sent, at);

		if (sent->begin >= gap.end)
			return;
		/* An entry SACKed in part waits for the rest: its time belongs to all of it. */
		if (sent->flags & SENT_SACKED
			|| ranges_bytes(&peer->sacked, (struct range){sent->begin, sent_end(sent)})
				!= sent->length)
			continue;
		harvest_entry(harvest, sent);
		if (sent->flags & SENT_LOST)
			work_note_entry(work, NOTE_UNLOST, direction_other(work->dir),
				RULE_ARRIVED, sent);
		sent_mark(peer, sent,
			(uint8_t)((sent->flags & ~SENT_LOST) | SENT_SACKED));
	}
}

/* The FIN may be inside a block; it is not payload. */
static uint32_t
payload_of(const struct half *half, struct range gap)
{
	stroff bytes = gap.end - gap.begin;

	if (half->fin >= gap.begin && half->fin < gap.end)
		bytes--;
	return (uint32_t)bytes;
}

static void
score(struct work *work, struct range block, struct harvest *harvest)
{
	struct half *peer = work->peer;
	stroff cursor = block.begin;
	struct range gap;
	struct range gaps[8];
	unsigned count;

	/* In rounds, since marking entries wants the scoreboard brought up to date first. */
	do {
		for (count = 0; count < 8
			&& ranges_next_gap(&peer->sacked, &cursor, block.end, &gap); )
			gaps[count++] = gap;
		for (unsigned i = 0; i < count; i++) {
			if (!ranges_add(&peer->sacked, gaps[i]))
				return;
			work->step->newly_sacked += payload_of(peer, gaps[i]);
			peer->out.sacked += (uint32_t)(gaps[i].end - gaps[i].begin);
			sack_entries(work, gaps[i], harvest);
		}
	} while (count == 8);
}

/*
 * Everything below this offset that is neither SACKed nor sent again is lost: more than
 * two segments' worth, or three ranges, were SACKed above it (RFC 6675 4, IsLost).
 */
static stroff
lost_below(const struct half *half, uint32_t mss)
{
	uint64_t bytes = 0;
	uint32_t ranges = 0;

	for (uint32_t i = half->sacked.count; i--;) {
		bytes += (uint64_t)(half->sacked.items[i].end - half->sacked.items[i].begin);
		ranges++;
		if (bytes > 2 * (uint64_t)mss || ranges >= 3)
			return half->sacked.items[i].begin;
	}
	return INT64_MIN;
}

static void
mark_lost(struct work *work)
{
	struct half *peer = work->peer;
	const struct side_facts *side = &work->state->facts.side[direction_other(work->dir)];
	uint32_t mss = side->largest_payload;

	if (side->mss && (mss > side->mss || mss == 0))
		mss = side->mss;

	stroff limit = lost_below(peer, mss);
	stroff from = peer->lost_scan > peer->una ? peer->lost_scan : peer->una;

	if (limit <= from)
		return;
	for (uint32_t at = sent_find(&peer->sent, from); at < peer->sent.count; at++) {
		struct sent *sent = sent_at(&peer->sent, at);

		if (sent->begin >= limit)
			break;
		if (sent->flags & (SENT_SACKED | SENT_LOST | SENT_AGAIN))
			continue;
		sent_mark(peer, sent, sent->flags | SENT_LOST);
		work_note_entry(work, NOTE_LOST, direction_other(work->dir),
			RULE_SACK_THRESHOLD, sent);
	}
	peer->lost_scan = limit;
}

void
sack_take(struct work *work, stroff ack, struct harvest *harvest)
{
	const struct segment *segment = work->segment;
	struct step *step = work->step;
	struct half *peer = work->peer;
	struct range blocks[SEGMENT_SACK_MAX];
	unsigned count = 0;

	for (unsigned i = 0; i < segment->sack_count; i++) {
		struct range block = {half_unwrap(peer, segment->sack[i].begin),
			half_unwrap(peer, segment->sack[i].end)};

		if (block.begin < block.end)
			blocks[count++] = block;
	}
	if (count == 0)
		return;
	step->dsack = is_dsack(blocks, count, ack);
	for (unsigned i = 0; i < count; i++)
		work_sack_range(work, blocks[i]);
	if (step->dsack)
		cause_dsack(work, blocks[0]);
	if (!half_has(peer, HALF_UNA_KNOWN))
		return;
	for (unsigned i = step->dsack; i < count; i++) {
		/* Edges above what was sent come from boxes that renumber all but the option. */
		if (blocks[i].end > peer->max)
			continue;
		if (blocks[i].begin < peer->una)
			blocks[i].begin = peer->una;
		if (blocks[i].begin < blocks[i].end)
			score(work, blocks[i], harvest);
	}
	if (step->newly_sacked)
		mark_lost(work);
}
