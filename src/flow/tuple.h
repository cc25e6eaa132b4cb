/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tuple.h - the pair of endpoints that a segment belongs to: its hash, the same for both
 * directions, and whether a connection has the same.
 */
#ifndef CCTRACE_FLOW_TUPLE_H
#define CCTRACE_FLOW_TUPLE_H

#include <string.h>

#include "cctrace/connection.h"

/* Secret of one table: nobody can prepare a file whose slots collide. */
struct tuple_key {
	uint64_t key[2];
};

static inline uint64_t
tuple_load64(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint64_t
tuple_fold(uint64_t a, uint64_t b)
{
	__extension__ typedef unsigned __int128 wide;
	wide product = (wide)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline struct tuple_key
tuple_key(uint64_t seed)
{
	return (struct tuple_key){{
		tuple_fold(seed ^ UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db)),
		tuple_fold(seed + UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3)),
	}};
}

static inline uint64_t
tuple_hash_endpoint(const struct tuple_key *key, const uint8_t *address, uint16_t port)
{
	return tuple_fold(tuple_load64(address) ^ key->key[0],
		(tuple_load64(address + 8) + port * UINT64_C(0x9e3779b97f4a7c15)) ^ key->key[1]);
}

/* Never 0. */
static inline uint32_t
tuple_hash(const struct tuple_key *key, const struct segment *segment)
{
	uint64_t hash = tuple_hash_endpoint(key, segment->source, segment->source_port)
		+ tuple_hash_endpoint(key, segment->destination, segment->destination_port);
	uint32_t folded = (uint32_t)tuple_fold(hash ^ segment->ip_version, key->key[1] | 1);

	return folded ? folded : 1;
}

static inline bool
tuple_is_endpoint(const struct endpoint *end, const uint8_t *address, uint16_t port)
{
	return end->port == port && tuple_load64(end->address) == tuple_load64(address)
		&& tuple_load64(end->address + 8) == tuple_load64(address + 8);
}

/* Is `side` of the connection the sender? */
static inline bool
tuple_sends(const struct connection *conn, const struct segment *segment,
	enum direction side)
{
	return tuple_is_endpoint(&conn->end[side], segment->source, segment->source_port)
		&& tuple_is_endpoint(&conn->end[!side], segment->destination,
			segment->destination_port);
}

/* `dir` is set where true.  A connection of an endpoint with itself has A2B only. */
static inline bool
tuple_matches(const struct connection *conn, const struct segment *segment,
	enum direction *dir)
{
	if (tuple_sends(conn, segment, A2B))
		*dir = A2B;
	else if (tuple_sends(conn, segment, B2A))
		*dir = B2A;
	else
		return false;
	return conn->ip_version == segment->ip_version;
}

#endif
