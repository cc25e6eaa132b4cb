/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/sent.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

bool
sent_grow(struct sent_queue *queue)
{
	uint32_t capacity = queue->capacity ? queue->capacity * 2 : 4;

	if (queue->count >= SENT_MAX)
		return false;

	struct sent *items = xreallocarray(NULL, capacity, sizeof(*items));

	for (uint32_t i = 0; i < queue->count; i++)
		items[i] = *sent_at(queue, i);
	free(queue->items);
	queue->items = items;
	queue->head = 0;
	queue->capacity = capacity;
	return true;
}

struct sent *
sent_insert(struct sent_queue *queue, uint32_t index)
{
	if (queue->count - index > SENT_INSERT_MAX || !sent_push(queue))
		return NULL;
	for (uint32_t i = queue->count - 1; i > index; i--)
		*sent_at(queue, i) = *sent_at(queue, i - 1);
	return sent_at(queue, index);
}

uint32_t
sent_find(const struct sent_queue *queue, stroff offset)
{
	uint32_t low = 0, high = queue->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sent_end(sent_at(queue, middle)) <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
sent_fini(struct sent_queue *queue)
{
	free(queue->items);
	*queue = (struct sent_queue){0};
}
