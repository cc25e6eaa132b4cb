/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/address.h"

#include <arpa/inet.h>

#include "../tap.h"

static void
writes_ipv4(void)
{
	is_str(address_format((uint8_t[]){192, 0, 2, 1}, 4).text, "192.0.2.1", "dotted");
	is_str(address_format((uint8_t[]){0, 0, 0, 0}, 4).text, "0.0.0.0", "all zero");
	is_str(address_endpoint((uint8_t[]){255, 255, 255, 255}, 4, 65535).text,
		"255.255.255.255:65535", "the longest endpoint");
}

/* The forms on the right are those that RFC 5952 asks for. */
static void
writes_ipv6_as_rfc5952(void)
{
	static const struct {
		const char *any_form, *text, *name;
	} cases[] = {
		{"2001:0db8::0001", "2001:db8::1", "4.1: no leading zeros"},
		{"2001:db8:0:0:0:0:2:1", "2001:db8::2:1", "4.2.1: as much as possible"},
		{"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1",
			"4.2.2: not one group alone"},
		{"2001:0:0:1:0:0:0:1", "2001:0:0:1::1", "4.2.3: the longest run"},
		{"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1",
			"4.2.3: the first of equals"},
		{"2001:DB8::ABCD", "2001:db8::abcd", "4.3: lower case"},
		{"::", "::", "all zero"},
		{"::1", "::1", "a run at the begin"},
		{"fe80::", "fe80::", "a run at the end"},
		{"0:1:2:3:4:5:6:7", "0:1:2:3:4:5:6:7", "a zero group in front stays"},
		{"1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0", "and one at the end"},
		{"::ffff:192.0.2.1", "::ffff:192.0.2.1", "5: IPv4-mapped is dotted"},
		{"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
			"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "the longest"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		uint8_t address[16];

		inet_pton(AF_INET6, cases[i].any_form, address);
		is_str(address_format(address, 6).text, cases[i].text, cases[i].name);
	}
}

/* Every pattern of zero and nonzero groups reads back as the same address. */
static void
reads_back(void)
{
	int wrong = 0;

	for (unsigned pattern = 0; pattern < 256; pattern++) {
		uint8_t address[16] = {0}, back[16];

		for (int i = 0; i < 8; i++)
			if (pattern >> i & 1)
				address[2 * i] = 0x20, address[2 * i + 1] = (uint8_t)i;
		if (inet_pton(AF_INET6, address_format(address, 6).text, back) != 1 ||
			memcmp(address, back, 16) != 0)
			wrong++;
	}
	is_int(wrong, 0, "256 patterns of zero groups read back by inet_pton");
}

static void
brackets_ipv6_before_a_port(void)
{
	uint8_t address[16];

	inet_pton(AF_INET6, "2001:db8::1", address);
	is_str(address_endpoint(address, 6, 80).text, "[2001:db8::1]:80", "RFC 5952 6");
	memset(address, 0xff, sizeof(address));
	is_str(address_endpoint(address, 6, 65535).text,
		"[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:65535",
		"the longest endpoint");
}

int
main(void)
{
	writes_ipv4();
	writes_ipv6_as_rfc5952();
	reads_back();
	brackets_ipv6_before_a_port();
	return tap_done();
}
