/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * capture_memory.h - a capture that lies in memory, for tests and fuzzing.
 */
#ifndef CCTRACE_CAPTURE_MEMORY_H
#define CCTRACE_CAPTURE_MEMORY_H

#include "cctrace/capture.h"

/* As capture_open; `bytes` is borrowed for the life of the capture. */
struct capture *capture_open_memory(const void *bytes, size_t length, const char *name,
	const struct capture_options *options, struct error *error);

#endif
