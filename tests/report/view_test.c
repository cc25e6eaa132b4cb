/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "report/view.h"

#include "rows.h"
#include "../tap.h"

static void
sees_the_vantage_along_the_data(void)
{
	static const struct {
		enum near_side near;
		enum vantage a2b, b2a;
		enum rtt_path a2b_path, b2a_path;
		const char *name;
	} cases[] = {
		{NEAR_A, VANTAGE_SENDER, VANTAGE_RECEIVER, PATH_FULL, PATH_TURNAROUND,
			"near A"},
		{NEAR_B, VANTAGE_RECEIVER, VANTAGE_SENDER, PATH_TURNAROUND, PATH_FULL,
			"near B"},
		{NEAR_MIDDLE, VANTAGE_MIDDLE, VANTAGE_MIDDLE, PATH_TO_RECEIVER,
			PATH_TO_RECEIVER, "in the middle"},
		{NEAR_UNKNOWN, VANTAGE_UNKNOWN, VANTAGE_UNKNOWN, PATH_TO_RECEIVER,
			PATH_TO_RECEIVER, "unknown"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct connection_row row = row_unknown(0);

		row.facts.near = (uint8_t)cases[i].near;
		is_int(view_vantage(&row, A2B), cases[i].a2b, cases[i].name);
		is_int(view_vantage(&row, B2A), cases[i].b2a, cases[i].name);
		is_int(view_rtt_path(&row, A2B), cases[i].a2b_path, cases[i].name);
		is_int(view_rtt_path(&row, B2A), cases[i].b2a_path, cases[i].name);
	}
}

/* Whether B's data in flight can be told, the halves of the handshake being given. */
static bool
knows_flight(nsec to_b, nsec to_a)
{
	struct connection_row row = row_unknown(0);

	row_shake_hands(&row, to_b, to_a);
	return view_flight_known(&row, B2A);
}

static void
knows_flight_at_the_sender_only(void)
{
	struct connection_row row = row_unknown(0);

	ok(knows_flight(60000, MS(100)), "at the sender");
	ok(!knows_flight(MS(100), 60000), "not at the receiver");
	ok(!knows_flight(MS(50), MS(50)), "not in the middle");
	ok(knows_flight(40000, 50000), "anywhere on a path without delay");
	ok(!view_flight_known(&row, B2A), "not without a handshake");
	row.facts.near = NEAR_B;
	ok(!view_has_flight(&row, B2A), "nothing to tell without samples");
}

static void
tells_delivery_rates_where_a_sample_lasts(void)
{
	static const struct {
		nsec to_b, to_a;
		bool rate;
		const char *name;
	} cases[] = {
		{60000, MS(100), true, "at the sender"},
		{MS(100), 60000, false, "not at the receiver"},
		{MS(50), MS(50), true, "in the middle"},
		{30000, 40000, true, "on a path without delay"},
	};
	struct connection_row row = row_unknown(0);

	row.dir[B2A].rate.samples = 1;
	ok(!view_has_rate(&row, B2A), "not without a handshake");
	for (size_t i = 0; i < COUNT(cases); i++) {
		row_shake_hands(&row, cases[i].to_b, cases[i].to_a);
		ok(view_has_rate(&row, B2A) == cases[i].rate, "%s", cases[i].name);
		ok(!view_has_rate(&row, A2B), "nothing without samples");
	}
}

static void
has_no_goodput_of_one_instant(void)
{
	struct connection_row row = row_unknown(0);
	double bps = 0;

	row_download(&row);
	ok(!view_goodput(&row, A2B, &bps), "none of one packet");
	ok(view_goodput(&row, B2A, &bps), "but of many");
	is_near(bps, 8 * 10485760 / 18.2, 0.1, "bits until the last ACK");
}

static void
adds_up_the_handshake(void)
{
	struct connection_row row = row_unknown(0);

	is_int(view_handshake_rtt(&row), NSEC_UNKNOWN, "unknown without SYNs");
	row_shake_hands(&row, MS(40), MS(60));
	is_int(view_handshake_rtt(&row), MS(100), "the sum of the halves");
	is_int((int64_t)view_syn_retransmissions(&row), 0, "each side sent one");
	row.facts.side[A2B].syns = 3;
	row.facts.side[B2A].syns = row.facts.side[B2A].syn_acks = 2;
	is_int((int64_t)view_syn_retransmissions(&row), 3,
		"two SYNs and a SYN-ACK again");
	row.facts.side[A2B].syns = 2;
	row.facts.side[A2B].syn_acks = 1;
	is_int((int64_t)facts_syns_again(&row.facts.side[A2B]), 0,
		"a SYN and a SYN-ACK repeat nothing");
}

static void
names_how_a_connection_went(void)
{
	struct connection_row row = row_unknown(0);
	struct side_facts *side = row.facts.side;

	is_int(view_outcome(&row), OUTCOME_OPEN, "open where nothing ends it");
	side[A2B].syns = 2;
	is_int(view_outcome(&row), OUTCOME_NO_ANSWER, "SYNs alone: no answer");
	row.dir[A2B].pure_acks = 1;
	is_int(view_outcome(&row), OUTCOME_OPEN, "an ACK of A shows that B did answer");
	row.dir[A2B].pure_acks = 0;
	side[B2A].reset = true;
	row.dir[B2A].packets = 1;
	is_int(view_outcome(&row), OUTCOME_REFUSED, "a SYN answered by a reset");
	side[B2A].syns = 1;
	is_int(view_outcome(&row), OUTCOME_RESET, "a reset after the SYN-ACK");
	side[A2B].fin = true;
	is_int(view_outcome(&row), OUTCOME_RESET, "a FIN doesn't change that");
	ok(!view_is_open(&row), "a reset ends it");
	side[B2A].fin = true;
	is_int(view_outcome(&row), OUTCOME_CLOSED, "two do");
	side[B2A].reset = side[B2A].fin = false;
	is_int(view_outcome(&row), OUTCOME_HALF_CLOSED, "one FIN alone");
	ok(view_is_open(&row), "which leaves it open");
}

static void
puts_every_frame_in_one_kind(void)
{
	struct report_case given;
	struct frame_kinds kinds;
	uint64_t all = 0;

	report_case_init(&given);
	for (int i = 0; i < DECODE_RESULT_COUNT; i++)
		all += given.counts.by_result[i] = (uint64_t)1 << i;
	given.capture.frames = all + 100;
	given.capture.filtered_frames = 100;
	kinds = view_frames(&given.input);
	is_int((int64_t)kinds.passed, (int64_t)all, "filtered frames don't count");
	is_int((int64_t)(kinds.tcp + kinds.other + kinds.broken + kinds.fragments),
		(int64_t)all, "the kinds sum up");
}

static void
measures_time_forward(void)
{
	is_int((int64_t)view_elapsed(5, 8), 3, "the difference");
	is_int((int64_t)view_elapsed(8, 5), 0, "nothing where time went back");
	is_int((int64_t)view_elapsed(NSEC_UNKNOWN, 5), 0, "nothing where unknown");
	ok(view_elapsed(INT64_MIN + 1, INT64_MAX) == UINT64_MAX - 1,
		"more than nsec holds");
}

int
main(void)
{
	sees_the_vantage_along_the_data();
	knows_flight_at_the_sender_only();
	tells_delivery_rates_where_a_sample_lasts();
	has_no_goodput_of_one_instant();
	adds_up_the_handshake();
	names_how_a_connection_went();
	puts_every_frame_in_one_kind();
	measures_time_forward();
	return tap_done();
}
