/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * explained.h - a step with its history, and the parts of its explanation.
 */
#ifndef CCTRACE_REPORT_EXPLAINED_H
#define CCTRACE_REPORT_EXPLAINED_H

#include "base/si.h"
#include "base/strbuf.h"
#include "cctrace/explain.h"
#include "cctrace/rules.h"

struct explained {
	const struct step *step;
	const struct range *sack;      /* step->sack_count of them */
	struct explain_context context;
	size_t at;                     /* its row on the tape */
};

/* The whole block. */
void explained_write(const struct explained *explained, FILE *out);

/* Each conclusion about the segment itself, a field each; needs a tape. */
void conclusions_write(const struct explained *explained, FILE *out);

/* What this frame told of others, what others told of it, and what changed at the close;
 * needs a tape. */
void afterwards_write(const struct explained *explained, FILE *out);

/* "1,448 bytes": whoever asks about one frame wants to count along. */
struct si_text exact_bytes(uint64_t bytes);

/* Append `Rule "karn" (RFC 6298 3): ...`. */
void add_rule(struct strbuf *text, enum rule rule);

#endif
