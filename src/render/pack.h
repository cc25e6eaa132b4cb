/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pack.h - rows of pixels as the zlib stream (RFC 1950, RFC 1951) of a PNG without filters.
 */
#ifndef CCTRACE_RENDER_PACK_H
#define CCTRACE_RENDER_PACK_H

#include <stddef.h>
#include <stdint.h>

/*
 * `height` rows of `width` bytes (both at least 1), each behind a filter byte of 0.  Free the
 * stream, `*length` bytes long; NULL without memory.
 */
uint8_t *pack_rows(const uint8_t *pixels, int width, int height, size_t *length);

#endif
