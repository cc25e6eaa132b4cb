/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * halves.h - how far the capture is from either end, by the shortest times seen.
 */
#ifndef CCTRACE_SENDER_HALVES_H
#define CCTRACE_SENDER_HALVES_H

#include "cctrace/sender.h"

/* TSvals of one side in the order in which they grew, and when each passed first. */
struct echo_map {
	struct echo {
		uint32_t ts_value;
		nsec time;
	} *item;
	size_t count, capacity;
};

/* Of the ACKs of `dir`'s data. */
void echo_map_init(struct echo_map *map, const struct tape *tape, enum direction dir);
void echo_map_fini(struct echo_map *map);

/* When `ts_value` passed first; NSEC_UNKNOWN where it never did. */
nsec echo_map_time(const struct echo_map *map, uint32_t ts_value);

/* When something newer than `ts_value` passed first; NSEC_UNKNOWN. */
nsec echo_map_newer(const struct echo_map *map, uint32_t ts_value);

/*
 * Sets to_receiver, to_sender, vantage and evidence.  `map` is empty where time stamps are
 * not in use.
 */
void halves_measure(struct sender_view *view, const struct echo_map *map);

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

#endif
