/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table.c - the connection and direction of a segment.
 *
 * Numbering follows tshark 4.0, wart by wart, because people carry stream numbers from
 * one tool to the other: see stream_begins.
 */
#include "cctrace/connection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { SLOTS_FIRST = 1024, CONNECTIONS_PER_CHUNK = 256, SLABS_PER_CHUNK = 64 };
enum { STATE_ALIGNMENT = 64 };

struct slot {
	uint32_t hash;           /* 0: empty */
	uint32_t index;          /* of the latest connection of this pair of endpoints */
};

/* A free slab holds the next one in its first bytes. */
struct free_slab {
	struct free_slab *next;
};

struct flow_table {
	struct slot *slots;
	uint32_t mask;           /* slots - 1 */
	uint32_t used;
	uint64_t seed[2];
	struct connection *latest; /* of the last segment: bulk transfers find it here */
	struct connection **chunks;
	size_t count, chunk_capacity;
	uint32_t streams;
	/* slabs */
	size_t state_bytes;
	void **slab_chunks;
	size_t slab_chunk_count, slab_chunk_capacity;
	struct free_slab *free_slabs;
	/* ring of the latest closed connections; then those to be handed out */
	struct connection *closed[FLOW_CLOSED_KEPT];
	size_t closed_count;     /* ever put into the ring */
	struct connection *ended_head, **ended_tail;
};

/* ---- hashing ---- */

static inline uint64_t
load64(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint64_t
fold(uint64_t a, uint64_t b)
{
	__extension__ typedef unsigned __int128 wide;
	wide product = (wide)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Of one endpoint; keyed, so that nobody can prepare a file whose slots collide. */
static inline uint64_t
hash_endpoint(const struct flow_table *table, const uint8_t *address, uint16_t port)
{
	return fold(load64(address) ^ table->seed[0],
		(load64(address + 8) + port * UINT64_C(0x9e3779b97f4a7c15)) ^ table->seed[1]);
}

/* The same for both directions. */
static inline uint32_t
hash_segment(const struct flow_table *table, const struct segment *segment)
{
	uint64_t hash = hash_endpoint(table, segment->source, segment->source_port)
		+ hash_endpoint(table, segment->destination, segment->destination_port);
	uint32_t folded = (uint32_t)fold(hash ^ segment->ip_version, table->seed[1] | 1);

	return folded ? folded : 1;
}

static inline bool
is_endpoint(const struct endpoint *end, const uint8_t *address, uint16_t port)
{
	return end->port == port && load64(end->address) == load64(address)
		&& load64(end->address + 8) == load64(address + 8);
}

static inline bool
sends(const struct connection *conn, const struct segment *segment, enum direction side)
{
	return is_endpoint(&conn->end[side], segment->source, segment->source_port)
		&& is_endpoint(&conn->end[!side], segment->destination,
			segment->destination_port);
}

static inline bool
matches(const struct connection *conn, const struct segment *segment, enum direction *dir)
{
	if (sends(conn, segment, A2B))
		*dir = A2B;
	else if (sends(conn, segment, B2A))
		*dir = B2A;
	else
		return false;
	return conn->ip_version == segment->ip_version;
}

/* ---- storage ---- */

struct flow_table *
flow_new(size_t state_bytes, uint64_t seed)
{
	struct flow_table *table = xcalloc(1, sizeof(*table));

	table->mask = SLOTS_FIRST - 1;
	table->slots = xcalloc(SLOTS_FIRST, sizeof(*table->slots));
	table->seed[0] = fold(seed ^ UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db));
	table->seed[1] = fold(seed + UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3));
	table->state_bytes = (state_bytes + STATE_ALIGNMENT - 1)
		/ STATE_ALIGNMENT * STATE_ALIGNMENT;
	if (table->state_bytes == 0)
		table->state_bytes = STATE_ALIGNMENT;
	table->ended_tail = &table->ended_head;
	return table;
}

void
flow_free(struct flow_table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i * CONNECTIONS_PER_CHUNK < table->count; i++)
		free(table->chunks[i]);
	for (size_t i = 0; i < table->slab_chunk_count; i++)
		free(table->slab_chunks[i]);
	free(table->chunks);
	free(table->slab_chunks);
	free(table->slots);
	free(table);
}

size_t
flow_count(const struct flow_table *table)
{
	return table->count;
}

struct connection *
flow_get(const struct flow_table *table, size_t index)
{
	return &table->chunks[index / CONNECTIONS_PER_CHUNK][index % CONNECTIONS_PER_CHUNK];
}

static void
add_slabs(struct flow_table *table)
{
	char *chunk = aligned_alloc(STATE_ALIGNMENT, table->state_bytes * SLABS_PER_CHUNK);

	if (!chunk)
		chunk = xmalloc(SIZE_MAX); /* says so and ends */
	table->slab_chunks = xgrow(table->slab_chunks, &table->slab_chunk_capacity,
		table->slab_chunk_count, sizeof(*table->slab_chunks), 16);
	table->slab_chunks[table->slab_chunk_count++] = chunk;
	for (size_t i = SLABS_PER_CHUNK; i--;) {
		struct free_slab *slab = (void *)(chunk + i * table->state_bytes);

		slab->next = table->free_slabs;
		table->free_slabs = slab;
	}
}

