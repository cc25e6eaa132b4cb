/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * strbuf.h - a string that grows.  `{0}` is the empty string.
 */
#ifndef CCTRACE_BASE_STRBUF_H
#define CCTRACE_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
	char *bytes; /* terminated, or NULL while empty */
	size_t length, capacity;
};

void strbuf_printf(struct strbuf *buf, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void strbuf_vprintf(struct strbuf *buf, const char *format, va_list ap)
	__attribute__((format(printf, 2, 0)));
void strbuf_append(struct strbuf *buf, const void *bytes, size_t length);

/*
 * Append foreign text fit for a terminal: control characters, DEL, and bytes that are
 * not UTF-8 (and the C1 controls U+0080..U+009F) as \xHH; all else as it is.
 */
void strbuf_escape(struct strbuf *buf, const char *text);

/* Never NULL; valid until the next change. */
const char *strbuf_text(const struct strbuf *buf);

void strbuf_fini(struct strbuf *buf);

#endif
