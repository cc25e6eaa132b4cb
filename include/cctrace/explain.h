/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * explain.h - what was concluded of one frame: by which rule, from which numbers, and what
 * turned out later.
 *
 * A consumer keeps the steps of the frames that are asked for; what came before and after
 * them is on the tape of their connection.
 */
#ifndef CCTRACE_EXPLAIN_H
#define CCTRACE_EXPLAIN_H

#include <stdio.h>

#include "cctrace/verdict.h"

struct explain;

/* `frames`: `count` numbers as Wireshark shows them, borrowed; of connections for which `only`
 * returns true (NULL: all). */
struct explain *explain_new(const uint64_t *frames, size_t count,
	bool (*only)(const void *context, const struct connection *conn), const void *context);
/* NULL is fine. */
void explain_free(struct explain *explain);

/* The consumer to bind to an engine, its `self` being the explain. */
extern const struct sink explain_sink;

/* The step of frames[at], its `conn` as long as the flow table lives; NULL: the frame held no
 * TCP that was analysed. */
const struct step *explain_step(const struct explain *explain, size_t at);

/* What is known of its connection; the latter two may be NULL. */
struct explain_context {
	const struct connection_row *row;
	const struct tape *tape;       /* closed */
	const struct verdict *verdict;
};

/* A block of text, 80 columns wide, of frames[at], which has a step. */
void explain_write(const struct explain *explain, size_t at,
	const struct explain_context *context, FILE *out);

#endif
