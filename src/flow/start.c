/* SPDX-License-Identifier: BSD-3-Clause */
#include "flow/start.h"

static bool
knows(uint8_t known, enum direction dir)
{
	return known >> dir & 1;
}

/*
 * tshark 4.0: a bare SYN begins a stream when its sender's base is known and differs.  No
 * idle time, no FIN and no RST is asked for, and a SYN quoted in an ICMP error will do.
 */
bool
start_of_stream(const struct connection *conn, const struct segment *segment,
	enum direction dir)
{
	return (segment->flags & (TCP_SYN | TCP_ACK)) == TCP_SYN
		&& knows(conn->flow.base_known, dir) && conn->flow.base[dir] != segment->seq;
}

/*
 * Ours alone: the ports were used again after a close, and tshark did not see it.  Where
 * the ISN is a guess (from a RST, say), a SYN-ACK that answers this part's SYN belongs to
 * it: a refused connection that is tried again with the same SYN.
 */
bool
start_of_part(const struct connection *conn, const struct segment *segment,
	enum direction dir)
{
	const struct flow_private *flow = &conn->flow;

	if (!start_closed(conn) || (knows(flow->isn_known, dir) && flow->isn[dir] == segment->seq))
		return false;
	return knows(flow->isn_by_syn, dir) || !(segment->flags & TCP_ACK)
		|| !knows(flow->isn_known, !dir) || flow->isn[!dir] != segment->ack - 1;
}

/* tshark's guess of where both directions begin, for what isn't known yet. */
static void
guess(wireseq start[2], uint8_t *known, const struct segment *segment, enum direction dir)
{
	if (!knows(*known, dir))
		start[dir] = segment->flags & TCP_SYN ? segment->seq : segment->seq - 1;
	*known |= (uint8_t)(1 << dir);
	if (segment->flags & TCP_ACK && !knows(*known, !dir)) {
		start[!dir] = segment->ack - 1;
		*known |= (uint8_t)(1 << !dir);
	}
}

/*
 * tshark doesn't analyse fragments and headers longer than their packet: it learns nothing
 * of them.  It does of headers too short to be one.
 */
static bool
is_analysed(const struct segment *segment)
{
	return !(segment->has & SEG_FRAGMENT)
		&& (segment->has & (SEG_NO_LENGTH | SEG_OFFSET_LOW)) != SEG_NO_LENGTH;
}

static void
learn(struct flow_private *flow, const struct segment *segment, enum direction dir)
{
	if (segment->flags & TCP_SYN) {
		flow->isn[dir] = segment->seq;
		flow->isn_known |= (uint8_t)(1 << dir);
		flow->isn_by_syn |= (uint8_t)(1 << dir);
	}
	guess(flow->isn, &flow->isn_known, segment, dir);
}

void
start_learn(struct connection *head, enum direction head_dir, struct connection *conn,
	enum direction dir, const struct segment *segment)
{
	if (!is_analysed(segment))
		return;
	guess(head->flow.base, &head->flow.base_known, segment, head_dir);
	learn(&conn->flow, segment, dir);
}

/* What tshark remembers goes on, by its own directions: the first of the parts keeps it. */
void
start_hand_on(struct flow_private *to, const struct flow_private *from, bool turned)
{
	for (int side = 0; side < 2; side++) {
		int now = turned ? !side : side;

		to->base[now] = from->base[side];
		to->base_known |= (uint8_t)((from->base_known >> side & 1) << now);
	}
}
