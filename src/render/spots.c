/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/spots.h"

#include <stdlib.h>

#include "base/xalloc.h"

void
spots_fini(struct spots *spots)
{
	free(spots->spot);
	*spots = (struct spots){0};
}

void
spots_add(struct spots *spots, int x, int y)
{
	struct spot *last = spots->count ? &spots->spot[spots->count - 1] : NULL;

	if (last && last->x == x && last->y == y) {
		last->count++;
		return;
	}
	spots->spot = xgrow(spots->spot, &spots->capacity, spots->count, sizeof(*spots->spot), 64);
	spots->spot[spots->count++] = (struct spot){x, y, 1};
}
