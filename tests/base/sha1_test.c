/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/sha1.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "../tap.h"

/* `text` repeated `times`. */
static void
digests(const char *text, size_t times, const char *expected, const char *name)
{
	size_t length = strlen(text);
	char *message = xmalloc(length * times + 1), hex[2 * SHA1_BYTES + 1];
	uint8_t digest[SHA1_BYTES];

	for (size_t i = 0; i < times; i++)
		memcpy(message + i * length, text, length);
	sha1(message, length * times, digest);
	for (size_t i = 0; i < SHA1_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	is_str(hex, expected, name);
	free(message);
}

static void
gives_the_digests_of_rfc3174_section_7_3(void)
{
	digests("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d", "TEST1");
	digests("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
		"84983e441c3bd26ebaae4aa1f95129e5e54670f1", "TEST2");
	digests("a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f", "TEST3");
	digests("0123456701234567012345670123456701234567012345670123456701234567", 10,
		"dea356a2cddd90c7a7ecedc5ebb563934f460452", "TEST4");
}

/* By sha1sum(1). */
static void
pads_at_every_edge_of_a_block(void)
{
	digests("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709", "nothing");
	digests("a", 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a",
		"55: the length just fits");
	digests("a", 56, "c2db330f6083854c99d4b5bfb6e8f29f201be699",
		"56: it needs another block");
	digests("a", 63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5",
		"63: one byte to the edge");
	digests("a", 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d", "64: a whole block");
	digests("a", 119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56",
		"119: fits after a block");
}

int
main(void)
{
	gives_the_digests_of_rfc3174_section_7_3();
	pads_at_every_edge_of_a_block();
	return tap_done();
}
