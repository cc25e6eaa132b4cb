/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * snoop.c - snoop's format (RFC 1761), big-endian throughout.
 */
#include <string.h>

#include "capture/link_types.h"
#include "capture/reader.h"

enum { FILE_HEADER = 16, RECORD_HEADER = 24, VERSION = 2 };

/* The numbers are those of Solaris' DLPI. */
static const struct {
	uint32_t number;
	uint16_t link_type;
} links[] = {
	{0, 1},                  /* IEEE 802.3 */
	{2, 6},                  /* Token Ring */
	{4, 1},                  /* Ethernet */
	{8, 10},                 /* FDDI */
	{18, 123},               /* classical IP over ATM, with SunATM's header */
};

bool
snoop_detect(const uint8_t *bytes, size_t length)
{
	static const uint8_t magic[8] = {'s', 'n', 'o', 'o', 'p', 0, 0, 0};

	return length >= sizeof(magic) && memcmp(bytes, magic, sizeof(magic)) == 0;
}

static bool
find_link(struct reader *reader, uint32_t number)
{
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		if (links[i].number == number) {
			reader->link_type = links[i].link_type;
			return true;
		}
	reader_damaged(reader, "snoop's link type %u is unknown", number);
	return false;
}

bool
snoop_begin(struct reader *reader)
{
	if (!reader_need(reader, FILE_HEADER)) {
		reader_damaged(reader, "the file ends within its header");
		return false;
	}

	const uint8_t *at = reader_at(reader);

	if (be32(at + 8) != VERSION) {
		reader_damaged(reader, "snoop version %u is unknown", be32(at + 8));
		return false;
	}
	if (!find_link(reader, be32(at + 12)))
		return false;
	reader->interfaces[0] = (struct interface){
		.link_type = reader->link_type, .units = 1000000, .unit = 1000,
	};
	reader->packet_max = link_type_packet_max(reader->link_type);
	reader->interface_count = 1;
	reader->interface = reader_interface(reader, 0);
	reader_take(reader, FILE_HEADER);
	return true;
}

/* The record's lengths, checked: the packet, and with it header and padding. */
static bool
take_lengths(struct reader *reader, const uint8_t *at, uint32_t *captured, uint32_t *total)
{
	*captured = be32(at + 4);
	*total = be32(at + 8);
	if (*captured > reader->packet_max) {
		reader_damaged(reader, "a record claims %u captured bytes", *captured);
		return false;
	}
	if (*total < RECORD_HEADER || *total - RECORD_HEADER < *captured
		|| *total > RECORD_HEADER + 2 * reader->packet_max) {
		reader_damaged(reader, "a record claims a length of %u bytes", *total);
		return false;
	}
	return true;
}

enum capture_result
snoop_next(struct reader *reader, struct frame *frame)
{
	uint32_t captured, total;

	if (!reader_need(reader, RECORD_HEADER)) {
		if (reader_left(reader) == 0 && reader->state == SOURCE_END)
			return CAPTURE_END;
		return reader_damaged(reader, "the file ends within a record's header");
	}
	if (!take_lengths(reader, reader_at(reader), &captured, &total))
		return reader->broken;
	if (!reader_need(reader, total))
		return reader_damaged(reader, "the file ends within a record of %u bytes", total);

	const uint8_t *at = reader_at(reader);

	frame->time = (nsec)be32(at + 16) * NSEC_PER_SEC + (nsec)be32(at + 20) * NSEC_PER_USEC;
	frame->bytes = at + RECORD_HEADER;
	frame->captured_bytes = captured;
	frame->wire_bytes = be32(at);
	frame->link_type = reader->link_type;
	frame->interface = reader->interface;
	reader_take(reader, total);
	return CAPTURE_FRAME;
}
