/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * copy.h - the memory of a direction's latest packets, by which copy.c knows what the
 * capture recorded twice.
 */
#ifndef CCTRACE_TCP_COPY_H
#define CCTRACE_TCP_COPY_H

#include "tcp/state.h"

/*
 * Everything of a segment that its copy must repeat.  Computed for every segment, so it is
 * cheap; two multiplications spread what little differs between neighbours.
 */
static inline uint32_t
copy_fingerprint(const struct segment *segment)
{
	uint64_t hash = ((uint64_t)segment->seq << 32 | segment->ack)
		* UINT64_C(0x9e3779b97f4a7c15);

	hash ^= (uint64_t)segment->ts_value << 32 | segment->ts_echo;
	hash += (uint64_t)segment->window << 48 | (uint64_t)segment->ip_id << 32
		| segment->payload_bytes << 8 | segment->flags;
	/* The bound is known; gcc under UBSan wants it said. */
	for (unsigned i = 0; i < segment->sack_count && i < SEGMENT_SACK_MAX; i++)
		hash += ((uint64_t)segment->sack[i].begin << 32 | segment->sack[i].end) << i;
	hash *= UINT64_C(0xd6e8feb86659fd93);
	return (uint32_t)(hash >> 32) | 1;
}

/* The two slots of a set, the newer first; of half->recent, which is there. */
static inline uint32_t *
copy_set(const struct half *half, uint32_t hash)
{
	return &half->recent[2 * (hash >> 1 & (RECENT_SETS - 1))];
}

/* To the few slots of a young connection, which in time get a long memory. */
void copy_remember_first(struct half *half, uint32_t hash);

static inline void
copy_remember(struct half *half, uint32_t hash)
{
	if (!half->recent) {
		copy_remember_first(half, hash);
		return;
	}

	uint32_t *set = copy_set(half, hash);

	set[1] = set[0];
	set[0] = hash;
}

#endif
