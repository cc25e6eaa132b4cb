/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sentence.h - a verdict in words, and what can be done about it.
 */
#ifndef CCTRACE_REPORT_SENTENCE_H
#define CCTRACE_REPORT_SENTENCE_H

#include "base/strbuf.h"
#include "cctrace/report.h"

/* "limited by the receive window for 92 % of the time: ...", without a full stop. */
void sentence_write(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict);

/* Host and knob; nothing at low confidence, or where there is nothing to turn. */
void sentence_advice(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict);

/* "65.2 kB / 100.1 ms = 5.21 Mbit/s, measured 5.19 Mbit/s"; nothing where unmeasured. */
void sentence_law(struct strbuf *text, const struct verdict *verdict);

/* "medium confidence: fewer than 20 round trips"; "high confidence". */
void sentence_confidence(struct strbuf *text, const struct verdict *verdict);

#endif
