/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_capture.c - a capture file: whatever the bytes, frames lie within memory, their
 * numbers run on, and what is said of the whole fits what was delivered.
 */
#include <stdlib.h>
#include <string.h>

#include "capture/capture_memory.h"
#include "fuzz/target.h"

/* A few compressed bytes may stand for a very long file. */
enum { FRAMES_MAX = 100000, BYTES_MAX = 64 * 1024 * 1024 };

static void
check(bool good)
{
	if (!good)
		abort();
}

struct tally {
	uint64_t frames, bytes, captured, cut, sum;
	nsec first, last;
};

/* Reads every byte, so that a sanitizer can object. */
static void
count(struct tally *tally, const struct frame *frame)
{
	check(frame->number == ++tally->frames);
	check(frame->time != NSEC_UNKNOWN);
	for (uint32_t i = 0; i < frame->captured_bytes; i++)
		tally->sum += frame->bytes[i];
	tally->captured += frame->captured_bytes;
	tally->bytes += frame->wire_bytes;
	tally->cut += frame->captured_bytes < frame->wire_bytes;
	if (tally->frames == 1 || frame->time < tally->first)
		tally->first = frame->time;
	if (tally->frames == 1 || frame->time > tally->last)
		tally->last = frame->time;
}

static void
compare(const struct tally *tally, const struct capture_info *info)
{
	check(info->frames == tally->frames && info->filtered_frames == 0);
	check(info->bytes == tally->bytes && info->cut_frames == tally->cut);
	check((info->first_time == NSEC_UNKNOWN) == (tally->frames == 0));
	check(tally->frames == 0
		|| (info->first_time == tally->first && info->last_time == tally->last));
	check(info->link_type_count <= CAPTURE_LINK_TYPES_MAX);
	check(info->damaged == (info->damage_reason[0] != '\0'));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {0};
	struct tally tally = {0};
	struct frame frame;
	enum capture_result result;
	struct capture *capture = capture_open_memory(data, size, "input", NULL, &error);

	if (!capture) {
		check(error.text[0] != '\0');
		return 0;
	}
	while ((result = capture_next(capture, &frame, &error)) == CAPTURE_FRAME) {
		count(&tally, &frame);
		if (tally.frames == FRAMES_MAX || tally.captured > BYTES_MAX)
			break;
	}
	compare(&tally, capture_info(capture));
	if (result != CAPTURE_FRAME) {
		check((result != CAPTURE_END) == (error.text[0] != '\0'));
		check((result == CAPTURE_DAMAGED) == capture_info(capture)->damaged);
		check(capture_next(capture, &frame, &error) == CAPTURE_END);
	}
	capture_close(capture);
	return 0;
}
