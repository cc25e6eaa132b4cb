/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/ranges.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* Index of the first range whose end is at or above `offset`. */
static uint32_t
find(const struct ranges *set, stroff offset)
{
	uint32_t low = 0, high = set->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (set->items[middle].end < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Replace `count` ranges at `at` by `fresh_count` ranges of `fresh`. */
static void
splice(struct ranges *set, uint32_t at, uint32_t count, const struct range *fresh,
	uint32_t fresh_count)
{
	uint32_t total = set->count - count + fresh_count;

	if (total > set->capacity) {
		set->capacity = total < 8 ? 8 : total * 2;
		set->items = xreallocarray(set->items, set->capacity, sizeof(*set->items));
	}
	if (set->count > at + count && count != fresh_count)
		memmove(&set->items[at + fresh_count], &set->items[at + count],
			(set->count - at - count) * sizeof(*set->items));
	for (uint32_t i = 0; i < fresh_count; i++)
		set->items[at + i] = fresh[i];
	set->count = total;
}

bool
ranges_add(struct ranges *set, struct range range)
{
	uint32_t at = find(set, range.begin), last = at;

	while (last < set->count && set->items[last].begin <= range.end) {
		if (set->items[last].begin < range.begin)
			range.begin = set->items[last].begin;
		if (set->items[last].end > range.end)
			range.end = set->items[last].end;
		last++;
	}
	if (last == at && set->count >= RANGES_MAX)
		return false;
	splice(set, at, last - at, &range, 1);
	return true;
}

void
ranges_remove(struct ranges *set, struct range range)
{
	uint32_t at = find(set, range.begin + 1), last = at;
	struct range rest[2];
	uint32_t rests = 0;

	while (last < set->count && set->items[last].begin < range.end)
		last++;
	if (last == at)
		return;
	if (set->items[at].begin < range.begin)
		rest[rests++] = (struct range){set->items[at].begin, range.begin};
	if (set->items[last - 1].end > range.end && set->count + rests <= RANGES_MAX)
		rest[rests++] = (struct range){range.end, set->items[last - 1].end};
	splice(set, at, last - at, rest, rests);
}

bool
ranges_next_part(const struct ranges *set, stroff *cursor, stroff end, struct range *part)
{
	uint32_t at = find(set, *cursor + 1);

	if (*cursor >= end || at == set->count || set->items[at].begin >= end)
		return false;
	part->begin = set->items[at].begin > *cursor ? set->items[at].begin : *cursor;
	part->end = set->items[at].end < end ? set->items[at].end : end;
	*cursor = part->end;
	return true;
}

bool
ranges_next_gap(const struct ranges *set, stroff *cursor, stroff end, struct range *gap)
{
	uint32_t at = find(set, *cursor + 1);

	if (at < set->count && set->items[at].begin <= *cursor)
		*cursor = set->items[at++].end;
	if (*cursor >= end)
		return false;
	gap->begin = *cursor;
	gap->end = at < set->count && set->items[at].begin < end ? set->items[at].begin : end;
	*cursor = gap->end;
	return true;
}

uint64_t
ranges_bytes(const struct ranges *set, struct range range)
{
	stroff cursor = range.begin;
	struct range part;
	uint64_t bytes = 0;

	while (ranges_next_part(set, &cursor, range.end, &part))
		bytes += (uint64_t)(part.end - part.begin);
	return bytes;
}

void
ranges_fini(struct ranges *set)
{
	free(set->items);
	*set = (struct ranges){0};
}
