/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * segment.h - one TCP segment in host order, all that later layers get to see of a
 * packet.  No pointer into the frame survives here.
 */
#ifndef CCTRACE_SEGMENT_H
#define CCTRACE_SEGMENT_H

#include "cctrace/units.h"

/* TCP flags as on the wire (RFC 9293 3.1, RFC 3168 6.1). */
enum {
	TCP_FIN = 1, TCP_SYN = 2, TCP_RST = 4, TCP_PSH = 8,
	TCP_ACK = 16, TCP_URG = 32, TCP_ECE = 64, TCP_CWR = 128,
};

/* Which optional parts of a segment are known. */
enum segment_has {
	SEG_TIMESTAMPS = 1, /* ts_value, ts_echo (RFC 7323 3.2) */
	SEG_MSS = 2,        /* mss */
	SEG_WINDOW_SCALE = 4, /* window_shift, as sent: may exceed 14 */
	SEG_SACK_PERMITTED = 8,
	SEG_IP_ID = 16,     /* ip_id: IPv4, or an IPv6 fragment header's low half */
	SEG_OPTIONS_CUT = 32, /* the snap length or a bad length ended the options early:
	                         an absent option means nothing */
	SEG_FRAGMENT = 64,  /* first fragment of more: payload_bytes is what it holds itself; or
	                       in the first fragment of a tunnel's packet, and whole */
	SEG_QUOTED = 128,   /* inside an ICMP error: consumes a stream number, nothing else */
	SEG_LENGTH_GUESSED = 256, /* IP length 0 (offload): payload from the frame's wire length */
	SEG_FAST_OPEN = 512, /* Fast Open cookie or request (RFC 7413, kind 34 or 254 with
	                        magic F989) */
	SEG_MPTCP = 1024,   /* kind 30 (RFC 8684) */
	SEG_ACC_ECN = 2048, /* AccECN option, kind 172 or 174 */
	SEG_OFFSET_LOW = 8192, /* beside SEG_NO_LENGTH: a data offset below 5; tshark learns
	                          from it where a stream begins */
	SEG_NO_LENGTH = 4096, /* header shorter than it says or longer than the packet: ports and
	                         numbers are read, no data is known (payload 0) */
};

enum { SEGMENT_SACK_MAX = 4 }; /* as many as 40 bytes of options hold (RFC 2018 3) */

struct segment {
	nsec time;
	uint64_t frame;         /* number in the capture, from 1 */
	/* Network order bytes; IPv4 in the first 4, the rest zero. */
	uint8_t source[16], destination[16];
	uint16_t source_port, destination_port;
	uint8_t ip_version;     /* 4 or 6 */
	uint8_t flags;          /* TCP_... */
	uint8_t ttl;            /* TTL or hop limit */
	uint8_t ecn;            /* low two bits of the traffic class (RFC 3168 5): 3 = CE */
	wireseq seq, ack;       /* ack is whatever stood there; meaningless without TCP_ACK */
	uint16_t window;        /* unscaled */
	uint16_t has;           /* SEG_... */
	uint32_t payload_bytes; /* by the IP header, not by what was captured */
	uint32_t wire_bytes;    /* of the frame */
	uint32_t ts_value, ts_echo;
	uint16_t mss;
	uint16_t ip_id;
	uint8_t window_shift;
	uint8_t ae;             /* the AE (former NS) flag, 0 or 1 */
	uint8_t sack_count;     /* 0..SEGMENT_SACK_MAX, in the order of the option */
	uint8_t reserved;
	/*
	 * Which VLANs and tunnels the packet came through (ids, networks, outer addresses in
	 * either order), as one number below 2^31 that can only be compared; 0: none.
	 */
	uint32_t path;
	struct {
		wireseq begin, end;
	} sack[SEGMENT_SACK_MAX];
};

#endif
