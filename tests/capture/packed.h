/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * packed.h - bytes in every compression that this build reads, for the tests of the reader.
 */
#ifndef CCTRACE_TESTS_CAPTURE_PACKED_H
#define CCTRACE_TESTS_CAPTURE_PACKED_H

#include "config.h"

#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZ4
#include <lz4frame.h>
#endif

#include "build.h"

static void
put_gzip(struct build *out, const uint8_t *bytes, size_t length)
{
	z_stream stream = {0};
	uint8_t *in;

	memcpy(&in, &bytes, sizeof(in));
	if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	stream.next_in = in;
	stream.avail_in = (unsigned)length;
	stream.next_out = out->bytes + out->length;
	stream.avail_out = (unsigned)(BUILD_MAX - out->length);
	if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
		abort();
	out->length += stream.total_out;
	deflateEnd(&stream);
}

#ifdef HAVE_ZSTD
static void
put_zstd(struct build *out, const uint8_t *bytes, size_t length)
{
	ZSTD_CCtx *context = ZSTD_createCCtx();

	ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
	out->length += ZSTD_compress2(context, out->bytes + out->length,
		BUILD_MAX - out->length, bytes, length);
	ZSTD_freeCCtx(context);
}
#endif

#ifdef HAVE_LZ4
static void
put_lz4(struct build *out, const uint8_t *bytes, size_t length)
{
	LZ4F_preferences_t preferences = {
		.frameInfo = {.blockSizeID = LZ4F_max64KB,
			.contentChecksumFlag = LZ4F_contentChecksumEnabled},
	};

	out->length += LZ4F_compressFrame(out->bytes + out->length, BUILD_MAX - out->length,
		bytes, length, &preferences);
}
#endif

static const struct {
	const char *name;
	void (*put)(struct build *out, const uint8_t *bytes, size_t length);
	size_t tail; /* bytes behind the last block: checksum and size */
} packers[] = {
	{"gzip", put_gzip, 8},
#ifdef HAVE_ZSTD
	{"zstd", put_zstd, 4},
#endif
#ifdef HAVE_LZ4
	{"lz4", put_lz4, 8},
#endif
};

#endif
