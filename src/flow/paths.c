/* SPDX-License-Identifier: BSD-3-Clause */
#include "flow/paths.h"

#include "flow/tuple.h"

enum fit { FIT_NONE, FIT_UNKNOWN, FIT_OTHER_WAY, FIT_SAME };

static enum fit
fit(const struct connection *conn, uint32_t path, enum direction dir)
{
	const uint32_t *paths = conn->flow.path;

	if (paths[dir] == path)
		return FIT_SAME;
	if (paths[dir] != PATH_UNKNOWN)
		return FIT_NONE;
	return paths[!dir] == path ? FIT_OTHER_WAY : FIT_UNKNOWN;
}

struct connection *
paths_next(const struct flow_table *table, const struct connection *conn)
{
	return conn->flow.sibling ? flow_get(table, conn->flow.sibling) : NULL;
}

struct connection *
paths_find(const struct flow_table *table, struct connection *head,
	const struct segment *segment, enum direction *dir)
{
	struct connection *found = NULL;
	enum fit best = FIT_NONE;
	int count = 0;

	for (struct connection *conn = head; conn && best != FIT_SAME;
		conn = paths_next(table, conn)) {
		enum direction way = A2B;
		bool last = ++count == PATHS_MAX;

		tuple_matches(conn, segment, &way);

		enum fit fits = fit(conn, segment->path, way);

		if (fits > best || (last && !found)) {
			best = fits;
			found = conn;
			*dir = way;
		}
	}
	return found;
}

uint32_t
paths_latest(const struct flow_table *table, const struct connection *head)
{
	uint32_t latest = head->part;

	while ((head = paths_next(table, head)))
		if (head->part > latest)
			latest = head->part;
	return latest;
}

void
paths_add(const struct flow_table *table, struct connection *head, struct connection *conn)
{
	while (head->flow.sibling)
		head = paths_next(table, head);
	head->flow.sibling = conn->index;
	conn->flow.branch = true;
}

void
paths_replace(const struct flow_table *table, struct connection *head,
	const struct connection *old, struct connection *conn)
{
	conn->flow.sibling = old->flow.sibling;
	conn->flow.branch = old->flow.branch;
	for (; old->flow.branch && head; head = paths_next(table, head))
		if (head->flow.sibling == old->index)
			head->flow.sibling = conn->index;
}
