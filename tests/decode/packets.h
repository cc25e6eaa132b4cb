/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * packets.h - headers as lists of bytes, from which a test puts a packet together.
 */
#ifndef CCTRACE_TESTS_DECODE_PACKETS_H
#define CCTRACE_TESTS_DECODE_PACKETS_H

#include <stdlib.h>

#include "cctrace/decode.h"
#include "tests/tap.h"

#define ETHERNET(type) 0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2, (type) >> 8, (type) & 255
/* 192.0.2.1 > 192.0.2.2, TTL 64, identification 0x1234 */
#define IPV4(total, fragment, protocol) 0x45, 0x03, (total) >> 8, (total) & 255, 0x12, 0x34, \
	(fragment) >> 8, (fragment) & 255, 64, protocol, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2
#define IPV6(length, next) 0x60, 0x20, 0, 0, (uint8_t)((length) >> 8), (uint8_t)(length), next, \
	63, \
	0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, \
	0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2
/* port 4660 > 80, seq 0x01020304, ack 0x0a0b0c0d, window 502 */
#define TCP(words, flags) 0x12, 0x34, 0, 80, 1, 2, 3, 4, 10, 11, 12, 13, (words) << 4, flags, \
	0x01, 0xf6, 0, 0, 0, 0
#define STAMPS 1, 1, 8, 10, 0, 0, 0, 7, 0, 0, 0, 9

static struct segment segment;

/* Decoded from memory of exactly its size, so that a sanitizer sees any step too far. */
static enum decode_result
decode_wire(uint16_t link, const uint8_t *bytes, size_t captured, size_t wire)
{
	uint8_t *copy = malloc(captured ? captured : 1);
	struct frame frame = {.time = 5, .number = 9, .bytes = copy, .link_type = link,
		.captured_bytes = (uint32_t)captured, .wire_bytes = (uint32_t)wire};
	enum decode_result result;

	if (captured)
		memcpy(copy, bytes, captured);
	memset(&segment, 0xaa, sizeof(segment));
	result = decode_frame(&frame, &segment);
	free(copy);
	return result;
}

#define DECODE(link, ...) (decode_wire(link, (const uint8_t[]){__VA_ARGS__}, \
	sizeof((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})))

#endif
