/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * locate.h - places on a tape that are worth a closer look: a loss and its repair, a round
 * trip of the steady state, and what can be measured there.  Times are ns since the
 * connection's first segment.
 */
#ifndef CCTRACE_GRAPH_LOCATE_H
#define CCTRACE_GRAPH_LOCATE_H

#include "graph/drawing.h"

/* A stretch of time and its rows [begin, end). */
struct excerpt {
	nsec from, to;           /* from < to */
	size_t begin, end;
};

/* The rows of a stretch of time, both ends included. */
struct excerpt locate_excerpt(const struct tape *tape, nsec from, nsec to);

/*
 * The transmission before `row` of the byte that it begins with, looking at no more than
 * `limit` rows; false when it was not captured or lies further back.
 */
bool locate_sent_before(const struct tape *tape, size_t row, size_t limit, size_t *before);

/* The first row from `row` on that acknowledges `offset` of `dir`'s data; tape->rows. */
size_t locate_ack_of(const struct tape *tape, size_t row, enum direction dir, stroff offset);

/* An ACK that moves the ACK line of `dir`'s data. */
static inline bool
locate_advances(const struct tape *tape, size_t row, uint8_t dir)
{
	return drawing_is_ack(tape, row, dir) && tape->ack_class[row] == ACK_NEW;
}

/*
 * The path's round trip for the width of a window: the larger of handshake and P50, since
 * at the receiver samples are short and with full buffers the handshake is; 100 ms when
 * neither is known.
 */
nsec locate_round_trip(const struct graph_input *input);

/* The repair that took longest, of those at the ACK line. */
struct repair {
	size_t original;         /* at the sender the lost segment; else what showed the gap */
	size_t again;            /* what filled the hole */
	size_t acked;            /* the ACK that covers it; tape->rows: none was seen */
	nsec took;               /* from `original` to `acked`, or to `again` */
	bool seen;               /* the lost segment itself was captured */
};
/* Only those with no more than `most` retransmissions until the ACK count. */
bool locate_repair(const struct tape *tape, enum direction dir, size_t most,
	struct repair *repair);

/*
 * An ACK of the steady state behind which `width` of the transfer lies still: in the
 * second half of the data, of a few round trips there the one after the longest silence,
 * where a burst begins.  False when the transfer is shorter than that.
 */
bool locate_steady(const struct graph_input *input, nsec width, size_t *row);

/* The extent of `dir`'s data and ACK line in the rows of an excerpt. */
struct extent locate_extent(const struct tape *tape, enum direction dir,
	const struct excerpt *excerpt);

/* The ACK line just before `row`; false when no ACK came before. */
bool locate_ack_line(const struct tape *tape, enum direction dir, size_t row, stroff *ack);

#endif
