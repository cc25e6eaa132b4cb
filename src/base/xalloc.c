/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/xalloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
there(void *memory, size_t bytes)
{
	if (memory || bytes == 0)
		return memory;
	fprintf(stderr, "cctrace: out of memory (%zu bytes)\n", bytes);
	exit(5);
}

void *
xmalloc(size_t bytes)
{
	return there(malloc(bytes), bytes);
}

void *
xcalloc(size_t count, size_t size)
{
	return there(calloc(count, size), count ? size : 0);
}

void *
xreallocarray(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		return there(NULL, SIZE_MAX);
	return there(realloc(old, count * size), count * size);
}

char *
xstrdup(const char *text)
{
	size_t bytes = strlen(text) + 1;

	return memcpy(xmalloc(bytes), text, bytes);
}

void *
xgrow(void *array, size_t *capacity, size_t count, size_t size, size_t first)
{
	if (count < *capacity)
		return array;
	*capacity = *capacity ? *capacity * 2 : first;
	return xreallocarray(array, *capacity, size);
}
