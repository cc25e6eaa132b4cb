/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * codec.h - one small face for zlib, libzstd and liblz4: a stream of frames or members.
 */
#ifndef CCTRACE_CAPTURE_CODEC_H
#define CCTRACE_CAPTURE_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes still to be read, or room still to be filled; moved along by codec_run. */
struct codec_span {
	const uint8_t *in;
	size_t in_left;
	uint8_t *out;
	size_t out_left;
};

enum codec_result {
	CODEC_MORE,      /* inside a frame: wants more input or more room */
	CODEC_BOUNDARY,  /* a frame ended exactly here: the input may end, too */
	CODEC_TRAILING,  /* what follows the last frame is none: the stream is over */
	CODEC_BAD,       /* corrupt */
};

struct codec {
	const char *name;        /* "gzip" */
	uint8_t magic[4];
	size_t magic_length;
	/* NULL: this build can't read it. */
	void *(*open)(void);
	enum codec_result (*run)(void *state, struct codec_span *span);
	void (*close)(void *state);
};

/* The row whose magic the bytes begin with; NULL when none does. */
const struct codec *codec_find(const uint8_t *bytes, size_t length);

#endif
