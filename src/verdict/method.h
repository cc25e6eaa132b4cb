/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * method.h - what the parts of the verdict hand each other, and every threshold.
 */
#ifndef CCTRACE_VERDICT_METHOD_H
#define CCTRACE_VERDICT_METHOD_H

#include "cctrace/verdict.h"

/* ---- thresholds; times in ns, shares of 1 ---- */

/* More rounds than this are merged in pairs: the method looks at shapes, not at each. */
enum { ROUNDS_MAX = 16384 };

/*
 * A queue: the low end of a round's RTT lies this much above the base.  12 % tells it from
 * scheduling; on short paths at most 2.5 ms, on the shortest half the base.
 */
#define QUEUE_SHARE 0.12
#define QUEUE_TIME (2500 * NSEC_PER_USEC)
/* Samples that a low end needs: neighbours help out. */
enum { QUEUE_SAMPLES = 12, QUEUE_NEIGHBOURS = 2, QUEUE_SAMPLES_MIN = 3 };
/* The low end is the 10th percentile: jitter and bunched ACKs lift only the high end. */
#define QUEUE_RANK 0.1

/* A route's change: the least RTT of 10 rounds above the most of 8 before, at once. */
enum { STEP_BEFORE = 8, STEP_AFTER = 10, STEP_LASTS = 40 };
#define STEP_TIME (4 * NSEC_PER_MSEC)
#define STEP_SHARE 0.15
#define STEP_JUMP 0.6      /* of it between two neighbouring samples: a queue ramps */
#define STEP_FLIGHT 1.3    /* flight grew less than this */

/* A full link: rounds with a queue agree on the rate this well... */
#define RATE_SPREAD 0.3
/* ... or short trains of ACKs (arrivals) do, in this share of the bytes... */
#define TRAIN_SHARE 0.35
/* ... and this share of the time runs near that rate. */
#define TRAIN_TIME 0.2
#define RATE_NEAR 0.85     /* a round at this share of the capacity is at it */
#define RATE_HALF 0.5      /* with a queue this is enough */
#define QUEUE_LONG 3.0     /* times the threshold: needs no rate */
enum { RATE_ROUNDS = 3, TRAIN_ROUNDS = 3, LOCAL_ROUNDS = 8, LOCAL_ROUNDS_MIN = 6 };
#define LOCAL_SPREAD 0.2
#define LOCAL_BELOW 0.8    /* of the capacity: the link's rate has changed */

/* Growth from round to round that is slow start, or the climb back. */
#define GROWTH 1.3
/* Flight falls without a loss after an overshoot. */
#define DRAIN 1.3
#define DRAIN_SHARE 0.6
/* Flat: segments a round of slope, or a tenth of the flight over all rounds. */
#define FLAT_SLOPE 0.1
/* ... or less over all rounds than this share of P90 - P10: a line has 1.25, noise little. */
#define FLAT_NOISE 0.5
/* Tight: P90 - P10 of the flight. */
#define TIGHT_SEGMENTS 2.5
#define TIGHT_SHARE 0.08
#define PLATEAU_NEAR 0.15  /* after a loss, back at the plateau of before */
enum { FLAT_ROUNDS = 5, FLAT_ROUNDS_LATER = 8, SLOPE_ROUNDS = 4, TIGHT_ROUNDS = 10 };

/* Bytes constant and bytes a second not: a window, whatever the RTT does. */
#define VARIATION_TIMES 1.5
#define VARIATION_MIN 0.04

/* From ACK to the data it released: a sender that has data answers at once. */
#define LAG_TIME (1200 * NSEC_PER_USEC)
#define LAG_SHARE 0.02
#define LAG_FULL_SHARE 0.05
enum { LAG_COUNT = 5 };
/* Bursts at even intervals come from a timer. */
#define PACE_SHARE 0.6
#define PACE_SPREAD 0.25
enum { PACE_BURSTS = 20 };

