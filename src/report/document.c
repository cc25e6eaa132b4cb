/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * document.c - the JSON outputs.  doc/json.md describes them; the functions here stand
 * in its order.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/address.h"
#include "base/json.h"
#include "cctrace/report.h"
#include "community.h"
#include "verdict_json.h"
#include "view.h"

static const char schema[] = "cctrace/1";

/* A direction gets a line for each key; what is deeper inside is one line. */
enum { DOCUMENT_LINES_DEPTH = 4 };

/* Bits a second are told to a tenth. */
enum { RATE_DECIMALS = 1, SHARE_DECIMALS = 6 };

/* 0 stands for unknown in `value`. */
static void
write_uint_or_null(struct json *json, const char *key, uint64_t value)
{
	if (value == 0)
		json_null(json, key);
	else
		json_uint(json, key, value);
}

static void
write_tristate(struct json *json, const char *key, uint8_t value)
{
	if (value == FACT_UNKNOWN)
		json_null(json, key);
	else
		json_bool(json, key, value == FACT_YES);
}

static void
write_rate(struct json *json, const char *key, bool known, double bps)
{
	if (known)
		json_fixed(json, key, bps, RATE_DECIMALS);
	else
		json_null(json, key);
}

static void
write_files(struct json *json, const struct report_input *input)
{
	json_begin_array(json, "files");
	for (size_t i = 0; i < input->file_count; i++)
		json_string(json, NULL, input->files[i]);
	json_end_array(json);
}

static void
write_link_types(struct json *json, const struct capture_info *capture)
{
	json_begin_array(json, "link_types");
	for (size_t i = 0; i < capture->link_type_count; i++) {
		const char *name = capture_link_name(capture->link_types[i]);
		char number[8];

		snprintf(number, sizeof(number), "%" PRIu16, capture->link_types[i]);
		json_string(json, NULL, name ? name : number);
	}
	json_end_array(json);
}

static void
write_damaged(struct json *json, const struct capture_info *capture)
{
	if (!capture->damaged) {
		json_null(json, "damaged");
		return;
	}
	json_begin_object(json, "damaged");
	json_uint(json, "offset", capture->damage_offset);
	json_string(json, "reason", capture->damage_reason);
	json_end_object(json);
}

static void
write_capture(struct json *json, const struct report_input *input)
{
	const struct capture_info *capture = input->capture;
	struct frame_kinds kinds = view_frames(input);

	json_begin_object(json, "capture");
	write_files(json, input);
	json_string(json, "format", capture->format);
	json_string(json, "compression", capture->compression);
	write_link_types(json, capture);
	json_uint(json, "frames", kinds.passed);
	json_uint(json, "bytes", capture->bytes);
	json_time(json, "first_time", capture->first_time);
	json_seconds_between(json, "duration_s", capture->first_time, capture->last_time);
	json_seconds(json, "time_resolution_s",
		capture->resolution > 0 ? capture->resolution : NSEC_UNKNOWN);
	write_uint_or_null(json, "snaplen", capture->snaplen);
	write_damaged(json, capture);
	json_uint(json, "tcp_frames", kinds.tcp);
	json_uint(json, "other_frames", kinds.other);
	json_uint(json, "broken_frames", kinds.broken);
	json_uint(json, "cut_frames", capture->cut_frames);
	json_uint(json, "ip_fragments", kinds.fragments);
	json_uint(json, "backward_time_frames", capture->backward_time_frames);
	json_uint(json, "duplicate_frames", view_duplicates(input));
	json_end_object(json);
}

static void
write_id(struct json *json, const struct connection_row *row)
{
	char id[64];

	snprintf(id, sizeof(id), "%s@%" PRId64,
		community_id(row->end, row->ip_version).text, row->first_time);
	json_string(json, "id", id);
}

static void
write_endpoint(struct json *json, const char *key, const struct connection_row *row,
	enum direction dir)
{
	json_begin_object(json, key);
	json_string(json, "address",
		address_format(row->end[dir].address, row->ip_version).text);
	json_uint(json, "port", row->end[dir].port);
	json_end_object(json);
}

