/* SPDX-License-Identifier: BSD-3-Clause */
/* zlib unpacks what we pack, and holds it against its own Adler-32. */
#include "render/pack.h"

#include <stdlib.h>
#include <zlib.h>

#include "../tap.h"

/* Whether the rows come back, each behind a zero. */
static bool
comes_back(const uint8_t *pixels, int width, int height, size_t *packed)
{
	uLongf length = (uLongf)(width + 1) * (uLongf)height, got = length;
	uint8_t *rows = malloc(length), *stream = pack_rows(pixels, width, height, packed);
	bool same = stream && rows && uncompress(rows, &got, stream, *packed) == Z_OK
		&& got == length;

	for (int y = 0; same && y < height; y++)
		same = rows[(size_t)y * (size_t)(width + 1)] == 0
			&& memcmp(rows + (size_t)y * (size_t)(width + 1) + 1,
				pixels + (size_t)y * (size_t)width, (size_t)width) == 0;
	free(rows);
	free(stream);
	return same;
}

/* Runs of all lengths up to 700: matches of 258 and what is left of them. */
static void
runs_of_all_lengths(void)
{
	uint8_t pixels[2 * 702];
	bool good = true;

	for (int length = 1; length <= 700; length++) {
		size_t packed;

		for (int i = 0; i < 702; i++)
			pixels[i] = pixels[702 + i] = i < length ? 7 : (uint8_t)(i % 2 ? 200 : 3);
		pixels[703] = 9;
		good = good && comes_back(pixels, 702, 2, &packed);
	}
	ok(good, "runs of 1 to 700 pixels");
}

static void
sizes_of_all_kinds(void)
{
	static const int sizes[][2] = {{1, 1}, {1, 500}, {2, 3}, {8192, 3}, {32766, 3}, {32767, 3},
		{32768, 3}, {33000, 3}, {1280, 720}};
	unsigned state = 1;

	for (size_t i = 0; i < COUNT(sizes); i++) {
		int width = sizes[i][0], height = sizes[i][1];
		uint8_t *pixels = calloc((size_t)width, (size_t)height);
		size_t packed;

		if (!pixels)
			return;
		for (int k = 0; k < width * height / 3; k++) {
			state = state * 1103515245 + 12345;
			pixels[(state >> 8) % (unsigned)(width * height)] = (uint8_t)(state >> 24);
		}
		ok(comes_back(pixels, width, height, &packed), "%d x %d of noise", width, height);
		memset(pixels, 255, (size_t)width * (size_t)height);
		ok(comes_back(pixels, width, height, &packed), "and of one ink: %zu bytes", packed);
		if (width == 1280)
			ok(packed < 12000, "which is little for 920 kB");
		free(pixels);
	}
}

/* Every number of equal rows, so that lengths that no single match has come up. */
static void
rows_that_repeat(void)
{
	uint8_t pixels[300 * 5];
	bool good = true;

	for (int height = 1; height <= 300; height++)
		for (int width = 1; width <= 5; width += 2) {
			size_t packed;

			for (int i = 0; i < height * width; i++)
				pixels[i] = (uint8_t)(i % width);
			good = good && comes_back(pixels, width, height, &packed);
		}
	ok(good, "1 to 300 of them");
}

int
main(void)
{
	runs_of_all_lengths();
	sizes_of_all_kinds();
	rows_that_repeat();
	return tap_done();
}
