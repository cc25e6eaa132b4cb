/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cut.h - a part of a tape as a tape of its own, so that a picture of a part costs what
 * the part does.
 */
#ifndef CCTRACE_GRAPH_CUT_H
#define CCTRACE_GRAPH_CUT_H

#include "graph/locate.h"

/*
 * Rows [begin, end), begin <= end <= tape->rows, with their SACK ranges, without samples
 * and notes.  Lives as long as the scene, and its columns as long as `tape`.
 */
const struct tape *cut_rows(struct scene *scene, const struct tape *tape, size_t begin,
	size_t end);

/* The excerpt's rows, from the last ACK before to the first behind it: what lines need. */
const struct tape *cut_lines(struct scene *scene, const struct graph_input *input,
	const struct excerpt *excerpt);

#endif
