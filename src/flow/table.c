/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table.c - the connection and direction of a segment.
 *
 * Numbering follows tshark 4.0, wart by wart, because people carry stream numbers from
 * one tool to the other: see start_of_stream.
 */
#include "cctrace/connection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "flow/paths.h"
#include "flow/slabs.h"
#include "flow/start.h"
#include "flow/tuple.h"

enum { SLOTS_FIRST = 1024, CONNECTIONS_PER_CHUNK = 256 };

_Static_assert(sizeof(struct connection) <= 2 * SLAB_ALIGNMENT,
	"200 k connections stay small");

struct slot {
	uint32_t hash;           /* 0: empty */
	uint32_t index;          /* of the latest stream's connection of this pair of endpoints,
	                            the first of those that only their paths tell apart */
};

struct flow_table {
	struct slot *slots;
	uint32_t mask;           /* slots - 1 */
	uint32_t used;
	struct tuple_key key;
	struct connection *latest; /* of the last segment: bulk transfers find it here */
	struct connection **chunks;
	size_t count, chunk_capacity;
	uint32_t streams;
	struct slabs states;
	/* ring of the latest closed connections; then those to be handed out */
	struct connection *closed[FLOW_CLOSED_KEPT];
	size_t closed_count;     /* ever put into the ring */
	struct connection *ended_head, **ended_tail;
};

/* ---- storage ---- */

