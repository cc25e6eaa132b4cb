/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/sacked.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* Ranges known, ascending and apart; those below the cumulative ACK are forgotten. */
struct known {
	struct range *at;
	size_t count, capacity;
};

/* The first range that ends at `offset` or above it. */
static size_t
known_from(const struct known *known, stroff offset)
{
	size_t low = 0, high = known->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (known->at[middle].end < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
known_replace(struct known *known, size_t first, size_t count, struct range range)
{
	if (count == 0) {
		known->at = xgrow(known->at, &known->capacity, known->count,
			sizeof(*known->at), 16);
		memmove(known->at + first + 1, known->at + first,
			(known->count - first) * sizeof(*known->at));
		known->count++;
	} else if (count > 1) {
		memmove(known->at + first + 1, known->at + first + count,
			(known->count - first - count) * sizeof(*known->at));
		known->count -= count - 1;
	}
	known->at[first] = range;
}

static void
forget_below(struct known *known, stroff ack)
{
	size_t keep = known_from(known, ack);

	if (keep == 0)
		return;
	memmove(known->at, known->at + keep, (known->count - keep) * sizeof(*known->at));
	known->count -= keep;
}

static void
add(struct sacked *sacked, nsec x, stroff begin, stroff end)
{
	if (begin >= end)
		return;
	sacked->points = xgrow(sacked->points, &sacked->capacity, sacked->count,
		sizeof(*sacked->points), 64);
	sacked->points[sacked->count++] = (struct point){x, begin, end};
}

/* Add what of [begin, end) is not known yet, and know it. */
static void
learn(struct sacked *sacked, struct known *known, nsec x, struct range range)
{
	size_t first = known_from(known, range.begin), last = first;
	stroff from = range.begin;
	struct range whole = range;

	for (; last < known->count && known->at[last].begin <= range.end; last++) {
		const struct range *old = &known->at[last];

		add(sacked, x, from, old->begin);
		if (old->end > from)
			from = old->end;
		if (old->begin < whole.begin)
			whole.begin = old->begin;
		if (old->end > whole.end)
			whole.end = old->end;
	}
	add(sacked, x, from, range.end);
	known_replace(known, first, last - first, whole);
}

void
sacked_find(struct sacked *sacked, const struct tape *tape, enum direction dir)
{
	struct known known = {0};

	*sacked = (struct sacked){0};
	for (size_t i = 0; i < tape->sack_count; i++) {
		const struct tape_sack *sack = &tape->sack[i];
		stroff ack = tape->ack[sack->row];

		if (tape->dir[sack->row] == dir || sack->dsack || sack->begin >= sack->end
			|| tape->data_class[sack->row] == DATA_COPY)
			continue;
		if (tape->ack_class[sack->row] != ACK_OLD)
			forget_below(&known, ack);
		/* What lies below the ACK and is no D-SACK comes from an ACK overtaken. */
		if (sack->end > ack)
			learn(sacked, &known, drawing_time(tape, sack->row),
				(struct range){sack->begin, sack->end});
	}
	free(known.at);
}

void
sacked_fini(struct sacked *sacked)
{
	free(sacked->points);
}
