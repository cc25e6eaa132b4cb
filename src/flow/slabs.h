/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * slabs.h - blocks of one size, taken and given back without the allocator: the state of
 * connections that are alive.
 */
#ifndef CCTRACE_FLOW_SLABS_H
#define CCTRACE_FLOW_SLABS_H

#include <stddef.h>

enum { SLAB_ALIGNMENT = 64 }; /* a cache line */

struct slabs {
	size_t slab_bytes;  /* a multiple of the alignment, at least one */
	void **chunks;
	size_t chunk_count, chunk_capacity;
	struct slab_free *free;
};

/* `bytes`, which may be 0, are rounded up. */
void slabs_init(struct slabs *slabs, size_t bytes);
void slabs_fini(struct slabs *slabs);

/* Zeroed; all of them go with slabs_fini. */
void *slabs_take(struct slabs *slabs);
void slabs_give(struct slabs *slabs, void *slab);

/* Whole cache lines, not zeroed; for free(). */
void *slabs_lines(size_t bytes);

#endif
