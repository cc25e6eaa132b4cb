/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What people reported of other tools (../shared/corpus/REPORTS.md), where it is about what
 * TCP did: on the captures that show it the numbers are those that a right tool gives.
 */
#include "config.h"

#include "cctrace/report.h"
#include "cli/pipeline.h"
#include "tests/oracle/shared.h"

/* A capture of the corpus, read once. */
struct corpus {
	struct pipeline pipeline;
	const struct connection_row *const *rows;
	size_t count;
};

/* False, and skipped by name, where the capture is not there. */
static bool
corpus_open(struct corpus *corpus, const char *report, const char *name)
{
	char relative[256];
	struct pipeline_options options = {.file_count = 1};
	struct error error = {{0}};
	char *path;

	snprintf(relative, sizeof(relative), "corpus/files/%s", name);
	path = shared_path(relative);
	options.files = (const char *const *)&path;
	if (!path) {
		skip(report, "../shared/corpus is not there");
		return false;
	}
	if (!ok(pipeline_run(&corpus->pipeline, &options, &error), "%s: %s", report, name)) {
		printf("#   %s\n", error.text);
		free(path);
		return false;
	}
	corpus->rows = stats_rows(corpus->pipeline.stats, &corpus->count);
	free(path);
	return true;
}

static const struct direction_stats *
side_of(const struct corpus *corpus, size_t row, enum direction dir)
{
	static const struct direction_stats none;

	return row < corpus->count ? &corpus->rows[row]->dir[dir] : &none;
}

/* The text of the summary; to be freed. */
static char *
summary(const struct corpus *corpus)
{
	struct report_input input = {
		.files = (const char *const[]){"x"}, .file_count = 1,
		.capture = capture_info(corpus->pipeline.capture),
		.counts = &corpus->pipeline.counts,
		.rows = corpus->rows, .row_count = corpus->count,
	};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	report_text(&input, false, out);
	fclose(out);
	return text;
}

static void
one_direction(void)
{
	struct corpus corpus;
	char *text;

	if (!corpus_open(&corpus, "R02: one direction alone",
		"zeek+zeek/testing/btest/Traces/llc.pcap"))
		return;
	text = summary(&corpus);
	is_int((int64_t)side_of(&corpus, 0, A2B)->packets, 1333, "  one side's packets");
	is_int((int64_t)side_of(&corpus, 0, B2A)->packets, 0, "  none of the other");
	is_int((int64_t)side_of(&corpus, 0, A2B)->rtt.samples, 0, "  no RTT, rather than 0");
	ok(strstr(text, "no packet of B was captured") != NULL, "  and that is said");
	free(text);
	pipeline_free(&corpus.pipeline);
}

static void
windows_of_syns(void)
{
	struct corpus corpus;

	if (!corpus_open(&corpus, "R04: a SYN's window is never scaled",
		"blitz+tcptrace/input/6syns.dmp.gz"))
		return;
	for (size_t i = 0; i < corpus.count; i++) {
		const struct direction_stats *side = side_of(&corpus, i, A2B);

		is_int(corpus.rows[i]->facts.side[A2B].window_shift, 8, "  a scale");
		is_int(corpus.rows[i]->facts.side[A2B].syn_window % 256 != 0
			|| corpus.rows[i]->facts.side[A2B].syn_window < side->window_min_bytes, 1,
			"  the SYN's is apart");
		ok(side->window_min_bytes <= side->window_max_bytes, "  least and most in order");
	}
	pipeline_free(&corpus.pipeline);
}

static void
zero_window_is_no_probe(void)
{
	struct corpus corpus;

	if (!corpus_open(&corpus, "R06, R13, R18: a window closed, its scale unknown",
		"chrissanders+packets/tcp_zerowindowrecovery.pcapng"))
		return;
	is_int(side_of(&corpus, 0, A2B)->zero_windows, 1, "  one zero window");
	is_int(side_of(&corpus, 0, B2A)->window_probes, 0, "  and no probe");
	is_int(corpus.rows[0]->facts.side[A2B].window_shift, SHIFT_UNKNOWN,
		"  without the SYN the scale is unknown");
	ok(!side_of(&corpus, 0, A2B)->has_window, "  and no window is claimed");
	is_int(side_of(&corpus, 0, B2A)->window_full, 0, "  nor one that was full");
	pipeline_free(&corpus.pipeline);
}

