/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ticks.h - round places on an axis, and how they are written.
 */
#ifndef CCTRACE_RENDER_TICKS_H
#define CCTRACE_RENDER_TICKS_H

#include <stddef.h>

#include "cctrace/scene.h"

enum { TICKS_MAX = 64, TICK_TEXT = 24 };

struct tick {
	double value;            /* in the axis's own unit */
	char text[TICK_TEXT];
};

struct ticks {
	struct tick tick[TICKS_MAX];
	size_t count;
	const char *unit;        /* "MB", "ms", "kbit/s": one for the whole axis; "" for counts */
};

/*
 * Up to `most` (at least 2) ticks within [axis->lo, axis->hi], 1, 2 or 5 times a power of
 * ten apart, in one SI unit.  No two have the same text.
 */
void ticks_choose(const struct axis *axis, size_t most, struct ticks *ticks);

#endif
