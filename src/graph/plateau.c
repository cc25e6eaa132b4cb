/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * plateau.c - a percentile in two passes: by the upper 16 bits of the values, then by the
 * lower 16 of those in the slot that holds it.  Sorting a million rows would take longer
 * than all else that the picture needs.
 */
#include "graph/plateau.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "graph/drawing.h"

enum { SLOTS = 1 << 16 };

struct half {
	const struct graph_input *input;
	nsec begin, end;
	uint64_t *slot;          /* ns spent at values of a slot */
};

/* The part of [from, to) that lies in the half; none where time went back. */
static uint64_t
overlap(const struct half *half, nsec from, nsec to)
{
	if (from < half->begin)
		from = half->begin;
	if (to > half->end)
		to = half->end;
	return to > from ? (uint64_t)to - (uint64_t)from : 0;
}

/* Fills the slots: by the upper bits, or by the lower of values whose upper are `upper`. */
static uint64_t
fill(struct half *half, bool by_lower, uint32_t upper)
{
	const struct graph_input *input = half->input;
	size_t count = drawing_flight_count(input);
	uint64_t total = 0;

	for (size_t i = 0; i < SLOTS; i++)
		half->slot[i] = 0;
	for (size_t i = 0; i + 1 < count; i++) {
		uint64_t spent = overlap(half, drawing_flight_time(input, i),
			drawing_flight_time(input, i + 1));
		uint32_t value = drawing_flight(input, i);

		if (spent == 0 || (by_lower && value >> 16 != upper))
			continue;
		half->slot[by_lower ? value & (SLOTS - 1) : value >> 16] += spent;
		total += spent;
	}
	return total;
}

/* The slot that holds `rank`, which becomes the rank within it. */
static uint32_t
find(const struct half *half, uint64_t *rank)
{
	uint32_t slot = 0;

	for (; slot + 1 < SLOTS && half->slot[slot] <= *rank; slot++)
		*rank -= half->slot[slot];
	return slot;
}

uint32_t
plateau_bytes(const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct half half = {.input = input, .end = total->last_ack_of_data};
	uint32_t upper, value = 0;
	uint64_t all, rank;

	if (total->first_data == NSEC_UNKNOWN || half.end == NSEC_UNKNOWN
		|| half.end <= total->first_data)
		return 0;
	half.begin = half.end
		- (nsec)(((uint64_t)half.end - (uint64_t)total->first_data) / 2);
	half.slot = xcalloc(SLOTS, sizeof(*half.slot));
	all = fill(&half, false, 0);
	if (all) {
		rank = all - all / 20 - 1;
		upper = find(&half, &rank);
		fill(&half, true, upper);
		value = upper << 16 | find(&half, &rank);
	}
	free(half.slot);
	return value;
}