/* Made to the purpose: its connections have one trait each. */
static void
order_copies_wraps_and_clocks(void)
{
	struct corpus corpus;

	if (!corpus_open(&corpus, "R14, R15, R23, R24: late, twice, wrapped, back in time",
		"arkime+arkime/tests/pcap/tcpseq_synthetic.pcap"))
		return;
	is_int((int64_t)side_of(&corpus, 2, A2B)->reordered_packets, 1, "  one packet is late");
	is_int(side_of(&corpus, 2, A2B)->retransmitted_packets, 0, "    and none sent again");
	is_int(side_of(&corpus, 3, A2B)->duplicate_packets, 1, "  one recorded twice");
	is_int(side_of(&corpus, 3, A2B)->retransmitted_packets, 0, "    and none sent again");
	is_int((int64_t)side_of(&corpus, 4, A2B)->unique_bytes, 40, "  numbers that wrap");
	is_int((int64_t)side_of(&corpus, 4, A2B)->unseen_bytes, 0, "    leave nothing out");
	is_int(side_of(&corpus, 4, A2B)->retransmitted_packets, 0, "    and repeat nothing");
	for (size_t i = 0; i < corpus.count; i++)
		for (int d = 0; d < 2; d++)
			ok(side_of(&corpus, i, (enum direction)d)->rtt.min >= 0,
				"  no RTT is negative");
	ok(capture_info(corpus.pipeline.capture)->backward_time_frames > 0,
		"  time that goes back is counted");
	pipeline_free(&corpus.pipeline);
}

static void
recorded_twice(void)
{
	struct corpus corpus;

	if (corpus_open(&corpus, "R15: every packet of B twice, by hardware",
		"blitz+tcptrace/input/hardware_dups.dmp.gz")) {
		is_int(side_of(&corpus, 0, B2A)->duplicate_packets, 486, "  half of them");
		is_int(side_of(&corpus, 0, B2A)->retransmitted_packets, 0, "  none sent again");
		is_int(side_of(&corpus, 0, A2B)->duplicate_acks, 0, "  no duplicate ACK");
		is_int((int64_t)side_of(&corpus, 0, B2A)->unique_bytes, 584267, "  each byte once");
		pipeline_free(&corpus.pipeline);
	}
	if (corpus_open(&corpus, "R15: every packet up to four times",
		"zeek+zeek/testing/btest/Traces/tcp/ssh-dups.pcap")) {
		is_int(side_of(&corpus, 0, A2B)->duplicate_packets, 167, "  of A");
		is_int(side_of(&corpus, 0, B2A)->duplicate_packets, 113, "  of B");
		is_int(side_of(&corpus, 0, A2B)->retransmitted_packets
			+ side_of(&corpus, 0, B2A)->retransmitted_packets, 0, "  none sent again");
		pipeline_free(&corpus.pipeline);
	}
}

static void
ports_used_again(void)
{
	struct corpus corpus;
	size_t streams = 0;

	if (!corpus_open(&corpus, "R16: the same ports 24 times",
		"OISF+suricata-verify/tests/bug-7657-01/input.pcap"))
		return;
	for (size_t i = 0; i < corpus.count; i++)
		streams += corpus.rows[i]->part == 0;
	is_int((int64_t)streams, 24, "  are 24 connections");
	pipeline_free(&corpus.pipeline);
}

static void
keep_alives(void)
{
	struct corpus corpus;

	if (!corpus_open(&corpus, "R17: keep-alives",
		"zeek+zeek/testing/btest/Traces/redis/pubsub.pcap"))
		return;
	is_int(side_of(&corpus, 0, A2B)->keep_alives, 2, "  are counted as such");
	is_int(side_of(&corpus, 0, A2B)->retransmitted_packets, 0, "  not as sent again");
	is_int((int64_t)side_of(&corpus, 0, A2B)->unique_bytes, 104, "  nor as data");
	pipeline_free(&corpus.pipeline);
}

