/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/graph.h"

#include <string.h>

#include "graph/kinds.h"

const struct graph_kind graph_kinds[] = {
	{"stevens-overview", "Time / sequence", "sequence offset of every data segment over time",
		stevens_build, false},
	{"stevens-detail", "Time / sequence, enlarged",
		"the same for a few round trips, with RTT and flight measured in it",
		stevens_detail_build, true},
	{"tcptrace", "Time / sequence (tcptrace)",
		"segments, the ACK line, SACK ranges and the receive window's edge",
		tcptrace_build, false},
	{"tcptrace-detail", "Time / sequence (tcptrace), enlarged",
		"the same for a loss and its repair, or a few round trips",
		tcptrace_detail_build, true},
	{"rtt", "Round-trip time", "a dot for every sample, by the segment's sending time",
		rtt_build, false},
	{"window-scaling", "Window and flight",
		"bytes in flight and the receive window on one scale", window_build, false},
	{"throughput", "Throughput", "what was sent and what was delivered, over time",
		throughput_build, false},
	{"limits", "What limited it", "what held the transfer back, moment by moment, behind "
		"window and flight", limits_build, false},
	{"ladder", "Exchange", "segment by segment: the handshake, a loss or a burst, the end",
		ladder_build, true},
	{NULL, NULL, NULL, NULL, false},
};

const struct graph_kind *
graph_find(const char *name)
{
	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	return NULL;
}

struct scene *
graph_build(const struct graph_kind *kind, const struct graph_input *input)
{
	struct scene *scene = scene_new(kind->name);

	kind->build(input, scene);
	return scene;
}
