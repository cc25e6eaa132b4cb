/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cctrace/report.h"

#include "base/utf8.h"
#include "golden.h"
#include "rows.h"

static void
write_summary(const struct report_input *input, FILE *out)
{
	report_text(input, false, out);
}

static void
write_list(const struct report_input *input, FILE *out)
{
	report_text(input, true, out);
}

/* The longest line, in columns; lines that end in a blank count as too long. */
static size_t
widest_line(const char *text)
{
	size_t widest = 0;

	while (*text) {
		size_t length = strcspn(text, "\n");
		char *line = strndup(text, length);
		size_t columns = utf8_columns(line);

		if (length > 0 && line[length - 1] == ' ')
			columns = 1000;
		widest = columns > widest ? columns : widest;
		free(line);
		text += length + (text[length] == '\n');
	}
	return widest;
}

static void
check(struct report_case *given, bool list, const char *golden)
{
	char *text = report_case_text(given, list ? write_list : write_summary);

	ok(widest_line(text) <= 80, "%s: 80 columns are kept", golden);
	is_golden(text, golden);
	free(text);
}

static void
tells_a_download_at_its_sender(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);

	row_shake_hands(&row, MS(0) + 60000, MS(100));
	row_download(&row);
	/* The SYN-ACK came at once, so the capture is at B, who sends. */
	report_case_init(&given);
	report_case_add(&given, &row);
	check(&given, false, "sender");
}

static void
tells_trouble_in_full(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(7);

	row_shake_hands(&row, 60000, MS(100));
	row_download(&row);
	row_trouble(&row);
	row.part = 1;
	row.facts.side[A2B].reset = true;
	report_case_init(&given);
	report_case_add(&given, &row);
	given.capture.frames = 11875;
	given.capture.filtered_frames = 1000;
	given.capture.backward_time_frames = 2;
	given.capture.damaged = true;
	given.capture.damage_offset = 1234567;
	strcpy(given.capture.damage_reason, "the record is cut");
	given.counts.by_result[DECODE_OTHER] = 12;
	given.counts.by_result[DECODE_QUOTED] = 1;
	given.counts.by_result[DECODE_BROKEN] = 3;
	given.counts.by_result[DECODE_FRAGMENT] = 4;
	given.counts.by_result[DECODE_LINK_UNKNOWN] = 5;
	given.counts.fragments_first = 2;
	given.counts.unknown_link = 147;
	given.counts.late = 6;
	check(&given, false, "trouble");
}

static void
says_that_a_receiver_sees_no_path(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(0);

	row_shake_hands(&row, MS(100), 60000);
	row_download(&row);
	row.dir[B2A].rtt = (struct rtt_stats){.samples = 3604,
		.min = 21000,
		.max = MS(40),
		.mean = 60000,
		.mean_by_bytes = 61000,
		.p50 = 52000,
		.p90 = 80000,
		.p95 = 90500,
		.p99 = MS(4)};
	report_case_init(&given);
	report_case_add(&given, &row);
	check(&given, false, "receiver");
}

static void
tells_both_ways_from_the_middle(void)
{
	struct report_case given;
	struct connection_row row = row_unknown(3);

	row_shake_hands(&row, MS(40), MS(60));
	row_download(&row);
	row.dir[A2B] = row.dir[B2A];
	row.dir[A2B].payload_bytes = 9000000;
	row_address_v6(&row, 0x20);
	report_case_init(&given);
	report_case_add(&given, &row);
	given.files[0] = "a.pcapng";
	given.files[1] = "b.pcapng";
	given.input.file_count = 2;
	given.capture.format = "pcapng";
	given.capture.compression = NULL;
	given.capture.link_types[1] = 65535;
	given.capture.link_type_count = 2;
	check(&given, false, "middle");
}

/* Refused, unanswered, without a handshake, half closed, and a kept-open one without
 * data. */
static void
tells_what_never_became_a_transfer(void)
{
	struct report_case given;
	struct connection_row refused = row_unknown(0), silent = row_unknown(1);
	struct connection_row late = row_unknown(2), half = row_unknown(3),
			      idle = row_unknown(4);

	refused.facts.starts_before_capture = silent.facts.starts_before_capture = false;
	refused.facts.side[A2B].syns = 1;
	refused.facts.side[B2A].reset = true;
	refused.facts.side[A2B].mss = 1460;
	refused.dir[A2B].packets = refused.dir[B2A].packets = 1;
	silent.facts.side[A2B].syns = 6;
	silent.dir[A2B].packets = silent.dir[A2B].retransmitted_packets = 6;
	silent.last_time += MS(31000);
	row_download(&late);
	late.dir[B2A].flight.duration = 0;
	row_shake_hands(&half, 30000, 40000);
	row_download(&half);
	half.facts.side[B2A].fin = false;
	half.facts.side[A2B].window_shift = half.facts.side[B2A].window_shift =
		SHIFT_UNUSED;
	half.facts.side[A2B].sack_permitted = FACT_NO;
	idle.dir[A2B].packets = 4;
	report_case_init(&given);
	report_case_add(&given, &refused);
	report_case_add(&given, &silent);
	report_case_add(&given, &late);
	report_case_add(&given, &half);
	report_case_add(&given, &idle);
	check(&given, false, "states");
}

