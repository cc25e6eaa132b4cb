/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * shut.h - a window below a segment stops a sender as one of zero does, until its timer gives
 * up waiting for more (RFC 9293 3.8.6.2.1).
 */
#ifndef CCTRACE_GRAPH_SHUT_H
#define CCTRACE_GRAPH_SHUT_H

#include "graph/drawing.h"

/*
 * The row, `least` or later, from which on the window of `dir`'s data was below a segment
 * until `row`; `row` itself where it was not, or where its scale or the MSS is not known.
 */
size_t shut_since(const struct tape *tape, uint8_t dir, size_t row, size_t least);

#endif
