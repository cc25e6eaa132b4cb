/* SPDX-License-Identifier: BSD-3-Clause */
#include "view.h"

enum vantage
view_vantage(const struct connection_row *row, enum direction dir)
{
	switch ((enum near_side)row->facts.near) {
	case NEAR_A:
		return dir == A2B ? VANTAGE_SENDER : VANTAGE_RECEIVER;
	case NEAR_B:
		return dir == A2B ? VANTAGE_RECEIVER : VANTAGE_SENDER;
	case NEAR_MIDDLE:
		return VANTAGE_MIDDLE;
	case NEAR_UNKNOWN:
		break;
	}
	return VANTAGE_UNKNOWN;
}

enum rtt_path
view_rtt_path(const struct connection_row *row, enum direction dir)
{
	if (row->dir[dir].as_sender)
		return PATH_FULL;
	switch (view_vantage(row, dir)) {
	case VANTAGE_SENDER:
		return PATH_FULL;
	case VANTAGE_RECEIVER:
		return PATH_TURNAROUND;
	case VANTAGE_MIDDLE:
	case VANTAGE_UNKNOWN:
		break;
	}
	return PATH_TO_RECEIVER;
}

nsec
view_handshake_rtt(const struct connection_row *row)
{
	struct handshake halves = facts_handshake(&row->facts);

	if (halves.syn_to_synack == NSEC_UNKNOWN || halves.synack_to_ack == NSEC_UNKNOWN)
		return NSEC_UNKNOWN;
	/* Stamps may be centuries apart in a hostile file. */
	nsec sum;
	if (__builtin_add_overflow(halves.syn_to_synack, halves.synack_to_ack, &sum))
		return NSEC_UNKNOWN;
	return sum;
}

bool
view_flight_known(const struct connection_row *row, enum direction dir)
{
	enum vantage vantage = view_vantage(row, dir);
	nsec rtt = view_handshake_rtt(row);

	if (row->dir[dir].as_sender)
		return true;
	if (vantage == VANTAGE_UNKNOWN)
		return rtt != NSEC_UNKNOWN && rtt < NSEC_PER_MSEC;
	return vantage == VANTAGE_SENDER;
}

bool
view_has_flight(const struct connection_row *row, enum direction dir)
{
	return row->dir[dir].flight.duration > 0 && view_flight_known(row, dir);
}

bool
view_has_rate(const struct connection_row *row, enum direction dir)
{
	enum vantage vantage = view_vantage(row, dir);

	if (row->dir[dir].rate.samples == 0 || vantage == VANTAGE_RECEIVER)
		return false;
	return vantage == VANTAGE_MIDDLE || view_flight_known(row, dir);
}

bool
view_goodput(const struct connection_row *row, enum direction dir, double *bps)
{
	double throughput;

	return row_throughput(row, dir, &throughput) && row_goodput(row, dir, bps);
}

uint64_t
view_syn_retransmissions(const struct connection_row *row)
{
	return facts_syns_again(&row->facts.side[A2B]) + facts_syns_again(&row->facts.side[B2A]);
}

static bool
has_syn(const struct side_facts *side, bool with_ack)
{
	return with_ack ? side->syn_acks > 0 : side->syns > side->syn_acks;
}

bool
view_syn_seen(const struct connection_row *row)
{
	return has_syn(&row->facts.side[A2B], false) ||
		has_syn(&row->facts.side[B2A], false);
}

bool
view_syn_ack_seen(const struct connection_row *row)
{
	return has_syn(&row->facts.side[A2B], true) ||
		has_syn(&row->facts.side[B2A], true);
}

enum opening
view_opening(const struct connection_row *row)
{
	const struct side_facts *a = &row->facts.side[A2B], *b = &row->facts.side[B2A];

	if (has_syn(a, false) && has_syn(b, false))
		return a->syn_ack && !b->syn_ack ? OPENING_SPLIT : OPENING_SIMULTANEOUS;
	return has_syn(a, false) && b->syn_ack ? OPENING_USUAL : OPENING_UNKNOWN;
}

bool
view_half_open(const struct connection_row *row)
{
	return view_opening(row) == OPENING_USUAL && row->facts.handshake_ack == NSEC_UNKNOWN
		&& row->dir[A2B].pure_acks == 0 && view_payload(row) == 0;
}

nsec
view_reset_time(const struct connection_row *row)
{
	nsec a = row->facts.side[A2B].reset_time, b = row->facts.side[B2A].reset_time;

	if (a == NSEC_UNKNOWN || b == NSEC_UNKNOWN)
		return a == NSEC_UNKNOWN ? b : a;
	return a < b ? a : b;
}

bool
view_is_open(const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;

	return !side[A2B].reset && !side[B2A].reset && !(side[A2B].fin && side[B2A].fin);
}

enum outcome
view_outcome(const struct connection_row *row)
{
	const struct side_facts *a = &row->facts.side[A2B], *b = &row->facts.side[B2A];
	bool only_syn = has_syn(a, false) && b->syns == 0 && view_payload(row) == 0;

	/* An ACK of A tells that B did answer, where the capture didn't see it. */
	if (only_syn && row->dir[B2A].packets == 0 && row->dir[A2B].pure_acks == 0 &&
		!a->reset)
		return OUTCOME_NO_ANSWER;
	if (only_syn && b->reset)
		return OUTCOME_REFUSED;
	if (a->fin && b->fin)
		return OUTCOME_CLOSED;
	if (a->reset || b->reset)
		return OUTCOME_RESET;
	if (a->fin || b->fin)
		return OUTCOME_HALF_CLOSED;
	return view_half_open(row) ? OUTCOME_HALF_OPEN : OUTCOME_OPEN;
}

uint64_t
view_unseen_bytes(const struct connection_row *row)
{
	return row->dir[A2B].unseen_bytes + row->dir[B2A].unseen_bytes;
}

uint64_t
view_payload(const struct connection_row *row)
{
	uint64_t a = row->dir[A2B].payload_bytes, b = row->dir[B2A].payload_bytes;

	return a > b ? a : b;
}

uint64_t
view_elapsed(nsec from, nsec to)
{
	if (from == NSEC_UNKNOWN || to == NSEC_UNKNOWN || to < from)
		return 0;
	return (uint64_t)to - (uint64_t)from;
}

struct frame_kinds
view_frames(const struct report_input *input)
{
	const uint64_t *found = input->counts->by_result;
	const struct capture_info *capture = input->capture;

	return (struct frame_kinds){
		.passed = capture->frames > capture->filtered_frames
			? capture->frames - capture->filtered_frames
			: 0,
		.tcp = found[DECODE_TCP],
		.other = found[DECODE_OTHER] + found[DECODE_QUOTED] +
			found[DECODE_LINK_UNKNOWN],
		.broken = found[DECODE_BROKEN],
		.fragments = found[DECODE_FRAGMENT],
	};
}

uint64_t
view_duplicates(const struct report_input *input)
{
	uint64_t duplicates = 0;

	for (size_t i = 0; i < input->row_count; i++)
		for (int d = 0; d < 2; d++)
			duplicates += input->rows[i]->dir[d].duplicate_packets;
	return duplicates;
}
