/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cctrace/report.h"

#include "golden.h"
#include "json_check.h"
#include "rows.h"

/* The keys of doc/json.md, in its order; a dot opens an object that is always there. */
static const char document_keys[] =
	"schema capture.files capture.format capture.compression capture.link_types"
	" capture.frames capture.bytes capture.first_time capture.duration_s"
	" capture.time_resolution_s capture.snaplen capture.damaged capture.tcp_frames"
	" capture.other_frames capture.broken_frames capture.cut_frames "
	"capture.ip_fragments"
	" capture.backward_time_frames capture.duplicate_frames connections ";
static const char connection_keys[] =
	"stream part id a.address a.port b.address b.port first_time start_s duration_s "
	"frames"
	" state.syn state.syn_ack state.fin_a state.fin_b state.reset"
	" state.reset_a_s state.reset_b_s state.outcome"
	" state.starts_before_capture state.ends_after_capture data_direction near "
	"vantage"
	" offload.a2b offload.b2a capture_loss fast_open mptcp handshake.syn_to_synack_s"
	" handshake.synack_to_ack_s handshake.rtt_s handshake.syn_retransmissions"
	" handshake.opening handshake.syn_payload_bytes handshake.syn_payload_accepted "
	"stages ";
static const char direction_keys[] =
	"packets bytes payload_bytes unique_bytes data_packets pure_acks "
	"retransmitted_packets"
	" retransmitted_segments retransmitted_bytes retransmission_rate "
	"retransmissions.fast"
	" retransmissions.sack retransmissions.rack retransmissions.tail_probe"
	" retransmissions.timeout retransmissions.lost_again retransmissions.unknown "
	"spurious"
	" reordered_packets duplicate_packets unseen_bytes duplicate_acks zero_windows"
	" window_probes keep_alives window_full sack_permitted sacks dsacks timestamps "
	"ecn.ece"
	" ecn.cwr ecn.ce mss window_scale window_scale_known syn_window_bytes "
	"receive_window"
	" first_data_s last_data_s throughput_bps goodput_bps rtt flight delivery_rate ";
static const char inner_keys[] =
	"rtt.samples rtt.method rtt.path rtt.min_s rtt.mean_s rtt.mean_by_bytes_s "
	"rtt.p50_s"
	" rtt.p90_s rtt.p95_s rtt.p99_s rtt.max_s flight.method flight.mean_bytes"
	" flight.p50_bytes flight.p95_bytes flight.max_bytes delivery_rate.p50_bps"
	" delivery_rate.p99_bps receive_window.min_bytes receive_window.max_bytes"
	" damaged.offset damaged.reason ";

/* Append the keys of `list`, each behind `prefix`, as lines. */
static void
expect_keys(struct strbuf *keys, const char *prefix, const char *list)
{
	while (*list) {
		size_t length = strcspn(list, " ");

		strbuf_printf(keys, "%s%.*s\n", prefix, (int)length, list);
		list += length + 1;
	}
}

/* The paths that were read, but for opened objects and elements of lists. */
static void
read_keys(struct strbuf *keys, const struct strbuf *lines)
{
	for (const char *at = strbuf_text(lines); *at; at += strcspn(at, "\n") + 1) {
		size_t length = strcspn(at, "=");

		if (length > 0 && at[length - 1] != ']' && at[length + 1] != '{')
			strbuf_printf(keys, "%.*s\n", (int)length, at);
	}
}

/* The document of `given`, which must be JSON. */
static void
read_document(struct report_case *given, struct strbuf *lines)
{
	char *text = report_case_text(given, report_json);

	ok(json_check(text, lines), "the document is JSON");
	free(text);
}

static void
has(const struct strbuf *lines, const char *path_and_value)
{
	ok(json_check_has(lines, path_and_value), "%s", path_and_value);
}

static void
has_the_keys_of_the_description_in_its_order(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);
	struct strbuf lines = {0}, keys = {0}, expected = {0};

	/* Where nothing is known, every object that may be null is. */
	row.facts.near = NEAR_UNKNOWN;
	report_case_init(&given);
	report_case_add(&given, &row);
	read_document(&given, &lines);
	read_keys(&keys, &lines);
	expect_keys(&expected, "", document_keys);
	expect_keys(&expected, "connections[0].", connection_keys);
	expect_keys(&expected, "connections[0].a2b.", direction_keys);
	expect_keys(&expected, "connections[0].b2a.", direction_keys);
	expect_keys(&expected, "connections[0].", "verdict congestion_control ");
	is_str(strbuf_text(&keys), strbuf_text(&expected), "keys and their order");
	strbuf_fini(&lines);
	strbuf_fini(&keys);
	strbuf_fini(&expected);
}

