/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * view.h - what the numbers of a row may be called, given where the capture was taken.
 *
 * The judgments that the text and the JSON share, so that the two can't disagree.
 */
#ifndef CCTRACE_REPORT_VIEW_H
#define CCTRACE_REPORT_VIEW_H

#include "cctrace/report.h"

/* Where a direction's data was captured, seen along that data. */
enum vantage view_vantage(const struct connection_row *row, enum direction dir);

/*
 * Between a direction's data and its acknowledgment the capture sees the way from the
 * capture point to the receiver and back.  At the sender that is the full path, at the
 * receiver the time the receiver takes to acknowledge, and TO_RECEIVER anywhere between;
 * that is also true, and all that is known, where the vantage isn't.
 */
enum rtt_path { PATH_FULL, PATH_TO_RECEIVER, PATH_TURNAROUND };

enum rtt_path view_rtt_path(const struct connection_row *row, enum direction dir);

/*
 * Are the bytes outstanding at the capture point those the sender has in flight?  At the
 * sender, or where the handshake shows that the path has no delay worth the name
 * (under 1 ms in all).  Elsewhere they would be far too few.
 */
bool view_flight_known(const struct connection_row *row, enum direction dir);

/* As view_flight_known, and there is flight to tell of. */
bool view_has_flight(const struct connection_row *row, enum direction dir);

/*
 * Are there delivery rate samples that say something of the path?  At the receiver a
 * sample lasts no longer than a turnaround, and the rate is that of a burst on its link.
 */
bool view_has_rate(const struct connection_row *row, enum direction dir);

/* As row_goodput, but none of data that was sent at one instant: that has no pace. */
bool view_goodput(const struct connection_row *row, enum direction dir, double *bps);

/* SYN to ACK, or NSEC_UNKNOWN where a half is unknown. */
nsec view_handshake_rtt(const struct connection_row *row);

/* SYNs and SYN-ACKs beyond the first of each side. */
uint64_t view_syn_retransmissions(const struct connection_row *row);

/* A SYN, a SYN-ACK was captured from either side. */
bool view_syn_seen(const struct connection_row *row);
bool view_syn_ack_seen(const struct connection_row *row);

/* How it was opened, as far as both SYNs were captured. */
enum opening {
	OPENING_UNKNOWN,
	OPENING_USUAL,        /* SYN, SYN-ACK */
	OPENING_SIMULTANEOUS, /* a SYN of each side (RFC 9293 3.5) */
	OPENING_SPLIT,        /* the SYN was answered by a SYN without ACK, and that by a SYN-ACK */
};
enum opening view_opening(const struct connection_row *row);

/* SYN and SYN-ACK, and nothing that answers the latter but perhaps a reset. */
bool view_half_open(const struct connection_row *row);

/* Of the first reset; NSEC_UNKNOWN. */
nsec view_reset_time(const struct connection_row *row);

/* Neither a reset nor the FINs of both sides were captured. */
bool view_is_open(const struct connection_row *row);

/* How a connection went, the most telling first. */
enum outcome {
	OUTCOME_NO_ANSWER,   /* SYNs of A, and nothing from B */
	OUTCOME_REFUSED,     /* SYN answered by a reset */
	OUTCOME_RESET,       /* ended by a reset */
	OUTCOME_CLOSED,      /* FINs of both sides, perhaps a reset on top */
	OUTCOME_HALF_CLOSED, /* FIN of one side */
	OUTCOME_HALF_OPEN,   /* SYN and SYN-ACK, and nothing that answers the latter */
	OUTCOME_OPEN,
};
enum outcome view_outcome(const struct connection_row *row);

/* Bytes acknowledged that the capture never saw, of both directions. */
uint64_t view_unseen_bytes(const struct connection_row *row);

/* Payload of the direction that carries the data; 0 without.  Orders the summary. */
uint64_t view_payload(const struct connection_row *row);

/* The end of a span less its begin; 0 if time went back. */
uint64_t view_elapsed(nsec from, nsec to);

/* Frames that passed the filter; each is in exactly one of the rest. */
struct frame_kinds {
	uint64_t passed;
	uint64_t tcp;
	uint64_t other; /* without TCP of their own (ICMP that quotes it, too), or of a
			   link type without decoder */
	uint64_t broken;
	uint64_t fragments; /* later IP fragments */
};
struct frame_kinds view_frames(const struct report_input *input);

/* Packets the capture recorded twice, in all rows of `input`. */
uint64_t view_duplicates(const struct report_input *input);

#endif
