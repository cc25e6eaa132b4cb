/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spans.h - stretches of time that a picture must not be read without.
 */
#ifndef CCTRACE_GRAPH_SPANS_H
#define CCTRACE_GRAPH_SPANS_H

#include "graph/drawing.h"

/*
 * Hatched: where the drawn direction's data was acknowledged but never captured, from the
 * data before the gap to the data behind it; and what a clock that was set back tells
 * twice.
 */
void drawing_capture_gaps(struct drawing *drawing);

/* Softly shaded: from the first sign of a loss until all that was then outstanding has
 * been acknowledged.  None where that would be more than half of the time. */
void drawing_recoveries(struct drawing *drawing);

#endif