static void *
take_slab(struct flow_table *table)
{
	if (!table->free_slabs)
		add_slabs(table);

	struct free_slab *slab = table->free_slabs;

	table->free_slabs = slab->next;
	return memset(slab, 0, table->state_bytes);
}

static struct connection *
add_connection(struct flow_table *table)
{
	if (table->count % CONNECTIONS_PER_CHUNK == 0) {
		size_t chunk = table->count / CONNECTIONS_PER_CHUNK;

		table->chunks = xgrow(table->chunks, &table->chunk_capacity, chunk,
			sizeof(*table->chunks), 16);
		table->chunks[chunk] = xcalloc(CONNECTIONS_PER_CHUNK, sizeof(struct connection));
	}

	struct connection *conn = flow_get(table, table->count);

	conn->index = (uint32_t)table->count++;
	return conn;
}

/* ---- slots ---- */

static void
grow_slots(struct flow_table *table)
{
	uint32_t mask = table->mask * 2 + 1;
	struct slot *slots = xcalloc((size_t)mask + 1, sizeof(*slots));

	for (uint32_t i = 0; i <= table->mask; i++) {
		uint32_t at = table->slots[i].hash & mask;

		if (!table->slots[i].hash)
			continue;
		while (slots[at].hash)
			at = (at + 1) & mask;
		slots[at] = table->slots[i];
	}
	free(table->slots);
	table->slots = slots;
	table->mask = mask;
}

/* The slot of the pair, or the empty one where it belongs. */
static struct slot *
find_slot(struct flow_table *table, uint32_t hash, const struct segment *segment,
	enum direction *dir)
{
	uint32_t at = hash & table->mask;

	for (; table->slots[at].hash; at = (at + 1) & table->mask)
		if (table->slots[at].hash == hash
			&& matches(flow_get(table, table->slots[at].index), segment, dir))
			break;
	return &table->slots[at];
}

void
flow_prefetch(const struct flow_table *table, const struct segment *segment)
{
	const struct connection *latest = table->latest;

	/* A bulk transfer finds its connection without the table. */
	if (latest && (uint32_t)latest->end[A2B].port + latest->end[B2A].port
		== (uint32_t)segment->source_port + segment->destination_port)
		return;
	__builtin_prefetch(&table->slots[hash_segment(table, segment) & table->mask]);
}

/* ---- life ---- */

static void
end_connection(struct flow_table *table, struct connection *conn)
{
	if (conn->flow.ended || !conn->state)
		return;
	conn->flow.ended = true;
	conn->flow.next_ended = NULL;
	*table->ended_tail = conn;
	table->ended_tail = &conn->flow.next_ended;
}

static bool
is_closed(const struct connection *conn)
{
	return conn->flow.rst || conn->flow.fin == 3;
}

/*
 * A closed connection waits for stragglers until FLOW_CLOSED_KEPT others have closed.  One
 * that was superseded meanwhile keeps its place in the ring; it has ended already.
 */
static void
queue_closed(struct flow_table *table, struct connection *conn)
{
	if (conn->flow.queued || conn->flow.ended)
		return;
	conn->flow.queued = true;

	struct connection **place = &table->closed[table->closed_count++ % FLOW_CLOSED_KEPT];

	if (*place)
		end_connection(table, *place);
	*place = conn;
}

struct connection *
flow_ended(struct flow_table *table)
{
	struct connection *conn = table->ended_head;

	if (!conn)
		return NULL;
	table->ended_head = conn->flow.next_ended;
	if (!table->ended_head)
		table->ended_tail = &table->ended_head;
	return conn;
}

void
flow_put_away(struct flow_table *table, struct connection *conn)
{
	struct free_slab *slab = conn->state;

	assert(slab);
	slab->next = table->free_slabs;
	table->free_slabs = slab;
	conn->state = NULL;
	conn->flow.ended = true;
}

/* ---- routing ---- */

static void
set_end(struct endpoint *end, const uint8_t *address, uint16_t port)
{
	memcpy(end->address, address, sizeof(end->address));
	end->port = port;
}

/* Who opened is A: the sender of a SYN, or who a SYN-ACK is sent to. */
static enum direction
first_direction(const struct segment *segment)
{
	return (segment->flags & (TCP_SYN | TCP_ACK)) == (TCP_SYN | TCP_ACK) ? B2A : A2B;
}

static struct connection *
begin(struct flow_table *table, const struct segment *segment, uint32_t hash,
	enum direction *dir)
{
	struct connection *conn = add_connection(table);

