/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/graph.h"

#include <string.h>

#include "graph/kinds.h"

const struct graph_kind graph_kinds[] = {
	{"stevens-overview", "Time / sequence", "sequence offset of every data segment over time",
		stevens_build},
	{"tcptrace", "Time / sequence (tcptrace)",
		"segments, the ACK line, SACK ranges and the receive window's edge", tcptrace_build},
	{"rtt", "Round-trip time", "a dot for every sample, by the segment's sending time",
		rtt_build},
	{"window-scaling", "Window and flight",
		"bytes in flight and the receive window on one scale", window_build},
	{"throughput", "Throughput", "what was sent and what was delivered, over time",
		throughput_build},
	{NULL, NULL, NULL, NULL},
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
