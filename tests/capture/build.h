/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * build.h - capture files made byte by byte, in either byte order.
 */
#ifndef CCTRACE_TESTS_BUILD_H
#define CCTRACE_TESTS_BUILD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct bytes {
	uint8_t at[1 << 16];
	size_t length;
	bool big;                /* byte order of what follows */
};

__attribute__((unused)) static void
put8(struct bytes *bytes, unsigned value)
{
	bytes->at[bytes->length++] = (uint8_t)value;
}

__attribute__((unused)) static void
put16(struct bytes *bytes, unsigned value)
{
	put8(bytes, bytes->big ? value >> 8 : value & 255);
	put8(bytes, bytes->big ? value & 255 : value >> 8);
}

__attribute__((unused)) static void
put32(struct bytes *bytes, uint32_t value)
{
	put16(bytes, bytes->big ? value >> 16 : value & 0xffff);
	put16(bytes, bytes->big ? value & 0xffff : value >> 16);
}

__attribute__((unused)) static void
put(struct bytes *bytes, const void *from, size_t length)
{
	memcpy(bytes->at + bytes->length, from, length);
	bytes->length += length;
}

__attribute__((unused)) static void
put_pcap_header(struct bytes *bytes, uint32_t magic, uint32_t snaplen, uint32_t link)
{
	put32(bytes, magic);
	put16(bytes, 2);
	put16(bytes, 4);
	put32(bytes, 0);
	put32(bytes, 0);
	put32(bytes, snaplen);
	put32(bytes, link);
}

/* A record of `captured` bytes, each its own number; `extra` zero bytes of header. */
__attribute__((unused)) static void
put_record(struct bytes *bytes, uint32_t seconds, uint32_t fraction, uint32_t captured,
	uint32_t wire, unsigned extra)
{
	put32(bytes, seconds);
	put32(bytes, fraction);
	put32(bytes, captured);
	put32(bytes, wire);
	while (extra--)
		put8(bytes, 0);
	for (uint32_t i = 0; i < captured; i++)
		put8(bytes, i);
}

/* pcapng: a block of `type` around `body`, padded. */
__attribute__((unused)) static void
put_block(struct bytes *bytes, uint32_t type, const struct bytes *body)
{
	uint32_t total = (uint32_t)(12 + (body->length + 3) / 4 * 4);

	put32(bytes, type);
	put32(bytes, total);
	put(bytes, body->at, body->length);
	while (bytes->length % 4)
		put8(bytes, 0);
	put32(bytes, total);
}

__attribute__((unused)) static void
put_section(struct bytes *bytes)
{
	static struct bytes body;

	body = (struct bytes){.big = bytes->big};
	put32(&body, 0x1a2b3c4d);
	put16(&body, 1);
	put16(&body, 0);
	put32(&body, 0xffffffff);
	put32(&body, 0xffffffff);
	put_block(bytes, 0x0a0d0d0a, &body);
}

/* `resolution` as in if_tsresol, -1 for none; `offset` as in if_tsoffset, 0 for none. */
__attribute__((unused)) static void
put_interface(struct bytes *bytes, unsigned link, uint32_t snaplen, int resolution,
	uint32_t offset)
{
	static struct bytes body;

	body = (struct bytes){.big = bytes->big};
	put16(&body, link);
	put16(&body, 0);
	put32(&body, snaplen);
	if (resolution >= 0) {
		put16(&body, 9);
		put16(&body, 1);
		put8(&body, (unsigned)resolution);
		put8(&body, 0);
		put16(&body, 0);
	}
	if (offset) {
		put16(&body, 14);
		put16(&body, 8);
		put32(&body, body.big ? 0 : offset);
		put32(&body, body.big ? offset : 0);
	}
	put32(&body, 0);
	put_block(bytes, 1, &body);
}

__attribute__((unused)) static void
put_packet(struct bytes *bytes, uint32_t interface, uint64_t stamp, uint32_t captured,
	uint32_t wire)
{
	static struct bytes body;

	body = (struct bytes){.big = bytes->big};
	put32(&body, interface);
	put32(&body, (uint32_t)(stamp >> 32));
	put32(&body, (uint32_t)stamp);
	put32(&body, captured);
	put32(&body, wire);
	for (uint32_t i = 0; i < captured; i++)
		put8(&body, i);
	put_block(bytes, 6, &body);
}

#endif
