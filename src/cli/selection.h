/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * selection.h - which connections are drawn.
 */
#ifndef CCTRACE_CLI_SELECTION_H
#define CCTRACE_CLI_SELECTION_H

#include "cctrace/stats.h"
#include "cli/options.h"

/* Drawn unasked: all but the smallest that carry a 20th (5 %) of the payload; 20 at most. */
enum { SELECTION_REST = 20, SELECTION_MAX = 20 };

/*
 * Choose among `count` rows (in order of first frame) by -s, --top, --all, or the rule
 * above: their indices into `rows` go to `chosen` (room for `count`), in order of first
 * frame.  Returns how many.  Connections without a segment of payload are only drawn
 * when there is nothing else, or by -s and --all.
 */
size_t selection_choose(const struct connection_row *const *rows, size_t count,
	const struct options *options, size_t *chosen);

#endif
