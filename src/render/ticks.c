/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct prefix {
	double size;
	const char *unit;
};

static const struct prefix bytes[] = {
	{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"},
};
static const struct prefix bits[] = {
	{1, "bit/s"}, {1e3, "kbit/s"}, {1e6, "Mbit/s"}, {1e9, "Gbit/s"}, {1e12, "Tbit/s"},
};
static const struct prefix spans[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};
static const struct prefix counts[] = {{1, ""}};

/* The largest prefix that leaves the larger end at 1 or more. */
static const struct prefix *
choose(const struct prefix *prefixes, size_t count, double largest)
{
	const struct prefix *chosen = prefixes;

	for (size_t i = 1; i < count; i++)
		if (largest >= prefixes[i].size)
			chosen = &prefixes[i];
	return chosen;
}

#define CHOOSE(table, largest) choose(table, sizeof(table) / sizeof((table)[0]), largest)

static const struct prefix *
prefix_of(const struct axis *axis)
{
	double lo = fabs((double)axis->lo), hi = fabs((double)axis->hi);
	/* An axis that is padded to a little above 1 s is still one of seconds, not of 1.0x. */
	double largest = (lo > hi ? lo : hi) / 1.05;

	switch (axis->unit) {
	case UNIT_BYTES: return CHOOSE(bytes, largest);
	case UNIT_BITS_PER_SECOND: return CHOOSE(bits, largest);
	case UNIT_NSEC: return CHOOSE(spans, largest);
	case UNIT_COUNT_OF: break;
	}
	return counts;
}

/* The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
static double
round_step(double least)
{
	double power = pow(10, floor(log10(least)));
	static const double factors[] = {1, 2, 5, 10};

	for (size_t i = 0; i < 4; i++)
		/* A hair of tolerance: log10 of a power of ten may come out just below. */
		if (factors[i] * power >= least * (1 - 1e-12))
			return factors[i] * power;
	return 10 * power;
}

/* Digits behind the point that tell multiples of `step` apart. */
static int
decimals_of(double step)
{
	int decimals = (int)ceil(-log10(step) - 1e-9);

	return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

void
ticks_choose(const struct axis *axis, size_t most, struct ticks *ticks)
{
	const struct prefix *prefix = prefix_of(axis);
	double lo = (double)axis->lo / prefix->size, hi = (double)axis->hi / prefix->size;
	double step;

	if (most > TICKS_MAX)
		most = TICKS_MAX;
	step = round_step((hi - lo) / (double)(most < 2 ? 1 : most - 1));
	/* Values are integers: half a byte is no place. */
	if (step * prefix->size < 1)
		step = 1 / prefix->size;

	int decimals = decimals_of(step);

	ticks->unit = prefix->unit;
	ticks->count = 0;
	for (double k = ceil(lo / step - 1e-9); k * step <= hi * (1 + 1e-12)
		&& ticks->count < TICKS_MAX; k++) {
		struct tick *tick = &ticks->tick[ticks->count++];

		tick->value = k * step * prefix->size;
		/* Zero is zero: no sign, no digits. */
		if (fabs(k) < 0.5)
			strcpy(tick->text, "0");
		else
			snprintf(tick->text, sizeof(tick->text), "%.*f", decimals, k * step);
	}
}
