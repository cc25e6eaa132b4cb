/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/naming.h"

#include <string.h>
#include <strings.h>

static const char *const endings[] = {
	".gz", ".zst", ".lz4", ".cap", ".pcap", ".pcapng", ".ntar", ".dmp", ".dump",
	".trace", ".tcpdump",
};

/* Length of `name` without one more ending, never 0. */
static size_t
without_ending(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		size_t ending = strlen(endings[i]);

		if (length > ending
			&& strncasecmp(name + length - ending, endings[i], ending) == 0)
			return length - ending;
	}
	return length;
}

void
naming_base(struct strbuf *out, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	if (strcmp(path, "-") == 0)
		name = "stdin";

	size_t length = strlen(name), before;

	do {
		before = length;
		length = without_ending(name, length);
	} while (length != before);
	if (length == 0) {
		name = "capture";
		length = strlen(name);
	}
	for (size_t i = 0; i < length; i++) {
		unsigned char letter = (unsigned char)name[i];

		/* A name that starts with a dash would be read as an option by others. */
		if (letter < 0x20 || letter == 0x7f || (i == 0 && letter == '-'))
			letter = '_';
		strbuf_append(out, &letter, 1);
	}
}

void
naming_picture(struct strbuf *out, const char *dir, const struct naming *naming,
	const char *graph, const char *extension)
{
	strbuf_printf(out, "%s%s%s", dir, *dir && dir[strlen(dir) - 1] == '/' ? "" : "/",
		naming->base);
	if (naming->several) {
		strbuf_printf(out, "-s%u", naming->stream);
		if (naming->part)
			strbuf_printf(out, ".%u", naming->part);
	}
	strbuf_printf(out, "-%s", graph);
	if (naming->number > 1)
		strbuf_printf(out, "-%zu", naming->number);
	if (naming->direction)
		strbuf_printf(out, "-%s", naming->direction);
	strbuf_printf(out, ".%s", extension);
}