static void
large_segments_and_gigabytes(void)
{
	struct corpus corpus;
	bool offload;

	if (!corpus_open(&corpus, "R19, R23: segments above the MSS, numbers that wrap twice",
		"zeek+zeek/testing/btest/Traces/ftp/bigtransfer.pcap"))
		return;
	offload = corpus.count > 2 && corpus.rows[2]->facts.side[B2A].offload;
	ok(offload, "  offload is recognised");
	is_int((int64_t)side_of(&corpus, 2, B2A)->unseen_bytes, INT64_C(5416642848),
		"  5.4 GB were acknowledged, never captured");
	is_int(side_of(&corpus, 2, B2A)->retransmitted_packets, 0, "  and nothing sent again");
	pipeline_free(&corpus.pipeline);
}

static void
samples_by_karn(void)
{
	struct corpus corpus;

	if (!corpus_open(&corpus, "R26: RTT without what was sent twice",
		"blitz+tcptrace/input/6syns.dmp.gz"))
		return;
	is_int(side_of(&corpus, 0, A2B)->retransmitted_packets, 6, "  SYNs and data sent again");
	is_int((int64_t)side_of(&corpus, 0, A2B)->rtt.samples, 1, "  leave one sample");
	is_int((int64_t)side_of(&corpus, 0, B2A)->rtt.samples, 0, "  and pure ACKs give none");
	pipeline_free(&corpus.pipeline);
}

static void
bytes_sent_again(void)
{
	struct corpus corpus;

	if (!corpus_open(&corpus, "R27: a single byte sent again with new ones",
		"blitz+tcptrace/input/single_byte_rexmit.dmp.gz"))
		return;
	is_int((int64_t)side_of(&corpus, 0, B2A)->payload_bytes, 8733, "  bytes as tcptrace counts");
	is_int((int64_t)side_of(&corpus, 0, B2A)->retransmitted_bytes, 1461,
		"  a segment and a byte were seen before");
	is_int((int64_t)side_of(&corpus, 0, B2A)->unique_bytes, 8733 - 1461, "  the rest is new");
	is_int((int64_t)side_of(&corpus, 0, A2B)->retransmitted_bytes, 293, "  of A one segment");
	pipeline_free(&corpus.pipeline);
}

/* Not reported, but what Fast Open does to tools that think a SYN carries nothing. */
static void
data_with_the_syn(void)
{
	struct corpus corpus;

	if (corpus_open(&corpus, "Fast Open: data that is taken",
		"OISF+suricata-verify/tests/tcp-fastopen-05/tfo.pcap")) {
		const struct side_facts *side = &corpus.rows[0]->facts.side[A2B];

		is_int(side->syn_payload, 3, "  three bytes");
		ok(side->syn_payload_acked, "  acknowledged by the SYN-ACK");
		is_int(side_of(&corpus, 0, A2B)->retransmitted_packets, 0, "  and not sent again");
		pipeline_free(&corpus.pipeline);
	}
	if (corpus_open(&corpus, "Fast Open: data that is not, and two SYN-ACKs that differ",
		"OISF+suricata-verify/tests/tcp-fastopen-10-syn-data-ignore/input.pcap")) {
		const struct side_facts *side = corpus.rows[0]->facts.side;

		is_int(side[A2B].syn_payload, 517, "  517 bytes");
		ok(!side[A2B].syn_payload_acked, "  that no SYN-ACK acknowledged");
		is_int((int64_t)side_of(&corpus, 0, B2A)->unseen_bytes, 0, "  no gap between the two");
		is_int((int64_t)side_of(&corpus, 0, B2A)->unique_bytes, 6068, "  B's data as it was");
		is_int(side[A2B].window_shift, 5, "  the scale of the SYN that was answered");
		pipeline_free(&corpus.pipeline);
	}
}

int
main(void)
{
	one_direction();
	windows_of_syns();
	zero_window_is_no_probe();
	order_copies_wraps_and_clocks();
	recorded_twice();
	ports_used_again();
	keep_alives();
	large_segments_and_gigabytes();
	samples_by_karn();
	bytes_sent_again();
	data_with_the_syn();
	return tap_done();
}
