/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tcp.h - the engine: segments of connections in, steps, notes and facts out.
 *
 * The engine sees the capture point only.  It unwraps sequence numbers, keeps for each
 * direction what is outstanding (RFC 9293 SND.UNA, SND.NXT), the SACK scoreboard (RFC
 * 6675), an RFC 6298 estimator over Karn-safe samples, packet-timed rounds, and delivery
 * samples.  What only the sender could know is left to the sender's view, built at the
 * close.
 */
#ifndef CCTRACE_TCP_H
#define CCTRACE_TCP_H

#include <stdio.h>

#include "cctrace/event.h"
#include "cctrace/segment.h"

struct engine;

struct sink_binding {
	const struct sink *sink;
	void *self;
};

enum { ENGINE_SINKS_MAX = 8 };

/*
 * Bytes of connection state that an engine with these sinks needs: pass it to flow_new.
 */
size_t engine_state_bytes(const struct sink_binding *bindings, size_t count);

/*
 * An engine that hands batches of up to `batch` steps (1..STEP_BATCH) to `count` (up to
 * ENGINE_SINKS_MAX) sinks in the order given.  The bindings are copied.
 */
struct engine *engine_new(const struct sink_binding *bindings, size_t count, size_t batch);
void engine_free(struct engine *engine);

/* Take every segment the long way, which gives the same: for the test that it does. */
void engine_never_usual(struct engine *engine);

/* Analyse one segment that `conn` (with state) received in direction `dir`. */
void engine_segment(struct engine *engine, struct connection *conn,
	enum direction dir, const struct segment *segment);

/* Hand out what has gathered. */
void engine_flush(struct engine *engine);

/* Flush, then close: sinks see the final facts.  Frees what the engine keeps of `conn`. */
void engine_close(struct engine *engine, struct connection *conn);

/* The facts so far; valid while `conn` has state. */
const struct facts *engine_facts(const struct connection *conn);

/*
 * Prints one line a step and, behind it, one a note: the format of --steps.  Times are
 * seconds since the connection's first segment, offsets as in struct step; parts that a
 * step does not have are left out.  Bind with a struct steps_printer as `self`.
 */
struct steps_printer {
	FILE *out;
	/* Print only connections for which this returns true; NULL: all. */
	bool (*only)(const void *context, const struct connection *conn);
	const void *context;
};
extern const struct sink steps_sink;

/* RFC 6298 at the capture point. */
struct estimate {
	nsec srtt;               /* NSEC_UNKNOWN without a sample */
	nsec rto;                /* at least 200 ms, at most 60 s; 1 s without a sample */
	nsec least;              /* the shortest silence that is taken for a timeout */
};

/* After `count` RTT samples of one direction, in their order, as its steps have them. */
struct estimate estimate_after(const nsec *samples, size_t count, const struct facts *facts);

/* Words for enum values, as --steps and the summary use them. */
const char *data_class_name(uint8_t data_class);
const char *again_cause_name(uint8_t cause);
const char *ack_class_name(uint8_t ack_class);
const char *note_kind_name(uint8_t kind);

#endif
