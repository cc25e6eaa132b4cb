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
	bool tunnels;    /* look into them */
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

/* One header more; false when they were too many. */
static inline bool
cursor_deeper(struct cursor *cursor)
{
	return ++cursor->depth <= DEPTH_MAX;
}

/* Step over `size` bytes if they have been captured. */
static inline bool
cursor_skip(struct cursor *cursor, size_t size)
{
	if (size > cursor->captured)
		return false;
	cursor_take(cursor, size);
	return true;
}

/*
 * Add to what tells equal addresses in different networks apart.  Order counts; the factor is
 * odd and has its bits spread, so that small numbers reach all of the 31.
 */
static inline void
cursor_path(struct cursor *cursor, uint32_t what)
{
	uint32_t path = (cursor->segment->path ^ what) * UINT32_C(0x9e3779b1);

	cursor->segment->path = (path ^ path >> 15) & INT32_MAX;
}

/* A link inside of another, by its type; DECODE_OTHER for one that is unknown. */
enum decode_result decode_link(struct cursor *cursor, uint16_t link_type);
/* By EtherType, or by the first nibble of an IP packet. */
enum decode_result decode_ethertype(struct cursor *cursor, uint16_t ethertype);
/* A header of `size` bytes, with the EtherType of what follows at `offset`. */
enum decode_result decode_typed(struct cursor *cursor, size_t size, size_t offset);
/* By OSI's network layer identifier (ISO/IEC TR 9577), which is still to be taken. */
decoder decode_nlpid;
decoder decode_ip, decode_ipv4, decode_ipv6;
/* By IP protocol number: what lies behind the IP headers. */
enum decode_result decode_protocol(struct cursor *cursor, uint8_t protocol);
decoder decode_tcp;

decoder decode_llc, decode_mpls, decode_ppp, decode_pppoe;

/* Tunnels, by IP protocol number and by UDP port; DECODE_OTHER for what isn't one. */
enum decode_result tunnel_protocol(struct cursor *cursor, uint8_t protocol);
decoder tunnel_udp;

/* Links, one function a row of the table in link.c, in files by family. */
decoder link_ethernet, link_sll, link_sll2, link_null, link_loop;
decoder link_80211, link_radiotap, link_prism, link_avs;
decoder link_ppp, link_ppp_directed, link_chdlc, link_chdlc_directed, link_frame_relay,
	link_frame_relay_directed, link_atm_1483, link_atm_clip, link_sunatm;
decoder link_fddi, link_token_ring, link_arcnet, link_arcnet_linux, link_ip_over_fc,
	link_firewire, link_ipoib, link_mpacket, link_netanalyzer, link_netanalyzer_raw,
	link_docsis;
decoder link_ppi, link_pktap, link_nflog, link_pflog, link_enc, link_erf;
decoder link_juniper_ethernet, link_juniper_ppp, link_juniper_frame_relay,
	link_juniper_chdlc;

#endif
