/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * source.h - the bytes of one input file, decompressed: a file or standard input, read
 * as it comes, in constant memory.
 */
#ifndef CCTRACE_CAPTURE_SOURCE_H
#define CCTRACE_CAPTURE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cctrace/error.h"

struct source;

/*
 * Open `path` ("-": standard input) and look at its first bytes: compression is told by
 * content.  NULL and a sentence when it can't be opened, is a directory, or is compressed
 * in a way this build can't read.
 */
struct source *source_open(const char *path, struct error *error);

/* A source over `length` bytes in memory, borrowed; `name` is for sentences. */
struct source *source_memory(const void *bytes, size_t length, const char *name,
	struct error *error);

enum source_result {
	SOURCE_MORE,   /* at least one byte was delivered */
	SOURCE_END,    /* the input is over; nothing was delivered */
	SOURCE_DAMAGED, /* the compressed stream is cut or corrupt; nothing was delivered */
	SOURCE_FAILED, /* read(2) failed */
};

/*
 * Up to `size` bytes into `bytes`, `*length` set.  Blocks only for the first byte.  The
 * error of DAMAGED and FAILED is a reason without the name; DAMAGED is found again by
 * every later call.
 */
enum source_result source_read(struct source *source, void *bytes, size_t size,
	size_t *length, struct error *error);

const char *source_name(const struct source *source);
/* "gzip", "zstd", "lz4", or NULL. */
const char *source_compression(const struct source *source);
/* Bytes read from the file so far; its size, 0 when that is unknown. */
uint64_t source_read_bytes(const struct source *source);
uint64_t source_size(const struct source *source);

void source_close(struct source *source);

#endif
