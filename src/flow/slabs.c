/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * slabs.c - chunks of slabs and the list of those that are free.  The one given back last
 * is taken first: it is the likeliest to be in a cache.
 */
#include "flow/slabs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { SLABS_PER_CHUNK = 64 };

/* Lies in the first bytes of a slab while it is free. */
struct slab_free {
	struct slab_free *next;
};

void
slabs_init(struct slabs *slabs, size_t bytes)
{
	size_t lines = (bytes + SLAB_ALIGNMENT - 1) / SLAB_ALIGNMENT;

	*slabs = (struct slabs){.slab_bytes = (lines ? lines : 1) * SLAB_ALIGNMENT};
}

void
slabs_fini(struct slabs *slabs)
{
	for (size_t i = 0; i < slabs->chunk_count; i++)
		free(slabs->chunks[i]);
	free(slabs->chunks);
}

void *
slabs_lines(size_t bytes)
{
	void *lines = aligned_alloc(SLAB_ALIGNMENT, bytes);

	return lines ? lines : xmalloc(SIZE_MAX); /* says so and ends */
}

void
slabs_give(struct slabs *slabs, void *slab)
{
	struct slab_free *given = slab;

	given->next = slabs->free;
	slabs->free = given;
}

static void
add_chunk(struct slabs *slabs)
{
	char *chunk = slabs_lines(slabs->slab_bytes * SLABS_PER_CHUNK);

	slabs->chunks = xgrow(slabs->chunks, &slabs->chunk_capacity, slabs->chunk_count,
		sizeof(*slabs->chunks), 16);
	slabs->chunks[slabs->chunk_count++] = chunk;
	for (size_t i = SLABS_PER_CHUNK; i--;)
		slabs_give(slabs, chunk + i * slabs->slab_bytes);
}

void *
slabs_take(struct slabs *slabs)
{
	if (!slabs->free)
		add_chunk(slabs);

	struct slab_free *slab = slabs->free;

	slabs->free = slab->next;
	return memset(slab, 0, slabs->slab_bytes);
}
