/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * build.h - captures made in memory, field by field, for the tests of the reader.
 */
#ifndef CCTRACE_TESTS_CAPTURE_BUILD_H
#define CCTRACE_TESTS_CAPTURE_BUILD_H

#include <stdlib.h>

#include "tests/tap.h"
#include "capture/capture_memory.h"

enum { BUILD_MAX = 8 * 1024 * 1024 };

/* `{.big = true}` writes big-endian from here on. */
struct build {
	uint8_t bytes[BUILD_MAX];
	size_t length;
	bool big;
};

__attribute__((unused)) static struct build *
build_new(bool big)
{
	struct build *build = calloc(1, sizeof(*build));

	if (!build)
		abort();
	build->big = big;
	return build;
}

/* A value in `size` bytes, however many. */
static void
put(struct build *build, uint64_t value, size_t size)
{
	if (build->length + size > BUILD_MAX)
		abort();
	for (size_t i = 0; i < size; i++) {
		size_t shift = 8 * (build->big ? size - 1 - i : i);

		build->bytes[build->length++] = (uint8_t)(shift < 64 ? value >> shift : 0);
	}
}

/* `size` bytes that tell where they are. */
static void
put_payload(struct build *build, size_t size, uint8_t first)
{
	for (size_t i = 0; i < size; i++)
		put(build, (uint8_t)(first + i), 1);
}

/* ---- classic pcap ---- */

#define MAGIC_US 0xa1b2c3d4
#define MAGIC_NS 0xa1b23c4d
#define MAGIC_MODIFIED 0xa1b2cd34

__attribute__((unused)) static void
put_pcap_header(struct build *build, uint32_t magic, uint32_t snaplen, uint32_t link_type)
{
	put(build, magic, 4);
	put(build, 2, 2);
	put(build, 4, 2);
	put(build, 0, 8);
	put(build, snaplen, 4);
	put(build, link_type, 4);
}

__attribute__((unused)) static void
put_record(struct build *build, uint32_t seconds, uint32_t fraction, uint32_t captured,
	uint32_t wire)
{
	put(build, seconds, 4);
	put(build, fraction, 4);
	put(build, captured, 4);
	put(build, wire, 4);
	put_payload(build, captured, (uint8_t)seconds);
}

/* ---- pcapng ---- */

/* Begin a block; ends with end_block and what this returned. */
static size_t
begin_block(struct build *build, uint32_t type)
{
	size_t start = build->length;

	put(build, type, 4);
	put(build, 0, 4);
	return start;
}

static void
end_block(struct build *build, size_t start)
{
	while (build->length % 4)
		put(build, 0, 1);

	size_t end = build->length, total = end + 4 - start;

	build->length = start + 4;
	put(build, total, 4);
	build->length = end;
	put(build, total, 4);
}

__attribute__((unused)) static void
put_section(struct build *build)
{
	size_t start = begin_block(build, 0x0a0d0d0a);

	put(build, 0x1a2b3c4d, 4);
	put(build, 1, 2);
	put(build, 0, 2);
	put(build, UINT64_MAX, 8);
	end_block(build, start);
}

/* `resolution` -1 and `offset` 0 leave the option out. */
__attribute__((unused)) static void
put_interface(struct build *build, uint16_t link_type, uint32_t snaplen, int resolution,
	int64_t offset)
{
	size_t start = begin_block(build, 1);

	put(build, link_type, 2);
	put(build, 0, 2);
	put(build, snaplen, 4);
	if (resolution >= 0) {
		put(build, 9, 2);
		put(build, 1, 2);
		put(build, (uint8_t)resolution, 1);
		put(build, 0, 3);
	}
	if (offset) {
		put(build, 14, 2);
		put(build, 8, 2);
		put(build, (uint64_t)offset, 8);
	}
	end_block(build, start);
}

__attribute__((unused)) static void
put_packet(struct build *build, uint32_t interface, uint64_t stamp, uint32_t captured,
	uint32_t wire)
{
	size_t start = begin_block(build, 6);

	put(build, interface, 4);
	put(build, stamp >> 32, 4);
	put(build, stamp & 0xffffffff, 4);
	put(build, captured, 4);
	put(build, wire, 4);
	put_payload(build, captured, (uint8_t)interface);
	end_block(build, start);
}

/* ---- reading back ---- */

__attribute__((unused)) static struct capture *
open_build(const struct build *build, struct error *error)
{
	return capture_open_memory(build->bytes, build->length, "made", NULL, error);
}

/* Does the frame's payload count up from `first`? */
__attribute__((unused)) static bool
is_payload(const struct frame *frame, uint8_t first)
{
	for (uint32_t i = 0; i < frame->captured_bytes; i++)
		if (frame->bytes[i] != (uint8_t)(first + i))
			return false;
	return true;
}

/* Read to the end; how many frames, and what the last call said. */
struct ending {
	uint64_t frames;
	enum capture_result result;
	struct error error;
	struct capture_info info;
};

__attribute__((unused)) static struct ending
read_all(struct capture *capture)
{
	struct ending ending = {0};
	struct frame frame;

	while ((ending.result = capture_next(capture, &frame, &ending.error)) == CAPTURE_FRAME)
		ending.frames++;
	ending.info = *capture_info(capture);
	return ending;
}

#endif
