/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * decode.h - where is TCP in this frame?
 *
 * Every length is checked against what was captured before a byte is read, and
 * against what the headers claim before it is believed.  Stateless.
 */
#ifndef CCTRACE_DECODE_H
#define CCTRACE_DECODE_H

#include "cctrace/frame.h"
#include "cctrace/segment.h"

enum decode_result {
	DECODE_TCP,       /* `segment` is complete */
	DECODE_QUOTED,    /* `segment` is a TCP header quoted by an ICMP error (SEG_QUOTED) */
	DECODE_OTHER,     /* a sound packet without TCP: ARP, UDP, ICMP ... */
	DECODE_FRAGMENT,  /* a later IP fragment of a TCP packet: no header in it */
	DECODE_BROKEN,    /* TCP or the way to it contradicts itself, or is cut too short */
	DECODE_LINK_UNKNOWN, /* no decoder for this link type */
	DECODE_RESULT_COUNT
};

/*
 * Find TCP in `frame`.  `segment` is written for DECODE_TCP and DECODE_QUOTED and is
 * unspecified otherwise.  A segment whose header was captured up to the window (16 bytes,
 * what tshark asks for) is DECODE_TCP even if its options were cut; the same for a quote.
 */
enum decode_result decode_frame(const struct frame *frame, struct segment *segment);

/*
 * The same without a look into tunnels (IP in IP, GRE, VXLAN ...): a packet that TCP is only
 * inside of is DECODE_OTHER.  VLANs, MPLS and PPPoE belong to the link and are passed.
 */
enum decode_result decode_frame_outside(const struct frame *frame, struct segment *segment);

/* Is there a decoder for this LINKTYPE_ value? */
bool decode_link_known(uint16_t link_type);

/*
 * Parse TCP options: `length` bytes at `options` are present of `claimed` that the
 * header announces.  Sets the option fields and SEG_ bits of `segment` that the
 * options carry; unknown kinds are skipped; a length of 0 or 1, or one past the end,
 * ends the walk with SEG_OPTIONS_CUT (RFC 9293 3.1, MUST-68).
 */
void decode_tcp_options(const uint8_t *options, size_t length, size_t claimed,
	struct segment *segment);

#endif
