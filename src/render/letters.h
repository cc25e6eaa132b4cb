/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * letters.h - the letters of rare layers beside their points.
 */
#ifndef CCTRACE_RENDER_LETTERS_H
#define CCTRACE_RENDER_LETTERS_H

#include "render/labels.h"
#include "render/spots.h"

/*
 * Those of `layer`, whose points are at `spots`.  What stands nearer than a letter's width
 * shares one, with its number: "Rf 12"; where there is no room the points stay without.
 */
void letters_draw(struct page *page, const struct place *place, const struct layer *layer,
	const struct spots *spots);

#endif
