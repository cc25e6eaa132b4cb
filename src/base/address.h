/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * address.h - IP addresses and endpoints as text.  Never a name: nothing is resolved.
 */
#ifndef CCTRACE_BASE_ADDRESS_H
#define CCTRACE_BASE_ADDRESS_H

#include <stdint.h>

/* By value, as si.h does: valid until the end of the full expression. */
struct address_text {
	char text[56];
};

/*
 * `address` in network order: 4 bytes for `ip_version` 4, 16 for 6.  IPv6 as RFC 5952
 * wants it: lower case, no leading zeros, the first longest run of two or more zero
 * groups as "::", an IPv4-mapped address with its last 32 bits dotted (section 5).
 */
struct address_text address_format(const uint8_t *address, uint8_t ip_version);

/* With its port: "192.0.2.1:80", "[2001:db8::1]:80" (RFC 5952 6). */
struct address_text address_endpoint(
	const uint8_t *address, uint8_t ip_version, uint16_t port);

#endif
