/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sha1.h - SHA-1 (RFC 3174) of a text held in memory.  For identifiers that others
 * compute with it; of no use where someone may want a collision.
 */
#ifndef CCTRACE_BASE_SHA1_H
#define CCTRACE_BASE_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_BYTES = 20 };

void sha1(const void *bytes, size_t length, uint8_t digest[SHA1_BYTES]);

#endif
