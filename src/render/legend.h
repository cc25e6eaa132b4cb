/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * legend.h - which ink means what: rows between the subtitle and the plot, never on data.
 */
#ifndef CCTRACE_RENDER_LEGEND_H
#define CCTRACE_RENDER_LEGEND_H

#include "render/page.h"

/*
 * Draw the legend into `box`, which has room for one or more rows, from its bottom up: the
 * rows stand by the plot.  What finds no room is told by an ellipsis.  Rules are not listed:
 * they carry their names.
 */
void legend_draw(struct page *page, struct box box);

/* The height of a row. */
int legend_row_height(const struct page *page);

#endif