/* The last part of each key in code type: "a.port" is `port` there. */
static void
expect_described(const char *description, const char *list)
{
	struct strbuf missing = {0};

	while (*list) {
		size_t length = strcspn(list, " "), from = length;
		char quoted[64];

		while (from > 0 && list[from - 1] != '.')
			from--;
		snprintf(quoted, sizeof(quoted), "`%.*s`", (int)(length - from),
			list + from);
		if (!strstr(description, quoted))
			strbuf_printf(&missing, "%s ", quoted);
		list += length + 1;
	}
	is_str(strbuf_text(&missing), "", "nothing is missing in doc/json.md");
	strbuf_fini(&missing);
}

static void
describes_every_key(void)
{
	const char *top = getenv("top_srcdir");
	struct strbuf path = {0}, description = {0};

	strbuf_printf(&path, "%s/doc/json.md", top ? top : ".");
	golden_read(strbuf_text(&path), &description);
	expect_described(strbuf_text(&description), document_keys);
	expect_described(strbuf_text(&description), connection_keys);
	expect_described(strbuf_text(&description), direction_keys);
	expect_described(strbuf_text(&description), inner_keys);
	strbuf_fini(&path);
	strbuf_fini(&description);
}

/* Every line whose path ends in "name.key" for the name; in order of the document. */
static void
inner_keys_are(const struct strbuf *lines, const char *name)
{
	struct strbuf got = {0}, expected = {0};
	char dotted[64];

	snprintf(dotted, sizeof(dotted), "%s.", name);
	for (const char *at = strbuf_text(lines); *at; at += strcspn(at, "\n") + 1) {
		char *path = strndup(at, strcspn(at, "=")), *found = strstr(path, dotted);

		if (found && !strstr(path, "a2b"))
			strbuf_printf(&got, "%s ", found);
		free(path);
	}
	for (const char *at = inner_keys; *at; at += strcspn(at, " ") + 1)
		if (strncmp(at, dotted, strlen(dotted)) == 0)
			strbuf_append(&expected, at, strcspn(at, " ") + 1);
	is_str(strbuf_text(&got), strbuf_text(&expected), name);
	strbuf_fini(&got);
	strbuf_fini(&expected);
}

static void
fills_the_objects_that_may_be_null(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);
	struct strbuf lines = {0};

	row_shake_hands(&row, 60000, MS(100));
	row_download(&row);
	report_case_init(&given);
	given.capture.damaged = true;
	given.capture.damage_offset = 7;
	strcpy(given.capture.damage_reason, "a \"record\" is cut");
	report_case_add(&given, &row);
	read_document(&given, &lines);
	inner_keys_are(&lines, "rtt");
	inner_keys_are(&lines, "flight");
	inner_keys_are(&lines, "delivery_rate");
	inner_keys_are(&lines, "receive_window");
	inner_keys_are(&lines, "damaged");
	has(&lines, "capture.damaged.reason=\"a \\\"record\\\" is cut\"");
	strbuf_fini(&lines);
}

static void
says_null_for_what_is_unknown(void)
{
	static const char *const nulls[] = {
		"data_direction",
		"near",
		"vantage",
		"offload.a2b",
		"offload.b2a",
		"handshake.syn_to_synack_s",
		"handshake.synack_to_ack_s",
		"handshake.rtt_s",
		"handshake.syn_retransmissions",
		"stages",
		"verdict",
		"congestion_control",
		"a2b.retransmission_rate",
		"a2b.sack_permitted",
		"a2b.timestamps",
		"a2b.mss",
		"a2b.window_scale",
		"a2b.syn_window_bytes",
		"a2b.receive_window",
		"a2b.first_data_s",
		"a2b.last_data_s",
		"a2b.throughput_bps",
		"a2b.goodput_bps",
		"a2b.rtt",
		"a2b.flight",
		"a2b.delivery_rate",
		"b2a.rtt",
	};
	struct report_case given;
	struct connection_row row = row_unknown(0);
	struct strbuf lines = {0};
	char line[96];

	report_case_init(&given);
	report_case_add(&given, &row);
	given.capture.compression = NULL;
	given.capture.snaplen = 0;
	given.capture.first_time = given.capture.last_time = NSEC_UNKNOWN;
	read_document(&given, &lines);
	for (size_t i = 0; i < COUNT(nulls); i++) {
		snprintf(line, sizeof(line), "connections[0].%s=null", nulls[i]);
		has(&lines, line);
	}
	has(&lines, "connections[0].a2b.window_scale_known=false");
	has(&lines, "connections[0].start_s=null");
	has(&lines, "capture.compression=null");
	has(&lines, "capture.snaplen=null");
	has(&lines, "capture.first_time=null");
	has(&lines, "capture.duration_s=null");
	has(&lines, "capture.damaged=null");
	strbuf_fini(&lines);
}

