/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ground.h - where a panel is empty.
 */
#ifndef CCTRACE_RENDER_GROUND_H
#define CCTRACE_RENDER_GROUND_H

#include "render/layout.h"

/*
 * Where of `within` a box of `width` x `height` covers no ink, text, symbol or inset: of all
 * such places the one whose middle is nearest to that of `target`, which it doesn't cover.
 */
bool ground_find(const struct canvas *canvas, const struct layout *layout, struct box within,
	int width, int height, struct box target, struct box *found);

#endif
