/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calipers.h - distances measured in the picture: a bracket and its value.
 */
#ifndef CCTRACE_RENDER_CALIPERS_H
#define CCTRACE_RENDER_CALIPERS_H

#include "render/labels.h"

/* All brackets of the place, then their words, so that no word lies on a bracket. */
void calipers_draw(struct page *page, const struct place *place);

#endif
