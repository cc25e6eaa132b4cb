/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cursor.h - what of a packet is still to be decoded, and how a decoder goes on.
 *
 * Two lengths walk along: `captured` bytes can be read, `wire` bytes are claimed to have
 * been there.  A decoder reads only the former and believes only the latter.
 */
#ifndef CCTRACE_DECODE_CURSOR_H
#define CCTRACE_DECODE_CURSOR_H

#include <assert.h>

#include "cctrace/decode.h"

struct cursor {
	const uint8_t *at;
	size_t captured, wire;
	struct segment *segment;
	bool quoted;     /* inside an ICMP error: lengths claim more than is there */
	uint8_t depth;   /* headers passed, bounded by DEPTH_MAX */
};

/* Headers between the frame's start and TCP; more are a loop or an attack. */
enum { DEPTH_MAX = 16 };

typedef enum decode_result decoder(struct cursor *cursor);

/* Step over `size` bytes that have been captured. */
static inline void
cursor_take(struct cursor *cursor, size_t size)
{
	assert(size <= cursor->captured);
	cursor->at += size;
	cursor->captured -= size;
	cursor->wire = cursor->wire > size ? cursor->wire - size : 0;
}

/* By EtherType, or by the first nibble of an IP packet. */
enum decode_result decode_ethertype(struct cursor *cursor, uint16_t ethertype);
decoder decode_ip, decode_ipv4, decode_ipv6;
/* By IP protocol number; `transport_bytes` is the packet's length behind the IP headers. */
enum decode_result decode_protocol(struct cursor *cursor, uint8_t protocol);
decoder decode_tcp;

/* Links, one function a row of the table in link.c. */
decoder link_ethernet, link_sll, link_sll2, link_null, link_loop;

#endif
