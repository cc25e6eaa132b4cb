/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "capture/codec.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZ4
#include <lz4frame.h>
#endif

#include "base/xalloc.h"

static void
span_advance(struct codec_span *span, size_t used, size_t made)
{
	span->in += used;
	span->in_left -= used;
	span->out += made;
	span->out_left -= made;
}

struct gzip {
	z_stream stream;
	bool ended;
};

static void *
gzip_open(void)
{
	struct gzip *gzip = xcalloc(1, sizeof(*gzip));

	/* 16: expect the gzip wrapper and check its CRC. */
	if (inflateInit2(&gzip->stream, 15 + 16) != Z_OK) {
		free(gzip);
		return NULL;
	}
	return gzip;
}

static unsigned
as_uint(size_t size)
{
	return size > 1u << 30 ? 1u << 30 : (unsigned)size;
}

static enum codec_result
gzip_run(void *state, struct codec_span *span)
{
	struct gzip *gzip = state;
	uint8_t *in;

	if (gzip->ended && span->in_left) {
		/* gzip(1) ignores what follows the last member, padding above all. */
		if (span->in[0] != 0x1f)
			return CODEC_TRAILING;
		inflateReset(&gzip->stream);
		gzip->ended = false;
	}
	memcpy(&in, &span->in, sizeof(in)); /* zlib's pointer to input lacks the const */
	gzip->stream.next_in = in;
	gzip->stream.avail_in = as_uint(span->in_left);
	gzip->stream.next_out = span->out;
	gzip->stream.avail_out = as_uint(span->out_left);

	int result = inflate(&gzip->stream, Z_NO_FLUSH);
	size_t used = (size_t)(gzip->stream.next_in - in);
	size_t made = (size_t)(gzip->stream.next_out - span->out);

	span_advance(span, used, made);
	if (result == Z_STREAM_END) {
		gzip->ended = true;
		return CODEC_BOUNDARY;
	}
	return result == Z_OK || result == Z_BUF_ERROR ? CODEC_MORE : CODEC_BAD;
}

static void
gzip_close(void *state)
{
	struct gzip *gzip = state;

	inflateEnd(&gzip->stream);
	free(gzip);
}

#if defined(HAVE_ZSTD) || defined(HAVE_LZ4)
/* As much of a frame as tells how much more its header needs. */
enum { FIRST_BYTES = 5 };

static size_t
smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}
#endif

#ifdef HAVE_ZSTD
/* A frame may ask for a window up to this, as zstd(1) --long=27 writes: 128 MiB. */
enum { ZSTD_WINDOW_LOG = 27 };

/*
 * libzstd forgets what it has made in a call that meets an error, so a call gets no more
 * than the one block that the call before asked for.  liblz4 likewise.
 */
struct zstd {
	ZSTD_DStream *stream;
	size_t wanted;
};

static void
zstd_close(void *state)
{
	struct zstd *zstd = state;

	ZSTD_freeDStream(zstd->stream);
	free(zstd);
}

static void *
zstd_open(void)
{
	struct zstd *zstd = xcalloc(1, sizeof(*zstd));

	zstd->stream = ZSTD_createDStream();
	zstd->wanted = FIRST_BYTES;
	if (zstd->stream && !ZSTD_isError(ZSTD_DCtx_setParameter(zstd->stream,
			ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG)))
		return zstd;
	zstd_close(zstd);
	return NULL;
}

static enum codec_result
zstd_run(void *state, struct codec_span *span)
{
	struct zstd *zstd = state;
	ZSTD_inBuffer in = {span->in, smaller(span->in_left, zstd->wanted), 0};
	ZSTD_outBuffer out = {span->out, span->out_left, 0};
	size_t result = ZSTD_decompressStream(zstd->stream, &out, &in);

	span_advance(span, in.pos, out.pos);
	if (ZSTD_isError(result))
		return CODEC_BAD;
	zstd->wanted = result ? result : FIRST_BYTES;
	return result == 0 ? CODEC_BOUNDARY : CODEC_MORE;
}

#define ZSTD_CALLS zstd_open, zstd_run, zstd_close
#else
#define ZSTD_CALLS NULL, NULL, NULL
#endif

#ifdef HAVE_LZ4
struct lz4 {
	LZ4F_dctx *context;
	size_t wanted;
};

static void *
lz4_open(void)
{
	struct lz4 *lz4 = xcalloc(1, sizeof(*lz4));

	lz4->wanted = FIRST_BYTES;
	if (!LZ4F_isError(LZ4F_createDecompressionContext(&lz4->context, LZ4F_VERSION)))
		return lz4;
	free(lz4);
	return NULL;
}

static enum codec_result
lz4_run(void *state, struct codec_span *span)
{
	struct lz4 *lz4 = state;
	size_t used = smaller(span->in_left, lz4->wanted), made = span->out_left;
	size_t result = LZ4F_decompress(lz4->context, span->out, &made, span->in, &used, NULL);

	if (LZ4F_isError(result))
		return CODEC_BAD;
	span_advance(span, used, made);
	lz4->wanted = result ? result : FIRST_BYTES;
	return result == 0 ? CODEC_BOUNDARY : CODEC_MORE;
}

static void
lz4_close(void *state)
{
	struct lz4 *lz4 = state;

	LZ4F_freeDecompressionContext(lz4->context);
	free(lz4);
}
#define LZ4_CALLS lz4_open, lz4_run, lz4_close
#else
#define LZ4_CALLS NULL, NULL, NULL
#endif

static const struct codec codecs[] = {
	{"gzip", {0x1f, 0x8b}, 2, gzip_open, gzip_run, gzip_close},
	{"zstd", {0x28, 0xb5, 0x2f, 0xfd}, 4, ZSTD_CALLS},
	{"lz4", {0x04, 0x22, 0x4d, 0x18}, 4, LZ4_CALLS},
	{"xz", {0xfd, '7', 'z', 'X'}, 4, NULL, NULL, NULL},
	{"bzip2", {'B', 'Z', 'h'}, 3, NULL, NULL, NULL},
	{"compress", {0x1f, 0x9d}, 2, NULL, NULL, NULL},
};

const struct codec *
codec_find(const uint8_t *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof(codecs) / sizeof(codecs[0]); i++)
		if (length >= codecs[i].magic_length
			&& memcmp(bytes, codecs[i].magic, codecs[i].magic_length) == 0)
			return &codecs[i];
	return NULL;
}
