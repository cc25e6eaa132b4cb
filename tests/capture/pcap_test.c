/* SPDX-License-Identifier: BSD-3-Clause */
#include "build.h"

static void
reads_every_variant(void)
{
	static const struct {
		uint32_t magic;
		bool big;
		nsec time;
		const char *name;
	} cases[] = {
		{MAGIC_US, false, INT64_C(1700000000000250000), "little-endian, us"},
		{MAGIC_US, true, INT64_C(1700000000000250000), "big-endian, us"},
		{MAGIC_NS, false, INT64_C(1700000000000000250), "little-endian, ns"},
		{MAGIC_NS, true, INT64_C(1700000000000000250), "big-endian, ns"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct build *build = build_new(cases[i].big);
		struct error error;
		struct frame frame = {0};

		put_pcap_header(build, cases[i].magic, 65535, 1);
		put_record(build, 1700000000, 250, 60, 1514);

		struct capture *capture = open_build(build, &error);

		is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, cases[i].name);
		is_int(frame.time, cases[i].time, "its time");
		is_int(frame.captured_bytes, 60, "captured");
		is_int(frame.wire_bytes, 1514, "on the wire");
		is_int(frame.link_type, 1, "its link type");
		is_int((int64_t)frame.number, 1, "its number");
		ok(is_payload(&frame, (uint8_t)1700000000), "its bytes");
		is_int(capture_next(capture, &frame, &error), CAPTURE_END, "then the end");
		is_int(capture_info(capture)->resolution,
			cases[i].magic == MAGIC_NS ? 1 : 1000, "resolution");
		is_int((int64_t)capture_info(capture)->cut_frames, 1, "a cut frame");
		capture_close(capture);
		free(build);
	}
}

/* Its record header is 24 bytes: interface, protocol, packet type and padding follow. */
static void
reads_the_modified_variant(void)
{
	for (int big = 0; big < 2; big++) {
		struct build *build = build_new(big);
		struct error error;
		struct frame frame = {0};

		put_pcap_header(build, MAGIC_MODIFIED, 40, 1);
		for (uint32_t i = 0; i < 2; i++) {
			put(build, 10 + i, 4);
			put(build, 5, 4);
			put(build, 60, 4);
			put(build, 60, 4);
			put(build, 2, 4);
			put(build, 0x0800, 2);
			put(build, 0, 2);
			put_payload(build, 60, (uint8_t)i);
		}

		struct capture *capture = open_build(build, &error);

		capture_next(capture, &frame, &error);
		is_int(frame.time, 10 * NSEC_PER_SEC + 5000, "modified: time");
		ok(is_payload(&frame, 0), "modified: bytes");
		is_int(frame.captured_bytes, 54, "modified: the snap length lacks the Ethernet header");
		is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "modified: second");
		ok(is_payload(&frame, 1), "modified: its bytes");
		capture_close(capture);
		free(build);
	}
}

static void
takes_lengths_in_the_order_of_the_version(void)
{
	static const struct {
		uint16_t major, minor;
		uint32_t first, second, captured, wire;
		const char *name;
	} cases[] = {
		{2, 4, 60, 90, 60, 90, "2.4: captured first"},
		{2, 2, 90, 60, 60, 90, "2.2: wire first"},
		{2, 3, 60, 90, 60, 90, "2.3: the smaller is captured"},
		{2, 3, 90, 60, 60, 90, "2.3: whichever way"},
		{543, 0, 90, 60, 60, 90, "DG/UX's 543.0: wire first"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct build *build = build_new(false);
		struct error error;
		struct frame frame = {0};

		put_pcap_header(build, MAGIC_US, 0, 1);
		build->length = 4;
		put(build, cases[i].major, 2);
		put(build, cases[i].minor, 2);
		build->length = 24;
		put(build, 1, 4);
		put(build, 0, 4);
		put(build, cases[i].first, 4);
		put(build, cases[i].second, 4);
		put_payload(build, 60, 0);

		struct capture *capture = open_build(build, &error);

		capture_next(capture, &frame, &error);
		is_int(frame.captured_bytes, cases[i].captured, cases[i].name);
		is_int(frame.wire_bytes, cases[i].wire, "and the other");
		is_int(capture_next(capture, &frame, &error), CAPTURE_END, "nothing is left");
		capture_close(capture);
		free(build);
	}
}

static struct frame
only_frame(uint32_t magic, uint32_t snaplen, uint32_t link_type, const uint32_t record[4])
{
	struct build *build = build_new(false);
	struct error error;
	struct frame frame = {0};

	put_pcap_header(build, magic, snaplen, link_type);
	put_record(build, record[0], record[1], record[2], record[3]);

	struct capture *capture = open_build(build, &error);

	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "a frame");
	frame.bytes = NULL;
	capture_close(capture);
	free(build);
	return frame;
}

