/* SPDX-License-Identifier: BSD-3-Clause */
#include "capture/foreign.h"

#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"

#define EDITCAP "editcap -F pcap IN OUT"

struct magic_row {
	uint8_t magic[8];
	size_t length;
	struct foreign foreign;
};

static const struct magic_row magics[] = {
	{{'R', 'T', 'S', 'S'}, 4, {"Microsoft Network Monitor 1", EDITCAP}},
	{{'G', 'M', 'B', 'U'}, 4, {"Microsoft Network Monitor 2", EDITCAP}},
	{{'X', 'C', 'P', 0}, 4, {"NetXRay", EDITCAP}},
	{{'T', 'R', 'S', 'N', 'I', 'F', 'F', ' '}, 8, {"Network Associates Sniffer", EDITCAP}},
	{{0x7f, 'v', 'e', 'r'}, 4, {"WildPackets Peek", EDITCAP}},
	{{'b', 't', 's', 'n', 'o', 'o', 'p', 0}, 8, {"btsnoop", EDITCAP}},
	{{'i', 'p', 't', 'r', 'a', 'c', 'e', ' '}, 8, {"AIX iptrace", EDITCAP}},
	{{0x05, 'V', 'N', 'F'}, 4, {"Visual Networks", EDITCAP}},
	{{0x54, 0x52, 0x00, 0x64}, 4, {"HP-UX nettl", EDITCAP}},
};

/*
 * ERF has no magic.  Its records begin with a 64-bit stamp, whose upper, second half is
 * seconds; then type, flags, the record's length and a counter, and the wire length.
 */
static bool
is_erf(const uint8_t *bytes, size_t length)
{
	enum { ERF_HEADER = 16, TYPE_MAX = 48 };
	size_t at = 0;

	for (int record = 0; record < 2; record++) {
		if (length - at < ERF_HEADER)
			return record > 0 && length == at;

		uint8_t type = bytes[at + 8] & 0x7f;
		uint16_t total = be16(bytes + at + 10);

		if (type < 1 || type > TYPE_MAX || total < ERF_HEADER || total > length - at)
			return false;
		at += total;
	}
	return true;
}

/*
 * TSH neither: stamps of 8 bytes, of which the second four are an interface and microseconds, an
 * IPv4 header without its options, and 16 bytes of TCP.
 */
static bool
is_tsh(const uint8_t *bytes, size_t length)
{
	enum { TSH_RECORD = 44, IP = 8, MICROSECONDS = 1000000 };

	for (size_t at = 0; at < 2 * TSH_RECORD; at += TSH_RECORD) {
		if (length - at < TSH_RECORD)
			return at > 0 && length == at;
		if (bytes[at + IP] >> 4 != 4 || (bytes[at + IP] & 15) < 5
			|| (be32(bytes + at + 4) & 0xffffff) >= MICROSECONDS)
			return false;
	}
	return true;
}

/*
 * The older Peek: version, status, and its bytes and packets; then when it began, in seconds
 * since 1904, of which there were 2.6 thousand million by 1988.
 */
static bool
is_old_peek(const uint8_t *bytes, size_t length)
{
	return length >= 14 && bytes[0] >= 5 && bytes[0] <= 7 && bytes[1] == 0
		&& be32(bytes + 10) >= UINT32_C(2600000000);
}

struct sniff_row {
	bool (*is)(const uint8_t *bytes, size_t length);
	struct foreign foreign;
};

/* Those without a magic number, the stricter first. */
static const struct sniff_row sniffs[] = {
	{is_tsh, {"TSH", "traceconvert tsh:IN pcapfile:OUT"}},
	{is_erf, {"ERF", EDITCAP}},
	{is_old_peek, {"WildPackets Peek (classic)", EDITCAP}},
};

const struct foreign *
foreign_find(const uint8_t *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if (length >= magics[i].length
			&& memcmp(bytes, magics[i].magic, magics[i].length) == 0)
			return &magics[i].foreign;
	for (size_t i = 0; i < sizeof(sniffs) / sizeof(sniffs[0]); i++)
		if (sniffs[i].is(bytes, length))
			return &sniffs[i].foreign;
	return NULL;
}
