/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sent.h - what one direction has sent and not yet had acknowledged, segment by segment,
 * sorted by offset and disjoint: the capture point's copy of a sender's retransmission
 * queue.
 */
#ifndef CCTRACE_TCP_SENT_H
#define CCTRACE_TCP_SENT_H

#include "cctrace/units.h"

/*
 * A window of 1 GB (RFC 7323 2.3) holds 741,455 full segments.  Beyond the limit new
 * segments are still counted in what is outstanding, but give no samples.
 */
enum { SENT_MAX = 1 << 20 };

/* Entries that a late segment may be inserted below; a deeper one gives no samples. */
enum { SENT_INSERT_MAX = 4096 };

enum sent_flags {
	SENT_SACKED = 1,
	SENT_LOST = 2,       /* held lost and not sent again since */
	SENT_AGAIN = 4,      /* sent again and out there */
	SENT_AMBIGUOUS = 8,  /* more than one transmission: no sample (RFC 6298 3) */
};

struct sent {
	stroff begin;
	uint32_t length;         /* sequence space: SYN and FIN count */
	uint32_t serial;         /* step of the first transmission */
	nsec first_time, last_time; /* of the first and the latest transmission */
	nsec delivered_time;     /* when `delivered` was reached */
	nsec window_start;       /* sending time of the segment whose ACK made `delivered` */
	uint32_t delivered;      /* low half of the bytes delivered when this was sent */
	uint32_t ts_value;       /* TSval of the latest transmission */
	uint16_t ip_id;          /* of the first transmission */
	uint8_t flags;
	uint8_t times;           /* transmissions, stops at 255 */
	bool app_limited;        /* sent when nothing was outstanding */
};

/* A ring; `{0}` is empty. */
struct sent_queue {
	struct sent *items;
	uint32_t head, count, capacity; /* capacity: 0 or a power of 2 */
};

static inline struct sent *
sent_at(const struct sent_queue *queue, uint32_t index)
{
	return &queue->items[(queue->head + index) & (queue->capacity - 1)];
}

static inline stroff
sent_end(const struct sent *sent)
{
	return sent->begin + sent->length;
}

/* Twice the capacity, for a full queue; false at SENT_MAX. */
bool sent_grow(struct sent_queue *queue);

/* Room for one more behind the last, unset; NULL at SENT_MAX.  Moves the entries. */
static inline struct sent *
sent_push(struct sent_queue *queue)
{
	if (queue->count == queue->capacity && !sent_grow(queue))
		return NULL;
	return sent_at(queue, queue->count++);
}

/* Room for one at `index` (up to count), unset; NULL at SENT_MAX or too deep. */
struct sent *sent_insert(struct sent_queue *queue, uint32_t index);

/* Index of the first entry that ends above `offset`; `count` when there is none. */
uint32_t sent_find(const struct sent_queue *queue, stroff offset);

static inline void
sent_pop(struct sent_queue *queue)
{
	queue->head = (queue->head + 1) & (queue->capacity - 1);
	queue->count--;
}

void sent_fini(struct sent_queue *queue);

#endif
