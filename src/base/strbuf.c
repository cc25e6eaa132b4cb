/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

static void
reserve(struct strbuf *buf, size_t more)
{
	size_t needed = buf->length + more + 1;

	if (needed <= buf->capacity)
		return;
	buf->capacity = needed < 64 ? 64 : needed * 2;
	buf->bytes = xreallocarray(buf->bytes, buf->capacity, 1);
}

void
strbuf_append(struct strbuf *buf, const void *bytes, size_t length)
{
	reserve(buf, length);
	memcpy(buf->bytes + buf->length, bytes, length);
	buf->length += length;
	buf->bytes[buf->length] = '\0';
}

void
strbuf_vprintf(struct strbuf *buf, const char *format, va_list ap)
{
	va_list again;

	va_copy(again, ap);
	int length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		return;
	reserve(buf, (size_t)length);
	vsnprintf(buf->bytes + buf->length, (size_t)length + 1, format, ap);
	buf->length += (size_t)length;
}

void
strbuf_printf(struct strbuf *buf, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	strbuf_vprintf(buf, format, ap);
	va_end(ap);
}

/* A terminal may act on the controls of ASCII and on those of U+0080..U+009F. */
static bool
is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

void
strbuf_escape(struct strbuf *buf, const char *text)
{
	while (*text) {
		uint32_t code;
		size_t length = utf8_decode(text, &code);

		if (length == 0 || is_control(code)) {
			strbuf_printf(buf, "\\x%02x", (unsigned char)*text);
			text++;
		} else {
			strbuf_append(buf, text, length);
			text += length;
		}
	}
}

const char *
strbuf_text(const struct strbuf *buf)
{
	return buf->bytes ? buf->bytes : "";
}

void
strbuf_fini(struct strbuf *buf)
{
	free(buf->bytes);
	*buf = (struct strbuf){0};
}
