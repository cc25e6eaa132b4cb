/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bytes.h - numbers at unaligned addresses.  The caller has checked that they are there.
 */
#ifndef CCTRACE_BASE_BYTES_H
#define CCTRACE_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t
be16(const uint8_t *at)
{
	return (uint16_t)(at[0] << 8 | at[1]);
}

static inline uint32_t
be32(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16
		| (uint32_t)at[2] << 8 | at[3];
}

static inline uint16_t
le16(const uint8_t *at)
{
	return (uint16_t)(at[1] << 8 | at[0]);
}

static inline uint32_t
le32(const uint8_t *at)
{
	return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16
		| (uint32_t)at[1] << 8 | at[0];
}

#endif
