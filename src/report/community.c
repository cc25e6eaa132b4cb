/* SPDX-License-Identifier: BSD-3-Clause */
#include "community.h"

#include <string.h>

#include "base/sha1.h"

enum { PROTOCOL_TCP = 6 };

/* RFC 4648 4. */
static void
write_base64(char *text, const uint8_t *bytes, size_t length)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < length; i += 3) {
		size_t have = length - i < 3 ? length - i : 3;
		uint32_t group = (uint32_t)bytes[i] << 16;

		if (have > 1)
			group |= (uint32_t)bytes[i + 1] << 8;
		if (have > 2)
			group |= bytes[i + 2];
		*text++ = letters[group >> 18];
		*text++ = letters[group >> 12 & 63];
		*text++ = have > 1 ? letters[group >> 6 & 63] : '=';
		*text++ = have > 2 ? letters[group & 63] : '=';
	}
	*text = '\0';
}

/* The endpoint with the smaller address, then the smaller port, goes first. */
static bool
is_ordered(const struct endpoint end[2], size_t address_bytes)
{
	int order = memcmp(end[0].address, end[1].address, address_bytes);

	return order < 0 || (order == 0 && end[0].port <= end[1].port);
}

struct community_text
community_id(const struct endpoint end[2], uint8_t ip_version)
{
	size_t address_bytes = ip_version == 4 ? 4 : 16, at = 2;
	bool ordered = is_ordered(end, address_bytes);
	const struct endpoint *first = &end[ordered ? 0 : 1];
	const struct endpoint *second = &end[ordered ? 1 : 0];
	uint8_t text[2 + 2 * 16 + 2 + 4] = {0}; /* the seed, 0, stands first */
	uint8_t digest[SHA1_BYTES];
	struct community_text result = {"1:"};

	memcpy(text + at, first->address, address_bytes);
	at += address_bytes;
	memcpy(text + at, second->address, address_bytes);
	at += address_bytes;
	text[at] = PROTOCOL_TCP;
	at += 2;
	text[at++] = (uint8_t)(first->port >> 8);
	text[at++] = (uint8_t)first->port;
	text[at++] = (uint8_t)(second->port >> 8);
	text[at++] = (uint8_t)second->port;
	sha1(text, at, digest);
	write_base64(result.text + 2, digest, sizeof(digest));
	return result;
}
