/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tape.h - what a connection remembers for its pictures: one columnar store whose rows
 * are the serials of its steps.  Every series that is drawn is a view of these columns.
 */
#ifndef CCTRACE_TAPE_H
#define CCTRACE_TAPE_H

#include "cctrace/event.h"

/* A sample belongs to row `row`; sorted by row. */
struct tape_rtt {
	uint32_t row;
	uint32_t by_sack;
	nsec rtt;
};
struct tape_rate {
	uint32_t row;
	uint32_t bytes;
	nsec interval;
};
struct tape_sack {
	uint32_t row;
	uint32_t dsack;
	stroff begin, end;
};

/* Columns of `rows` elements each, meaning as in struct step; owned by the tape. */
struct tape {
	const struct connection *conn;
	struct facts facts;     /* final once `closed` */
	bool closed;
	size_t rows;
	nsec *time;
	uint64_t *frame;
	stroff *begin;
	uint32_t *length;       /* end - begin, at most 2^32-1 */
	stroff *ack;
	uint32_t *delivered;    /* newly_acked + newly_sacked: of the other direction's data */
	uint32_t *ts_value, *ts_echo; /* valid with HAS_TIMESTAMPS */
	uint16_t *window;
	uint16_t *has;
	uint8_t *dir, *flags;
	uint8_t *data_class, *cause; /* notes that amend have been applied */
	uint8_t *spurious;      /* 1: proven needless */
	uint8_t *ack_class, *dup_acks, *ecn;
	struct outstanding *of[2]; /* of[d][row]: direction d's data after the step */
	struct tape_rtt *rtt;
	size_t rtt_count;
	struct tape_rate *rate;
	size_t rate_count;
	struct tape_sack *sack;
	size_t sack_count;
	struct note *notes;     /* in order of evidence; `after` is the row of the evidence */
	size_t note_count;
};

/* All tapes of a run, and the budget they share. */
struct tapes;

/*
 * `budget_bytes` bounds all columns together; when it is passed, the tapes of the
 * connections with the least payload so far are dropped, until a quarter of it is free.
 * The largest is never dropped: alone it may pass the budget.  `only` limits recording to
 * connections for which it returns true (NULL: all).
 */
struct tapes *tapes_new(size_t budget_bytes,
	bool (*only)(const void *context, const struct connection *conn),
	const void *context);
void tapes_free(struct tapes *tapes);

/*
 * Only the `count` largest by payload, among equals those that began first, will be asked
 * for: tapes of closed connections that can't be among them need not be kept.
 */
void tapes_expect(struct tapes *tapes, size_t count);

/* The consumer to bind to an engine, its `self` being the tapes. */
extern const struct sink tape_sink;

/* The closed tape of a connection by its `index`; NULL if it never had one, or lost it
 * to the budget or to larger ones. */
const struct tape *tapes_find(const struct tapes *tapes, uint32_t index);

/* A closed tape's row turned out to be of another class and cause. */
void tapes_amend(struct tapes *tapes, uint32_t index, size_t row, enum data_class data_class,
	enum again_cause cause);

/* The tape of this connection, if it has one, is no longer needed. */
void tapes_drop(struct tapes *tapes, uint32_t index);

/* Connections whose tape the budget dropped. */
size_t tapes_dropped(const struct tapes *tapes);

#endif
