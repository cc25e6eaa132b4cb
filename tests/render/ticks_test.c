/* SPDX-License-Identifier: BSD-3-Clause */
/* Expected texts are what a person would write on paper under such an axis. */
#include "render/ticks.h"

#include <stdlib.h>

#include "../tap.h"

/* All labels and the unit, in one line. */
static const char *
labels(enum unit unit, int64_t lo, int64_t hi, size_t most)
{
	static char line[TICKS_MAX * (TICK_TEXT + 1) + 16];
	struct axis axis = {unit, lo, hi, ""};
	struct ticks ticks;

	ticks_choose(&axis, most, &ticks);
	*line = '\0';
	for (size_t i = 0; i < ticks.count; i++) {
		strcat(line, ticks.tick[i].text);
		strcat(line, " ");
	}
	return strcat(line, ticks.unit);
}

static void
writes_round_numbers_in_one_unit(void)
{
	static const struct {
		enum unit unit;
		int64_t lo, hi;
		size_t most;
		const char *line;
	} cases[] = {
		{UNIT_NSEC, 0, 10 * NSEC_PER_SEC, 6, "0 2 4 6 8 10 s"},
		{UNIT_NSEC, 0, 1, 5, "0 1 ns"},
		{UNIT_NSEC, 0, 2500, 6, "0 0.5 1.0 1.5 2.0 2.5 µs"},
		{UNIT_NSEC, 0, 81 * NSEC_PER_MSEC, 5, "0 20 40 60 80 ms"},
		{UNIT_NSEC, -200 * NSEC_PER_MSEC, 10200 * NSEC_PER_MSEC, 7, "0 2 4 6 8 10 s"},
		{UNIT_NSEC, -2 * NSEC_PER_SEC, 2 * NSEC_PER_SEC, 5, "−2 −1 0 1 2 s"},
		{UNIT_NSEC, 100 * NSEC_PER_SEC, 100 * NSEC_PER_SEC + 40000, 3,
			"100.00000 100.00002 100.00004 s"},
		{UNIT_NSEC, 0, 2 * 365 * 86400 * NSEC_PER_SEC, 5, "0 20000000 40000000 60000000 s"},
		{UNIT_BYTES, 0, 900, 4, "0 500 B"},
		{UNIT_BYTES, 0, 999999, 3, "0 500 kB"},
		{UNIT_BYTES, 0, 1400000, 4, "0 0.5 1.0 MB"},
		{UNIT_BYTES, 8388608, 16777216, 4, "10 12 14 16 MB"},
		{UNIT_BYTES, 0, INT64_MAX, 6, "0 2000 4000 6000 8000 PB"},
		{UNIT_BITS_PER_SECOND, 0, 2700000000, 6, "0 0.5 1.0 1.5 2.0 2.5 Gbit/s"},
		{UNIT_BITS_PER_SECOND, 0, 5200000, 4, "0 2 4 Mbit/s"},
		{UNIT_BITS_PER_SECOND, 0, 12000, 4, "0 5 10 kbit/s"},
		{UNIT_COUNT_OF, 0, 30000, 4, "0 10000 20000 30000 "},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		is_str(labels(cases[i].unit, cases[i].lo, cases[i].hi, cases[i].most),
			cases[i].line, cases[i].line);
}

static void
padding_does_not_change_the_unit(void)
{
	is_str(labels(UNIT_NSEC, -20 * NSEC_PER_MSEC, 1020 * NSEC_PER_MSEC, 6),
		"0 200 400 600 800 1000 ms", "one second and its padding is one of milliseconds");
}

static void
strange_axes_have_few_ticks(void)
{
	is_str(labels(UNIT_BYTES, 0, 0, 5), "0 B", "nothing at zero");
	is_str(labels(UNIT_BYTES, 7, 7, 5), "7 B", "a span of nothing");
	is_str(labels(UNIT_BYTES, 7, 3, 5), "B", "upside down");
	is_str(labels(UNIT_BYTES, 1, 9, 2), "2 4 6 8 B", "one label would give no scale");
	is_str(labels(UNIT_COUNT_OF, INT64_MAX - 1, INT64_MAX, 5),
		"9223372036854775806 9223372036854775807 ", "at the end of all numbers");
	is_str(labels(UNIT_BYTES, INT64_MAX - 1, INT64_MAX, 5),
		"9223.372036854775806 9223.372036854775807 PB", "the same with a prefix");
	is_str(labels(UNIT_COUNT_OF, INT64_MIN, INT64_MAX, 5),
		"−5000000000000000000 0 5000000000000000000 ", "all numbers there are");
}

/* What holds for every axis; NULL when it does. */
static const char *
fault_of(const struct axis *axis, size_t most, const struct ticks *ticks)
{
	uint64_t step = 0;

	/* No axis of two units or more lacks a scale; one label too many is the price. */
	if (ticks->count < 2 || ticks->count > (most < 5 ? 5 : most))
		return "count";
	for (size_t i = 0; i < ticks->count; i++) {
		const struct tick *tick = &ticks->tick[i];

		if (tick->value < axis->lo || tick->value > axis->hi)
			return "outside";
		if ((tick->value == 0) != (strcmp(tick->text, "0") == 0))
			return "zero";
		if (i && strcmp(tick->text, tick[-1].text) == 0)
			return "twice the same";
		if (i > 1 && (uint64_t)tick->value - (uint64_t)tick[-1].value != step)
			return "uneven";
		if (i)
			step = (uint64_t)tick->value - (uint64_t)tick[-1].value;
	}
	while (step % 10 == 0)
		step /= 10;
	return step == 1 || step == 2 || step == 5 ? NULL : "not round";
}

/* Spans from two units to all there are, at zero, near it and far from it. */
static void
holds_for_every_axis(void)
{
	size_t tried = 0, wrong = 0;

	for (int64_t span = 2; span < INT64_MAX / 2; span += span / 7 + 1)
		for (int64_t lo = -span; lo < INT64_MAX / 2 - span; lo += lo < 0 ? span / 2 + 1
			: lo + span / 3 + 1)
			for (size_t most = 2; most < 20; most += 3) {
				struct axis axis = {(enum unit)(tried % 4), lo, lo + span, ""};
				struct ticks ticks;

				ticks_choose(&axis, most, &ticks);
				tried++;

				const char *fault = fault_of(&axis, most, &ticks);

				if (fault && wrong++ < 5)
					printf("# %s: %" PRId64 " %" PRId64 " %zu\n", fault, lo,
						lo + span, most);
			}
	ok(tried > 10000, "%zu axes were tried", tried);
	is_int((int64_t)wrong, 0, "every one is round, even, inside, and has no text twice");
}

int
main(void)
{
	writes_round_numbers_in_one_unit();
	padding_does_not_change_the_unit();
	strange_axes_have_few_ticks();
	holds_for_every_axis();
	return tap_done();
}
