/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pcap.c - the classic format (draft-ietf-opsawg-pcap), in both byte orders, with µs and
 * ns fractions, and the variant of old Linux tools whose record headers are longer.
 */
#include <string.h>

#include "capture/link_types.h"
#include "capture/reader.h"

enum { FILE_HEADER = 24, RECORD_HEADER = 16, MODIFIED_RECORD_HEADER = 24,
	ETHERNET_HEADER = 14 };

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
pcap_detect(const uint8_t *bytes, size_t length)
{
	return length >= 4 && (find_magic(le32(bytes)) || find_magic(be32(bytes)));
}

/*
 * Files older than version 2.4 have the two lengths the other way round, or may have;
 * 543.0 is what DG/UX wrote.
 */
static bool
take_version(struct reader *reader, uint16_t major, uint16_t minor)
{
	if (major != 2 && !(major == 543 && minor == 0)) {
		reader_damaged(reader, "pcap version %u.%u is unknown", major, minor);
		return false;
	}
	reader->lengths = major == 543 || minor < 3 ? LENGTHS_SWAPPED
		: minor == 3 ? LENGTHS_EITHER : LENGTHS_NORMAL;
	return true;
}

/* `snaplen` as the file has it. */
static void
take_limits(struct reader *reader, uint32_t snaplen)
{
	struct interface *interface = &reader->interfaces[0];

	reader->packet_max = link_type_packet_max(interface->link_type);
	reader->cut_bytes = snaplen ? snaplen : UINT32_MAX;
	/* The old tools put an Ethernet header before what recvfrom(2) had cut. */
	if (reader->record_header == MODIFIED_RECORD_HEADER && snaplen
		&& interface->link_type == 1 && snaplen <= INT32_MAX)
		reader->cut_bytes += ETHERNET_HEADER;
	if (snaplen > reader->packet_max)
		interface->snaplen = 0;
	if (!reader->swapped && reader->lengths == LENGTHS_NORMAL) {
		reader->fast_header = reader->record_header;
		reader->fast_max = reader->cut_bytes < reader->packet_max ? reader->cut_bytes
			: reader->packet_max;
	}
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
	if (!take_version(reader, reader_get16(reader, at + 4), reader_get16(reader, at + 6)))
		return false;
	reader->record_header = magic->record_header;
	reader->fraction_ns = magic->fraction_ns;
	reader->interfaces[0] = (struct interface){
		/* The upper half holds the length of the FCS, if the file says so. */
		.link_type = (uint16_t)(reader_get32(reader, at + 20) & 0xffff),
		.snaplen = reader_get32(reader, at + 16),
		.units = magic->fraction_ns == 1 ? 1000000000 : 1000000,
		.unit = magic->fraction_ns,
	};
	take_limits(reader, reader->interfaces[0].snaplen);
	reader->interface_count = 1;
	reader->link_type = reader->interfaces[0].link_type;
	reader->interface = reader_interface(reader, 0);
	reader_take(reader, FILE_HEADER);
	return true;
}

enum capture_result
pcap_next(struct reader *reader, struct frame *frame)
{
	uint32_t header = reader->record_header;

	if (!reader_need(reader, header)) {
		if (reader_left(reader) == 0 && reader->state == SOURCE_END)
			return CAPTURE_END;
		return reader_damaged(reader, "the file ends within a record's header");
	}

	const uint8_t *at = reader_at(reader);
	uint32_t captured = reader_get32(reader, at + 8), wire = reader_get32(reader, at + 12);

	if (reader->lengths != LENGTHS_NORMAL
		&& (reader->lengths == LENGTHS_SWAPPED || captured > wire)) {
		uint32_t other = captured;

		captured = wire;
		wire = other;
	}
	if (captured > reader->packet_max)
		return reader_damaged(reader, "a record claims %u captured bytes", captured);

	nsec time = pcap_time(reader, reader_get32(reader, at), reader_get32(reader, at + 4));

	if (!reader_need(reader, (size_t)header + captured))
		return reader_damaged(reader, "the file ends within a record of %u bytes",
			captured);
	frame->time = time;
	frame->bytes = reader_at(reader) + header;
	frame->wire_bytes = wire;
	frame->link_type = reader->link_type;
	frame->interface = reader->interface;
	reader_take(reader, (size_t)header + captured);
	/* What exceeds the snap length isn't handed on: libpcap, too, cuts there. */
	frame->captured_bytes = captured < reader->cut_bytes ? captured : reader->cut_bytes;
	return CAPTURE_FRAME;
}
