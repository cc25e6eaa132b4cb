/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay.c - main of a fuzz target that is built without libFuzzer: runs the target
 * over each file of the command line, once.  Failures abort, as under libFuzzer.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/target.h"

/* The input in a block of just its size, so that a sanitizer sees the first byte too many. */
static int
replay(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0, got;
	uint8_t piece[4096];

	if (!file) {
		perror(path);
		return 1;
	}
	while ((got = fread(piece, 1, sizeof(piece), file)) > 0) {
		uint8_t *more = realloc(data, size + got);

		if (!more)
			abort();
		data = more;
		for (size_t i = 0; i < got; i++)
			data[size + i] = piece[i];
		size += got;
	}

	int failed = ferror(file) ? 1 : 0;

	fclose(file);
	if (failed)
		perror(path);
	else
		LLVMFuzzerTestOneInput(data, size);
	free(data);
	return failed;
}

int
main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed |= replay(argv[i]);
	return failed;
}
