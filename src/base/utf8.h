/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * utf8.h - which bytes are UTF-8, and how many columns a terminal gives them.
 *
 * Independent of the locale, so that the same text is laid out alike everywhere.
 */
#ifndef CCTRACE_BASE_UTF8_H
#define CCTRACE_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/*
 * Bytes (1 to 4) of the well-formed sequence at `text` and its code point in `*code`; 0
 * if there is none (Unicode 3.9, table 3-7: no overlong form, no surrogate).  Stops at
 * a terminating NUL, which itself is one byte with code point 0.
 */
size_t utf8_decode(const char *text, uint32_t *code);

/* Columns of a code point: combining 0, wide East Asian and emoji 2, else 1. */
size_t utf8_width(uint32_t code);

/* Columns of a text without control characters; a byte that isn't UTF-8 counts one. */
size_t utf8_columns(const char *text);

#endif
