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
	size_t latest;           /* where the last answer was found */
};

/* Of the ACKs of `dir`'s data among the first `rows`. */
void echo_map_init(struct echo_map *map, const struct tape *tape, enum direction dir,
	size_t rows);
void echo_map_fini(struct echo_map *map);

/* When `ts_value` passed first; NSEC_UNKNOWN where it never did. */
nsec echo_map_time(struct echo_map *map, uint32_t ts_value);

/* When something newer than `ts_value` passed first; NSEC_UNKNOWN. */
nsec echo_map_newer(struct echo_map *map, uint32_t ts_value);

/* Is `ts_value` newer than the first that passed? */
bool echo_map_is_newer(const struct echo_map *map, uint32_t ts_value);

/*
 * Sets to_receiver, to_sender, vantage and evidence.  `map`, to be filled, is NULL where time
 * stamps are not in use; at the sender's side only its beginning may be filled.
 */
void halves_measure(struct sender_view *view, struct echo_map *map);

#endif
