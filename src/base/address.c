/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/address.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

enum { GROUPS = 8 };

/* The first of the longest runs of zero groups; one group is no run (RFC 5952 4.2). */
static void
find_zero_run(const uint16_t *group, int *begin, int *length)
{
	*begin = GROUPS;
	*length = 1;
	for (int i = 0; i < GROUPS; i++) {
		int run = 0;

		while (i + run < GROUPS && group[i + run] == 0)
			run++;
		if (run > *length) {
			*begin = i;
			*length = run;
		}
		i += run;
	}
}

static bool
is_mapped(const uint8_t *address)
{
	static const uint8_t prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

	return memcmp(address, prefix, sizeof(prefix)) == 0;
}

static struct address_text
format_v4(const char *before, const uint8_t *address)
{
	struct address_text result;

	snprintf(result.text, sizeof(result.text), "%s%u.%u.%u.%u", before, address[0],
		address[1], address[2], address[3]);
	return result;
}

static struct address_text
format_v6(const uint8_t *address)
{
	struct address_text result;
	uint16_t group[GROUPS];
	int zeros, zero_count;
	size_t at = 0;

	for (int i = 0; i < GROUPS; i++)
		group[i] = be16(address + 2 * i);
	find_zero_run(group, &zeros, &zero_count);
	for (int i = 0; i < GROUPS; i++) {
		if (i == zeros) {
			/* The group before it has written no colon. */
			result.text[at++] = ':';
			result.text[at++] = ':';
			i += zero_count - 1;
			continue;
		}
		bool first = i == 0 || i == zeros + zero_count;
		at += (size_t)snprintf(result.text + at, sizeof(result.text) - at, "%s%x",
			first ? "" : ":", group[i]);
	}
	result.text[at] = '\0';
	return result;
}

struct address_text
address_format(const uint8_t *address, uint8_t ip_version)
{
	if (ip_version == 4)
		return format_v4("", address);
	if (is_mapped(address))
		return format_v4("::ffff:", address + 12);
	return format_v6(address);
}

struct address_text
address_endpoint(const uint8_t *address, uint8_t ip_version, uint16_t port)
{
	struct address_text host = address_format(address, ip_version), result;

	if (ip_version == 4)
		snprintf(result.text, sizeof(result.text), "%.39s:%u", host.text, port);
	else
		snprintf(result.text, sizeof(result.text), "[%.45s]:%u", host.text, port);
	return result;
}
