/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/xalloc.h"

#ifdef MREMAP_FIXED

static size_t
whole(size_t bytes)
{
	return (bytes + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
}

/* Addresses that begin on a huge page: without that none is given. */
static void *
map(size_t bytes)
{
	char *memory = MAP_FAILED;
	size_t size = whole(bytes);

	if (bytes <= SIZE_MAX / 2)
		memory = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return xmalloc(SIZE_MAX); /* says so and ends */

	size_t before = -(uintptr_t)memory & (HUGE_PAGE - 1);

	if (before)
		munmap(memory, before);
	if (before != HUGE_PAGE)
		munmap(memory + before + size, HUGE_PAGE - before);
	/* Advice: where it isn't taken, small pages do. */
	(void)madvise(memory + before, size, MADV_HUGEPAGE);
	return memory + before;
}

static void
unmap(void *memory, size_t bytes)
{
	munmap(memory, whole(bytes));
}

static void *
move(void *old, size_t before, size_t bytes)
{
	void *place = map(bytes);

	if (mremap(old, whole(before), whole(bytes), MREMAP_MAYMOVE | MREMAP_FIXED, place)
		!= MAP_FAILED)
		return place;
	memcpy(place, old, before);
	unmap(old, before);
	return place;
}

void *
pages_grow(void *old, size_t before, size_t bytes)
{
	if (bytes < HUGE_PAGE)
		return xreallocarray(old, bytes, 1);
	if (before >= HUGE_PAGE)
		return move(old, before, bytes);

	void *memory = map(bytes);

	if (before)
		memcpy(memory, old, before);
	free(old);
	return memory;
}

void
pages_free(void *memory, size_t bytes)
{
	if (memory && bytes >= HUGE_PAGE)
		unmap(memory, bytes);
	else
		free(memory);
}

#else

void *
pages_grow(void *old, size_t before, size_t bytes)
{
	(void)before;
	return xreallocarray(old, bytes, 1);
}

void
pages_free(void *memory, size_t bytes)
{
	(void)bytes;
	free(memory);
}

#endif
