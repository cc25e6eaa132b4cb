/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * state.h - what the engine keeps of a connection, and the context of the segment in hand.
 *
 * A `half` is one direction: the data that side sends, as the capture point sees it
 * outstanding, and the window it advertises.
 */
#ifndef CCTRACE_TCP_STATE_H
#define CCTRACE_TCP_STATE_H

#include "cctrace/event.h"
#include "cctrace/rules.h"
#include "cctrace/segment.h"
#include "tcp/ranges.h"
#include "tcp/rtt.h"
#include "tcp/sent.h"

/* Gaps remembered so that a late segment is told from a retransmission. */
enum { HOLES_MAX = 1024 };

/* Fingerprints of the latest packets of a direction, to recognise what the capture doubled. */
enum { RECENT_FIRST = 8, RECENT_SHORT = 64, RECENT_SETS = 512 };

/* Retransmissions remembered until a D-SACK may name them. */
enum { AGAIN_KEPT = 256 };

enum half_flags {
	HALF_STARTED = 1,      /* isn is known, so offsets are */
	HALF_DATA_SEEN = 2,    /* something of this side's stream was captured: `start` is valid */
	HALF_UNA_KNOWN = 4,
	HALF_WINDOW_KNOWN = 8,
	HALF_IN_RECOVERY = 16,
	HALF_AFTER_TIMEOUT = 32, /* the recovery in progress was begun by a timeout */
	HALF_RESET = 64,
};

/* A retransmission that may yet prove needless. */
struct again {
	stroff begin, end;
	nsec time;
	uint32_t serial;
	uint8_t cause, data_class;
	bool spurious;
};

struct half {
	/* hot: every segment */
	stroff max;              /* end of the highest byte seen, or acknowledged */
	stroff una;              /* highest cumulative ACK of the other side; HALF_UNA_KNOWN */
	wireseq isn;             /* wire number of offset 0 */
	uint16_t window;         /* latest advertised, unscaled; HALF_WINDOW_KNOWN */
	uint8_t flags;           /* enum half_flags */
	uint8_t dup_acks;        /* run of duplicates that the other side sent */
	uint8_t last_class;      /* data_class of this side's latest segment */
	uint32_t packets;
	struct sent_queue sent;
	uint64_t delivered;      /* payload bytes acknowledged or SACKed, each once */
	nsec delivered_time, window_start; /* draft-cheng-iccrg-delivery-rate-estimation 3.1 */
	nsec last_progress;      /* last time the cumulative ACK moved or sending began anew */
	stroff round_end;
	uint32_t round;
	struct outstanding out;  /* as the next step shows it; owin by half_settle */
	struct rtt rtt;          /* of this side's data */
	/* cool */
	stroff start;            /* lowest offset known to follow the start of the capture */
	stroff fin;              /* offset of the FIN; INT64_MAX when none was seen */
	stroff probed;           /* end of bytes sent as window probes; not in `max` */
	stroff lost_scan;        /* everything SACK can prove lost below here has been marked */
	stroff recovery_point;
	nsec zero_since;         /* window 0 since then; valid while `window` is 0 */
	struct ranges sacked;    /* above una */
	struct ranges holes;     /* below max, never captured; may lie below una */
	struct again *again;     /* ring of AGAIN_KEPT, made at the first retransmission */
	uint32_t again_count;    /* retransmissions ever put there */
	uint32_t copies;
	uint32_t recent_inline[RECENT_FIRST];
	uint32_t *recent;        /* RECENT_SETS pairs; NULL while the inline ones do */
};

struct tcp_state {
	struct half half[2];
	struct facts facts;
	nsec last_time;
	uint32_t serial;         /* of the next step */
	bool begun, handshake_noted;
	bool usual;              /* usual_holds; never under engine_never_usual */
};

/* The segment in hand. */
struct work {
	struct engine *engine;
	struct connection *conn;
	struct tcp_state *state;
	const struct segment *segment;
	struct step *step;
	struct half *own, *peer; /* the sender's, and the other side's */
	enum direction dir;
};

/* What an ACK brought in of the sent queue: of the entries transmitted once. */
struct harvest {
	nsec oldest, newest;     /* first sending times; NSEC_UNKNOWN where there is none */
	/* of the newest */
	nsec delivered_time, window_start;
	uint32_t delivered;
	bool app_limited;
	bool ambiguous;          /* an entry transmitted twice is among what was brought in */
};

/* An entry that was transmitted once. */
static inline void
harvest_once(struct harvest *harvest, const struct sent *sent)
{
	if (harvest->oldest == NSEC_UNKNOWN || sent->first_time < harvest->oldest)
		harvest->oldest = sent->first_time;
	/* NSEC_UNKNOWN is below every time. */
	if (sent->first_time >= harvest->newest) {
		harvest->newest = sent->first_time;
		harvest->delivered_time = sent->delivered_time;
		harvest->window_start = sent->window_start;
		harvest->delivered = sent->delivered;
		harvest->app_limited = sent->app_limited;
	}
}

static inline void
harvest_entry(struct harvest *harvest, const struct sent *sent)
{
	if (sent->flags & SENT_AMBIGUOUS)
		harvest->ambiguous = true;
	else
		harvest_once(harvest, sent);
}

/*
 * draft-cheng-iccrg-delivery-rate-estimation 3.3: a sample from the last sent of what came
 * in, once `peer->delivered` counts it.
 */
