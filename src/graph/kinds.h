/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kinds.h - the builders that the table in registry.c names.
 */
#ifndef CCTRACE_GRAPH_KINDS_H
#define CCTRACE_GRAPH_KINDS_H

#include "cctrace/graph.h"

void stevens_build(const struct graph_input *input, struct scene *scene);
void stevens_detail_build(const struct graph_input *input, struct scene *scene);
void tcptrace_build(const struct graph_input *input, struct scene *scene);
void tcptrace_detail_build(const struct graph_input *input, struct scene *scene);
void rtt_build(const struct graph_input *input, struct scene *scene);
void window_build(const struct graph_input *input, struct scene *scene);
void limits_build(const struct graph_input *input, struct scene *scene);
void throughput_build(const struct graph_input *input, struct scene *scene);
void ladder_build(const struct graph_input *input, struct scene *scene);

#endif
