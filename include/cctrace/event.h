/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * event.h - what TCP did: one `step` per TCP segment, rare `note`s beside them.
 *
 * A step is an observation at the capture point and is never taken back.  What may
 * turn out differently later is said by a note that names the step it amends.  What
 * holds for a whole connection (vantage, window shift, clock tick) is a fact, read at
 * the close: no field of a step depends on a fact that can still change.
 */
#ifndef CCTRACE_EVENT_H
#define CCTRACE_EVENT_H

#include "cctrace/connection.h"
#include "cctrace/facts.h"
#include "cctrace/units.h"

enum { STEP_BATCH = 64 };   /* 10 kB of steps stay in L1, their connections in L2 */

enum step_has {             /* which parts of a step are known; a clear bit is "unknown" */
	HAS_DATA = 1,       /* occupies sequence space: payload, SYN or FIN */
	HAS_ACK = 2,        /* the ACK flag was set: `ack` is valid */
	HAS_RTT = 4,
	HAS_TIMESTAMPS = 8, /* ts_value, ts_echo (RFC 7323 3.2) */
	HAS_RATE = 16,
	HAS_IP_ID = 32,     /* ip_id */
	RATE_APP_LIMITED = 64,  /* the rate sample began when nothing was outstanding */
	RTT_BY_SACK = 128,
	HAS_WINDOW = 256,       /* `window_field` says something: not on a RST */
	WINDOW_UNSCALED = 512,  /* on a SYN, whose window is never scaled (RFC 7323 2.2) */
};

/*
 * NONE: no sequence space; or a SYN repeated as SYN-ACK where both sides sent a SYN; or a
 * SYN with a number of its own, when another has been acknowledged.
 * NEW: beyond the highest byte seen.  AGAIN: bytes the capture has seen before.  LATE:
 * fills a gap the capture saw, so either reordered or sent again after a loss before the
 * capture point.  COPY: the capture recorded one packet twice; it changes no state.
 */
enum data_class {
	DATA_NONE, DATA_NEW, DATA_AGAIN, DATA_LATE, DATA_COPY, DATA_KEEP_ALIVE,
	DATA_PROBE
};
enum again_cause {
	CAUSE_UNKNOWN, CAUSE_FAST, CAUSE_SACK, CAUSE_RACK, CAUSE_TLP, CAUSE_TIMEOUT,
	CAUSE_LOST_AGAIN
};

/*
 * NONE: no ACK flag, or data that repeats the last ACK.  DUPLICATE: RFC 5681 2, or a
 * D-SACK that acknowledges nothing else.  OLD: below an ACK already seen.
 */
enum ack_class { ACK_NONE, ACK_NEW, ACK_DUPLICATE, ACK_WINDOW_UPDATE, ACK_OLD, ACK_PROBE_ANSWER };

/*
 * Bytes of one direction's data after the segment: owin from the cumulative ACK to the
 * highest byte sent; of these, SACKed; held lost (RFC 6675 4, IsLost) and not sent again
 * since; sent again and not yet acknowledged.  pipe (RFC 6675) = owin - sacked - lost,
 * `lost` being without what was sent again; `again` is a part of that pipe.  Values are
 * capped at 2^32-1.
 */
struct outstanding {
	uint32_t owin, sacked, lost, again;
};

/* RFC 6675's pipe, less `gone` bytes more; never below 0. */
static inline uint32_t
outstanding_pipe(const struct outstanding *of, uint32_t gone)
{
	uint64_t less = (uint64_t)of->sacked + of->lost + gone;

	return less < of->owin ? of->owin - (uint32_t)less : 0;
}