static void
makes_a_table_of_many(void)
{
	static struct connection_row rows[24];
	struct report_case given;

	report_case_init(&given);
	for (uint32_t i = 0; i < COUNT(rows); i++) {
		rows[i] = row_unknown(i);
		row_shake_hands(
			&rows[i], i % 2 ? MS(100) : 60000, i % 2 ? 60000 : MS(100));
		row_download(&rows[i]);
		rows[i].end[A2B].port = (uint16_t)(40000 + i);
		rows[i].dir[B2A].payload_bytes = UINT64_C(1) << i;
		rows[i].dir[B2A].acked_bytes = UINT64_C(1) << i;
		report_case_add(&given, &rows[i]);
	}
	/* Equal payload: in order of first frame.  The other way round: an upload. */
	rows[23].dir[B2A].payload_bytes = rows[20].dir[B2A].payload_bytes;
	rows[22].dir[A2B] = rows[22].dir[B2A];
	rows[22].dir[B2A].payload_bytes = 0;
	rows[21].facts.side[B2A].reset = true;
	rows[21].facts.side[B2A].fin = false;
	rows[19].part = 1;
	check(&given, false, "table");
	given.input.row_count = 7;
	check(&given, true, "list");
}

static void
shortens_addresses_that_leave_no_room(void)
{
	struct report_case given;
	struct connection_row v6 = row_unknown(1), v4 = row_unknown(2), huge = row_huge();

	row_shake_hands(&v6, MS(100), 60000);
	row_download(&v6);
	row_address_v6(&v6, 0xaa);
	row_shake_hands(&v4, 60000, MS(100));
	row_download(&v4);
	report_case_init(&given);
	report_case_add(&given, &v6);
	report_case_add(&given, &v4);
	check(&given, true, "list-ipv6");
	report_case_add(&given, &huge);
	check(&given, true, "list-huge");
}

static void
keeps_80_columns_with_everything_at_its_largest(void)
{
	struct report_case given;
	struct connection_row huge = row_huge();

	report_case_init(&given);
	memset(&given.counts, 0xff, sizeof(given.counts));
	given.capture.frames = given.capture.bytes = given.capture.cut_frames =
		UINT64_MAX;
	given.capture.filtered_frames = given.capture.backward_time_frames = UINT64_MAX;
	given.capture.first_time = NSEC_UNKNOWN + 1;
	given.capture.last_time = INT64_MAX;
	given.capture.snaplen = UINT32_MAX;
	given.capture.damaged = true;
	given.capture.damage_offset = UINT64_MAX;
	memset(given.capture.damage_reason, 'x', CAPTURE_REASON_MAX - 1);
	given.capture.link_type_count = CAPTURE_LINK_TYPES_MAX;
	report_case_add(&given, &huge);
	check(&given, false, "huge");
}

static void
spells_out_what_a_file_name_would_do(void)
{
	struct report_case given;
	char long_name[4096];

	memset(long_name, 'n', sizeof(long_name) - 1);
	long_name[sizeof(long_name) - 1] = '\0';
	report_case_init(&given);
	given.files[0] = "evil\x1b[2J\nname \xff\xc2\x9b.pcap";
	given.files[1] = "日本語の名前.pcap";
	given.files[2] = long_name;
	given.files[3] = "-";
	given.files[4] = "fifth.pcap";
	given.input.file_count = 5;
	given.capture.frames = given.counts.by_result[DECODE_TCP] = 0;
	given.capture.bytes = given.capture.cut_frames = given.capture.snaplen = 0;
	given.capture.first_time = given.capture.last_time = NSEC_UNKNOWN;
	check(&given, false, "names");
}

int
main(void)
{
	tells_a_download_at_its_sender();
	tells_trouble_in_full();
	says_that_a_receiver_sees_no_path();
	tells_both_ways_from_the_middle();
	tells_what_never_became_a_transfer();
	makes_a_table_of_many();
	shortens_addresses_that_leave_no_room();
	keeps_80_columns_with_everything_at_its_largest();
	spells_out_what_a_file_name_would_do();
	return tap_done();
}
