/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sender.h - a transfer as its sender lived it, whichever end was captured.
 *
 * Rebuilt from a closed tape, when all facts are final.  ACKs keep the time at which they
 * passed the capture; data gets the time at which it must have been sent, on the clock that
 * folds the path between capture and sender to nothing: so RTT, flight, rounds and losses
 * come out of one code path for every vantage.  At the sender's side it is the identity.
 */
#ifndef CCTRACE_SENDER_H
#define CCTRACE_SENDER_H

#include "cctrace/tape.h"

/* Where the capture was taken, seen along the data. */
enum vantage { VANTAGE_UNKNOWN, VANTAGE_SENDER, VANTAGE_RECEIVER, VANTAGE_MIDDLE };

/* What the vantage was concluded from. */
enum vantage_evidence {
	EVIDENCE_HANDSHAKE = 1,  /* both halves of the handshake */
	EVIDENCE_DATA_ACK = 2,   /* the shortest time from data to its ACK */
	EVIDENCE_ECHO = 4,       /* the shortest from an ACK to the data that echoes it */
	EVIDENCE_NO_LAG = 8,     /* no SYN, but all data echoes the newest ACK */
	EVIDENCE_LOOSE = 16,     /* no SYN and no ACK clock: halves are bounds, not values */
};

/*
 * The times behind the evidence, each the shortest seen, of a long transfer that was captured
 * beside its sender in its beginning; NSEC_UNKNOWN where there was none.
 */
struct vantage_times {
	nsec answer;             /* from data to its ACK */
	nsec release;            /* from an ACK to data that echoes its time stamp */
};

/* How the sending times were had. */
enum sender_method {
	SENDER_DIRECT,           /* captured beside the sender, or unknown where */
	SENDER_TIMESTAMPS,       /* by TSval, within `tick` */
	SENDER_SHIFTED,          /* by the path's half alone: a queue before the capture is
	                            not seen */
};

enum lived_kind { LIVED_ACK, LIVED_NEW, LIVED_AGAIN };

/* One event of the transfer, in the order of the sender, and the state after it. */
struct lived {
	nsec time;               /* since the epoch, on the capture's clock; never goes back */
	stroff max, una;         /* end of the highest byte sent; cumulatively acknowledged */
	uint64_t delivered;      /* payload bytes acknowledged or SACKed so far */
	uint32_t window;         /* as last advertised, unscaled; valid with `has_window` */
	uint32_t bytes;          /* payload; an ACK's is of the other direction */
	uint32_t sacked;         /* of max - una; as the capture point knew it */
	uint32_t row;            /* of the tape */
	uint8_t kind;            /* enum lived_kind */
	bool has_window;
	bool ece;                /* an ACK that echoes congestion (RFC 3168 6.1.3) */
	bool unheard;            /* data that echoes an ACK which the capture missed */
};

/* A round-trip time of data, told by the ACK that completed it; sorted by `time`. */
struct lived_rtt {
	nsec time;               /* of the ACK */
	nsec rtt;                /* above 0 */
	bool lone;               /* the ACK was of the only segment that was out, and may have
	                            been delayed */
};

/* Bytes sent again. */
struct lived_again {
	nsec time;
	stroff begin, end;
	uint32_t row;
	uint32_t flight;         /* max - una before it */
	nsec late;               /* since the first data beyond its begin was sent (or, with
	                            SENDER_SHIFTED, passed) */
	bool spurious;           /* proven needless (D-SACK, Eifel) */
};

/* From the first retransmission until what was out then is acknowledged. */
struct lived_episode {
	nsec begin, end;         /* end: of the ACK, or of the transfer */
	stroff una, point;       /* una at the beginning; the ACK at which it is over */
	uint32_t first, count;   /* of `again` */
	uint32_t flight;         /* max - una before it */
	bool spurious;           /* all of it was needless */
	bool timeout;            /* nothing had moved for longer than a timeout takes */
};

struct sender_view {
	const struct tape *tape;
	enum direction dir;      /* whose data */
	enum vantage vantage;
	unsigned evidence;       /* enum vantage_evidence */
	struct vantage_times times;
	enum sender_method method;
	/* The shortest times from the capture to an end and back; NSEC_UNKNOWN. */
	nsec to_receiver, to_sender;
	nsec tick;               /* of the sender's TSval; 0: not used */
	uint32_t mss;            /* payload of a full segment, options taken off; at least 1 */
	uint32_t largest;        /* payload of one packet */
	bool offload;            /* packets above the MSS: spacing says nothing */
	int window_shift;        /* of the receiver's windows; SHIFT_UNKNOWN, SHIFT_UNUSED */
	nsec min_rtt;            /* above 0 */
	nsec begin, end;         /* of the first and the last event */
	struct lived *event;
	size_t count, room;      /* of `event`: at least 1; room is the view's own */
	struct lived_rtt *rtt;
	size_t rtt_count;
	struct lived_again *again;
	size_t again_count;
	struct lived_episode *episode;
	size_t episode_count;
	uint64_t data_packets;
	uint64_t unheard;        /* events that are */
	bool unseen;             /* bytes were acknowledged that the capture never saw */
};

/* NULL where direction `dir` carried no data, or the clock went mad.  The tape is borrowed for
 * the life of the view. */
struct sender_view *sender_view_new(const struct tape *tape, enum direction dir);
void sender_view_free(struct sender_view *view);

/* Payload of a row that takes part: of the direction, no copy, probe or keep-alive; else 0. */
static inline uint32_t
row_payload(const struct tape *tape, size_t row, enum direction dir)
{
	uint8_t flags = tape->flags[row], class = tape->data_class[row];
	uint32_t numbers = (flags & TCP_SYN ? 1 : 0) + (flags & TCP_FIN ? 1 : 0);

	if (tape->dir[row] != dir || flags & (TCP_RST | TCP_SYN) || class == DATA_COPY
		|| class == DATA_KEEP_ALIVE || class == DATA_PROBE)
		return 0;
	return tape->length[row] > numbers ? tape->length[row] - numbers : 0;
}

/* An ACK of `dir`'s data, neither overtaken nor a copy. */
static inline bool
row_acks(const struct tape *tape, size_t row, enum direction dir)
{
	return tape->dir[row] != dir && tape->has[row] & HAS_ACK
		&& !(tape->flags[row] & TCP_RST) && tape->data_class[row] != DATA_COPY
		&& tape->ack_class[row] != ACK_OLD;
}

/* Bytes outstanding after an event: what is SACKed included, as in tcptrace's owin. */
static inline uint64_t
lived_flight(const struct lived *event)
{
	return event->max > event->una ? (uint64_t)(event->max - event->una) : 0;
}

/* The same without what is SACKed: RFC 6675's pipe, as far as losses are not known. */
static inline uint64_t
lived_pipe(const struct lived *event)
{
	uint64_t flight = lived_flight(event);

	return flight > event->sacked ? flight - event->sacked : 0;
}

#endif
