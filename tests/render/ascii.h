/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ascii.h - pixels as text, so that expected pictures can be drawn in a test: a full ink is
 * its letter, a lighter step of any '~', ground '.'.
 */
#ifndef CCTRACE_TESTS_RENDER_ASCII_H
#define CCTRACE_TESTS_RENDER_ASCII_H

#include "render/canvas.h"

#include "../tap.h"

static inline char
ascii_pixel(const struct canvas *canvas, int x, int y)
{
	static const char letters[INK_COUNT + 1] = "tmagDAWSRLEF";
	unsigned value = canvas->pixels[y * canvas->width + x];

	if (value == 0)
		return '.';
	return (value - 1) % INK_STEPS == INK_STEPS - 1 ? letters[(value - 1) / INK_STEPS] : '~';
}

/* Whether the whole canvas looks like `expected`, one string a row. */
static inline bool
looks_like(const struct canvas *canvas, const char *const *expected, const char *name)
{
	bool same = true;
	char row[256];

	for (int pass = 0; pass < 2 && (pass == 0 || !same); pass++) {
		if (pass == 1)
			printf("#   %-*s expected\n", canvas->width, "got");
		for (int y = 0; y < canvas->height; y++) {
			for (int x = 0; x < canvas->width; x++)
				row[x] = ascii_pixel(canvas, x, y);
			row[canvas->width] = '\0';
			same = same && strcmp(row, expected[y]) == 0;
			if (pass == 1)
				printf("#   %s %s\n", row, expected[y]);
		}
	}
	return ok(same, "%s", name);
}

#endif
