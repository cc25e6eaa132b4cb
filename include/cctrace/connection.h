/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * connection.h - identity of a TCP connection, and the table that gives a segment its
 * connection and direction.
 *
 * `stream` is exactly tshark 4.0's tcp.stream of the unfiltered file: numbered from 0
 * in order of first frame, one for each pair of address and port, a new one when a
 * bare SYN's sequence number differs from the one the connection began with.  Headers
 * quoted in ICMP errors count, as tshark has it: a quote of an unknown connection, or of
 * a SYN that would begin a stream, consumes a number.
 * What is finer is a `part` of a stream: ports used again after a close without a bare SYN
 * seen, and the same pair in different VLANs or tunnels, be it two connections or one that
 * was captured twice.  Each direction has a VLAN or tunnel of its own, and the parts that run
 * side by side are at most 16.
 */
#ifndef CCTRACE_CONNECTION_H
#define CCTRACE_CONNECTION_H

#include "cctrace/segment.h"
#include "cctrace/units.h"

struct endpoint {
	uint8_t address[16]; /* network order; IPv4 in the first 4, the rest zero */
	uint16_t port;
};

/* Owned by its flow table, at a fixed address until flow_free. */
struct connection {
	struct endpoint end[2];  /* [A2B] is A's, [B2A] is B's: index by who sends */
	uint32_t stream;
	uint64_t first_frame;    /* number of its first segment's frame, a quote not counting
	                            once there is another */
	nsec first_time;
	uint32_t part;           /* 0, 1, ... within the stream */
	uint32_t index;          /* 0, 1, ... in order of first frame, over all parts; here a
	                            quote does count */
	/* Frames that came after the connection had been put away (see flow_ended). */
	uint32_t late_frames;
	uint8_t ip_version;
	bool quoted_only;        /* only seen inside ICMP errors so far: has no steps */
	/*
	 * One slab for tcp and all consumers, `state_bytes` of flow_new long, zeroed, aligned
	 * to 64; NULL while `quoted_only` and once the connection was put away.
	 */
	void *state;
	/* The flow table's own; bits are 1 << direction. */
	struct flow_private {
		struct connection *next_ended;
		/* As tshark keeps it for the whole stream: the sequence number of the first
		 * segment if a SYN, else one less; or the first ack less one. */
		wireseq base[2];
		/* The same of this part alone, but that a SYN corrects a guess. */
		wireseq isn[2];
		uint32_t hash;
		uint32_t path[2];    /* see segment.h; UINT32_MAX: none came that way yet */
		/* Index of the next part that only its path tells from this one; 0: none. */
		uint32_t sibling;
		uint8_t base_known, isn_known, isn_by_syn;
		uint8_t fin, rst;
		bool queued : 1;     /* waits in the ring of closed connections */
		bool revived : 1;    /* while waiting there it carried data */
		bool ended : 1;      /* was handed out or put away */
		bool branch : 1;     /* is another's sibling */
	} flow;
};

struct flow_table;

/*
 * Closed connections (a RST, or a FIN from both sides) stay complete until this many
 * others have closed after them, so that stragglers are still analysed; then they are put
 * away.  One that carried data in the meantime, as after a forged RST, stays as long again.
 */
enum { FLOW_CLOSED_KEPT = 512 };

/* `seed` makes the order of slots unpredictable to an attacker; it never shows in results. */
struct flow_table *flow_new(size_t state_bytes, uint64_t seed);
void flow_free(struct flow_table *table);

/*
 * The connection of `segment`, made when there is none, with the segment's direction in
 * `*dir`.  Never NULL.  A connection without `state` was put away: its late_frames has
 * been counted and the segment is not to be analysed.  For a quoted segment `*dir` is
 * that of the quoted header.
 */
struct connection *flow_route(struct flow_table *table, const struct segment *segment,
	enum direction *dir);

/* Fetch what flow_route(segment) will touch; of use some segments ahead. */
void flow_prefetch(const struct flow_table *table, const struct segment *segment);

/*
 * A connection that was superseded, or that closed FLOW_CLOSED_KEPT connections ago, or
 * NULL.  The caller finishes with its state, then calls flow_put_away.
 */
struct connection *flow_ended(struct flow_table *table);

/* Take the state of a connection back; its identity stays for stragglers and reports. */
void flow_put_away(struct flow_table *table, struct connection *connection);

/* All connections in order of first frame; `flow_count` of them. */
size_t flow_count(const struct flow_table *table);
struct connection *flow_get(const struct flow_table *table, size_t index);

#endif