struct step {                       /* 160 bytes, flat, host order, every byte set (no
                                       padding holes) */
	nsec time;                  /* analysis order; equals file order unless BATCH_RESORTED */
	uint64_t frame;             /* number in the capture, from 1, as Wireshark shows */
	struct connection *conn;
	uint32_t serial;            /* 0, 1, 2 ... of its connection: the row on the tape */
	uint16_t has;               /* enum step_has */
	uint8_t dir, flags;         /* who sent it; SYN FIN RST PSH ACK URG ECE CWR as on the wire */
	/* what it carried */
	stroff begin, end;          /* SYN and FIN count one; end - begin - (SYN|FIN) = payload */
	uint32_t payload_bytes;     /* by the IP header, never by snaplen */
	uint16_t segments;          /* ceil(payload / MSS option): > 1 under offload; 0 = MSS
	                               unknown or no payload */
	uint8_t data_class, cause;  /* best judgement now; a note may amend both */
	/* what it acknowledged of the other direction */
	stroff ack;
	uint32_t newly_acked;       /* payload bytes cumulatively acknowledged and not SACKed before */
	uint32_t newly_sacked;      /* payload bytes SACKed for the first time */
	uint16_t window_field;      /* unscaled; the shift is a fact */
	uint8_t ack_class, dup_acks; /* dup_acks: run of duplicates up to this one, capped at 255 */
	uint8_t sack_count;         /* ranges: batch->sack[sack_first ...], as offsets of the
	                               other direction */
	uint8_t dsack;              /* 1: the first range is a D-SACK (RFC 2883 4) */
	uint8_t ecn, ttl;
	uint32_t sack_first;
	uint32_t again_bytes;       /* of the payload, seen by the capture before */
	/* state after it */
	struct outstanding of[2];   /* of A2B's and of B2A's data, at the capture point */
	uint16_t ip_id;             /* what tells a copy from a retransmission; HAS_IP_ID */
	uint16_t reserved;
	uint32_t round;             /* packet-timed round of the data that was acknowledged, from 0 */
	/* samples it completed */
	nsec rtt;                   /* capture point -> sender of this step -> back, by ACK or
	                               SACK, Karn-safe */
	uint32_t ts_value, ts_echo; /* by which the sender's view is rebuilt; HAS_TIMESTAMPS */
	nsec rate_interval;         /* max(send, ack) elapsed; rate = rate_bytes / rate_interval */
	uint32_t rate_bytes;
	uint32_t wire_bytes;        /* length of the frame on the wire */
};

enum note_kind {
	NOTE_AMEND,                 /* step `serial`: class/cause was -> now, because `rule`;
	                               `value`: its MSS units */
	NOTE_SPURIOUS,              /* step `serial` was needless (D-SACK, Eifel): a mark
	                               beside its cause */
	NOTE_LOST,                  /* original `serial` judged lost; NOTE_UNLOST takes it back */
	NOTE_UNLOST,
	NOTE_UNSEEN,                /* [begin, end) acknowledged, never captured; NOTE_SEEN
	                               when it turns up */
	NOTE_SEEN,
	NOTE_ZERO_WINDOW,           /* `dir` advertised 0; WINDOW_OPEN has the pause in `value` */
	NOTE_WINDOW_OPEN,
	NOTE_RECOVERY,              /* `dir`'s data: [begin, end) is what was outstanding */
	NOTE_RECOVERED,
	NOTE_TIMEOUT,               /* `value`: time waited since the last progress */
	NOTE_HANDSHAKE,             /* complete: `value` is SYN to ACK, begin and end are A's
	                               and B's window shift */
	NOTE_RESET,
	NOTE_CLOCK_STEP,            /* `value`: time went back by that much */
	NOTE_FACT,
	NOTE_KIND_COUNT
};

struct note {                       /* every byte set */
	uint32_t after;             /* index in this batch of the step whose evidence it is */
	uint32_t serial;            /* the step it is about; may lie in an earlier batch */
	struct connection *conn;
	nsec time;                  /* of the evidence */
	nsec was_time;              /* of the step it is about: span ends and bins can be corrected */
	stroff begin, end;          /* of `dir`'s stream; 0, 0 where there is no range */
	nsec value;                 /* RTO waited, pause, clock step; else 0 */
	uint8_t kind, dir;          /* dir: whose data (or window, or reset) it is about */
	uint8_t was_class, now_class, was_cause, now_cause;
	uint16_t rule;              /* row in rules.h: name, text, RFC; --explain prints it */
};

enum batch_flags { BATCH_RESORTED = 1 };

struct batch {
	const struct step *steps; size_t step_count;
	const struct note *notes; size_t note_count;   /* sorted by `after` */
	const struct range *sack;
	uint32_t flags;                                /* enum batch_flags */
};

/*
 * A consumer.  `state_bytes` of zeroed memory live inside each connection (one slab, one
 * set of cache lines): sink_state(conn, offset), the offset being handed out by
 * engine_new.  on_batch borrows everything for the call.  on_close comes after the batch
 * with the last step; facts are final then; order of closes is order of ends, whoever
 * prints by first frame keeps its own rows.
 *
 * Laws, each a test over every shared capture:
 *  amend    applying a note later equals having known it: totals, spans, tape and JSON are
 *           those of a replay whose steps carry the final class (horizon: 4096 steps of data
 *           still judged, a named limit; a later proof is counted, not applied);
 *  batch    STEP_BATCH 1, 7 and 64 give the same bytes;
 *  prefix   the steps of a cut file are a prefix of the steps of the whole file;
 *  quiet    no allocation and no indirect call a step in the steady state.
 */
struct sink {
	const char *name;
	size_t state_bytes;
	void (*on_batch)(void *self, const struct batch *batch);
	void (*on_close)(void *self, struct connection *conn, const struct facts *final);
	/* Told once by engine_new where this sink's part of the state lies. */
	void (*on_bind)(void *self, size_t state_offset);
};

static inline void *
sink_state(const struct connection *conn, size_t offset)
{
	return (char *)conn->state + offset;
}

#endif