static const char *
outcome_name(enum outcome outcome)
{
	static const char *const names[] = {
		[OUTCOME_NO_ANSWER] = "no_answer", [OUTCOME_REFUSED] = "refused",
		[OUTCOME_RESET] = "reset", [OUTCOME_CLOSED] = "closed",
		[OUTCOME_HALF_CLOSED] = "half_closed", [OUTCOME_HALF_OPEN] = "half_open",
		[OUTCOME_OPEN] = "open",
	};

	return names[outcome];
}

static void
write_state(struct json *json, const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;

	json_begin_object(json, "state");
	json_bool(json, "syn", view_syn_seen(row));
	json_bool(json, "syn_ack", view_syn_ack_seen(row));
	json_bool(json, "fin_a", side[A2B].fin);
	json_bool(json, "fin_b", side[B2A].fin);
	json_bool(json, "reset", side[A2B].reset || side[B2A].reset);
	json_seconds_between(json, "reset_a_s", row->first_time, side[A2B].reset_time);
	json_seconds_between(json, "reset_b_s", row->first_time, side[B2A].reset_time);
	json_string(json, "outcome", outcome_name(view_outcome(row)));
	json_bool(json, "starts_before_capture", row->facts.starts_before_capture);
	json_bool(json, "ends_after_capture", view_is_open(row));
	json_end_object(json);
}

/* Where the data and where the capture was: three views of it. */
static void
write_vantage(struct json *json, const struct connection_row *row)
{
	static const char *const near[] = {NULL, "a", "b", "middle"};
	static const char *const vantage[] = {NULL, "sender", "receiver", "middle"};
	enum direction dir = A2B;
	bool known = row_data_direction(row, &dir);

	json_string(json, "data_direction", !known ? NULL : dir == A2B ? "a2b" : "b2a");
	json_string(json, "near", near[row->facts.near]);
	json_string(json, "vantage", known ? vantage[view_vantage(row, dir)] : NULL);
}

/* Segments of a side are large by the MSS that the other side announced. */
static void
write_side_offload(struct json *json, const char *key, const struct side_facts *sender,
	const struct side_facts *receiver)
{
	if (!sender->offload && receiver->mss == 0)
		json_null(json, key);
	else
		json_bool(json, key, sender->offload);
}

static void
write_offload(struct json *json, const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;

	json_begin_object(json, "offload");
	write_side_offload(json, "a2b", &side[A2B], &side[B2A]);
	write_side_offload(json, "b2a", &side[B2A], &side[A2B]);
	json_end_object(json);
}

/* Data that came with A's SYN. */
static void
write_syn_data(struct json *json, const struct side_facts *side)
{
	if (side->syns == 0)
		json_null(json, "syn_payload_bytes");
	else
		json_uint(json, "syn_payload_bytes", side->syn_payload);
	if (side->syn_payload == 0)
		json_null(json, "syn_payload_accepted");
	else
		json_bool(json, "syn_payload_accepted", side->syn_payload_acked);
}

static void
write_handshake(struct json *json, const struct connection_row *row)
{
	static const char *const opening[] = {NULL, "usual", "simultaneous", "split"};
	struct handshake halves = facts_handshake(&row->facts);

	json_begin_object(json, "handshake");
	json_seconds(json, "syn_to_synack_s", halves.syn_to_synack);
	json_seconds(json, "synack_to_ack_s", halves.synack_to_ack);
	json_seconds(json, "rtt_s", view_handshake_rtt(row));
	if (view_syn_seen(row) || view_syn_ack_seen(row))
		json_uint(json, "syn_retransmissions", view_syn_retransmissions(row));
	else
		json_null(json, "syn_retransmissions");
	json_string(json, "opening", opening[view_opening(row)]);
	write_syn_data(json, &row->facts.side[A2B]);
	json_end_object(json);
}

static void
write_volume(struct json *json, const struct direction_stats *stats)
{
	json_uint(json, "packets", stats->packets);
	json_uint(json, "bytes", stats->bytes);
	json_uint(json, "payload_bytes", stats->payload_bytes);
	json_uint(json, "unique_bytes", stats->unique_bytes);
	json_uint(json, "data_packets", stats->data_packets);
	json_uint(json, "pure_acks", stats->pure_acks);
}

