/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * golden.h - whole texts compared with files of tests/golden.  They are written anew by
 *
 *     make check TESTS='tests/report/text_test tests/report/document_test'
 * UPDATE_GOLDEN=1
 *
 * and their diff is reviewed as code is.
 */
#ifndef CCTRACE_TESTS_REPORT_GOLDEN_H
#define CCTRACE_TESTS_REPORT_GOLDEN_H

#include <stdlib.h>

#include "base/strbuf.h"
#include "../tap.h"

static inline void
golden_refresh(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (file) {
		fputs(text, file);
		fclose(file);
	}
}

static inline void
golden_read(const char *path, struct strbuf *text)
{
	FILE *file = fopen(path, "r");
	char bytes[4096];
	size_t length;

	while (file && (length = fread(bytes, 1, sizeof(bytes), file)) > 0)
		strbuf_append(text, bytes, length);
	if (file)
		fclose(file);
}

/* The first line that differs tells more than the whole. */
static inline void
golden_complain(const char *got, const char *expected)
{
	size_t at = 0, line = 0;

	for (size_t i = 0; got[i] && got[i] == expected[i]; i++) {
		at = got[i] == '\n' ? i + 1 : at;
		line += got[i] == '\n';
	}
	printf("#   line %zu\n#   got      '%.*s'\n#   expected '%.*s'\n", line + 1,
		(int)strcspn(got + at, "\n"), got + at, (int)strcspn(expected + at, "\n"),
		expected + at);
}

/* `name` without folder and ".txt". */
static inline void
is_golden(const char *got, const char *name)
{
	const char *top = getenv("top_srcdir");
	struct strbuf path = {0}, expected = {0};

	strbuf_printf(&path, "%s/tests/golden/report-%s.txt", top ? top : ".", name);
	if (getenv("UPDATE_GOLDEN"))
		golden_refresh(path.bytes, got);
	golden_read(path.bytes, &expected);
	if (!ok(strcmp(got, strbuf_text(&expected)) == 0, "as tests/golden/report-%s.txt",
		    name))
		golden_complain(got, strbuf_text(&expected));
	strbuf_fini(&path);
	strbuf_fini(&expected);
}

#endif
