/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/*
 * Length of the well-formed UTF-8 sequence at `text` (Unicode 3.9, table 3-7), or 0.
 * C1 controls are refused: a terminal may act on them.
 */
static size_t
utf8_length(const unsigned char *text)
{
	unsigned char lead = text[0], low = 0x80, high = 0xbf;
	size_t length;

	if (lead < 0x80)
		return 1;
	if (lead >= 0xc2 && lead <= 0xdf)
		length = 2;
	else if (lead >= 0xe0 && lead <= 0xef)
		length = 3;
	else if (lead >= 0xf0 && lead <= 0xf4)
		length = 4;
	else
		return 0;
	if (lead == 0xc2 || lead == 0xe0)
		low = 0xa0;
	else if (lead == 0xf0)
		low = 0x90;
	else if (lead == 0xed)
		high = 0x9f;
	else if (lead == 0xf4)
		high = 0x8f;
	if (text[1] < low || text[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if (text[i] < 0x80 || text[i] > 0xbf)
			return 0;
	return length;
}

void
strbuf_escape(struct strbuf *buf, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	while (*at) {
		size_t length = utf8_length(at);

		if (length == 0 || *at < 0x20 || *at == 0x7f) {
			strbuf_printf(buf, "\\x%02x", *at);
			at++;
		} else {
			strbuf_append(buf, at, length);
			at += length;
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
