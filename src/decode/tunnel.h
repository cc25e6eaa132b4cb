/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunnel.h - what the tunnels' files share.
 */
#ifndef CCTRACE_DECODE_TUNNEL_H
#define CCTRACE_DECODE_TUNNEL_H

#include "decode/cursor.h"

/*
 * A tunnel `id` of the outer packet's two ends, which the segment still names: becomes part of
 * the segment's path, the same in both directions.
 */
void tunnel_between(struct cursor *cursor, uint32_t id);

decoder tunnel_gre;

#endif
