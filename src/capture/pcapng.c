/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pcapng.c - pcapng (draft-ietf-opsawg-pcapng): sections, interfaces, packets.  Blocks of
 * other kinds are passed over unread.
 */
#include <limits.h>

#include "base/xalloc.h"
#include "capture/link_types.h"
#include "capture/reader.h"

enum {
	BLOCK_SECTION = 0x0a0d0d0a, BLOCK_INTERFACE = 1, BLOCK_OLD_PACKET = 2,
	BLOCK_SIMPLE_PACKET = 3, BLOCK_PACKET = 6,
};
enum { OPTION_END = 0, OPTION_TSRESOL = 9, OPTION_TSOFFSET = 14 };

#define BYTE_ORDER_MAGIC UINT32_C(0x1a2b3c4d)

/*
 * The block at reader_at, which is still to be taken: so damage is reported where the
 * block begins.  `total` is 0 when it has been passed over.
 */
struct block {
	uint32_t type, total;
	/* What lies between type and lengths; NULL for a block that isn't wanted. */
	const uint8_t *body;
	size_t size;
};

bool
pcapng_detect(const uint8_t *bytes, size_t length)
{
	return length >= 4 && le32(bytes) == BLOCK_SECTION;
}

static uint64_t
get64(const struct reader *reader, const uint8_t *at)
{
	uint64_t first = reader_get32(reader, at), second = reader_get32(reader, at + 4);

	return reader->swapped ? first << 32 | second : second << 32 | first;
}

nsec
interface_time(const struct interface *interface, uint64_t stamp)
{
	__extension__ typedef __int128 wide;
	/* The common case without the long division: up to the year 2116. */
	if (interface->unit && interface->offset_s == 0
		&& stamp <= (uint64_t)(INT64_MAX / 2 / interface->unit))
		return (nsec)stamp * interface->unit;

	wide ns = (wide)(stamp / interface->units) * NSEC_PER_SEC
		+ (wide)(stamp % interface->units) * NSEC_PER_SEC / interface->units
		+ (wide)interface->offset_s * NSEC_PER_SEC;

	/* INT64_MIN is NSEC_UNKNOWN, and INT64_MAX is left to mean "not yet". */
	if (ns >= INT64_MAX)
		return INT64_MAX - 1;
	return ns <= INT64_MIN ? INT64_MIN + 1 : (nsec)ns;
}

/* Units a second of if_tsresol: a power of 10, or of 2; 0 when out of range. */
static uint64_t
resolution_units(uint8_t value)
{
	uint64_t units = 1;

	if (value & 0x80)
		return (value & 0x7f) < 64 ? UINT64_C(1) << (value & 0x7f) : 0;
	if (value > 19)
		return 0;
	while (value--)
		units *= 10;
	return units;
}

static bool
interface_options(struct reader *reader, struct interface *interface,
	const uint8_t *at, size_t left)
{
	while (left >= 4) {
		uint16_t code = reader_get16(reader, at), length = reader_get16(reader, at + 2);
		size_t padded = ((size_t)length + 3) & ~(size_t)3;

		if (code == OPTION_END)
			return true;
		if (padded > left - 4) {
			reader_damaged(reader, "an interface's option is longer than its block");
			return false;
		}
		if (code == OPTION_TSRESOL && length >= 1)
			interface->units = resolution_units(at[4]);
		else if (code == OPTION_TSOFFSET && length >= 8)
			interface->offset_s = (int64_t)get64(reader, at + 4);
		if (interface->units == 0) {
			reader_damaged(reader, "an interface's time resolution is impossible");
			return false;
		}
		at += 4 + padded;
		left -= 4 + padded;
	}
	return true;
}

/* ns a unit, when every unit is a whole number of them. */
static nsec
whole_unit(uint64_t units)
{
	return units <= (uint64_t)NSEC_PER_SEC && (uint64_t)NSEC_PER_SEC % units == 0
		? NSEC_PER_SEC / (nsec)units : 0;
}

