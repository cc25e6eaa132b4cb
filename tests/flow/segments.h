/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * segments.h - segments between two hosts, written as in a trace: A is 10.0.0.1:4000, B is
 * 10.0.0.2:80.
 */
#ifndef CCTRACE_TESTS_FLOW_SEGMENTS_H
#define CCTRACE_TESTS_FLOW_SEGMENTS_H

#include "cctrace/connection.h"
#include "tests/tap.h"

enum { S = TCP_SYN, SA = TCP_SYN | TCP_ACK, A = TCP_ACK, F = TCP_FIN | TCP_ACK,
	R = TCP_RST, RA = TCP_RST | TCP_ACK };

enum { STATE_BYTES = 100 };

__attribute__((unused)) static void
set_address(uint8_t address[16], uint32_t ipv4)
{
	memset(address, 0, 16);
	for (int i = 0; i < 4; i++)
		address[i] = (uint8_t)(ipv4 >> (24 - 8 * i));
}

/* From the port to the port: 10.0.0.1 to 10.0.0.2, or back when `back`. */
__attribute__((unused)) static struct segment
between(uint16_t port_a, uint16_t port_b, bool back)
{
	struct segment segment = {.ip_version = 4, .frame = 1};

	set_address(back ? segment.destination : segment.source, 0x0a000001);
	set_address(back ? segment.source : segment.destination, 0x0a000002);
	segment.source_port = back ? port_b : port_a;
	segment.destination_port = back ? port_a : port_b;
	return segment;
}

__attribute__((unused)) static struct segment
make(char who, int flags, wireseq seq, wireseq ack)
{
	struct segment segment = between(4000, 80, who == 'b');

	segment.flags = (uint8_t)flags;
	segment.seq = seq;
	segment.ack = ack;
	return segment;
}

__attribute__((unused)) static struct connection *
route(struct flow_table *table, struct segment segment, enum direction *dir)
{
	enum direction ignored;

	return flow_route(table, &segment, dir ? dir : &ignored);
}

/* Opened and closed by both sides' FIN, with a port of its own. */
__attribute__((unused)) static struct connection *
open_and_close(struct flow_table *table, uint16_t port)
{
	struct segment segment = between(port, 80, false);
	struct connection *conn;

	segment.flags = S;
	segment.seq = 100;
	conn = route(table, segment, NULL);
	segment.flags = F;
	route(table, segment, NULL);
	segment = between(port, 80, true);
	segment.flags = F;
	route(table, segment, NULL);
	return conn;
}

#endif