static void
writes_units_as_they_are_named(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);
	struct strbuf lines = {0};

	row.first_time += 1500;
	row_shake_hands(&row, 60000, MS(100));
	row_download(&row);
	row_trouble(&row);
	report_case_init(&given);
	report_case_add(&given, &row);
	read_document(&given, &lines);
	has(&lines, "capture.first_time=\"2023-11-14T22:13:20.123456789Z\"");
	has(&lines, "capture.duration_s=18.400000000");
	has(&lines, "capture.time_resolution_s=0.000001000");
	has(&lines, "capture.link_types[0]=\"EN10MB\"");
	has(&lines, "capture.duplicate_frames=5");
	has(&lines, "connections[0].first_time=\"2023-11-14T22:13:20.123458289Z\"");
	has(&lines, "connections[0].start_s=0.000001500");
	has(&lines, "connections[0].duration_s=18.400000000");
	has(&lines, "connections[0].a.address=\"10.0.1.2\"");
	has(&lines, "connections[0].b.port=80");
	has(&lines, "connections[0].data_direction=\"b2a\"");
	has(&lines, "connections[0].near=\"b\"");
	has(&lines, "connections[0].vantage=\"sender\"");
	has(&lines, "connections[0].offload.b2a=true");
	has(&lines, "connections[0].offload.a2b=false");
	has(&lines, "connections[0].capture_loss=true");
	has(&lines, "connections[0].handshake.rtt_s=0.100060000");
	has(&lines, "connections[0].state.ends_after_capture=false");
	/* 279464 of 10485760 bytes; 8 * 10485760 bits in 18.1 s and 18.2 s. */
	has(&lines, "connections[0].b2a.retransmission_rate=0.026652");
	has(&lines, "connections[0].b2a.throughput_bps=4634590.1");
	has(&lines, "connections[0].b2a.goodput_bps=4609125.3");
	has(&lines, "connections[0].b2a.first_data_s=0.200000000");
	has(&lines, "connections[0].b2a.rtt.method=\"data_ack\"");
	has(&lines, "connections[0].b2a.rtt.path=\"full\"");
	has(&lines, "connections[0].b2a.rtt.p50_s=0.112300000");
	has(&lines, "connections[0].b2a.flight.method=\"direct\"");
	has(&lines, "connections[0].b2a.delivery_rate.p50_bps=4640000.0");
	has(&lines, "connections[0].b2a.retransmissions.tail_probe=4");
	has(&lines, "connections[0].a2b.window_scale=7");
	has(&lines, "connections[0].a2b.receive_window.max_bytes=3145728");
	strbuf_fini(&lines);
}

static void
names_the_path_by_the_vantage(void)
{
	static const struct {
		nsec to_b, to_a;
		const char *near, *vantage, *path;
		bool flight;
	} cases[] = {
		{MS(100), 60000, "near=\"a\"", "vantage=\"receiver\"", "turnaround",
			false},
		{MS(40), MS(60), "near=\"middle\"", "vantage=\"middle\"", "to_receiver",
			false},
		{30000, 40000, "near=null", "vantage=null", "to_receiver", true},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct report_case given;
		struct connection_row row = row_unknown(0);
		struct strbuf lines = {0};
		char line[96];

		row_shake_hands(&row, cases[i].to_b, cases[i].to_a);
		row_download(&row);
		report_case_init(&given);
		report_case_add(&given, &row);
		read_document(&given, &lines);
		snprintf(line, sizeof(line), "connections[0].%s", cases[i].near);
		has(&lines, line);
		snprintf(line, sizeof(line), "connections[0].%s", cases[i].vantage);
		has(&lines, line);
		snprintf(line, sizeof(line), "connections[0].b2a.rtt.path=\"%s\"",
			cases[i].path);
		has(&lines, line);
		has(&lines,
			cases[i].flight ? "connections[0].b2a.flight={"
					: "connections[0].b2a.flight=null");
		strbuf_fini(&lines);
	}
}

