/* SPDX-License-Identifier: BSD-3-Clause */
#include "build.h"

/* Sections of both byte orders, each with its own interfaces; numbers run on. */
static void
reads_sections_and_interfaces(void)
{
	static const struct {
		nsec time;
		uint16_t link_type, interface;
		uint8_t first;
	} expected[] = {
		{INT64_C(1700000000000001000), 1, 0, 0},
		{INT64_C(1700000000000000007), 101, 1, 1},
		{INT64_C(1700000000000002000), 1, 0, 0},
		{INT64_C(1700000000000003000), 113, 2, 0},
	};
	struct build *build = build_new(false);
	struct error error;
	struct frame frame;

	put_section(build);
	put_interface(build, 1, 0, -1, 0);
	put_packet(build, 0, UINT64_C(1700000000000001), 60, 60);
	put_interface(build, 101, 0, 9, 0);
	put_packet(build, 1, UINT64_C(1700000000000000007), 61, 90);
	put_packet(build, 0, UINT64_C(1700000000000002), 63, 63);
	build->big = true;
	put_section(build);
	put_interface(build, 113, 96, 6, 0);
	put_packet(build, 0, UINT64_C(1700000000000003), 60, 60);

	struct capture *capture = open_build(build, &error);

	for (size_t i = 0; i < COUNT(expected); i++) {
		is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "a frame");
		is_int(frame.time, expected[i].time, "its time");
		is_int(frame.link_type, expected[i].link_type, "its link type");
		is_int(frame.interface, expected[i].interface, "its interface");
		ok(is_payload(&frame, expected[i].first), "its bytes");
	}
	is_int(capture_next(capture, &frame, &error), CAPTURE_END, "the end");

	const struct capture_info *info = capture_info(capture);

	is_str(info->format, "pcapng", "format");
	is_int((int64_t)info->link_type_count, 3, "three link types");
	is_int(info->link_types[1], 101, "in order of appearance");
	is_int(info->resolution, 1000, "the coarsest resolution");
	is_int(info->snaplen, 96, "the one snap length");
	is_int((int64_t)info->cut_frames, 1, "one cut frame");
	capture_close(capture);
	free(build);
}

static nsec
time_of(int resolution, int64_t offset, uint64_t stamp)
{
	struct build *build = build_new(false);
	struct error error;
	struct frame frame = {.time = NSEC_UNKNOWN};

	put_section(build);
	put_interface(build, 1, 0, resolution, offset);
	put_packet(build, 0, stamp, 60, 60);

	struct capture *capture = open_build(build, &error);

	if (capture)
		capture_next(capture, &frame, &error);
	capture_close(capture);
	free(build);
	return frame.time;
}

static void
scales_time(void)
{
	is_int(time_of(-1, 0, 1500001), INT64_C(1500001000), "no option: us");
	is_int(time_of(0, 0, 17), 17 * NSEC_PER_SEC, "10^0");
	is_int(time_of(3, 0, 17), 17 * NSEC_PER_MSEC, "10^-3");
	is_int(time_of(9, 0, 17), 17, "10^-9");
	is_int(time_of(12, 0, 17999), 17, "10^-12 is cut, not rounded");
	is_int(time_of(19, 0, UINT64_MAX), INT64_C(1844674407), "10^-19");
	is_int(time_of(0x80, 0, 17), 17 * NSEC_PER_SEC, "2^0");
	is_int(time_of(0x81, 0, 3), INT64_C(1500000000), "2^-1");
	is_int(time_of(0x94, 0, 1048577), INT64_C(1000000953), "2^-20");
	is_int(time_of(0xbf, 0, UINT64_MAX), INT64_C(1999999999), "2^-63");
	is_int(time_of(6, 100, 1), 100 * NSEC_PER_SEC + 1000, "an offset is seconds");
	is_int(time_of(6, -1, 1), 1000 - NSEC_PER_SEC, "which may be negative");
	is_int(time_of(0, 0, UINT64_MAX), INT64_MAX - 1, "beyond 2262: clamped");
	is_int(time_of(6, INT64_MAX, 0), INT64_MAX - 1, "offset beyond 2262: clamped");
	is_int(time_of(6, INT64_MIN, 0), INT64_MIN + 1, "before 1677: clamped, yet known");
	is_int(time_of(6, 0, UINT64_MAX), INT64_MAX - 1, "2^64 us are beyond, too");
	is_int(time_of(20, 0, 1), NSEC_UNKNOWN, "10^-20 is refused");
	is_int(time_of(0xc0, 0, 1), NSEC_UNKNOWN, "2^-64 is refused");
}

static void
reads_older_packets(void)
{
	struct build *build = build_new(true);
	struct error error;
	struct frame frame;
	size_t start;

	put_section(build);
	put_interface(build, 1, 50, -1, 0);
	start = begin_block(build, 3);
	put(build, 1514, 4);
	put_payload(build, 50, 9);
	end_block(build, start);
	start = begin_block(build, 2);
	put(build, 0, 2);
	put(build, 3, 2);
	put(build, 0, 4);
	put(build, 77, 4);
	put(build, 21, 4);
	put(build, 1514, 4);
	put_payload(build, 21, 8);
	end_block(build, start);

	struct capture *capture = open_build(build, &error);

	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "a simple packet");
	is_int(frame.time, 0, "has no time");
	is_int(frame.captured_bytes, 50, "is cut by the snap length");
	is_int(frame.wire_bytes, 1514, "its length on the wire");
	ok(is_payload(&frame, 9), "its bytes");
	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "an old packet block");
	is_int(frame.time, 77000, "its time");
	is_int(frame.captured_bytes, 21, "its captured bytes");
	ok(is_payload(&frame, 8), "its bytes");
	capture_close(capture);
	free(build);
}

