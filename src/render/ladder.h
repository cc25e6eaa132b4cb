/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ladder.h - segments as arrows between two lines, from top to bottom.
 */
#ifndef CCTRACE_RENDER_LADDER_H
#define CCTRACE_RENDER_LADDER_H

#include "render/page.h"

/*
 * Draw the scene's ladder into `box`: in one column, in two where the picture is wide and
 * they are many; what finds no room is told by a last line, "first 20 of 60".
 */
void ladder_draw(struct page *page, struct box box);

#endif