static bool
take_interface(struct reader *reader, const struct block *block)
{
	if (block->size < 8) {
		reader_damaged(reader, "an interface block is too short");
		return false;
	}
	if (reader->interface_count >= INTERFACES_MAX) {
		reader_damaged(reader, "more than %d interfaces in a section", INTERFACES_MAX);
		return false;
	}
	reader->interfaces = xgrow(reader->interfaces, &reader->interface_capacity,
		reader->interface_count, sizeof(*reader->interfaces), 8);

	struct interface *interface = &reader->interfaces[reader->interface_count];

	*interface = (struct interface){
		.link_type = reader_get16(reader, block->body),
		.snaplen = reader_get32(reader, block->body + 4),
		.units = 1000000,
	};
	if (interface->snaplen > link_type_packet_max(interface->link_type))
		interface->snaplen = 0;
	if (!interface_options(reader, interface, block->body + 8, block->size - 8))
		return false;
	interface->unit = whole_unit(interface->units);
	reader->interface_count++;
	return true;
}

/*
 * A section header tells the byte order of everything up to the next one, its own
 * length included.
 */
static bool
take_byte_order(struct reader *reader)
{
	if (!reader_need(reader, 12)) {
		reader_damaged(reader, "the file ends within a section's header");
		return false;
	}

	const uint8_t *at = reader_at(reader);

	if (le32(at + 8) == BYTE_ORDER_MAGIC) {
		reader->swapped = false;
	} else if (be32(at + 8) == BYTE_ORDER_MAGIC) {
		reader->swapped = true;
	} else {
		reader_damaged(reader, "a section's byte order is unknown");
		return false;
	}
	return true;
}

static bool
take_section(struct reader *reader, const struct block *block)
{
	if (block->size < 16) {
		reader_damaged(reader, "a section header is too short");
		return false;
	}
	if (reader_get16(reader, block->body + 4) != 1) {
		reader_damaged(reader, "pcapng version %u is unknown",
			reader_get16(reader, block->body + 4));
		return false;
	}
	reader->interface_base += reader->interface_count;
	reader->interface_count = 0;
	return true;
}

static bool
is_wanted(uint32_t type)
{
	return type == BLOCK_SECTION || type == BLOCK_INTERFACE || type == BLOCK_PACKET
		|| type == BLOCK_SIMPLE_PACKET || type == BLOCK_OLD_PACKET;
}

/* Pass over a block, however long, whose two lengths agree. */
static enum capture_result
skip_block(struct reader *reader, struct block *block)
{
	uint64_t start = reader_offset(reader);

	if (!reader_skip(reader, block->total - 4) || !reader_need(reader, 4))
		reader_damaged(reader, "the file ends within a block of %u bytes", block->total);
	else if (reader_get32(reader, reader_at(reader)) != block->total)
		reader_damaged(reader, "a block's two lengths disagree");
	if (reader->broken) {
		reader->window_offset = start - reader->begin;
		return reader->broken;
	}
	reader_take(reader, 4);
	block->total = 0;
	return CAPTURE_FRAME;
}

/* The next block: FRAME when there is one. */
static enum capture_result
next_block(struct reader *reader, struct block *block)
{
	if (!reader_need(reader, 8)) {
		if (reader_left(reader) == 0 && reader->state == SOURCE_END)
			return CAPTURE_END;
		return reader_damaged(reader, "the file ends within a block's header");
	}
	if (le32(reader_at(reader)) == BLOCK_SECTION && !take_byte_order(reader))
		return reader->broken;
	block->type = reader_get32(reader, reader_at(reader));

	uint32_t total = reader_get32(reader, reader_at(reader) + 4);

	if (total < 12 || total % 4)
		return reader_damaged(reader, "a block claims a length of %u bytes", total);
	block->total = total;
	block->body = NULL;
	block->size = total - 12;
	if (!is_wanted(block->type))
		return skip_block(reader, block);
	if (total > BLOCK_BYTES_MAX)
		return reader_damaged(reader, "a block claims a length of %u bytes", total);
	if (!reader_need(reader, total))
		return reader_damaged(reader, "the file ends within a block of %u bytes", total);
	if (reader_get32(reader, reader_at(reader) + total - 4) != total)
		return reader_damaged(reader, "a block's two lengths disagree");
	block->body = reader_at(reader) + 8;
	return CAPTURE_FRAME;
}

