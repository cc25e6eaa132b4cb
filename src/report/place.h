/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * place.h - where the capture was taken, and what tells that.
 */
#ifndef CCTRACE_REPORT_PLACE_H
#define CCTRACE_REPORT_PLACE_H

#include "base/strbuf.h"
#include "cctrace/verdict.h"

/*
 * Append "near B, the data's sender: by handshake 55.0 µs + 40.2 ms, ...", and what offload
 * does to packets.  Nothing where no data was captured and the place is unknown.  `verdict`
 * may be NULL.
 */
void place_add(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict);

#endif
