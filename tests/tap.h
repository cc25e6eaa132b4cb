/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tap.h - the Test Anything Protocol in a few asserts.  One program a module; every
 * program ends with `return tap_done();`.
 */
#ifndef CCTRACE_TESTS_TAP_H
#define CCTRACE_TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int tap_run, tap_failed;

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

__attribute__((format(printf, 2, 3), unused)) static bool
ok(bool good, const char *format, ...)
{
	va_list ap;

	printf("%sok %d - ", good ? "" : "not ", ++tap_run);
	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
	putchar('\n');
	if (!good)
		tap_failed++;
	fflush(stdout);
	return good;
}

__attribute__((unused)) static bool
is_int(int64_t got, int64_t expected, const char *name)
{
	bool good = ok(got == expected, "%s", name);

	if (!good)
		printf("#   got %" PRId64 ", expected %" PRId64 "\n", got, expected);
	return good;
}

__attribute__((unused)) static bool
is_str(const char *got, const char *expected, const char *name)
{
	bool good = got && expected ? strcmp(got, expected) == 0 : got == expected;

	ok(good, "%s", name);
	if (!good)
		printf("#   got      '%s'\n#   expected '%s'\n",
			got ? got : "(null)", expected ? expected : "(null)");
	return good;
}

/* `got` within `tolerance` of `expected`. */
__attribute__((unused)) static bool
is_near(double got, double expected, double tolerance, const char *name)
{
	bool good = got >= expected - tolerance && got <= expected + tolerance;

	ok(good, "%s", name);
	if (!good)
		printf("#   got %.9g, expected %.9g within %.3g\n",
			got, expected, tolerance);
	return good;
}

/* A check that can't be made here; says why. */
__attribute__((unused)) static void
skip(const char *name, const char *reason)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_run, name, reason);
}

__attribute__((unused)) static int
tap_done(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed ? 1 : 0;
}

#endif
