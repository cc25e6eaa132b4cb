/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pcap.c - the classic format (draft-ietf-opsawg-pcap), in both byte orders, with µs and
 * ns fractions, and the variant of old Linux tools whose record headers are longer.
 */
#include <string.h>

#include "base/bytes.h"
#include "capture/reader.h"

enum { FILE_HEADER = 24, RECORD_HEADER = 16, MODIFIED_RECORD_HEADER = 24 };

struct magic {
	uint32_t value;          /* as a little-endian reader of a little-endian file sees it */
	uint32_t record_header, fraction_ns;
};

static const struct magic magics[] = {
	{0xa1b2c3d4, RECORD_HEADER, 1000},
	{0xa1b23c4d, RECORD_HEADER, 1},
	{0xa1b2cd34, MODIFIED_RECORD_HEADER, 1000},
};

static const struct magic *
find_magic(uint32_t value)
{
	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if (magics[i].value == value)
			return &magics[i];
	return NULL;
}

bool
pcap_detect(const uint8_t *magic)
{
	return find_magic(le32(magic)) || find_magic(be32(magic));
}

static inline uint32_t
get32(const struct reader *reader, const uint8_t *at)
{
	return reader->swapped ? be32(at) : le32(at);
}

static uint16_t
get16(const struct reader *reader, const uint8_t *at)
{
	return reader->swapped ? be16(at) : le16(at);
}

bool
pcap_begin(struct reader *reader)
{
	if (!reader_need(reader, FILE_HEADER)) {
		reader_damaged(reader, "the file ends within its header");
		return false;
	}

	const uint8_t *at = reader_at(reader);
	const struct magic *magic = find_magic(le32(at));

	reader->swapped = !magic;
	if (!magic)
		magic = find_magic(be32(at));
	if (get16(reader, at + 4) != 2) {
		reader_damaged(reader, "pcap version %u is unknown", get16(reader, at + 4));
		return false;
	}

	/* Files older than version 2.4 have the two lengths the other way round, or may have. */
	uint16_t minor = get16(reader, at + 6);

	reader->lengths = minor < 3 ? LENGTHS_SWAPPED
		: minor == 3 ? LENGTHS_EITHER : LENGTHS_NORMAL;
	reader->record_header = magic->record_header;
	reader->fraction_ns = magic->fraction_ns;
	reader->interfaces[0] = (struct interface){
		/* The upper half holds the length of the FCS, if the file says so. */
		.link_type = (uint16_t)(get32(reader, at + 20) & 0xffff),
		.snaplen = get32(reader, at + 16),
		.units = magic->fraction_ns == 1 ? 1000000000 : 1000000,
	};
	/* The modified variant's snap length leaves the link header out. */
	if (reader->interfaces[0].snaplen > PACKET_BYTES_MAX
		|| magic->record_header == MODIFIED_RECORD_HEADER)
		reader->interfaces[0].snaplen = 0;
	reader->interface_count = 1;
	reader_take(reader, FILE_HEADER);
	return true;
}

enum capture_result
pcap_next(struct reader *reader, struct frame *frame)
{
	const struct interface *interface = &reader->interfaces[0];
	uint32_t header = reader->record_header;

	if (!reader_need(reader, header)) {
		if (reader_left(reader) == 0 && reader->state == SOURCE_END)
			return CAPTURE_END;
		return reader_damaged(reader, "the file ends within a record's header");
	}

	const uint8_t *at = reader_at(reader);
	uint32_t captured = get32(reader, at + 8), wire = get32(reader, at + 12);

	if (reader->lengths != LENGTHS_NORMAL
		&& (reader->lengths == LENGTHS_SWAPPED || captured > wire)) {
		uint32_t other = captured;

		captured = wire;
		wire = other;
	}
	if (captured > PACKET_BYTES_MAX)
		return reader_damaged(reader, "a record claims %u captured bytes", captured);

	/* A fraction with its highest bit set is no time; as libpcap, take it as negative. */
	nsec time = (nsec)get32(reader, at) * NSEC_PER_SEC
		+ (nsec)(int32_t)get32(reader, at + 4) * reader->fraction_ns;

	if (!reader_need(reader, (size_t)header + captured))
		return reader_damaged(reader, "the file ends within a record of %u bytes",
			captured);
	frame->time = time;
	frame->bytes = reader_at(reader) + header;
	frame->wire_bytes = wire;
	frame->link_type = interface->link_type;
	frame->interface = 0;
	reader_take(reader, (size_t)header + captured);
	/* What exceeds the snap length isn't handed on: libpcap, too, cuts there. */
	if (interface->snaplen && captured > interface->snaplen)
		captured = interface->snaplen;
	frame->captured_bytes = captured;
	return CAPTURE_FRAME;
}
