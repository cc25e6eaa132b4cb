/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * explain.c - keeps the steps of the frames that are to be explained.
 */
#include "cctrace/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "explained.h"

/* A segment has four ranges at most (RFC 2018 3). */
enum { SACK_MAX = 4 };

struct kept {
	bool found;
	struct step step;
	struct range sack[SACK_MAX];
};

struct explain {
	const uint64_t *frames;
	size_t count;
	bool (*only)(const void *context, const struct connection *conn);
	const void *context;
	struct kept *kept;       /* one a frame */
};

struct explain *
explain_new(const uint64_t *frames, size_t count,
	bool (*only)(const void *context, const struct connection *conn), const void *context)
{
	struct explain *explain = xcalloc(1, sizeof(*explain));

	explain->frames = frames;
	explain->count = count;
	explain->only = only;
	explain->context = context;
	explain->kept = xcalloc(count + 1, sizeof(*explain->kept));
	return explain;
}

void
explain_free(struct explain *explain)
{
	if (!explain)
		return;
	free(explain->kept);
	free(explain);
}

const struct step *
explain_step(const struct explain *explain, size_t at)
{
	return explain->kept[at].found ? &explain->kept[at].step : NULL;
}

static void
keep(struct explain *explain, size_t at, const struct step *step, const struct range *sack)
{
	struct kept *kept = &explain->kept[at];
	size_t count = step->sack_count < SACK_MAX ? step->sack_count : SACK_MAX;

	if (explain->only && !explain->only(explain->context, step->conn))
		return;
	kept->found = true;
	kept->step = *step;
	if (count)
		memcpy(kept->sack, sack + step->sack_first, count * sizeof(*sack));
}

static void
on_batch(void *self, const struct batch *batch)
{
	struct explain *explain = self;

	for (size_t i = 0; i < batch->step_count; i++)
		for (size_t at = 0; at < explain->count; at++)
			if (batch->steps[i].frame == explain->frames[at])
				keep(explain, at, &batch->steps[i], batch->sack);
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	(void)self;
	(void)conn;
	(void)final;
}

const struct sink explain_sink = {
	.name = "explain", .on_batch = on_batch, .on_close = on_close,
};

void
explain_write(const struct explain *explain, size_t at, const struct explain_context *context,
	FILE *out)
{
	struct explained explained = {
		.step = &explain->kept[at].step, .sack = explain->kept[at].sack,
		.context = *context, .at = explain->kept[at].step.serial,
	};

	explained_write(&explained, out);
}
