/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ticks.c - in whole numbers throughout: a step is at least one of the axis's own units
 * (a byte, a nanosecond), so every tick is an integer and its text is exact.
 */
#include "render/ticks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct prefix {
	int digits;              /* powers of ten */
	const char *unit;
};

static const struct prefix bytes[] = {
	{0, "B"}, {3, "kB"}, {6, "MB"}, {9, "GB"}, {12, "TB"}, {15, "PB"},
};
static const struct prefix bits[] = {
	{0, "bit/s"}, {3, "kbit/s"}, {6, "Mbit/s"}, {9, "Gbit/s"}, {12, "Tbit/s"},
};
static const struct prefix spans[] = {{0, "ns"}, {3, "µs"}, {6, "ms"}, {9, "s"}};
static const struct prefix counts[] = {{0, ""}};

/* Steps go up to 5 * 10^18, which a signed number holds; prefixes to 10^15. */
enum { STEPS = 3 * 19, MOST_DIGITS = 15, LOG_TICKS_MAX = 3 };

static uint64_t
power_of_ten(int digits)
{
	uint64_t power = 1;

	while (digits-- > 0)
		power *= 10;
	return power;
}

static uint64_t
step_of(int number)
{
	static const uint64_t factors[] = {1, 2, 5};

	return factors[number % 3] * power_of_ten(number / 3);
}

static uint64_t
magnitude(int64_t value)
{
	return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

/* The largest prefix that leaves the larger end at 1 or more. */
static const struct prefix *
choose(const struct prefix *prefixes, size_t count, uint64_t largest)
{
	const struct prefix *chosen = prefixes;

	for (size_t i = 1; i < count; i++)
		if (largest >= power_of_ten(prefixes[i].digits))
			chosen = &prefixes[i];
	return chosen;
}

#define CHOOSE(table, largest) choose(table, sizeof(table) / sizeof((table)[0]), largest)

static const struct prefix *
prefix_of(const struct axis *axis)
{
	uint64_t lo = magnitude(axis->lo), hi = magnitude(axis->hi), largest = lo > hi ? lo : hi;

	/* One that its padding alone brings above 1 s is still one of milliseconds. */
	largest -= largest / 20;
	switch (axis->unit) {
	case UNIT_BYTES: return CHOOSE(bytes, largest);
	case UNIT_BITS_PER_SECOND: return CHOOSE(bits, largest);
	case UNIT_NSEC: return CHOOSE(spans, largest);
	case UNIT_COUNT_OF: break;
	}
	return counts;
}

/* The first multiple of `step` that isn't below axis->lo; false when it is above axis->hi. */
static bool
first_multiple(const struct axis *axis, int64_t step, int64_t *first)
{
	int64_t over = axis->lo % step;
	/* How far to go up; C rounds towards zero, so below zero that is the rest itself. */
	uint64_t up = over > 0 ? (uint64_t)(step - over) : magnitude(over);

	if (axis->lo > axis->hi || (uint64_t)axis->hi - (uint64_t)axis->lo < up)
		return false;
	*first = axis->lo + (int64_t)up;
	return true;
}

static uint64_t
count_multiples(const struct axis *axis, int64_t step)
{
	int64_t first;

	if (!first_multiple(axis, step, &first))
		return 0;

	uint64_t steps = ((uint64_t)axis->hi - (uint64_t)first) / (uint64_t)step;

	/* All numbers there are would count one too many. */
	return steps == UINT64_MAX ? steps : steps + 1;
}

/* The finest step that has no more than `most`, or a finer one if it would leave only one. */
static int
choose_step(const struct axis *axis, size_t most)
{
	int number = 0;

	while (number + 1 < STEPS && count_multiples(axis, (int64_t)step_of(number)) > most)
		number++;
	while (number > 0 && count_multiples(axis, (int64_t)step_of(number)) < 2)
		number--;
	return number;
}

static void
write_tick(struct tick *tick, const struct prefix *prefix, int decimals)
{
	uint64_t size = power_of_ten(prefix->digits), value = magnitude(tick->value);
	uint64_t rest = value % size * power_of_ten(MOST_DIGITS - prefix->digits);
	const char *sign = tick->value < 0 ? "−" : "";
	char fraction[24];

	/* Zero is zero, whatever the digits of its neighbours. */
	snprintf(tick->text, sizeof(tick->text), "%s%" PRIu64, sign, value / size);
	if (value == 0 || decimals == 0)
		return;
	snprintf(fraction, sizeof(fraction), "%015" PRIu64, rest);
	snprintf(tick->text, sizeof(tick->text), "%s%" PRIu64 ".%.*s", sign, value / size,
		decimals, fraction);
}

static void
choose_linear(const struct axis *axis, size_t most, struct ticks *ticks)
{
	const struct prefix *prefix = prefix_of(axis);
	int number = choose_step(axis, most < 2 ? 2 : most > TICKS_MAX ? TICKS_MAX : most);
	/* Digits behind the point that tell multiples of the step apart. */
	int decimals = prefix->digits > number / 3 ? prefix->digits - number / 3 : 0;
	int64_t step = (int64_t)step_of(number), value;
	uint64_t count = count_multiples(axis, step);

	ticks->unit = prefix->unit;
	ticks->count = 0;
	if (!first_multiple(axis, step, &value))
		return;
	while (ticks->count < TICKS_MAX) {
		struct tick *tick = &ticks->tick[ticks->count++];

		tick->value = value;
		write_tick(tick, prefix, decimals);
		if (ticks->count == count)
			break;
		value += step;
	}
}

/* Powers of ten, and 2 and 5 between them, above the knee: no tick nearer than its half. */
static void
add_logarithmic(const struct axis *axis, const struct prefix *prefix, struct ticks *ticks)
{
	double last = (double)axis->knee;
	/* A quarter of the axis has room for a few, at most. */
	double least = pow((double)axis->hi / last, 1.0 / LOG_TICKS_MAX);

	if (ticks->count)
		last = (double)ticks->tick[ticks->count - 1].value;
	for (int number = 0; number < STEPS && ticks->count < TICKS_MAX; number++) {
		int64_t value = (int64_t)step_of(number);

		if (value <= axis->knee || value > axis->hi || (double)value < last * least)
			continue;
		last = (double)value;
		ticks->tick[ticks->count].value = value;
		write_tick(&ticks->tick[ticks->count++], prefix,
			prefix->digits > number / 3 ? prefix->digits - number / 3 : 0);
	}
}

void
ticks_choose(const struct axis *axis, size_t most, struct ticks *ticks)
{
	struct axis linear = *axis;

	if (axis->knee <= 0 || axis->knee <= axis->lo || axis->knee >= axis->hi) {
		choose_linear(axis, most, ticks);
		return;
	}
	linear.hi = axis->knee;
	choose_linear(&linear, most, ticks);
	add_logarithmic(axis, prefix_of(&linear), ticks);
}
