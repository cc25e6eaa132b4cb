/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stats.h - how much, how long, how spread: the totals of every connection, from steps
 * and notes alone.
 *
 * A row is what remains of a connection after its close; it holds all that the summary
 * and the JSON say of it.  Unknown numbers are marked by the `has_`/`samples` fields
 * beside them, never by 0.
 */
#ifndef CCTRACE_STATS_H
#define CCTRACE_STATS_H

#include "cctrace/capture.h"
#include "cctrace/decode.h"
#include "cctrace/event.h"

/*
 * A distribution of durations in ns.  Percentiles are exact up to 512 samples, then within 0.1 %
 * (a log-linear histogram of 1024 steps an octave); the others are exact.
 */
struct rtt_stats {
	uint64_t samples;      /* 0: nothing else is valid */
	nsec min, max, mean;
	nsec mean_by_bytes;    /* weighted by the bytes each sample's ACK delivered */
	nsec p50, p90, p95, p99;
};

/*
 * Bytes outstanding of a direction, weighted by time from its first data to the last
 * ACK of data.
 */
struct flight_stats {
	nsec duration;         /* 0: nothing else is valid */
	uint32_t mean_bytes, p50_bytes, p95_bytes, max_bytes; /* owin is 32 bits, too */
};

/* Delivery rate samples in bit/s (draft-cheng-iccrg-delivery-rate-estimation). */
struct rate_stats {
	uint64_t samples;
	uint64_t p50_bps, p99_bps;
};

enum { CAUSE_COUNT = CAUSE_LOST_AGAIN + 1 };

struct direction_stats {
	/*
	 * Segments of this direction.  COPY segments count in packets, bytes and
	 * duplicate_packets only.  Counts of 32 bits are of what is rare or its causes, and
	 * wrap at 2^32.
	 */
	uint64_t packets;
	uint64_t bytes;               /* frames as long as they were on the wire */
	uint64_t payload_bytes;       /* retransmissions, keep-alives and probes included */
	uint64_t unique_bytes;        /* each byte of the stream once */
	uint64_t data_packets;        /* with payload */
	uint64_t pure_acks;           /* ACK, no payload, no SYN, FIN, RST */
	uint32_t retransmitted_packets; /* DATA_AGAIN; SYN and FIN included */
	uint32_t retransmitted_segments; /* the same in MSS units */
	uint64_t retransmitted_bytes; /* payload bytes seen before */
	uint32_t by_cause[CAUSE_COUNT]; /* sums to retransmitted_packets */
	uint32_t spurious;
	uint32_t reordered_packets;   /* DATA_LATE */
	uint32_t duplicate_packets;   /* DATA_COPY */
	uint64_t unseen_bytes;        /* acknowledged, never captured */
	uint32_t lost_segments;       /* originals judged lost and not taken back */
	uint32_t duplicate_acks;      /* sent by this direction */
	uint32_t zero_windows;        /* segments of this direction that advertised 0 (no SYN,
	                                 FIN, RST) */
	uint32_t window_probes, keep_alives;
	uint32_t window_full;         /* data, no probe, that reached the edge of the window by
	                                 the peer's newest ACK; 0 also while shifts are unknown */
	uint32_t sacks, dsacks;       /* segments with SACK ranges, with a D-SACK */
	uint32_t ece, cwr, ce;
	uint32_t timeouts, recoveries; /* episodes of this direction's data */
	uint32_t window_min_bytes, window_max_bytes; /* advertised by this direction, scaled,
	                                                after the SYN */
	bool has_window;              /* window_min/max are known */
	nsec first_data, last_data;   /* first and last segment with payload, keep-alives apart;
	                                 NSEC_UNKNOWN */
	nsec last_ack_of_data;        /* last ACK that advanced over payload; NSEC_UNKNOWN */
	uint64_t acked_bytes;         /* payload acknowledged, cumulatively or by SACK, each
	                                 byte once */
	struct rtt_stats rtt;         /* of ACKs and SACKs of this direction's data; SYN and FIN not */
	struct flight_stats flight;   /* at the capture point: owin less SACKed, less lost and
	                                 not sent again */
	struct rate_stats rate;
	bool as_sender;               /* rtt, flight and retransmissions are not what the capture
	                                 point saw, but as the sender lived them (sender.h) */
};

struct connection_row {
	struct endpoint end[2];
	uint64_t first_frame;
	nsec first_time, last_time;
	uint64_t frames;              /* segments analysed */
	uint32_t stream, part, index;
	uint8_t ip_version;
	struct facts facts;
	struct direction_stats dir[2];
	const struct connection *conn; /* for late_frames; lives as long as the flow table */
};

/* Which direction carries the data: the larger payload; false when neither has any. */
bool row_data_direction(const struct connection_row *row, enum direction *dir);

/* Payload bits a second over first to last data: of all payload (throughput), or of what was
 * acknowledged, until the last ACK of data (goodput: no later bit is known to have
 * arrived).  false where there is no span. */
bool row_throughput(const struct connection_row *row, enum direction dir, double *bps);
bool row_goodput(const struct connection_row *row, enum direction dir, double *bps);

struct stats;

struct stats *stats_new(void);
void stats_free(struct stats *stats);

/* The consumer to bind to an engine, its `self` being the stats. */
extern const struct sink stats_sink;

/*
 * The rows of closed connections in order of first frame; borrowed, valid until the
 * next close.  `count` is set.
 */
const struct connection_row *const *stats_rows(struct stats *stats, size_t *count);

/* The row of a closed connection by its index, to be completed; NULL when there is none. */
struct connection_row *stats_row(struct stats *stats, uint32_t index);

/* Frames of the capture by what decoding found. */
struct frame_counts {
	uint64_t by_result[DECODE_RESULT_COUNT];
	uint64_t fragments_first;  /* SEG_FRAGMENT among DECODE_TCP */
	uint64_t late;             /* stragglers of connections already put away */
	uint16_t unknown_link;     /* a link type without decoder, where any was counted */
};

#endif