static void
write_retransmissions(struct json *json, const struct direction_stats *stats)
{
	/* In the order of the document, which is not that of the enum. */
	static const struct {
		const char *key;
		enum again_cause cause;
	} causes[] = {
		{"fast", CAUSE_FAST},
		{"sack", CAUSE_SACK},
		{"rack", CAUSE_RACK},
		{"tail_probe", CAUSE_TLP},
		{"timeout", CAUSE_TIMEOUT},
		{"lost_again", CAUSE_LOST_AGAIN},
		{"unknown", CAUSE_UNKNOWN},
	};

	json_uint(json, "retransmitted_packets", stats->retransmitted_packets);
	json_uint(json, "retransmitted_segments", stats->retransmitted_segments);
	json_uint(json, "retransmitted_bytes", stats->retransmitted_bytes);
	if (stats->payload_bytes > 0)
		json_fixed(json, "retransmission_rate",
			(double)stats->retransmitted_bytes / (double)stats->payload_bytes,
			SHARE_DECIMALS);
	else
		json_null(json, "retransmission_rate");
	json_begin_object(json, "retransmissions");
	for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
		json_uint(json, causes[i].key, stats->by_cause[causes[i].cause]);
	json_end_object(json);
	json_uint(json, "spurious", stats->spurious);
}

static void
write_trouble(struct json *json, const struct direction_stats *stats)
{
	json_uint(json, "reordered_packets", stats->reordered_packets);
	json_uint(json, "duplicate_packets", stats->duplicate_packets);
	json_uint(json, "unseen_bytes", stats->unseen_bytes);
	json_uint(json, "duplicate_acks", stats->duplicate_acks);
	json_uint(json, "zero_windows", stats->zero_windows);
	json_uint(json, "window_probes", stats->window_probes);
	json_uint(json, "keep_alives", stats->keep_alives);
	json_uint(json, "window_full", stats->window_full);
}

static void
write_options(struct json *json, const struct direction_stats *stats,
	const struct side_facts *side)
{
	write_tristate(json, "sack_permitted", side->sack_permitted);
	json_uint(json, "sacks", stats->sacks);
	json_uint(json, "dsacks", stats->dsacks);
	write_tristate(json, "timestamps", side->timestamps);
	json_begin_object(json, "ecn");
	json_uint(json, "ece", stats->ece);
	json_uint(json, "cwr", stats->cwr);
	json_uint(json, "ce", stats->ce);
	json_end_object(json);
	write_uint_or_null(json, "mss", side->mss);
}

static void
write_window(struct json *json, const struct direction_stats *stats,
	const struct side_facts *side)
{
	if (side->window_shift >= 0)
		json_uint(json, "window_scale", (uint64_t)side->window_shift);
	else
		json_null(json, "window_scale");
	json_bool(json, "window_scale_known", side->window_shift != SHIFT_UNKNOWN);
	if (side->syns > 0)
		json_uint(json, "syn_window_bytes", side->syn_window);
	else
		json_null(json, "syn_window_bytes");
	if (!stats->has_window) {
		json_null(json, "receive_window");
		return;
	}
	json_begin_object(json, "receive_window");
	json_uint(json, "min_bytes", stats->window_min_bytes);
	json_uint(json, "max_bytes", stats->window_max_bytes);
	json_end_object(json);
}

static void
write_pace(struct json *json, const struct connection_row *row, enum direction dir)
{
	const struct direction_stats *stats = &row->dir[dir];
	double bps = 0;
	bool known = row_throughput(row, dir, &bps);

	json_seconds_between(json, "first_data_s", row->first_time, stats->first_data);
	json_seconds_between(json, "last_data_s", row->first_time, stats->last_data);
	write_rate(json, "throughput_bps", known, bps);
	known = view_goodput(row, dir, &bps);
	write_rate(json, "goodput_bps", known, bps);
}

static const char *
method_name(const struct connection_row *row, enum direction dir, const char *direct)
{
	return row->dir[dir].as_sender ? "timestamp" : direct;
}

static void
write_rtt(struct json *json, const struct connection_row *row, enum direction dir)
{
	static const char *const paths[] = {"full", "to_receiver", "turnaround"};
	const struct rtt_stats *rtt = &row->dir[dir].rtt;

	if (rtt->samples == 0) {
		json_null(json, "rtt");
		return;
	}
	json_begin_object(json, "rtt");
	json_uint(json, "samples", rtt->samples);
	json_string(json, "method", method_name(row, dir, "data_ack"));
	json_string(json, "path", paths[view_rtt_path(row, dir)]);
	json_seconds(json, "min_s", rtt->min);
	json_seconds(json, "mean_s", rtt->mean);
	json_seconds(json, "mean_by_bytes_s", rtt->mean_by_bytes);
	json_seconds(json, "p50_s", rtt->p50);
	json_seconds(json, "p90_s", rtt->p90);
	json_seconds(json, "p95_s", rtt->p95);
	json_seconds(json, "p99_s", rtt->p99);
	json_seconds(json, "max_s", rtt->max);
	json_end_object(json);
}

