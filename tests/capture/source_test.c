/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bytes of an input, however they come: read in pieces, through a pipe, compressed, cut.
 */
#include "config.h"

#include "capture/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "packed.h"

enum { TEXT = 300000 };

/* Of half-random bytes: several blocks of every codec, and each of them can be made smaller. */
static struct build *
text_of(size_t size)
{
	struct build *build = build_new(false);
	uint32_t random = 1;

	for (size_t i = 0; i < size; i++) {
		random = random * 1664525 + 1013904223;
		put(build, random >> 28, 1);
	}
	return build;
}

/* Read to the end in pieces of `size`; what the last call said. */
struct reading {
	struct build *made;
	enum source_result result;
	struct error error;
};

static struct reading
read_all_of(struct source *source, size_t size)
{
	struct reading reading = {.made = build_new(false)};
	size_t length;

	while ((reading.result = source_read(source, reading.made->bytes + reading.made->length,
			size, &length, &reading.error)) == SOURCE_MORE) {
		if (length == 0 || length > size)
			abort();
		reading.made->length += length;
	}
	if (length != 0)
		abort();
	return reading;
}

static bool
is_same(const struct build *one, const struct build *other)
{
	return one->length == other->length
		&& memcmp(one->bytes, other->bytes, one->length) == 0;
}

static void
memory_in_pieces(void)
{
	static const size_t sizes[] = {1, 3, 4, 5, 4096, 1000000};
	struct build *text = text_of(1000);

	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct error error = {{0}};
		struct source *source = source_memory(text->bytes, text->length, "made", &error);
		struct reading reading = read_all_of(source, sizes[i]);
		size_t length;
		uint8_t byte;

		ok(is_same(reading.made, text), "pieces of %zu: all of it", sizes[i]);
		is_int(reading.result, SOURCE_END, "  and its end");
		is_int(source_read(source, &byte, 1, &length, &error), SOURCE_END, "  for good");
		is_int((int64_t)source_read_bytes(source), 1000, "  bytes are counted");
		is_int((int64_t)source_size(source), 1000, "  as are those there are");
		ok(!source_compression(source), "  not compressed");
		is_str(source_name(source), "made", "  under its name");
		source_close(source);
		free(reading.made);
	}
	free(text);
}

/* Shorter than any magic. */
static void
little_is_plain(void)
{
	static const char *const texts[] = {"", "\x1f", "\x28\xb5", "\x28\xb5\x2f"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct error error = {{0}};
		struct source *source = source_memory(texts[i], strlen(texts[i]), "made", &error);
		struct reading reading = read_all_of(source, 100);

		ok(!source_compression(source) && reading.result == SOURCE_END
			&& reading.made->length == strlen(texts[i]),
			"%zu bytes of a magic are bytes", strlen(texts[i]));
		source_close(source);
		free(reading.made);
	}
}

static void
compressed_in_pieces(void)
{
	static const size_t sizes[] = {1000, 65536, 1000000};
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		packed->length = 0;
		packers[i].put(packed, text->bytes, 100);
		packers[i].put(packed, text->bytes + 100, TEXT - 100);
		for (size_t j = 0; j < COUNT(sizes); j++) {
			struct error error = {{0}};
			struct source *source = source_memory(packed->bytes, packed->length, "made",
				&error);
			struct reading reading = read_all_of(source, sizes[j]);

			ok(is_same(reading.made, text) && reading.result == SOURCE_END,
				"%s, two members, pieces of %zu: all of it", packers[i].name, sizes[j]);
			is_str(source_compression(source), packers[i].name, "  its name");
			is_int((int64_t)source_read_bytes(source), (int64_t)packed->length,
				"  what was read, not what it makes");
			source_close(source);
			free(reading.made);
		}
	}
	free(text);
	free(packed);
}

