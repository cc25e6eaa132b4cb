/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * start.h - does a stream, or a part of one, begin with this segment?  What has to be known
 * for that: tshark's idea of where both directions began, and ours.
 */
#ifndef CCTRACE_FLOW_START_H
#define CCTRACE_FLOW_START_H

#include "cctrace/connection.h"

static inline bool
start_closed(const struct connection *conn)
{
	return conn->flow.rst || conn->flow.fin == 3;
}

bool start_of_stream(const struct connection *conn, const struct segment *segment,
	enum direction dir);
bool start_of_part(const struct connection *conn, const struct segment *segment,
	enum direction dir);

/* `head` keeps what holds for the whole stream, `conn` for its part; either's direction. */
void start_learn(struct connection *head, enum direction head_dir, struct connection *conn,
	enum direction dir, const struct segment *segment);

/* The stream goes on with another head, whose directions may be the other way round. */
void start_hand_on(struct flow_private *to, const struct flow_private *from, bool turned);

#endif
