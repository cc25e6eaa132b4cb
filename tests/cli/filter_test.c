/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filter_test.c - which filters are told as mistakes before any file is opened.
 */
#include "cctrace/capture.h"

#include "../tap.h"

static void
expressions_are_told_from_nonsense(void)
{
	static const struct {
		const char *expression;
		bool good;
		const char *says;
	} cases[] = {
		{"", true, ""},
		{"tcp port 80 and host 10.0.0.1", true, ""},
		{"net 10.0.0.0/8 or ip6 host fe80::1", true, ""},
		{"tcp[tcpflags] & (tcp-syn|tcp-fin) != 0", true, ""},
		{"tcp[13:1] = 0x12", true, ""},
		{"ether host 02:00:00:00:00:01", true, ""}, /* on Ethernet alone */
		{"inbound", true, ""}, /* not on Ethernet, but on Linux's cooked link */
		{"ip proto \\tcp", true, ""},
		{"tcp and and", false, "filter \"tcp and and\": can't parse filter expression: "
			"syntax error"},
		{"port 99999", false, "filter \"port 99999\": illegal port number 99999 > 65535"},
		{"host example.org", false, "filter \"host example.org\": \"example.org\" is a name, "
			"and names are never resolved; write the address or number"},
		{"port http", false, "filter \"port http\": \"http\" is a name, and names are never "
			"resolved; write the address or number"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error error = {{0}};

		ok(capture_filter_check(cases[i].expression, &error) == cases[i].good, "%s: '%s'",
			cases[i].good ? "accepted" : "refused", cases[i].expression);
		is_str(error.text, cases[i].says, "  with its sentence, or none");
	}
}

int
main(void)
{
	expressions_are_told_from_nonsense();
	return tap_done();
}