struct flow_table *
flow_new(size_t state_bytes, uint64_t seed)
{
	struct flow_table *table = xcalloc(1, sizeof(*table));

	table->mask = SLOTS_FIRST - 1;
	table->slots = xcalloc(SLOTS_FIRST, sizeof(*table->slots));
	table->key = tuple_key(seed);
	slabs_init(&table->states, state_bytes);
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
	slabs_fini(&table->states);
	free(table->chunks);
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

static struct connection *
add_connection(struct flow_table *table)
{
	if (table->count % CONNECTIONS_PER_CHUNK == 0) {
		size_t chunk = table->count / CONNECTIONS_PER_CHUNK;
		size_t bytes = CONNECTIONS_PER_CHUNK * sizeof(struct connection);

		table->chunks = xgrow(table->chunks, &table->chunk_capacity, chunk,
			sizeof(*table->chunks), 16);
		table->chunks[chunk] = memset(slabs_lines(bytes), 0, bytes);
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
			&& tuple_matches(flow_get(table, table->slots[at].index), segment, dir))
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
	__builtin_prefetch(&table->slots[tuple_hash(&table->key, segment) & table->mask]);
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

/*
 * A closed connection waits for stragglers until FLOW_CLOSED_KEPT others have closed.
 * One that was superseded meanwhile keeps its place in the ring; it has ended already.
 * One that went on with data goes round once more: a RST may be forged or ignored.
 */
static void
queue_closed(struct flow_table *table, struct connection *conn)
{
	if (conn->flow.queued || conn->flow.ended)
		return;
	conn->flow.queued = true;
	while (conn) {
		struct connection **place =
			&table->closed[table->closed_count++ % FLOW_CLOSED_KEPT];
		struct connection *oldest = *place;

		*place = conn;
		conn = NULL;
		if (oldest && oldest->flow.revived && !oldest->flow.ended) {
			oldest->flow.revived = false;
			conn = oldest;
		} else if (oldest) {
			end_connection(table, oldest);
		}
	}
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
	assert(conn->state);
	slabs_give(&table->states, conn->state);
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
static void
set_ends(struct connection *conn, const struct segment *segment, enum direction *dir)
{
	*dir = (segment->flags & (TCP_SYN | TCP_ACK)) == (TCP_SYN | TCP_ACK) ? B2A : A2B;
	set_end(&conn->end[*dir], segment->source, segment->source_port);
	set_end(&conn->end[!*dir], segment->destination, segment->destination_port);
	/* Where both ends are the same, tuple_matches knows one direction only. */
	if (tuple_sends(conn, segment, A2B))
		*dir = A2B;
}

static struct connection *
begin(struct flow_table *table, const struct segment *segment, uint32_t hash,
	enum direction *dir)
{
	struct connection *conn = add_connection(table);

	set_ends(conn, segment, dir);
	conn->ip_version = segment->ip_version;
	conn->first_frame = segment->frame;
	conn->first_time = segment->time;
	conn->flow.hash = hash;
	conn->flow.path[A2B] = conn->flow.path[B2A] = PATH_UNKNOWN;
	if (segment->has & SEG_QUOTED)
		conn->quoted_only = true;
	else
		conn->state = slabs_take(&table->states);
	return conn;
}

/* A quoted header came first; now the connection really begins. */
static void
begin_quoted(struct flow_table *table, struct connection *conn,
	const struct segment *segment, enum direction *dir)
{
	set_ends(conn, segment, dir);
	conn->quoted_only = false;
	conn->first_frame = segment->frame;
	conn->first_time = segment->time;
	conn->state = slabs_take(&table->states);
}

static void
note_close(struct flow_table *table, struct connection *conn, uint8_t flags,
	enum direction dir)
{
	if (flags & TCP_FIN)
		conn->flow.fin |= (uint8_t)(1 << dir);
	if (flags & TCP_RST)
		conn->flow.rst |= (uint8_t)(1 << dir);
	if (start_closed(conn))
		queue_closed(table, conn);
}

static inline struct connection *
lookup(struct flow_table *table, const struct segment *segment, enum direction *dir)
{
	struct connection *conn = table->latest;

	if (conn && !conn->flow.branch && tuple_matches(conn, segment, dir))
		return conn;

	uint32_t hash = tuple_hash(&table->key, segment);
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

/*
 * The pair of endpoints goes on with a new stream.  The old one, with all its parts, can't be
 * reached any more: tshark gives whatever comes to the latest stream of a pair, even a SYN-ACK
 * that would fit an older one.
 */
static struct connection *
begin_stream(struct flow_table *table, struct connection *head,
	const struct segment *segment, enum direction *dir)
{
	struct slot *slot = find_slot(table, head->flow.hash, segment, dir);
	struct connection *conn = begin(table, segment, head->flow.hash, dir);

	for (; head; head = paths_next(table, head))
		end_connection(table, head);
	slot->index = conn->index;
	conn->stream = table->streams++;
	return table->latest = conn;
}

static struct connection *
add_part(struct flow_table *table, struct connection *head, const struct segment *segment,
	enum direction *dir)
{
	struct connection *conn = begin(table, segment, head->flow.hash, dir);

	conn->stream = head->stream;
	conn->part = paths_latest(table, head) + 1;
	return conn;
}

/* tshark knows nothing of parts. */
static struct connection *
begin_part(struct flow_table *table, struct connection *head, struct connection *old,
	const struct segment *segment, enum direction *dir)
{
	enum direction was = *dir;
	struct slot *slot = find_slot(table, head->flow.hash, segment, dir);
	struct connection *conn = add_part(table, head, segment, dir);

	end_connection(table, old);
	paths_replace(table, head, old, conn);
	if (old == head) {
		start_hand_on(&conn->flow, &old->flow, was != *dir);
		slot->index = conn->index;
	}
	return conn;
}

/* By which way did it come?  Only what is quoted isn't asked. */
static struct connection *
find_part(struct flow_table *table, struct connection *head, const struct segment *segment,
	enum direction *dir)
{
	struct connection *conn = paths_find(table, head, segment, dir);

	if (!conn) {
		conn = add_part(table, head, segment, dir);
		paths_add(table, head, conn);
	}
	return conn;
}

/* A segment of its own, not a quote: the part it belongs to, begun if need be. */
static struct connection *
route_part(struct flow_table *table, struct connection *head, const struct segment *segment,
	enum direction *dir)
{
	enum direction head_dir = *dir;
	struct connection *conn = find_part(table, head, segment, dir);

	if (conn->quoted_only) {
		begin_quoted(table, conn, segment, dir);
		head_dir = *dir;
	} else if (segment->flags & TCP_SYN && start_of_part(conn, segment, *dir)) {
		struct connection *old = conn;

		conn = begin_part(table, head, old, segment, dir);
		if (old == head) {
			head = conn;
			head_dir = *dir;
		}
	}
	conn->flow.path[*dir] = segment->path;
	if (conn->flow.isn_known != 3 || segment->flags & TCP_SYN)
		start_learn(head, head_dir, conn, *dir, segment);
	return table->latest = conn;
}

/* All that can happen; flow_route leaves out what happens to most segments. */
static __attribute__((noinline)) struct connection *
route_fully(struct flow_table *table, const struct segment *segment, enum direction *dir)
{
	struct connection *conn = lookup(table, segment, dir);

	if (segment->flags & TCP_SYN && start_of_stream(conn, segment, *dir))
		conn = begin_stream(table, conn, segment, dir);
	if (segment->has & SEG_QUOTED)
		return conn;
	conn = route_part(table, conn, segment, dir);
	if (conn->flow.queued && segment->payload_bytes)
		conn->flow.revived = true;
	if (segment->flags & (TCP_FIN | TCP_RST))
		note_close(table, conn, segment->flags, *dir);
	if (!conn->state)
		conn->late_frames += conn->late_frames != UINT32_MAX;
	return conn;
}

/* Of a connection that runs, most segments change nothing here. */
static inline bool
is_running(const struct connection *conn, uint32_t path, enum direction dir)
{
	return conn->state && conn->flow.isn_known == 3 && !conn->flow.queued
		&& conn->flow.path[dir] == path;
}

struct connection *
flow_route(struct flow_table *table, const struct segment *segment, enum direction *dir)
{
	struct connection *conn = table->latest;

	if (conn && !(segment->flags & (TCP_SYN | TCP_FIN | TCP_RST))
		&& !(segment->has & SEG_QUOTED)
		&& tuple_matches(conn, segment, dir) && is_running(conn, segment->path, *dir))
		return conn;
	return route_fully(table, segment, dir);
}
