/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One face for every decompressor: where frames end, what follows the last, and how little
 * may be given at a time.
 */
#include "config.h"

#include "capture/codec.h"

#include <stdlib.h>

#include "packed.h"

/* libzstd takes 16 calls that get nowhere for an error. */
enum { TEXT = 3000, PATIENCE = 4 };

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

struct reading {
	struct build *made;
	enum codec_result result; /* of the last call */
	unsigned boundaries;
	size_t used;
};

/* Everything of `packed`, `in` bytes at a time into `out` bytes of room. */
static struct reading
unpack(const struct codec *codec, const struct build *packed, size_t in, size_t out)
{
	struct reading reading = {.made = build_new(false), .result = CODEC_MORE};
	void *state = codec->open();
	unsigned idle = 0;

	while (idle < PATIENCE && reading.result != CODEC_BAD && reading.result != CODEC_TRAILING) {
		size_t left = packed->length - reading.used;
		struct codec_span span = {packed->bytes + reading.used, left < in ? left : in,
			reading.made->bytes + reading.made->length, out};

		if (left == 0 && reading.result == CODEC_BOUNDARY)
			break;
		left = span.in_left;

		enum codec_result result = codec->run(state, &span);
		bool moved = span.in_left < left || span.out_left < out;

		reading.used += left - span.in_left;
		reading.made->length += out - span.out_left;
		idle = moved ? 0 : idle + 1;
		if (moved || result == CODEC_BAD || result == CODEC_TRAILING)
			reading.result = result;
		reading.boundaries += moved && result == CODEC_BOUNDARY;
	}
	codec->close(state);
	return reading;
}

static bool
is_same(const struct build *one, const struct build *other)
{
	return one->length == other->length
		&& memcmp(one->bytes, other->bytes, one->length) == 0;
}

static void
told_by_their_first_bytes(void)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *name;
	} cases[] = {
		{"\x1f\x8b\x08", 3, "gzip"}, {"\x1f\x8b", 2, "gzip"}, {"\x1f", 1, NULL},
		{"\x28\xb5\x2f\xfd", 4, "zstd"}, {"\x28\xb5\x2f", 3, NULL},
		{"\x04\x22\x4d\x18", 4, "lz4"}, {"\x02\x21\x4c\x18", 4, NULL},
		{"\xfd" "7zX", 4, "xz"}, {"BZh9", 4, "bzip2"}, {"BZ", 2, NULL},
		{"\x1f\x9d\x90", 3, "compress"}, {"\x1f\x9e", 2, NULL},
		{"\xd4\xc3\xb2\xa1", 4, NULL}, {"\x0a\x0d\x0d\x0a", 4, NULL}, {"", 0, NULL},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct codec *codec = codec_find((const uint8_t *)cases[i].bytes,
			cases[i].length);

		is_str(codec ? codec->name : NULL, cases[i].name,
			cases[i].name ? cases[i].name : "none");
	}
	ok(codec_find((const uint8_t *)"\x1f\x8b", 2)->open, "gzip is always read");
	ok(!codec_find((const uint8_t *)"BZh", 3)->open, "bzip2 is known and not read");
}

static void
any_pieces_give_the_same(void)
{
	static const struct {
		size_t in, out;
	} sizes[] = {{1, 1}, {1, 4096}, {4096, 1}, {7, 13}, {5, 70000}, {1000000, 1000000}};
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		packed->length = 0;
		packers[i].put(packed, text->bytes, text->length);
		for (size_t j = 0; j < COUNT(sizes); j++) {
			struct reading reading = unpack(codec_find(packed->bytes, packed->length),
				packed, sizes[j].in, sizes[j].out);

			ok(is_same(reading.made, text) && reading.result == CODEC_BOUNDARY
				&& reading.used == packed->length,
				"%s: %zu bytes into %zu", packers[i].name, sizes[j].in,
				sizes[j].out);
			free(reading.made);
		}
	}
	free(text);
	free(packed);
}

static void
members_follow_each_other(void)
{
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		packed->length = 0;
		packers[i].put(packed, text->bytes, 1000);
		packers[i].put(packed, text->bytes + 1000, 0);
		packers[i].put(packed, text->bytes + 1000, TEXT - 1000);

		struct reading reading = unpack(codec_find(packed->bytes, packed->length), packed,
			3, 100);

		ok(is_same(reading.made, text), "%s: three members, one of them empty",
			packers[i].name);
		is_int(reading.boundaries, 3, "  three ends");
		free(reading.made);
	}
	free(text);
	free(packed);
}

static void
a_cut_is_no_end(void)
{
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		size_t wrong = 0, whole;

		packed->length = 0;
		packers[i].put(packed, text->bytes, text->length);
		whole = packed->length;
		for (packed->length = 4; packed->length < whole; packed->length++) {
			struct reading reading = unpack(codec_find(packed->bytes, packed->length),
				packed, 64, 4096);

			wrong += reading.result != CODEC_MORE
				|| memcmp(reading.made->bytes, text->bytes, reading.made->length) != 0;
			free(reading.made);
		}
		ok(wrong == 0, "%s: at none of %zu bytes", packers[i].name, whole - 4);
	}
	free(text);
	free(packed);
}

/* Every bit of the checksum, and of what it covers, counts. */
static void
corruption_is_found(void)
{
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		packed->length = 0;
		packers[i].put(packed, text->bytes, text->length);
		packed->bytes[packed->length - 1] ^= 0x40;

		struct reading reading = unpack(codec_find(packed->bytes, packed->length), packed,
			64, 4096);

		ok(reading.result == CODEC_BAD, "%s: its last byte", packers[i].name);
		free(reading.made);
		packed->bytes[packed->length - 1] ^= 0x40;
		packed->bytes[packed->length / 2] ^= 1;
		reading = unpack(codec_find(packed->bytes, packed->length), packed, 64, 4096);
		ok(reading.result == CODEC_BAD, "%s: a bit in the middle", packers[i].name);
		free(reading.made);
	}
	free(text);
	free(packed);
}

/* gzip(1) takes padding and what else isn't a member for the end; zstd(1) doesn't. */
static void
what_follows_the_last_member(void)
{
	struct build *text = text_of(TEXT), *packed = build_new(false);

	for (size_t i = 0; i < COUNT(packers); i++) {
		packed->length = 0;
		packers[i].put(packed, text->bytes, text->length);
		put(packed, 0, 100);

		struct reading reading = unpack(codec_find(packed->bytes, packed->length), packed,
			64, 4096);

		ok(is_same(reading.made, text), "%s: all of the text before it", packers[i].name);
		is_int(reading.result, packers[i].put == put_gzip ? CODEC_TRAILING : CODEC_BAD,
			packers[i].put == put_gzip ? "  padding ends it" : "  padding is damage");
		free(reading.made);
	}
	free(text);
	free(packed);
}

int
main(void)
{
	told_by_their_first_bytes();
	any_pieces_give_the_same();
	members_follow_each_other();
	a_cut_is_no_end();
	corruption_is_found();
	what_follows_the_last_member();
	return tap_done();
}
