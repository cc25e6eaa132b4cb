/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * shared.h - captures that lie beside the tree, not in it: ../shared.  Tests that want
 * them say so and skip where they aren't.
 */
#ifndef CCTRACE_TESTS_SHARED_H
#define CCTRACE_TESTS_SHARED_H

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "capture/source.h"
#include "tests/tap.h"

/* "$top_srcdir/../shared/NAME"; the caller frees it.  NULL when it doesn't exist. */
__attribute__((unused)) static char *
shared_path(const char *name)
{
	const char *top = getenv("top_srcdir");
	size_t size = strlen(top ? top : ".") + strlen(name) + 32;
	char *path = malloc(size);
	struct stat status;

	snprintf(path, size, "%s/../shared/%s", top ? top : ".", name);
	if (stat(path, &status) == 0)
		return path;
	free(path);
	return NULL;
}

/* The whole file, decompressed and terminated; NULL when it can't be read. */
__attribute__((unused)) static char *
shared_slurp(const char *path, size_t *length)
{
	struct error error = {{0}};
	struct source *source = source_open(path, &error);
	size_t capacity = 1 << 16, got;
	char *text = malloc(capacity + 1);
	enum source_result result = SOURCE_MORE;

	*length = 0;
	if (!source) {
		free(text);
		return NULL;
	}
	while (result == SOURCE_MORE) {
		if (*length == capacity)
			text = realloc(text, (capacity *= 2) + 1);
		result = source_read(source, text + *length, capacity - *length, &got, &error);
		*length += got;
	}
	text[*length] = '\0';
	source_close(source);
	return text;
}

/* Calls `each` for every capture in a folder, in order of name. */
__attribute__((unused)) static void
folder_each(const char *dir, void (*each)(const char *path, const char *name))
{
	struct dirent **entries = NULL;
	int count = scandir(dir, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;

		if (strstr(name, ".cap") || strstr(name, ".pcap")) {
			size_t size = strlen(dir) + strlen(name) + 2;
			char *path = malloc(size);

			snprintf(path, size, "%s/%s", dir, name);
			each(path, name);
			free(path);
		}
		free(entries[i]);
	}
	free(entries);
}

/* The same for a folder of ../shared; nothing when it isn't there. */
__attribute__((unused)) static void
shared_each(const char *folder, void (*each)(const char *path, const char *name))
{
	char *dir = shared_path(folder);

	if (dir)
		folder_each(dir, each);
	free(dir);
}

#endif