static void
tells_no_scaling_from_unknown_scaling(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);
	struct strbuf lines = {0};

	row.facts.side[A2B].window_shift = SHIFT_UNUSED;
	report_case_init(&given);
	report_case_add(&given, &row);
	read_document(&given, &lines);
	has(&lines, "connections[0].a2b.window_scale=null");
	has(&lines, "connections[0].a2b.window_scale_known=true");
	has(&lines, "connections[0].b2a.window_scale_known=false");
	strbuf_fini(&lines);
}

static void
identifies_by_community_id_and_first_frame(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);
	struct strbuf lines = {0};

	row.end[A2B] = (struct endpoint){{128, 232, 110, 120}, 34855};
	row.end[B2A] = (struct endpoint){{66, 35, 250, 204}, 80};
	report_case_init(&given);
	report_case_add(&given, &row);
	read_document(&given, &lines);
	has(&lines,
		"connections[0].id=\"1:LQU9qZlK+B5F3KDmev6m5PMibrg=@"
		"1700000000123456789\"");
	strbuf_fini(&lines);
}

static void
stays_json_with_hostile_names_and_huge_numbers(void)
{
	struct report_case given;
	struct connection_row huge = row_huge();
	struct strbuf lines = {0};

	report_case_init(&given);
	report_case_add(&given, &huge);
	given.files[0] = "\"\\\x1b[2J\n\xff\xc2\x9b";
	given.capture.link_types[0] = 65535;
	given.capture.first_time = INT64_MAX;
	read_document(&given, &lines);
	has(&lines, "capture.files[0]=\"\\\"\\\\\\u001b[2J\\u000a\xef\xbf\xbd\\u009b\"");
	has(&lines, "capture.link_types[0]=\"65535\"");
	has(&lines, "connections[0].start_s=-18446744073.709551614");
	has(&lines, "connections[0].duration_s=18446744073.709551614");
	has(&lines, "connections[0].frames=18446744073709551615");
	has(&lines, "connections[0].a2b.retransmission_rate=1.000000");
	has(&lines, "connections[0].a2b.rtt.max_s=9223372036.854775807");
	has(&lines, "connections[0].a2b.delivery_rate.p99_bps=18446744073709551616.0");
	strbuf_fini(&lines);
}

static void
writes_no_connections(void)
{
	struct report_case given;
	struct strbuf lines = {0};
	char *text;

	report_case_init(&given);
	read_document(&given, &lines);
	ok(strstr(strbuf_text(&lines), "connections=[\n") != NULL, "an empty list");
	ok(strstr(strbuf_text(&lines), "connections[0]") == NULL, "and nothing in it");
	text = report_case_text(&given, report_ndjson);
	is_str(text, "", "no line");
	strbuf_fini(&lines);
	free(text);
}

static void
writes_a_line_a_connection(void)
{
	struct report_case given;
	struct connection_row first = row_unknown(0), second = row_unknown(1);
	size_t count = 0;
	char *text;

	row_shake_hands(&second, 60000, MS(100));
	row_download(&second);
	report_case_init(&given);
	report_case_add(&given, &first);
	report_case_add(&given, &second);
	text = report_case_text(&given, report_ndjson);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), count++) {
		struct strbuf lines = {0};
		char expected[32];

		ok(json_check(line, &lines), "line %zu is JSON", count + 1);
		ok(strncmp(strbuf_text(&lines),
			   "={\nschema=\"cctrace/1\"\nfiles=[\n"
			   "files[0]=\"tcpdump-server.cap.zst\"\nstream=",
			   67) == 0,
			"it begins with schema, files, stream");
		snprintf(expected, sizeof(expected), "stream=%zu", count);
		has(&lines, expected);
		strbuf_fini(&lines);
	}
	is_int((int64_t)count, 2, "in order of first frame");
	free(text);
}

static void
looks_as_before(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);
	char *text;

	row_shake_hands(&row, 60000, MS(100));
	row_download(&row);
	row_trouble(&row);
	report_case_init(&given);
	report_case_add(&given, &row);
	text = report_case_text(&given, report_json);
	is_golden(text, "json");
	free(text);
}

int
main(void)
{
	has_the_keys_of_the_description_in_its_order();
	describes_every_key();
	fills_the_objects_that_may_be_null();
	says_null_for_what_is_unknown();
	writes_units_as_they_are_named();
	names_the_path_by_the_vantage();
	tells_no_scaling_from_unknown_scaling();
	identifies_by_community_id_and_first_frame();
	stays_json_with_hostile_names_and_huge_numbers();
	writes_no_connections();
	writes_a_line_a_connection();
	looks_as_before();
	return tap_done();
}
