/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rows.h - rows and captures made by hand, as the tests of the report need them.
 */
#ifndef CCTRACE_TESTS_REPORT_ROWS_H
#define CCTRACE_TESTS_REPORT_ROWS_H

#include "cctrace/report.h"

#include <stdlib.h>
#include <string.h>

#define MS(n) ((nsec)(n)*NSEC_PER_MSEC)
#define ROW_TIME INT64_C(1700000000123456789) /* 2023-11-14T22:13:20.123456789Z */

/* A connection of which nothing is known but that 10.0.1.2 spoke to 10.0.2.2. */
static inline struct connection_row
row_unknown(uint32_t index)
{
	struct connection_row row = {
		.end = {{{10, 0, 1, 2}, 40312}, {{10, 0, 2, 2}, 80}},
		.first_frame = 1,
		.first_time = ROW_TIME,
		.last_time = ROW_TIME,
		.frames = 1,
		.stream = index,
		.index = index,
		.ip_version = 4,
	};

	for (int d = 0; d < 2; d++) {
		row.facts.side[d].first_syn = NSEC_UNKNOWN;
		row.facts.side[d].last_syn = NSEC_UNKNOWN;
		row.facts.side[d].reset_time = NSEC_UNKNOWN;
		row.facts.side[d].window_shift = SHIFT_UNKNOWN;
		row.facts.side[d].offered_shift = SHIFT_UNKNOWN;
		row.dir[d].first_data = NSEC_UNKNOWN;
		row.dir[d].last_data = NSEC_UNKNOWN;
		row.dir[d].last_ack_of_data = NSEC_UNKNOWN;
	}
	row.facts.handshake_ack = NSEC_UNKNOWN;
	row.facts.starts_before_capture = true;
	return row;
}

/* Both SYNs seen, `to_b` and `to_a` being the halves; closed by both. */
static inline void
row_shake_hands(struct connection_row *row, nsec to_b, nsec to_a)
{
	struct facts *facts = &row->facts;

	for (int d = 0; d < 2; d++) {
		struct side_facts *side = &facts->side[d];

		side->syns = 1;
		side->mss = 1460;
		side->syn_window = 64240;
		side->window_shift = side->offered_shift = 7;
		side->sack_permitted = side->timestamps = FACT_YES;
		side->fin = true;
		row->dir[d].has_window = true;
		row->dir[d].window_min_bytes = 64256;
		row->dir[d].window_max_bytes = d == A2B ? 3145728 : 64256;
	}
	facts->side[B2A].syn_ack = true;
	facts->side[B2A].syn_acks = 1;
	facts->side[A2B].first_syn = facts->side[A2B].last_syn = row->first_time;
	facts->side[B2A].first_syn = facts->side[B2A].last_syn = row->first_time + to_b;
	facts->handshake_ack = row->first_time + to_b + to_a;
	facts->starts_before_capture = false;
	facts->near = (uint8_t)facts_near(facts);
}

/* B sends 10 MB in 18.1 s, A asks for it; as seen at either end. */
static inline void
row_download(struct connection_row *row)
{
	struct direction_stats *a = &row->dir[A2B], *b = &row->dir[B2A];

	row->last_time = row->first_time + MS(18400);
	row->frames = 10850;
	a->packets = 3609, a->bytes = 238278, a->pure_acks = 3606;
	a->payload_bytes = a->unique_bytes = a->acked_bytes = 82, a->data_packets = 1;
	a->first_data = a->last_data = row->first_time + MS(101);
	a->last_ack_of_data = row->first_time + MS(102);
	b->packets = 7243, b->bytes = 10963838;
	b->payload_bytes = b->unique_bytes = b->acked_bytes = 10485760,
	b->data_packets = 7242;
	b->first_data = row->first_time + MS(200);
	b->last_data = row->first_time + MS(18300);
	b->last_ack_of_data = row->first_time + MS(18400);
	b->rtt = (struct rtt_stats){.samples = 3604,
		.min = MS(100),
		.max = MS(181),
		.mean = 112345678,
		.mean_by_bytes = 113000000,
		.p50 = 112300000,
		.p90 = MS(130),
		.p95 = 140200000,
		.p99 = MS(170)};
	b->flight = (struct flight_stats){.duration = MS(18200),
		.mean_bytes = 65000,
		.p50_bytes = 65160,
		.p95_bytes = 1200000,
		.max_bytes = 1500000};
	b->rate = (struct rate_stats){
		.samples = 7000, .p50_bps = 4640000, .p99_bps = 5800000};
}

