/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "capture/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "capture/codec.h"

enum { RAW_SIZE = 256 * 1024 };

struct source {
	char *name;
	int fd;                      /* -1: memory */
	const uint8_t *memory;
	size_t memory_left;
	uint64_t read_bytes, size;
	const struct codec *codec;   /* NULL: plain */
	void *codec_state;
	bool at_boundary, over;
	const char *damage;          /* how the compressed stream is broken; NULL: it isn't */
	size_t raw_begin, raw_end;   /* raw bytes not yet used */
	uint8_t raw[RAW_SIZE];
};

/* read(2) that goes on after a signal. */
static ssize_t
read_some(struct source *source, void *bytes, size_t size)
{
	ssize_t length;

	if (source->fd < 0) {
		if (size > source->memory_left)
			size = source->memory_left;
		memcpy(bytes, source->memory, size);
		source->memory += size;
		source->memory_left -= size;
		source->read_bytes += size;
		return (ssize_t)size;
	}
	do
		length = read(source->fd, bytes, size);
	while (length < 0 && errno == EINTR);
	if (length > 0)
		source->read_bytes += (uint64_t)length;
	return length;
}

static bool
failed(const struct source *source, struct error *error)
{
	error_set(error, "%s: %s", source->name, strerror(errno));
	return false;
}

/* The magic may come in pieces through a pipe. */
static bool
sniff(struct source *source, struct error *error)
{
	while (source->raw_end < 4) {
		ssize_t length = read_some(source, source->raw + source->raw_end,
			RAW_SIZE - source->raw_end);

		if (length < 0)
			return failed(source, error);
		if (length == 0)
			break;
		source->raw_end += (size_t)length;
	}
	source->codec = codec_find(source->raw, source->raw_end);
	if (!source->codec)
		return true;
	if (!source->codec->open) {
		error_set(error, "%s: compressed with %s, which this program was built "
			"without; decompress it first", source->name, source->codec->name);
		return false;
	}
	source->codec_state = source->codec->open();
	if (!source->codec_state) {
		error_set(error, "%s: the %s decompressor could not be started",
			source->name, source->codec->name);
		return false;
	}
	return true;
}

static struct source *
source_new(const char *name)
{
	struct source *source = xmalloc(sizeof(*source));

	memset(source, 0, offsetof(struct source, raw));
	source->name = xstrdup(name);
	source->fd = -1;
	return source;
}

static struct source *
sniffed(struct source *source, struct error *error)
{
	if (sniff(source, error))
		return source;
	source_close(source);
	return NULL;
}

struct source *
source_open(const char *path, struct error *error)
{
	bool standard = strcmp(path, "-") == 0;
	struct source *source = source_new(standard ? "standard input" : path);
	struct stat status;

	source->fd = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (source->fd < 0 || fstat(source->fd, &status) < 0) {
		failed(source, error);
		source_close(source);
		return NULL;
	}
	if (S_ISDIR(status.st_mode)) {
		error_set(error, "%s: is a directory", source->name);
		source_close(source);
		return NULL;
	}
	if (S_ISREG(status.st_mode)) {
		source->size = status.st_size > 0 ? (uint64_t)status.st_size : 0;
		(void)posix_fadvise(source->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	}
	return sniffed(source, error);
}

struct source *
source_memory(const void *bytes, size_t length, const char *name, struct error *error)
{
	struct source *source = source_new(name);

	source->memory = bytes;
	source->memory_left = source->size = length;
	return sniffed(source, error);
}

/* Plain input goes straight to the caller's buffer, but for what was sniffed. */
static enum source_result
read_plain(struct source *source, void *bytes, size_t size, size_t *length,
	struct error *error)
{
	size_t left = source->raw_end - source->raw_begin;

	if (left) {
		*length = left < size ? left : size;
		memcpy(bytes, source->raw + source->raw_begin, *length);
		source->raw_begin += *length;
		return SOURCE_MORE;
	}

	ssize_t got = read_some(source, bytes, size);

	if (got < 0) {
		error_set(error, "%s", strerror(errno));
		return SOURCE_FAILED;
	}
	*length = (size_t)got;
	return got ? SOURCE_MORE : SOURCE_END;
}

/* More raw bytes when none are left; false with the result at the end. */
static bool
refill(struct source *source, enum source_result *result, struct error *error)
{
	ssize_t got = read_some(source, source->raw, RAW_SIZE);

	source->raw_begin = 0;
	source->raw_end = got > 0 ? (size_t)got : 0;
	if (got > 0)
		return true;
	*result = SOURCE_END;
	source->over = true;
	if (got < 0) {
		error_set(error, "%s", strerror(errno));
		*result = SOURCE_FAILED;
	} else if (!source->at_boundary) {
		source->damage = "cut short";
	}
	return false;
}

/* One step of the codec, and what it says of the stream. */
static void
decompress(struct source *source, struct codec_span *span)
{
	bool fresh = source->raw_begin < source->raw_end;
	size_t room = span->out_left;

	/* Without input a codec may still hold output back; at a boundary it does not. */
	if (!fresh && source->at_boundary)
		return;
	span->in = source->raw + source->raw_begin;
	span->in_left = source->raw_end - source->raw_begin;

	enum codec_result result = source->codec->run(source->codec_state, span);

	source->raw_begin = source->raw_end - span->in_left;
	if (result == CODEC_BAD)
		source->damage = "corrupt";
	else if (result == CODEC_TRAILING)
		source->over = true;
	else if (fresh || span->out_left < room)
		source->at_boundary = result == CODEC_BOUNDARY;
}

static enum source_result
read_compressed(struct source *source, void *bytes, size_t size, size_t *length,
	struct error *error)
{
	enum source_result result = SOURCE_END;
	struct codec_span span = {.out = bytes, .out_left = size};

	while (!source->over && !source->damage) {
		decompress(source, &span);
		*length = size - span.out_left;
		if (*length)
			return SOURCE_MORE;
		if (source->raw_begin == source->raw_end && !source->over && !source->damage
			&& !refill(source, &result, error))
			break;
	}
	if (source->damage) {
		error_set(error, "the %s stream is %s", source->codec->name, source->damage);
		return SOURCE_DAMAGED;
	}
	return result;
}

enum source_result
source_read(struct source *source, void *bytes, size_t size, size_t *length,
	struct error *error)
{
	*length = 0;
	return source->codec ? read_compressed(source, bytes, size, length, error)
		: read_plain(source, bytes, size, length, error);
}

const char *
source_name(const struct source *source)
{
	return source->name;
}

const char *
source_compression(const struct source *source)
{
	return source->codec ? source->codec->name : NULL;
}

uint64_t
source_read_bytes(const struct source *source)
{
	return source->read_bytes;
}

uint64_t
source_size(const struct source *source)
{
	return source->size;
}

void
source_close(struct source *source)
{
	if (!source)
		return;
	if (source->codec_state)
		source->codec->close(source->codec_state);
	if (source->fd >= 0)
		close(source->fd);
	free(source->name);
	free(source);
}
