/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spots.h - where points of a layer came to lie, and which of its points an inset shows:
 * noted while a panel is drawn, so that a million points are read once.
 */
#ifndef CCTRACE_RENDER_SPOTS_H
#define CCTRACE_RENDER_SPOTS_H

#include "cctrace/scene.h"

struct spot {
	int x, y;                /* device pixels */
	uint64_t count;          /* points on that pixel */
};

struct spots {
	struct spot *spot;
	size_t count, capacity;
};

/* A zeroed one is empty. */
void spots_fini(struct spots *spots);
/* One that lies where the last one does is counted there. */
void spots_add(struct spots *spots, int x, int y);

/* Of a layer's points, those from `first` (a cursor) on, `chunks` reads long. */
struct layer_part {
	nsec lo, hi;             /* asked for */
	size_t first, chunks;
	size_t begin;            /* the number of the first chunk */
	nsec last;               /* x of the latest point */
	bool any;
};

#endif
