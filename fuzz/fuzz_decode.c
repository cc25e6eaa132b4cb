/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_decode.c - a frame of any link type: the first two bytes choose it.  What decoding
 * says stays within its contract.
 */
#include <stdlib.h>

#include "cctrace/decode.h"
#include "fuzz/target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct segment segment;
	struct frame frame = {.number = 1};

	if (size < 2)
		return 0;
	frame.link_type = (uint16_t)(data[0] << 8 | data[1]);
	frame.bytes = data + 2;
	frame.captured_bytes = (uint32_t)(size - 2);
	frame.wire_bytes = frame.captured_bytes;

	enum decode_result result = decode_frame(&frame, &segment);

	if (result >= DECODE_RESULT_COUNT
		|| (result == DECODE_LINK_UNKNOWN) != !decode_link_known(frame.link_type))
		abort();
	if (result == DECODE_TCP && (segment.sack_count > SEGMENT_SACK_MAX
		|| (segment.ip_version != 4 && segment.ip_version != 6) || segment.ecn > 3))
		abort();
	return 0;
}