static void
keeps_odd_values(void)
{
	struct frame frame;

	/* Upper half: FCS of 2 words present (draft-ietf-opsawg-pcap 4). */
	frame = only_frame(MAGIC_US, 0, 0x24000001, (uint32_t[]){1, 0, 60, 60});
	is_int(frame.link_type, 1, "the FCS length is no part of the link type");
	frame = only_frame(MAGIC_US, 0, 1, (uint32_t[]){1, 0, 60, 40});
	is_int(frame.captured_bytes, 60, "captured > wire: captured as it is");
	is_int(frame.wire_bytes, 40, "captured > wire: wire as it is");
	frame = only_frame(MAGIC_US, 0, 1, (uint32_t[]){1, 1000000, 60, 60});
	is_int(frame.time, 2 * NSEC_PER_SEC, "a fraction of 1 s carries");
	frame = only_frame(MAGIC_NS, 0, 1, (uint32_t[]){1, INT32_MAX, 60, 60});
	is_int(frame.time, NSEC_PER_SEC + INT32_MAX, "the largest fraction, ns");
	frame = only_frame(MAGIC_US, 0, 1, (uint32_t[]){1, 0xfff82e75, 60, 60});
	is_int(frame.time, NSEC_PER_SEC - 512395000, "a fraction below 0 borrows");
	frame = only_frame(MAGIC_US, 0, 1, (uint32_t[]){UINT32_MAX, INT32_MAX, 60, 60});
	is_int(frame.time, UINT32_MAX * NSEC_PER_SEC + INT32_MAX * INT64_C(1000),
		"the largest stamp lies in 2106");
	frame = only_frame(MAGIC_US, 40, 1, (uint32_t[]){1, 0, 60, 90});
	is_int(frame.captured_bytes, 40, "what exceeds the snap length isn't handed on");
	frame = only_frame(MAGIC_US, 0xffffffff, 1, (uint32_t[]){1, 0, 262144, 262144});
	is_int(frame.captured_bytes, 262144, "the largest packet");
	frame = only_frame(MAGIC_US, 0, 249, (uint32_t[]){1, 0, 1048576, 1048576});
	is_int(frame.captured_bytes, 1048576, "USBPcap's is larger");
	frame = only_frame(MAGIC_US, 0, 1, (uint32_t[]){1, 0, 0, 60});
	is_int(frame.captured_bytes, 0, "a frame without bytes");
}

/* Every place where a file of two records may be cut. */
static void
delivers_what_lies_before_a_cut(void)
{
	struct build *build = build_new(false);
	struct error error;
	uint64_t wrong = 0;

	put_pcap_header(build, MAGIC_US, 65535, 1);
	put_record(build, 1, 0, 60, 60);
	put_record(build, 2, 0, 60, 60);
	for (size_t length = 24; length <= 24 + 2 * 76; length++) {
		struct capture *capture = capture_open_memory(build->bytes, length, "made",
			NULL, &error);
		struct ending ending = read_all(capture);
		bool whole = (length - 24) % 76 == 0;

		wrong += ending.frames != (length - 24) / 76;
		wrong += ending.result != (whole ? CAPTURE_END : CAPTURE_DAMAGED);
		wrong += ending.info.damaged == whole;
		wrong += !whole && ending.info.damage_offset != 24 + 76 * ending.frames;
		wrong += capture_next(capture, &(struct frame){0}, &error) != CAPTURE_END;
		capture_close(capture);
	}
	is_int((int64_t)wrong, 0, "a cut at every byte");

	struct capture *capture = capture_open_memory(build->bytes, 130, "made", NULL, &error);
	struct ending ending = read_all(capture);

	is_str(ending.error.text, "made: cut or damaged at byte 100: the file ends within a record "
		"of 60 bytes; frame 2 would be next, those before are used", "the sentence");
	capture_close(capture);
	capture = capture_open_memory(build->bytes, 24, "made", NULL, &error);
	ending = read_all(capture);
	ok(ending.frames == 0 && ending.result == CAPTURE_END, "header only is a capture");
	is_int(ending.info.first_time, NSEC_UNKNOWN, "without a time");
	capture_close(capture);
	ok(!capture_open_memory(build->bytes, 23, "made", NULL, &error), "a cut header is none");
	is_str(error.text, "made: the file ends within its header", "and is told");
	free(build);
}

