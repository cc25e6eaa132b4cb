/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/selection.h"

#include <stdlib.h>

#include "base/xalloc.h"

struct candidate {
	uint64_t payload;
	size_t at;
};

static int
by_payload(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;

	if (left->payload != right->payload)
		return left->payload > right->payload ? -1 : 1;
	return left->at < right->at ? -1 : left->at > right->at;
}

static int
by_place(const void *a, const void *b)
{
	const size_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/* How many of the sorted candidates the rule takes. */
static size_t
enough(const struct candidate *candidates, size_t count, uint64_t total)
{
	uint64_t rest = total;
	size_t taken = 0;

	if (total == 0)
		return count < SELECTION_MAX ? count : SELECTION_MAX;
	while (taken < count && taken < SELECTION_MAX && rest > total / SELECTION_REST)
		rest -= candidates[taken++].payload;
	return taken;
}

size_t
selection_choose(const struct connection_row *const *rows, size_t count,
	const struct options *options, size_t *chosen)
{
	struct candidate *candidates = xcalloc(count ? count : 1, sizeof(*candidates));
	uint64_t total = 0;
	size_t wanted = 0, taken;

	for (size_t i = 0; i < count; i++) {
		uint64_t payload = rows[i]->dir[A2B].payload_bytes + rows[i]->dir[B2A].payload_bytes;

		if (!options_wants(options, rows[i]->stream, rows[i]->part))
			continue;
		candidates[wanted++] = (struct candidate){payload, i};
		total += payload;
	}
	qsort(candidates, wanted, sizeof(*candidates), by_payload);
	if (options->top)
		taken = wanted < options->top ? wanted : options->top;
	else if (options->all || options->stream_count)
		taken = wanted;
	else
		taken = wanted ? enough(candidates, wanted, total) : 0;
	for (size_t i = 0; i < taken; i++)
		chosen[i] = candidates[i].at;
	qsort(chosen, taken, sizeof(*chosen), by_place);
	free(candidates);
	return taken;
}