/* What went wrong on the way: every counter of trouble. */
static inline void
row_trouble(struct connection_row *row)
{
	struct direction_stats *a = &row->dir[A2B], *b = &row->dir[B2A];

	b->retransmitted_packets = 193, b->retransmitted_segments = 215;
	b->retransmitted_bytes = 279464;
	b->by_cause[CAUSE_FAST] = 12, b->by_cause[CAUSE_SACK] = 160,
	b->by_cause[CAUSE_TIMEOUT] = 13;
	b->by_cause[CAUSE_TLP] = 4, b->by_cause[CAUSE_LOST_AGAIN] = 3,
	b->by_cause[CAUSE_RACK] = 1;
	b->spurious = 2, b->lost_segments = 191, b->recoveries = 7, b->timeouts = 1;
	b->reordered_packets = 31, b->duplicate_packets = 5, b->unseen_bytes = 2896;
	b->window_full = 40, b->window_probes = 2, b->keep_alives = 1, b->ce = 9,
	b->cwr = 3;
	a->duplicate_acks = 1204, a->sacks = 1100, a->dsacks = 2, a->zero_windows = 3,
	a->ece = 30;
	row->facts.side[B2A].offload = row->facts.side[B2A].unseen = true;
}

static inline void
row_address_v6(struct connection_row *row, uint8_t fill)
{
	row->ip_version = 6;
	for (int d = 0; d < 2; d++) {
		memset(row->end[d].address, fill, 16);
		row->end[d].port = 65535;
	}
	row->end[B2A].address[15] = 0xfe;
}

/* Every number as large as its type. */
static inline struct connection_row
row_huge(void)
{
	struct connection_row row = row_unknown(UINT32_MAX);

	row_address_v6(&row, 0xff);
	row_shake_hands(&row, MS(100), MS(1));
	row.part = UINT32_MAX;
	row.first_time = NSEC_UNKNOWN + 1;
	row.last_time = INT64_MAX;
	row.frames = UINT64_MAX;
	for (int d = 0; d < 2; d++) {
		struct direction_stats *stats = &row.dir[d];
		struct side_facts *side = &row.facts.side[d];

		memset(stats, 0xff, offsetof(struct direction_stats, has_window));
		stats->has_window = true;
		stats->first_data = NSEC_UNKNOWN + 1;
		stats->last_data = stats->last_ack_of_data = INT64_MAX;
		stats->acked_bytes = UINT64_MAX;
		stats->rtt = (struct rtt_stats){UINT64_MAX, INT64_MAX, INT64_MAX,
			INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
		stats->flight = (struct flight_stats){
			INT64_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
		stats->rate = (struct rate_stats){UINT64_MAX, UINT64_MAX, UINT64_MAX};
		side->offload = side->unseen = side->reset = true;
		side->mss = UINT16_MAX;
		side->window_shift = side->offered_shift = 14;
	}
	row.facts.side[A2B].mss = UINT16_MAX - 1;
	row.facts.side[A2B].syns = row.facts.side[B2A].syns = UINT32_MAX;
	row.facts.fast_open = row.facts.mptcp = true;
	return row;
}

/* A capture and its report; the rows are those of the test. */
struct report_case {
	struct capture_info capture;
	struct frame_counts counts;
	struct report_input input;
	const struct connection_row *rows[64];
	const char *files[8];
};

static inline void
report_case_init(struct report_case *given)
{
	memset(given, 0, sizeof(*given));
	given->capture = (struct capture_info){.format = "pcap",
		.compression = "zstd",
		.link_types = {1},
		.link_type_count = 1,
		.frames = 10850,
		.bytes = 11202116,
		.first_time = ROW_TIME,
		.last_time = ROW_TIME + MS(18400),
		.resolution = 1000,
		.snaplen = 120,
		.cut_frames = 7242};
	given->counts.by_result[DECODE_TCP] = 10850;
	given->files[0] = "tcpdump-server.cap.zst";
	given->input = (struct report_input){.files = given->files,
		.file_count = 1,
		.capture = &given->capture,
		.counts = &given->counts,
		.rows = given->rows};
}

static inline void
report_case_add(struct report_case *given, const struct connection_row *row)
{
	given->rows[given->input.row_count++] = row;
}

/* What `write` writes; to be freed. */
static inline char *
report_case_text(
	struct report_case *given, void (*write)(const struct report_input *, FILE *))
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	write(&given->input, out);
	fclose(out);
	return text;
}

#endif
