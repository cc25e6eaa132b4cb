/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/community.h"

#include <arpa/inet.h>

#include "../tap.h"

/* The specification's own example and others, by Wireshark's communityid protocol. */
static void
agrees_with_others(void)
{
	static const struct {
		int family;
		const char *a, *b;
		uint16_t a_port, b_port;
		const char *id, *name;
	} cases[] = {
		{AF_INET, "128.232.110.120", "66.35.250.204", 34855, 80,
			"1:LQU9qZlK+B5F3KDmev6m5PMibrg=",
			"the specification's TCP example"},
		{AF_INET, "66.35.250.204", "128.232.110.120", 80, 34855,
			"1:LQU9qZlK+B5F3KDmev6m5PMibrg=", "the same the other way round"},
		{AF_INET6, "fd00:0:1::2", "fd00:0:2::2", 58950, 80,
			"1:TdGVMYVsA9iqz3WRGrSZfzOXxXU=", "IPv6"},
		{AF_INET, "10.0.0.1", "10.0.0.1", 20, 10,
			"1:1Lc+0H/HgLmR5V4rmOeuDZQS11k=", "one address: ordered by port"},
		{AF_INET, "10.0.0.1", "10.0.0.1", 10, 20,
			"1:1Lc+0H/HgLmR5V4rmOeuDZQS11k=", "the same the other way round"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct endpoint end[2] = {
			{.port = cases[i].a_port}, {.port = cases[i].b_port}};

		inet_pton(cases[i].family, cases[i].a, end[A2B].address);
		inet_pton(cases[i].family, cases[i].b, end[B2A].address);
		is_str(community_id(end, cases[i].family == AF_INET ? 4 : 6).text,
			cases[i].id, cases[i].name);
	}
}

int
main(void)
{
	agrees_with_others();
	return tap_done();
}
