/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdict.h - why did the transfer run at the speed it did?
 *
 * Every instant of the transfer gets one reason, by priority, on the sender's view; what
 * most of the time is spent on limits the transfer.
 */
#ifndef CCTRACE_VERDICT_H
#define CCTRACE_VERDICT_H

#include "cctrace/sender.h"
#include "cctrace/stats.h"

/* What time was spent on, in the order of the JSON. */
enum reason {
	REASON_HANDSHAKE,
	REASON_SLOW_START,       /* the window grew, and nothing had been lost yet */
	REASON_GROWTH,           /* it grew slowly: congestion avoidance without a loss */
	REASON_SENDER_WINDOW,    /* flight stood still below every other bound: send buffer or clamp */
	REASON_RECEIVE_WINDOW,
	REASON_ZERO_WINDOW,
	REASON_BANDWIDTH,        /* a link was full */
	REASON_CONGESTION,       /* the window came back from a loss, and no link was full */
	REASON_LOSS_RECOVERY,
	REASON_APPLICATION,      /* nothing to send, or a request was awaited */
	REASON_OTHER,
	REASON_COUNT
};

enum limit {
	LIMIT_UNKNOWN, LIMIT_APPLICATION, LIMIT_SENDER_WINDOW, LIMIT_RECEIVE_WINDOW,
	LIMIT_ZERO_WINDOW, LIMIT_BANDWIDTH, LIMIT_CONGESTION, LIMIT_SLOW_START,
	LIMIT_HANDSHAKE, LIMIT_MIXED,
	LIMIT_COUNT
};

enum confidence { CONFIDENCE_LOW, CONFIDENCE_MEDIUM, CONFIDENCE_HIGH };

/* What lowers the confidence. */
enum doubt {
	DOUBT_SHARE = 1,         /* it held for less than 60 % of the time */
	DOUBT_CLOSE = 2,         /* another limit came close */
	DOUBT_FEW_ROUNDS = 4,
	DOUBT_NO_SYN = 8,
	DOUBT_WINDOW = 16,       /* the window's scale is not known, and it matters */
	DOUBT_NO_TIMESTAMPS = 32, /* away from the sender */
	DOUBT_CAPTURE_LOSS = 64,
	DOUBT_SHORT_PATH = 128,  /* an RTT below a millisecond is the hosts', not the path's */
	DOUBT_ONE_TEST = 256,    /* of two that a full link should pass */
	DOUBT_PACED = 512,       /* sent at even intervals: a timer looks like a window */
	DOUBT_RTT = 1024,        /* the RTT is a bound only */
	DOUBT_NO_SACK = 2048,    /* losses, and the snap length took what SACK told of them */
};

/* A stretch of time with one reason. */
struct verdict_span {
	nsec begin, end;         /* since the epoch, on the sender's clock; begin < end */
	uint8_t reason;
};

/*
 * A packet that filled a gap at the capture, and was no straggler: it replaced a lost one,
 * since it was sent after what had passed already.
 */
struct verdict_again {
	uint32_t row;            /* of the tape */
	uint32_t bytes;
	uint8_t cause;           /* enum again_cause: CAUSE_TIMEOUT or CAUSE_UNKNOWN */
};

struct verdict {
	enum direction dir;
	enum limit limit;
	double share;            /* of the time until the last ACK of data, 0..1 */
	enum limit second;       /* LIMIT_UNKNOWN: none */
	double second_share;
	enum confidence confidence;
	unsigned doubts;         /* enum doubt */
	/* Sums to the connection's duration: the time after the transfer is REASON_OTHER. */
	nsec spent[REASON_COUNT];
	struct verdict_span *span; /* in order, disjoint, neighbours differ */
	size_t span_count;
	struct verdict_again *again; /* in the order of sending */
	size_t again_count;
	/* The sender's view in numbers */
	enum vantage vantage;
	unsigned evidence;       /* enum vantage_evidence */
	struct vantage_times times;
	enum sender_method method;
	nsec min_rtt, tick;
	uint32_t mss;
	uint32_t rounds, losses; /* loss episodes that were none of reordering */
	bool shift_inferred;     /* window_shift was told by flight that touched the edge */
	int window_shift;        /* of the receiver's window; SHIFT_UNKNOWN */
	double capacity_bps;     /* payload the path carried when it was full; 0: never seen full */
	uint64_t plateau_bytes;  /* at which flight stood under a sender's window; 0: none */
	/* The window law: flight weighted by time, RTT by bytes.  0: not measured. */
	double mean_flight_bytes, mean_rtt_s, predicted_bps, measured_bps;
	nsec think;              /* from the last request to the first byte; 0: none seen */
	/* As the sender lived them; RTT by its samples, flight from first data to last ACK. */
	struct rtt_stats rtt;
	struct flight_stats flight;
};

/*
 * NULL where sender_view_new gives none of this direction of a closed tape.  `last_time`: of the
 * connection, which began with the tape's first row.
 */
struct verdict *verdict_new(const struct tape *tape, enum direction dir, nsec last_time);
void verdict_free(struct verdict *verdict);

/* Verdicts of all connections of a run. */
struct verdicts;

/*
 * Judged at the close, from the tapes, of the direction with the most payload.  The rows of
 * `stats` learn from it where the capture was taken, and what RTT, flight and retransmissions
 * are for the sender, where that is not what the capture saw; so does the tape.  With `drop`
 * a tape goes once it is judged.  Both are borrowed.
 */
struct verdicts *verdicts_new(struct tapes *tapes, struct stats *stats, bool drop);
void verdicts_free(struct verdicts *verdicts);

/* The consumer, its `self` being the verdicts: to be bound behind those of stats and tapes. */
extern const struct sink verdict_sink;

/* Of a connection by its `index`; NULL: it carried no data, or had no tape.  `verdicts` may
 * be NULL. */
const struct verdict *verdicts_find(const struct verdicts *verdicts, uint32_t index);

/* Behind "limited by": "the receive window"; "" for LIMIT_UNKNOWN. */
const char *limit_words(enum limit limit);

/* "sender_window", as in the JSON. */
const char *limit_name(enum limit limit);
const char *reason_name(enum reason reason);
const char *confidence_name(enum confidence confidence);

#endif
