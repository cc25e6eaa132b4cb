/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz_options.c - TCP options: the first byte is how many the header claims to have.
 */
#include <stdlib.h>

#include "cctrace/decode.h"
#include "fuzz/target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct segment segment = {0};

	if (size < 1)
		return 0;
	decode_tcp_options(data + 1, size - 1, data[0] > size - 1 ? data[0] : size - 1, &segment);
	if (segment.sack_count > SEGMENT_SACK_MAX)
		abort();
	/* Nothing present of what was claimed: every option may be missing. */
	if (size == 1 && data[0] && segment.has != SEG_OPTIONS_CUT)
		abort();
	return 0;
}
