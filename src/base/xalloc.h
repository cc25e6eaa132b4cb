/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * xalloc.h - memory that is there or ends the program with one sentence (exit 5).
 * What grows by the capture's will has named limits at its place.
 */
#ifndef CCTRACE_BASE_XALLOC_H
#define CCTRACE_BASE_XALLOC_H

#include <stddef.h>

void *xmalloc(size_t bytes);
/* Zeroed. */
void *xcalloc(size_t count, size_t size);
/* `count * size` is checked for overflow. */
void *xreallocarray(void *old, size_t count, size_t size);
char *xstrdup(const char *text);

/*
 * Room for one more element of `size` bytes in an array of `*capacity` that holds
 * `count`: doubles from `first` when full.  Returns the (moved) array.
 */
void *xgrow(void *array, size_t *capacity, size_t count, size_t size, size_t first);

#endif