/* What could be had comes first, then the reason, again and again. */
static void
damage_is_told_after_the_rest(void)
{
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		struct error error = {{0}};
		char expected[64];
		size_t length, wanted;
		uint8_t byte;

		packed->length = 0;
		packers[i].put(packed, text->bytes, TEXT);
		wanted = packed->length / 2;

		struct source *source = source_memory(packed->bytes, wanted, "made", &error);
		struct reading reading = read_all_of(source, 4096);

		snprintf(expected, sizeof(expected), "the %s stream is cut short", packers[i].name);
		is_int(reading.result, SOURCE_DAMAGED, packers[i].name);
		is_str(reading.error.text, expected, "  cut in the middle");
		ok(reading.made->length > 0 && reading.made->length < TEXT
			&& memcmp(reading.made->bytes, text->bytes, reading.made->length) == 0,
			"  %zu bytes came before it", reading.made->length);
		ok(source_read(source, &byte, 1, &length, &error) == SOURCE_DAMAGED && length == 0,
			"  and it stays so");
		is_str(error.text, expected, "  with its reason");
		source_close(source);
		free(reading.made);

		/* The first member whole, the second cut to its magic. */
		packers[i].put(packed, text->bytes, 10);
		packed->length -= 10;
		source = source_memory(packed->bytes, packed->length, "made", &error);
		reading = read_all_of(source, 1000000);
		is_int(reading.result, SOURCE_DAMAGED, "  a second member cut");
		ok(reading.made->length >= TEXT, "  all of the first came");
		source_close(source);
		free(reading.made);
	}
	free(text);
	free(packed);
}

static void
what_no_build_reads_is_named(void)
{
	struct error error = {{0}};

	ok(!source_memory("BZh91AY&SY", 10, "a.bz2", &error), "bzip2 is refused");
	is_str(error.text, "a.bz2: compressed with bzip2, which this program was built without; "
		"decompress it first", "  with the way out");
}

static void
files_are_opened(void)
{
	char folder[] = "/tmp/source_test.XXXXXX", path[64], expected[128];
	struct error error = {{0}};
	struct build *text = text_of(1000);
	struct source *source;

	if (!mkdtemp(folder))
		abort();
	ok(!source_open(folder, &error), "a folder is none");
	snprintf(expected, sizeof(expected), "%s: is a directory", folder);
	is_str(error.text, expected, "  with its name");
	snprintf(path, sizeof(path), "%s/a", folder);
	ok(!source_open(path, &error), "a missing one is none");
	snprintf(expected, sizeof(expected), "%s: No such file or directory", path);
	is_str(error.text, expected, "  with its name");

	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	if (fd < 0 || write(fd, text->bytes, text->length) != (ssize_t)text->length)
		abort();
	close(fd);
	source = source_open(path, &error);

	struct reading reading = read_all_of(source, 300);

	ok(is_same(reading.made, text), "a file is read");
	is_int((int64_t)source_size(source), 1000, "  its size is known");
	is_str(source_name(source), path, "  its name is its path");
	source_close(source);
	source_close(NULL);
	unlink(path);
	rmdir(folder);
	free(reading.made);
	free(text);
}

/* A child writes what a program would send: a byte at a time, then the rest. */
static void
standard_input_comes_in_pieces(void)
{
	struct build *text = text_of(5000), *packed = build_new(false);
	int ends[2], saved = dup(STDIN_FILENO);
	struct error error = {{0}};

	put_gzip(packed, text->bytes, text->length);
	fflush(stdout);
	if (pipe(ends) != 0)
		abort();

	pid_t child = fork();

	if (child == 0) {
		close(ends[0]);
		for (size_t at = 0, size = 1; at < packed->length; at += size) {
			size = at < 20 ? 1 : packed->length - at;
			if (write(ends[1], packed->bytes + at, size) != (ssize_t)size)
				_exit(1);
		}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);

	struct source *source = source_open("-", &error);

	is_str(source_name(source), "standard input", "it has a name for people");
	is_str(source_compression(source), "gzip", "a magic in pieces is found");
	is_int((int64_t)source_size(source), 0, "its size is unknown");

	struct reading reading = read_all_of(source, 100);

	ok(is_same(reading.made, text) && reading.result == SOURCE_END, "all of it is read");
	source_close(source);
	ok(fcntl(STDIN_FILENO, F_GETFD) >= 0, "it isn't closed for others");
	waitpid(child, NULL, 0);
	dup2(saved, STDIN_FILENO);
	close(saved);
	free(reading.made);
	free(text);
	free(packed);
}

static void
a_failed_read_is_told(void)
{
	struct error error = {{0}};
	int saved = dup(STDIN_FILENO), writer = open("/dev/null", O_WRONLY);

	/* What can only be written can't be read. */
	dup2(writer, STDIN_FILENO);
	close(writer);
	ok(!source_open("-", &error), "while its first bytes are looked at");
	is_str(error.text, "standard input: Bad file descriptor", "  with the system's reason");
	dup2(saved, STDIN_FILENO);
	close(saved);
}

int
main(void)
{
	memory_in_pieces();
	little_is_plain();
	compressed_in_pieces();
	damage_is_told_after_the_rest();
	what_no_build_reads_is_named();
	files_are_opened();
	standard_input_comes_in_pieces();
	a_failed_read_is_told();
	return tap_done();
}