static void
write_flight(struct json *json, const struct connection_row *row, enum direction dir)
{
	const struct flight_stats *flight = &row->dir[dir].flight;

	if (!view_has_flight(row, dir)) {
		json_null(json, "flight");
		return;
	}
	json_begin_object(json, "flight");
	json_string(json, "method", method_name(row, dir, "direct"));
	json_uint(json, "mean_bytes", flight->mean_bytes);
	json_uint(json, "p50_bytes", flight->p50_bytes);
	json_uint(json, "p95_bytes", flight->p95_bytes);
	json_uint(json, "max_bytes", flight->max_bytes);
	json_end_object(json);
}

static void
write_delivery(struct json *json, const struct connection_row *row, enum direction dir)
{
	const struct rate_stats *rate = &row->dir[dir].rate;

	if (!view_has_rate(row, dir)) {
		json_null(json, "delivery_rate");
		return;
	}
	json_begin_object(json, "delivery_rate");
	json_fixed(json, "p50_bps", (double)rate->p50_bps, RATE_DECIMALS);
	json_fixed(json, "p99_bps", (double)rate->p99_bps, RATE_DECIMALS);
	json_end_object(json);
}

static void
write_direction(struct json *json, const char *key, const struct connection_row *row,
	enum direction dir)
{
	const struct direction_stats *stats = &row->dir[dir];
	const struct side_facts *side = &row->facts.side[dir];

	json_begin_object(json, key);
	write_volume(json, stats);
	write_retransmissions(json, stats);
	write_trouble(json, stats);
	write_options(json, stats, side);
	write_window(json, stats, side);
	write_pace(json, row, dir);
	write_rtt(json, row, dir);
	write_flight(json, row, dir);
	write_delivery(json, row, dir);
	json_end_object(json);
}

static void
write_connection(struct json *json, const struct report_input *input,
	const struct connection_row *row)
{
	json_uint(json, "stream", row->stream);
	json_uint(json, "part", row->part);
	write_id(json, row);
	write_endpoint(json, "a", row, A2B);
	write_endpoint(json, "b", row, B2A);
	json_time(json, "first_time", row->first_time);
	json_seconds_between(
		json, "start_s", input->capture->first_time, row->first_time);
	json_seconds_between(json, "duration_s", row->first_time, row->last_time);
	json_uint(json, "frames", row->frames);
	write_state(json, row);
	write_vantage(json, row);
	write_offload(json, row);
	json_bool(json, "capture_loss", view_unseen_bytes(row) > 0);
	json_bool(json, "fast_open", row->facts.fast_open);
	json_bool(json, "mptcp", row->facts.mptcp);
	write_handshake(json, row);
	/* Not measured: an empty list would say that there were none. */
	json_null(json, "stages");
	write_direction(json, "a2b", row, A2B);
	write_direction(json, "b2a", row, B2A);
	verdict_json(json, row, verdicts_find(input->verdicts, row->index));
	json_null(json, "congestion_control");
}

void
report_json(const struct report_input *input, FILE *out)
{
	struct json json;

	json_init(&json, out, DOCUMENT_LINES_DEPTH);
	json_begin_object(&json, NULL);
	json_string(&json, "schema", schema);
	write_capture(&json, input);
	json_begin_array(&json, "connections");
	for (size_t i = 0; i < input->row_count; i++) {
		json_begin_object(&json, NULL);
		write_connection(&json, input, input->rows[i]);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_end_text(&json);
}

void
report_ndjson(const struct report_input *input, FILE *out)
{
	struct json json;

	json_init(&json, out, 0);
	for (size_t i = 0; i < input->row_count; i++) {
		json_begin_object(&json, NULL);
		json_string(&json, "schema", schema);
		write_files(&json, input);
		write_connection(&json, input, input->rows[i]);
		json_end_object(&json);
		json_end_text(&json);
	}
}
