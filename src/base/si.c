/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/si.h"

#include <inttypes.h>
#include <stdio.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

/* value / divisor, rounded half up; the sum of the usual formula could overflow. */
static uint64_t
divide_rounded(uint64_t value, uint64_t divisor)
{
	uint64_t rest = value % divisor;

	return value / divisor + (rest >= divisor - rest ? 1 : 0);
}

/* A value scaled to a prefix: digits with the last `decimals` behind the point. */
struct scaled {
	uint64_t digits;
	unsigned decimals;
	unsigned prefix; /* powers of 1000 taken out */
};

/* Two decimals below 10, one below 1000: never fewer than three digits. */
static struct scaled
scale(uint64_t value)
{
	uint64_t divisor = 1000;

	if (value < 1000)
		return (struct scaled){value, 0, 0};
	for (unsigned prefix = 1;; prefix++, divisor *= 1000) {
		uint64_t hundredths = divide_rounded(value, divisor / 100);
		uint64_t tenths = divide_rounded(value, divisor / 10);

		if (hundredths < 1000)
			return (struct scaled){hundredths, 2, prefix};
		/* 1000^6 is the largest power that 64 bits hold. */
		if (tenths < 10000 || prefix == 6)
			return (struct scaled){tenths, 1, prefix};
	}
}

/* Digits, a space if asked for, prefix and unit. */
static struct si_text
format(struct scaled scaled, const char *gap, const char *prefix, const char *unit)
{
	struct si_text result;
	unsigned power = scaled.decimals == 2 ? 100 : scaled.decimals == 1 ? 10 : 1;

	if (power == 1)
		snprintf(result.text, sizeof(result.text), "%" PRIu64 "%s%s%s",
			scaled.digits, gap, prefix, unit);
	else
		snprintf(result.text, sizeof(result.text),
			"%" PRIu64 ".%0*" PRIu64 "%s%s%s", scaled.digits / power,
			(int)scaled.decimals, scaled.digits % power, gap, prefix, unit);
	return result;
}

static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};

struct si_text
si_bytes(uint64_t bytes)
{
	struct scaled scaled = scale(bytes);

	return format(scaled, " ", prefixes[scaled.prefix], "B");
}

static uint64_t
clamp(double value)
{
	/* The largest double below 2^64. */
	if (value >= 18446744073709549568.0)
		return UINT64_MAX;
	return value > 0 ? (uint64_t)(value + 0.5) : 0;
}

struct si_text
si_rate(double bps)
{
	struct scaled scaled = scale(clamp(bps));

	return format(scaled, " ", prefixes[scaled.prefix], "bit/s");
}

/* Prefixes of ns up to the second; larger spans are told in minutes, hours, days. */
static const char *const fractions[] = {"ns", "µs", "ms", "s"};

struct si_text
si_elapsed(uint64_t ns)
{
	struct si_text result;
	struct scaled scaled = scale(ns);
	uint64_t s = divide_rounded(ns, NSEC_PER_SEC);

	if (ns == 0)
		return (struct si_text){"0 s"};
	if (scaled.prefix <= 3)
		return format(scaled, " ", "", fractions[scaled.prefix]);
	if (s < HOUR)
		snprintf(result.text, sizeof(result.text),
			"%" PRIu64 " min %" PRIu64 " s", s / MINUTE, s % MINUTE);
	else if (s < DAY)
		snprintf(result.text, sizeof(result.text),
			"%" PRIu64 " h %" PRIu64 " min", s / HOUR, s % HOUR / MINUTE);
	else if (s < 1000 * (uint64_t)DAY)
		snprintf(result.text, sizeof(result.text), "%" PRIu64 " d %" PRIu64 " h",
			s / DAY, s % DAY / HOUR);
	else
		snprintf(result.text, sizeof(result.text), "%" PRIu64 " d", s / DAY);
	return result;
}

struct si_text
si_duration(nsec span)
{
	if (span >= 0)
		return si_elapsed((uint64_t)span);

	struct si_text result, positive = si_elapsed(-(uint64_t)span);
	snprintf(result.text, sizeof(result.text), "-%.30s", positive.text);
	return result;
}

struct si_text
si_count(uint64_t count)
{
	struct si_text result;
	char digits[24];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);
	size_t at = 0;

	for (int i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			result.text[at++] = ',';
		result.text[at++] = digits[i];
	}
	result.text[at] = '\0';
	return result;
}

struct si_text
si_compact(uint64_t value)
{
	struct scaled scaled = scale(value);

	/* "100.2k" would be six. */
	if (scaled.decimals == 1 && scaled.digits >= 1000)
		scaled = (struct scaled){
			divide_rounded(scaled.digits, 10), 0, scaled.prefix};
	if (scaled.decimals == 0 && scaled.digits == 1000)
		scaled = (struct scaled){100, 2, scaled.prefix + 1};
	return format(scaled, "", prefixes[scaled.prefix], "");
}

struct si_text
si_compact_rate(double bps)
{
	return si_compact(clamp(bps));
}

struct si_text
si_compact_elapsed(uint64_t ns)
{
	struct si_text result;
	struct scaled scaled = scale(ns);
	uint64_t s = divide_rounded(ns, NSEC_PER_SEC);

	if (ns == 0)
		return (struct si_text){"0s"};
	if (scaled.prefix <= 3) {
		/* Cut, not rounded: 999.9ms must not become 1000ms. */
		if (scaled.decimals == 1 && scaled.digits >= 1000)
			scaled = (struct scaled){scaled.digits / 10, 0, scaled.prefix};
		return format(scaled, "", "", fractions[scaled.prefix]);
	}
	if (s < HOUR)
		snprintf(result.text, sizeof(result.text), "%" PRIu64 "m%02" PRIu64 "s",
			s / MINUTE, s % MINUTE);
	else if (s < DAY)
		snprintf(result.text, sizeof(result.text), "%" PRIu64 "h%02" PRIu64 "m",
			s / HOUR, s % HOUR / MINUTE);
	else if (s < 1000 * (uint64_t)DAY)
		snprintf(result.text, sizeof(result.text), "%" PRIu64 "d%02" PRIu64 "h",
			s / DAY, s % DAY / HOUR);
	else
		snprintf(result.text, sizeof(result.text), "%" PRIu64 "d", s / DAY);
	return result;
}