/* Silences: within a round, of a sender that had something to do. */
#define SILENCE_SHARE 0.3
#define SILENCE_FULL_SHARE 0.5
#define SILENCE_MIN (10 * NSEC_PER_MSEC)
#define IDLE_MIN (5 * NSEC_PER_MSEC)
#define IDLE_SHARE 0.1
#define SEGMENT_GAP (200 * NSEC_PER_MSEC) /* cuts rounds into segments, as do 2 RTTs */
#define TIMEOUT_MIN (180 * NSEC_PER_MSEC)
#define THINK_MIN (10 * NSEC_PER_MSEC)
#define REQUEST_MIN (20 * NSEC_PER_MSEC)
/* TSO waits for this much room before it sends into a window that is nearly full. */
#define DEFER_BYTES 65536
/* Below this an RTT is the hosts' and not the path's. */
#define SHORT_PATH NSEC_PER_MSEC
/* With an unknown scale: the edge is touched this often by the right one. */
#define EDGE_SHARE 0.6

/* Of a round trip: what comes this late was sent again. */
#define LATE_SHARE 0.85

#define CERTAIN_SHARE 0.6
#define CLOSE_SHARE 0.7
#define MIXED_SHARE 0.35
enum { ROUNDS_SURE = 20, ROUNDS_FEW = 8 };
/* One of so many packets echoes an ACK that the capture missed: it missed more. */
enum { UNHEARD_MANY = 100 };

/* ---- what is known of a round trip ---- */

struct round {
	nsec begin, end;
	uint64_t flight;         /* the most during it */
	int64_t edge;            /* the least room under the window; INT64_MAX: no window */
	int64_t window;          /* the latest, in bytes; -1 unknown */
	uint64_t delivered;      /* during it */
	double rate;             /* of that, bytes a second */
	size_t rtt_begin, rtt_end; /* its samples in the view */
	size_t samples;          /* of these, that no delayed ACK made; else all */
	nsec rtt, rtt_min;       /* median and least of these; 0: none */
	nsec base;               /* the path's RTT then */
	double queue;            /* low end of the RTT over the base, less 1 */
	bool has_queue;
	bool partial;            /* the transfer ended within it */
	bool saturated;
	uint8_t reason;          /* enum reason */
};

/* What the sender did first after an ACK moved on. */
struct lag {
	nsec time, lag;
};

/* No ACK came, until something was sent again. */
struct silence {
	nsec begin, end;
};

/* A congestion signal: a loss episode, or an echoed mark. */
struct signal {
	nsec time;
	bool mark;
};

struct method {
	struct sender_view *view;
	struct verdict *verdict;
	double mss;
	nsec min_rtt, tick;
	bool warped;             /* sending times are by time stamps: ticks blur them */
	bool blind;              /* queues are not seen: away from the sender, no time stamps */
	int shift;               /* of windows; 0 while unknown */
	bool window_known;       /* windows may be the reason */
	struct round *round;
	size_t round_count;
	struct lag *lag;
	size_t lag_count;
	struct silence *silence;
	size_t silence_count;
	struct signal *signal;
	size_t signal_count;
	double queue_limit;
	double capacity;         /* bytes a second; 0 unknown */
	bool by_queue, by_train; /* what the capacity was told by */
	bool paced;
	double *scratch;         /* as many as events */
};

/* Bytes the receiver allows beyond una after an event; -1 unknown. */
static inline int64_t
method_window(const struct method *method, const struct lived *event)
{
	return event->has_window ? (int64_t)event->window << method->shift : -1;
}

/* As thresholds of rates and ratios want it. */
static inline double
seconds(nsec span)
{
	return (double)span / 1e9;
}

/* rounds.c: rounds with flight, rate and RTT; lags, silences and signals. */
void rounds_find(struct method *method);
/* rounds.c: the shift of windows whose scale was not seen, by the edge they touch. */
void rounds_infer_shift(struct method *method);

/* queue.c: the base of the RTT, and the queue above it. */
void queue_measure(struct method *method);

/* capacity.c: what the path carries when full, and which rounds fill it. */
void capacity_measure(struct method *method);

/* label.c: one reason for each round. */
void label_rounds(struct method *method);

/* numbers.c: RTT, flight and the window law. */
void measure_numbers(struct method *method);

/* clock.c: every instant its reason; sets spans, sums and `limit`. */
void clock_walk(struct method *method, nsec first, nsec last);

#endif
