/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ticks.h - round places on an axis, and how they are written.
 */
#ifndef CCTRACE_RENDER_TICKS_H
#define CCTRACE_RENDER_TICKS_H

#include <stddef.h>

#include "cctrace/scene.h"

enum { TICKS_MAX = 64, TICK_TEXT = 32 };

struct tick {
	int64_t value;           /* in the axis's own unit: exact */
	char text[TICK_TEXT];
};

struct ticks {
	struct tick tick[TICKS_MAX];
	size_t count;
	const char *unit;        /* "MB", "ms", "kbit/s": one for the whole axis; "" for counts */
};

/*
 * Up to `most` (2 to TICKS_MAX; others are limited to that) ticks within [axis->lo, axis->hi],
 * 1, 2 or 5 times a power of ten apart, in one SI unit; a few more than `most` where there would
 * be fewer than two.  No two have the same text, and zero is "0".  A span of nothing has at
 * most one tick, one that is upside down none.  Above an axis's knee a few more follow, in the
 * same unit.
 */
void ticks_choose(const struct axis *axis, size_t most, struct ticks *ticks);

#endif
