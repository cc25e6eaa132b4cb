/* SPDX-License-Identifier: BSD-3-Clause */
/* snoop's format, RFC 1761, with what makes no sense in it; and what isn't read at all. */
#include "build.h"

#include "capture/foreign.h"

static void
put_snoop_header(struct build *build, uint32_t version, uint32_t link)
{
	put(build, 0x736e6f6f70000000, 8);
	put(build, version, 4);
	put(build, link, 4);
}

/* Padded as it should be, to a multiple of 4, and by `more`. */
static void
put_snoop_record(struct build *build, uint32_t seconds, uint32_t captured, uint32_t wire,
	uint32_t more)
{
	uint32_t padding = (4 - captured % 4) % 4 + more;

	put(build, wire, 4);
	put(build, captured, 4);
	put(build, 24 + captured + padding, 4);
	put(build, 0, 4);
	put(build, seconds, 4);
	put(build, 250, 4);
	put_payload(build, captured, (uint8_t)seconds);
	put(build, 0, padding);
}

static void
reads_records_with_their_padding(void)
{
	static const uint32_t lengths[] = {60, 61, 62, 63, 0};
	struct build *build = build_new(true);
	struct error error;
	struct frame frame = {0};

	put_snoop_header(build, 2, 4);
	for (uint32_t i = 0; i < COUNT(lengths); i++)
		put_snoop_record(build, 1000 + i, lengths[i], 1514, i);

	struct capture *capture = open_build(build, &error);

	is_str(capture_info(capture)->format, "snoop", "its name");
	for (uint32_t i = 0; i < COUNT(lengths); i++) {
		is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "a record");
		is_int(frame.captured_bytes, lengths[i], "  captured");
		is_int(frame.wire_bytes, 1514, "  on the wire");
		is_int(frame.time, (1000 + i) * NSEC_PER_SEC + 250 * NSEC_PER_USEC, "  its time");
		is_int(frame.link_type, 1, "  Ethernet");
		ok(is_payload(&frame, (uint8_t)(1000 + i)), "  its bytes");
	}
	is_int(capture_next(capture, &frame, &error), CAPTURE_END, "then the end");
	is_int(capture_info(capture)->resolution, 1000, "microseconds");
	is_int(capture_info(capture)->snaplen, 0, "no limit is told");
	capture_close(capture);
	free(build);
}

static void
knows_links_by_their_numbers(void)
{
	static const struct {
		uint32_t number;
		int link_type;   /* -1: none */
	} cases[] = {{0, 1}, {2, 6}, {4, 1}, {8, 10}, {18, 123}, {1, -1}, {5, -1}, {65536, -1}};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct build *build = build_new(true);
		struct error error = {{0}};
		struct frame frame = {0};

		put_snoop_header(build, 2, cases[i].number);
		put_snoop_record(build, 1, 60, 60, 0);

		struct capture *capture = open_build(build, &error);

		if (capture)
			capture_next(capture, &frame, &error);
		is_int(capture ? frame.link_type : -1, cases[i].link_type, "the link type");
		capture_close(capture);
		free(build);
	}
}

/* One record that is sound, and one with these lengths. */
static struct ending
read_lengths(uint32_t captured, uint32_t total, uint32_t present)
{
	struct build *build = build_new(true);
	struct error error;
	struct ending ending;

	put_snoop_header(build, 2, 4);
	put_snoop_record(build, 1, 60, 60, 0);
	put(build, 60, 4);
	put(build, captured, 4);
	put(build, total, 4);
	put(build, 0, 12);
	put(build, 0, present);

	struct capture *capture = open_build(build, &error);

	ending = read_all(capture);
	capture_close(capture);
	free(build);
	return ending;
}

static void
lengths_that_make_no_sense_are_damage(void)
{
	static const struct {
		uint32_t captured, total, present;
		const char *reason;
	} cases[] = {
		{60, 23, 60, "a record claims a length of 23 bytes"},
		{60, 83, 60, "a record claims a length of 83 bytes"},
		{60, UINT32_MAX, 60, "a record claims a length of 4294967295 bytes"},
		{UINT32_MAX, 84, 60, "a record claims 4294967295 captured bytes"},
		{60, 84, 59, "the file ends within a record of 84 bytes"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct ending ending = read_lengths(cases[i].captured, cases[i].total,
			cases[i].present);

		is_int(ending.result, CAPTURE_DAMAGED, "damaged");
		is_int((int64_t)ending.frames, 1, "  behind the first frame");
		is_int((int64_t)ending.info.damage_offset, 16 + 84, "  where its record begins");
		is_str(ending.info.damage_reason, cases[i].reason, "  for this reason");
	}
	is_int(read_lengths(60, 84, 60).result, CAPTURE_END, "and sound ones are none");
}

static void
refuses_what_it_can_not_read(void)
{
	struct build *build = build_new(true);
	struct error error = {{0}};

	put_snoop_header(build, 3, 4);
	ok(!open_build(build, &error), "a version that is not the one there is");
	is_str(error.text, "made: snoop version 3 is unknown", "  with this sentence");
	build->length = 12;
	ok(!open_build(build, &error), "a header that is cut");
	is_str(error.text, "made: the file ends within its header", "  with this sentence");
	free(build);
}

/* Records of 44 bytes: a stamp, an IPv4 header, 16 bytes of TCP. */
static void
tells_formats_without_a_magic_number(void)
{
	struct build *build = build_new(true);
	const struct foreign *foreign;

	for (int i = 0; i < 2; i++) {
		put(build, 0x40d25d53, 4);
		put(build, 0x010156c5, 4);
		put(build, 0x4500058c746d4000, 8);
		put(build, 0, 28);
	}
	foreign = foreign_find(build->bytes, build->length);
	is_str(foreign ? foreign->name : "", "TSH", "two records");
	is_str(foreign ? foreign->converter : "", "traceconvert tsh:IN pcapfile:OUT",
		"  and what converts them");
	ok(foreign_find(build->bytes, 44), "one alone");
	ok(!foreign_find(build->bytes, 43), "but not a part of one");
	build->bytes[44 + 8] = 0x60;
	ok(!foreign_find(build->bytes, 88), "nor what has another packet second");
	build->length = 0;
	put(build, 0x06000001cd3c0000, 8);
	put(build, 0x03e8aff11b8e029f, 8);
	foreign = foreign_find(build->bytes, build->length);
	is_str(foreign ? foreign->name : "", "WildPackets Peek (classic)", "an old Peek");
	ok(!foreign_find((const uint8_t *)"Dear Sir, please find", 21), "a letter");
	free(build);
}

int
main(void)
{
	reads_records_with_their_padding();
	knows_links_by_their_numbers();
	lengths_that_make_no_sense_are_damage();
	refuses_what_it_can_not_read();
	tells_formats_without_a_magic_number();
	return tap_done();
}
