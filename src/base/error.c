/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/strbuf.h"

void
error_set(struct error *error, const char *format, ...)
{
	struct strbuf text = {0};
	va_list ap;

	if (!error)
		return;
	va_start(ap, format);
	strbuf_vprintf(&text, format, ap);
	va_end(ap);

	/* File names are the only foreign text in a sentence; they may hold anything. */
	struct strbuf safe = {0};
	strbuf_escape(&safe, strbuf_text(&text));
	snprintf(error->text, sizeof(error->text), "%s", strbuf_text(&safe));
	strbuf_fini(&text);
	strbuf_fini(&safe);
}