static void
skips_other_blocks(void)
{
	struct build *build = build_new(false);
	struct error error;
	size_t start;

	put_section(build);
	start = begin_block(build, 4);
	put_payload(build, 100, 0);
	end_block(build, start);
	put_interface(build, 1, 0, -1, 0);
	start = begin_block(build, 0x80001234);
	put_payload(build, 3 * 1024 * 1024, 0);
	end_block(build, start);
	put_packet(build, 0, 1, 60, 60);
	start = begin_block(build, 5);
	end_block(build, start);

	struct capture *capture = open_build(build, &error);
	struct ending ending = read_all(capture);

	is_int((int64_t)ending.frames, 1, "blocks of other kinds are passed over");
	is_int(ending.result, CAPTURE_END, "to the end");
	capture_close(capture);
	free(build);
}

/* A packet and then `at` of the second one replaced by `value`. */
static void
damaged(size_t at, uint32_t value, const char *reason)
{
	struct build *build = build_new(false);
	struct error error;
	size_t second;

	put_section(build);
	put_interface(build, 1, 0, -1, 0);
	put_packet(build, 0, 1, 60, 60);
	second = build->length;
	put_packet(build, 0, 2, 60, 60);
	put_packet(build, 0, 3, 60, 60);

	size_t end = build->length;

	build->length = second + at;
	put(build, value, 4);
	build->length = end;

	struct capture *capture = open_build(build, &error);
	struct ending ending = read_all(capture);

	is_int((int64_t)ending.frames, 1, "one frame before the damage");
	is_int(ending.result, CAPTURE_DAMAGED, "then it is told");
	is_str(ending.info.damage_reason, reason, "why");
	is_int((int64_t)ending.info.damage_offset, (int64_t)second, "where the block begins");
	is_int(capture_next(capture, &(struct frame){0}, &error), CAPTURE_END, "once");
	capture_close(capture);
	free(build);
}

static void
stops_at_damage(void)
{
	damaged(4, 8, "a block claims a length of 8 bytes");
	damaged(4, 94, "a block claims a length of 94 bytes");
	damaged(4, 0x7ffffffc, "a block claims a length of 2147483644 bytes");
	damaged(4, 64, "a block's two lengths disagree");
	damaged(4, 4096, "the file ends within a block of 4096 bytes");
	damaged(8, 1, "a packet names interface 1, which is not described");
	damaged(20, 61, "a packet is longer than its block");
}

/* The same at every byte, for the reader's sake; one block is passed over. */
static void
delivers_what_lies_before_a_cut(void)
{
	struct build *build = build_new(false);
	struct error error;
	size_t ends[3], start;
	uint64_t wrong = 0;

	put_section(build);
	start = begin_block(build, 5);
	end_block(build, start);
	put_interface(build, 1, 0, -1, 0);
	ends[0] = build->length;
	put_packet(build, 0, 1, 60, 60);
	ends[1] = build->length;
	start = begin_block(build, 5);
	put_payload(build, 8, 0);
	end_block(build, start);
	put_packet(build, 0, 2, 60, 60);
	ends[2] = build->length;
	for (size_t length = 28; length <= ends[2]; length++) {
		struct capture *capture = capture_open_memory(build->bytes, length, "made",
			NULL, &error);
		struct ending ending = read_all(capture);
		bool whole = length == 28 || length == 40 || length == ends[0]
			|| length == ends[1] || length == ends[1] + 20 || length == ends[2];

		wrong += ending.frames != (uint64_t)(length >= ends[1]) + (length >= ends[2]);
		wrong += ending.result != (whole ? CAPTURE_END : CAPTURE_DAMAGED);
		wrong += !whole && ending.info.damage_offset >= length;
		capture_close(capture);
	}
	is_int((int64_t)wrong, 0, "a cut at every byte");
	ok(!capture_open_memory(build->bytes, 27, "made", NULL, &error), "a cut section header");
	is_str(error.text, "made: the file ends within a block of 28 bytes", "is refused");
	free(build);
}

static void
keeps_bytes_beyond_the_snap_length(void)
{
	struct build *build = build_new(false);
	struct error error;
	struct frame frame = {0};

	put_section(build);
	put_interface(build, 1, 40, -1, 0);
	put_packet(build, 0, 1, 300000, 400000);

	struct capture *capture = open_build(build, &error);

	capture_next(capture, &frame, &error);
	is_int(frame.captured_bytes, 300000, "a block says how much it holds");
	capture_close(capture);
	free(build);
}

int
main(void)
{
	reads_sections_and_interfaces();
	scales_time();
	reads_older_packets();
	skips_other_blocks();
	stops_at_damage();
	delivers_what_lies_before_a_cut();
	keeps_bytes_beyond_the_snap_length();
	return tap_done();
}
