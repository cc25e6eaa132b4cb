/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * paths.h - connections of one pair of endpoints that came through different VLANs or tunnels,
 * and so are different ones, or one that was captured twice.
 *
 * A path is known for each direction by itself: tags and keys may differ between them, and
 * then nothing but the endpoints says that both belong together.
 */
#ifndef CCTRACE_FLOW_PATHS_H
#define CCTRACE_FLOW_PATHS_H

#include "cctrace/connection.h"

/* Nothing has come in this direction yet. */
#define PATH_UNKNOWN UINT32_MAX

/* Paths of a pair that are told apart; what comes by more of them is the last one's. */
enum { PATHS_MAX = 16 };

/*
 * The part, among those of `head`'s stream, that `segment` belongs to, and its direction
 * there: one that had its path, else one that has nothing of this direction yet and had the
 * path in the other, else any that has nothing of it.  NULL when a new one is due.
 */
struct connection *paths_find(const struct flow_table *table, struct connection *head,
	const struct segment *segment, enum direction *dir);

/* The part behind `conn`, or NULL. */
struct connection *paths_next(const struct flow_table *table, const struct connection *conn);

/* The number of the stream's latest part: it is among those that run. */
uint32_t paths_latest(const struct flow_table *table, const struct connection *head);

/* Add a part behind all others of `head`. */
void paths_add(const struct flow_table *table, struct connection *head,
	struct connection *conn);

/* `conn` takes the place of `old` among the parts of `head`, or as head. */
void paths_replace(const struct flow_table *table, struct connection *head,
	const struct connection *old, struct connection *conn);

#endif
