/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pages.h - arrays so large that clearing and copying them shows.
 *
 * From HUGE_PAGE bytes on they are mapped in huge pages where the system has them, which
 * costs a hundredth of the page faults, and grow by moving pages instead of bytes.
 */
#ifndef CCTRACE_BASE_PAGES_H
#define CCTRACE_BASE_PAGES_H

#include <stddef.h>

enum { HUGE_PAGE = 2 << 20 };

/*
 * An array of `bytes` that begins with the `before` bytes of `old`, whose place it takes;
 * NULL and 0: a new one.  What is new is not set.  Ends the program when there is no memory,
 * as xmalloc does.  For pages_free.
 */
void *pages_grow(void *old, size_t before, size_t bytes);

/* `bytes` as it was last asked for; NULL is fine. */
void pages_free(void *memory, size_t bytes);

#endif