	*dir = first_direction(segment);
	set_end(&conn->end[*dir], segment->source, segment->source_port);
	set_end(&conn->end[!*dir], segment->destination, segment->destination_port);
	conn->ip_version = segment->ip_version;
	conn->first_frame = segment->frame;
	conn->first_time = segment->time;
	conn->flow.hash = hash;
	if (segment->has & SEG_QUOTED)
		conn->quoted_only = true;
	else
		conn->state = take_slab(table);
	return conn;
}

/* A quoted header came first; now the connection really begins. */
static void
begin_quoted(struct flow_table *table, struct connection *conn,
	const struct segment *segment, enum direction *dir)
{
	*dir = first_direction(segment);
	set_end(&conn->end[*dir], segment->source, segment->source_port);
	set_end(&conn->end[!*dir], segment->destination, segment->destination_port);
	conn->quoted_only = false;
	conn->first_frame = segment->frame;
	conn->first_time = segment->time;
	conn->state = take_slab(table);
}

static bool
base_known(const struct connection *conn, enum direction dir)
{
	return conn->flow.base_known >> dir & 1;
}

/*
 * tshark 4.0: a bare SYN begins a stream when its sender's base is known and differs.  No
 * idle time, no FIN and no RST is asked for.
 */
static bool
stream_begins(const struct connection *conn, const struct segment *segment,
	enum direction dir)
{
	return (segment->flags & (TCP_SYN | TCP_ACK)) == TCP_SYN && base_known(conn, dir)
		&& conn->flow.base[dir] != segment->seq;
}

/* Ours alone: the ports were used again after a close, and only the SYN-ACK says so. */
static bool
part_begins(const struct connection *conn, const struct segment *segment,
	enum direction dir)
{
	return segment->flags & TCP_SYN && is_closed(conn) && base_known(conn, dir)
		&& conn->flow.base[dir] != segment->seq;
}

/* What tshark would remember of it (its base_seq): not from quoted or broken headers. */
static void
learn(struct flow_table *table, struct connection *conn, const struct segment *segment,
	enum direction dir)
{
	struct flow_private *flow = &conn->flow;

	if (!(segment->has & (SEG_FRAGMENT | SEG_NO_LENGTH)) && flow->base_known != 3) {
		if (!base_known(conn, dir)) {
			flow->base[dir] = segment->flags & TCP_SYN ? segment->seq
				: segment->seq - 1;
			flow->base_known |= (uint8_t)(1 << dir);
		}
		if (segment->flags & TCP_ACK && !base_known(conn, !dir)) {
			flow->base[!dir] = segment->ack - 1;
			flow->base_known |= (uint8_t)(1 << !dir);
		}
	}
	if (segment->flags & (TCP_FIN | TCP_RST)) {
		if (segment->flags & TCP_FIN)
			flow->fin |= (uint8_t)(1 << dir);
		if (segment->flags & TCP_RST)
			flow->rst |= (uint8_t)(1 << dir);
		if (is_closed(conn))
			queue_closed(table, conn);
	}
}

static inline struct connection *
lookup(struct flow_table *table, const struct segment *segment, enum direction *dir)
{
	struct connection *conn = table->latest;

	if (conn && matches(conn, segment, dir))
		return conn;

	uint32_t hash = hash_segment(table, segment);
	struct slot *slot = find_slot(table, hash, segment, dir);

	if (slot->hash)
		return table->latest = flow_get(table, slot->index);
	conn = begin(table, segment, hash, dir);
	conn->stream = table->streams++;
	*slot = (struct slot){hash, conn->index};
	/* Half full: probing stays short, and a slot is only 8 bytes. */
	if (++table->used * 2 > table->mask)
		grow_slots(table);
	return table->latest = conn;
}

/* The pair of endpoints goes on with a new connection. */
static struct connection *
replace(struct flow_table *table, struct connection *old, const struct segment *segment,
	enum direction *dir)
{
	struct slot *slot = find_slot(table, old->flow.hash, segment, dir);
	struct connection *conn = begin(table, segment, old->flow.hash, dir);

	end_connection(table, old);
	slot->index = conn->index;
	return table->latest = conn;
}

struct connection *
flow_route(struct flow_table *table, const struct segment *segment, enum direction *dir)
{
	struct connection *conn = lookup(table, segment, dir);

	if (segment->has & SEG_QUOTED)
		return conn;
	if (conn->quoted_only) {
		begin_quoted(table, conn, segment, dir);
	} else if (segment->flags & TCP_SYN) {
		uint32_t stream = conn->stream, part = conn->part + 1;

		if (stream_begins(conn, segment, *dir)) {
			conn = replace(table, conn, segment, dir);
			conn->stream = table->streams++;
		} else if (part_begins(conn, segment, *dir)) {
			conn = replace(table, conn, segment, dir);
			conn->stream = stream;
			conn->part = part;
		}
	}
	if (!conn->state) {
		conn->late_frames += conn->late_frames != UINT32_MAX;
		return conn;
	}
	if (conn->flow.base_known != 3 || segment->flags & (TCP_FIN | TCP_RST))
		learn(table, conn, segment, *dir);
	return conn;
}