static void
stops_at_an_impossible_length(void)
{
	struct build *build = build_new(false);
	struct error error;

	put_pcap_header(build, MAGIC_US, 65535, 1);
	put_record(build, 1, 0, 60, 60);
	put_record(build, 2, 0, 262145, 262145);

	struct capture *capture = open_build(build, &error);
	struct ending ending = read_all(capture);

	is_int((int64_t)ending.frames, 1, "one frame before an impossible length");
	is_int(ending.result, CAPTURE_DAMAGED, "then damage");
	is_str(ending.info.damage_reason, "a record claims 262145 captured bytes", "reason");
	is_int((int64_t)ending.info.damage_offset, 100, "where");
	capture_close(capture);
	build->length = 4;
	put(build, 7, 2);
	build->length = 100;
	ok(!open_build(build, &error), "an unknown version is refused");
	is_str(error.text, "made: pcap version 7.4 is unknown", "by its number");
	free(build);
}

/* More than fits the window several times over, with records across its ends. */
static void
walks_a_file_larger_than_its_window(void)
{
	for (int big = 0; big < 2; big++) {
		struct build *build = build_new(big);
		struct error error;
		struct frame frame;
		uint64_t wrong = 0;
		uint32_t i;

		put_pcap_header(build, MAGIC_US, 0, 1);
		for (i = 0; build->length < 4 * 1024 * 1024; i++)
			put_record(build, i, i, i * 37 % 3000, 3000);

		struct capture *capture = open_build(build, &error);

		for (uint32_t j = 0; j < i; j++) {
			wrong += capture_next(capture, &frame, &error) != CAPTURE_FRAME;
			wrong += frame.number != j + 1 || frame.captured_bytes != j * 37 % 3000
				|| frame.time != j * NSEC_PER_SEC + j * INT64_C(1000)
				|| !is_payload(&frame, (uint8_t)j);
		}
		is_int((int64_t)wrong, 0, big ? "4 MiB, big-endian" : "4 MiB, little-endian");
		is_int(capture_next(capture, &frame, &error), CAPTURE_END, "and its end");
		is_int((int64_t)capture_info(capture)->bytes, 3000 * (int64_t)i, "wire bytes");
		capture_close(capture);
		free(build);
	}
}

static void
counts_time_that_goes_back(void)
{
	static const uint32_t seconds[] = {50, 60, 40, 45, 70, 70, 30};
	struct build *build = build_new(false);
	struct error error;

	put_pcap_header(build, MAGIC_US, 0, 1);
	for (size_t i = 0; i < COUNT(seconds); i++)
		put_record(build, seconds[i], 0, 60, 60);

	struct capture *capture = open_build(build, &error);
	struct ending ending = read_all(capture);

	is_int((int64_t)ending.info.backward_time_frames, 2, "frames stamped earlier");
	is_int(ending.info.first_time, 30 * NSEC_PER_SEC, "smallest stamp");
	is_int(ending.info.last_time, 70 * NSEC_PER_SEC, "largest stamp");
	capture_close(capture);
	free(build);
}

int
main(void)
{
	reads_every_variant();
	reads_the_modified_variant();
	takes_lengths_in_the_order_of_the_version();
	keeps_odd_values();
	delivers_what_lies_before_a_cut();
	stops_at_an_impossible_length();
	walks_a_file_larger_than_its_window();
	counts_time_that_goes_back();
	return tap_done();
}