/* `captured` bytes of packet at `offset` of the body, of interface `number`. */
static enum capture_result
deliver(struct reader *reader, const struct block *block, uint32_t number, size_t offset,
	struct frame *frame)
{
	const struct interface *interface = &reader->interfaces[number];

	if (frame->captured_bytes > block->size - offset)
		return reader_damaged(reader, "a packet is longer than its block");
	frame->bytes = block->body + offset;
	frame->link_type = interface->link_type;
	frame->interface = reader_interface(reader, number);
	reader->interface_latest = number;
	reader_take(reader, block->total);
	return CAPTURE_FRAME;
}

static enum capture_result
take_packet(struct reader *reader, const struct block *block, struct frame *frame)
{
	bool simple = block->type == BLOCK_SIMPLE_PACKET;
	size_t fixed = simple ? 4 : 20;

	if (block->size < fixed)
		return reader_damaged(reader, "a packet block is too short");

	uint32_t number = simple ? 0 : block->type == BLOCK_PACKET
		? reader_get32(reader, block->body) : reader_get16(reader, block->body);

	if (number >= reader->interface_count)
		return reader_damaged(reader, "a packet names interface %u, which is not described",
			number);

	const struct interface *interface = &reader->interfaces[number];

	if (simple) {
		/* No time and no captured length: the snap length cuts, or the block does. */
		size_t room = block->size - fixed;

		frame->time = 0;
		frame->wire_bytes = reader_get32(reader, block->body);
		frame->captured_bytes = frame->wire_bytes;
		if (interface->snaplen && frame->captured_bytes > interface->snaplen)
			frame->captured_bytes = interface->snaplen;
		if (frame->captured_bytes > room)
			frame->captured_bytes = (uint32_t)room;
	} else {
		frame->time = interface_time(interface,
			(uint64_t)reader_get32(reader, block->body + 4) << 32
			| reader_get32(reader, block->body + 8));
		frame->captured_bytes = reader_get32(reader, block->body + 12);
		frame->wire_bytes = reader_get32(reader, block->body + 16);
	}
	return deliver(reader, block, number, fixed, frame);
}

static bool
is_packet(uint32_t type)
{
	return type == BLOCK_PACKET || type == BLOCK_SIMPLE_PACKET || type == BLOCK_OLD_PACKET;
}

/* Any block but a packet. */
static bool
take_other(struct reader *reader, const struct block *block)
{
	if (block->type == BLOCK_SECTION && !take_section(reader, block))
		return false;
	if (block->type == BLOCK_INTERFACE && !take_interface(reader, block))
		return false;
	reader_take(reader, block->total);
	return true;
}

enum capture_result
pcapng_next(struct reader *reader, struct frame *frame)
{
	while (!reader->broken) {
		struct block block;
		enum capture_result result = next_block(reader, &block);

		if (result != CAPTURE_FRAME)
			return result;
		if (is_packet(block.type))
			return take_packet(reader, &block, frame);
		if (!take_other(reader, &block))
			break;
	}
	return reader->broken;
}

/*
 * Up to the first interface, so that the link type is known.  What is wrong behind the
 * section's header is for pcapng_next to report.
 */
bool
pcapng_begin(struct reader *reader)
{
	struct block block;

	if (next_block(reader, &block) != CAPTURE_FRAME || !take_other(reader, &block))
		return false;
	while (reader->interface_count == 0 && next_block(reader, &block) == CAPTURE_FRAME
		&& !is_packet(block.type) && take_other(reader, &block))
		;
	return true;
}
