/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/sha1.h"

#include <string.h>

#include "base/bytes.h"

enum { BLOCK = 64 };

static uint32_t
rotate(uint32_t value, unsigned bits)
{
	return value << bits | value >> (32 - bits);
}

/* f and K of step t (RFC 3174 5). */
static uint32_t
mix(int t, uint32_t b, uint32_t c, uint32_t d)
{
	if (t < 20)
		return ((b & c) | (~b & d)) + 0x5a827999u;
	if (t < 40)
		return (b ^ c ^ d) + 0x6ed9eba1u;
	if (t < 60)
		return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
	return (b ^ c ^ d) + 0xca62c1d6u;
}

/* RFC 3174 6.1. */
static void
add_block(uint32_t h[5], const uint8_t *block)
{
	uint32_t w[80];
	uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

	for (int t = 0; t < 16; t++)
		w[t] = be32(block + 4 * t);
	for (int t = 16; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	for (int t = 0; t < 80; t++) {
		uint32_t next = rotate(a, 5) + mix(t, b, c, d) + e + w[t];

		e = d;
		d = c;
		c = rotate(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

/* The last bytes, a 1 bit, zeros, and the length in bits (RFC 3174 4). */
static void
add_tail(uint32_t h[5], const uint8_t *bytes, size_t left, uint64_t length)
{
	uint8_t tail[2 * BLOCK] = {0};
	size_t size = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
	uint64_t bits = length * 8;

	if (left > 0)
		memcpy(tail, bytes, left);
	tail[left] = 0x80;
	for (size_t i = 0; i < 8; i++)
		tail[size - 1 - i] = (uint8_t)(bits >> (8 * i));
	for (size_t at = 0; at < size; at += BLOCK)
		add_block(h, tail + at);
}

void
sha1(const void *bytes, size_t length, uint8_t digest[SHA1_BYTES])
{
	uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
	const uint8_t *at = bytes;
	size_t left = length;

	for (; left >= BLOCK; at += BLOCK, left -= BLOCK)
		add_block(h, at);
	add_tail(h, at, left, length);
	for (size_t i = 0; i < SHA1_BYTES; i++)
		digest[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}
