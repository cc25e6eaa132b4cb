/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ranges.h - a set of stream offsets kept as sorted, disjoint, non-adjacent ranges: the
 * SACK scoreboard, and the gaps that the capture has not filled.
 */
#ifndef CCTRACE_TCP_RANGES_H
#define CCTRACE_TCP_RANGES_H

#include "cctrace/units.h"

/*
 * More ranges than this are not kept: a peer whose SACKs leave 4095 holes is not one to
 * spend memory on.  ranges_add then refuses what would need another range.
 */
enum { RANGES_MAX = 4096 };

/* `{0}` is the empty set. */
struct ranges {
	struct range *items;
	uint32_t count, capacity;
};

/* Add `range` (begin < end).  False when RANGES_MAX would be passed; the set is unchanged. */
bool ranges_add(struct ranges *set, struct range range);

/*
 * Remove `range`; a range cut in two may be refused at RANGES_MAX, its upper part is
 * then dropped.
 */
void ranges_remove(struct ranges *set, struct range range);

/* Bytes of the set within `range`. */
uint64_t ranges_bytes(const struct ranges *set, struct range range);

/*
 * The first part of [*cursor, end) that is not in the set: true and `gap`, with `*cursor`
 * moved behind it; false when there is none.  Call again for the next.
 */
bool ranges_next_gap(const struct ranges *set, stroff *cursor, stroff end,
	struct range *gap);

/* The same for the parts that are in the set. */
bool ranges_next_part(const struct ranges *set, stroff *cursor, stroff end,
	struct range *part);

void ranges_fini(struct ranges *set);

#endif