static inline void
harvest_rate(struct half *peer, struct step *step, const struct harvest *by)
{
	nsec ack_elapsed = step->time - by->delivered_time;
	nsec send_elapsed = by->newest - by->window_start;
	nsec interval = ack_elapsed > send_elapsed ? ack_elapsed : send_elapsed;
	uint32_t bytes = (uint32_t)peer->delivered - by->delivered;

	peer->window_start = by->newest;
	if (interval <= 0 || bytes == 0)
		return;
	step->has |= (uint16_t)(HAS_RATE | (by->app_limited ? RATE_APP_LIMITED : 0));
	step->rate_interval = interval;
	step->rate_bytes = bytes;
}

/* Offset of a wire number in the half's stream: the nearest to what is known of it. */
static inline stroff
half_unwrap(const struct half *half, wireseq seq)
{
	return half->max + (int32_t)(seq - (half->isn + (wireseq)half->max));
}

/* Bytes outstanding, 0 while it isn't known what was acknowledged. */
static inline stroff
half_owin(const struct half *half)
{
	return half->flags & HALF_UNA_KNOWN && half->max > half->una
		? half->max - half->una : 0;
}

/* A count of bytes as steps carry them: it stops at 2^32-1. */
static inline uint32_t
capped(stroff bytes)
{
	return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* Bring `out.owin` up to date after `max` or `una` moved. */
static inline void
half_settle(struct half *half)
{
	half->out.owin = capped(half_owin(half));
}

static inline bool
half_has(const struct half *half, enum half_flags flags)
{
	return half->flags & flags;
}

/* The segment's entry in the sent queue: [begin, end) was sent for the first time. */
static inline void
sent_fill(struct half *own, struct sent *sent, const struct step *step,
	const struct segment *segment, struct range range)
{
	*sent = (struct sent){
		.begin = range.begin,
		.length = capped(range.end - range.begin),
		.serial = step->serial,
		.first_time = step->time,
		.last_time = step->time,
		.delivered = (uint32_t)own->delivered,
		.ts_value = segment->ts_value,
		.ip_id = segment->ip_id,
		.times = 1,
	};
	if (half_owin(own) == 0) {
		/* Nothing out there: rates are counted from here (draft-cheng 3.1.1). */
		sent->app_limited = true;
		own->delivered_time = own->window_start = step->time;
		own->last_progress = step->time;
	}
	sent->delivered_time = own->delivered_time;
	sent->window_start = own->window_start;
}

/* MSS units of the payload; what the peer announced, less nothing: options vary. */
static inline uint16_t
segments_of(const struct tcp_state *state, enum direction dir, uint32_t payload)
{
	uint32_t mss = state->facts.side[direction_other(dir)].mss;

	if (payload == 0 || mss == 0)
		return 0;
	if (payload <= mss)
		return 1;

	uint32_t segments = (payload + mss - 1) / mss;

	return segments > UINT16_MAX ? UINT16_MAX : (uint16_t)segments;
}

/* engine.c: add a note about step `serial`, whose evidence is the step in hand. */
struct note *work_note(struct work *work, enum note_kind kind, enum direction dir,
	enum rule rule);
/* engine.c: the same about the first transmission of an entry of `dir`'s queue. */
void work_note_entry(struct work *work, enum note_kind kind, enum direction dir,
	enum rule rule, const struct sent *sent);
/* engine.c: the step's list of SACK ranges grows by one. */
void work_sack_range(struct work *work, struct range range);

/* data.c: what did the segment carry?  Sets class, cause and offsets of the step. */
void data_take(struct work *work);
/* data.c: bytes of the half that passed the capture by; the oldest such gap gives way. */
void half_add_hole(struct half *half, struct range hole);
/* data.c: move an entry between plain, lost, again and SACKed, keeping the sums. */
void sent_mark(struct half *half, struct sent *sent, uint8_t flags);

/* cause.c: why was [begin, end) sent again?  Called before its entries are updated. */
enum again_cause cause_judge(struct work *work);
/* cause.c: remember it, so that a D-SACK can name it. */
void cause_remember(struct work *work);
/* cause.c: a D-SACK reports `range` of the peer's data as received twice. */
void cause_dsack(struct work *work, struct range range);
/* cause.c: the retransmission of `sent` was needless, by Eifel. */
void cause_eifel(struct work *work, const struct sent *sent);

/* ack.c: what did the segment acknowledge? */
void ack_take(struct work *work);
/* ack.c: drop what `ack` covers from the other side's queue. */
void harvest_below(struct work *work, stroff ack, struct harvest *harvest);

/* sack.c: the SACK option. */
void sack_take(struct work *work, stroff ack, struct harvest *harvest);

/* copy.c: did the capture record this packet before?  Remembers it. */
bool copy_check(struct work *work);

/* facts.c: both halves of the handshake; 0 where one is unknown. */
nsec facts_round_trip(const struct facts *facts);
/* facts.c: what the segment says of the connection as a whole. */
void facts_take(struct work *work);

/* Can the segment say anything new?  Nearly none does. */
static inline bool
facts_new(const struct work *work)
{
	const struct segment *segment = work->segment;
	const struct side_facts *side = &work->state->facts.side[work->dir];

	return segment->flags & (TCP_SYN | TCP_FIN | TCP_RST) || side->ttl == 0
		|| segment->payload_bytes > side->largest_payload
		|| side->timestamps == FACT_UNKNOWN || segment->has & SEG_MPTCP;
}

void facts_init(struct facts *facts);

#endif
