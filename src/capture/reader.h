/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reader.h - a window over a source's bytes, and the formats that are read from it.
 */
#ifndef CCTRACE_CAPTURE_READER_H
#define CCTRACE_CAPTURE_READER_H

#include "base/bytes.h"
#include "base/bytes.h"
#include "capture/source.h"
#include "cctrace/capture.h"

/* libpcap's limit of a pcapng block; a packet's depends on the link type. */
enum { BLOCK_BYTES_MAX = 16 * 1024 * 1024 };
enum { WINDOW_BYTES = 512 * 1024, INTERFACES_MAX = 65536 };

struct interface {
	uint16_t link_type;
	uint32_t snaplen;        /* 0: no limit */
	uint64_t units;          /* per second */
	nsec unit;               /* ns a unit, when that is whole; 0: it is not */
	int64_t offset_s;
};

enum pcap_lengths { LENGTHS_NORMAL, LENGTHS_SWAPPED, LENGTHS_EITHER };

struct reader {
	struct source *source;
	uint8_t *bytes;
	size_t begin, end, capacity;
	uint64_t window_offset;  /* of bytes[0] in the decompressed file */
	enum source_result state; /* SOURCE_MORE until the source had no more */
	struct error source_error; /* why not, when it was no clean end; names no file */
	char reason[CAPTURE_REASON_MAX]; /* of damage */
	enum capture_result broken; /* what reader_damaged said; CAPTURE_FRAME before */
	/* formats */
	const struct format *format;
	bool swapped;
	struct interface *interfaces; /* of the section; classic pcap has one */
	size_t interface_count, interface_capacity;
	size_t interface_base;   /* number of the section's first one in the capture */
	size_t interface_latest; /* the latest frame's, within the section */
	/* classic pcap */
	uint32_t record_header;  /* bytes */
	uint32_t fraction_ns;    /* ns a unit of the second field: 1000 or 1 */
	uint32_t cut_bytes;      /* captured bytes beyond this aren't handed on */
	uint32_t packet_max;     /* captured bytes beyond this are damage */
	uint16_t link_type, interface; /* of all frames */
	/*
	 * The common file's, little-endian with lengths in the usual order, whose records
	 * pcap_take reads: its record header, and the smaller of the limits above.
	 * UINT32_MAX for all others.
	 */
	uint32_t fast_header, fast_max;
	enum pcap_lengths lengths;
};

/* Make `size` bytes available at reader_at: false when the file ends before. */
bool reader_fill(struct reader *reader, size_t size);

static inline const uint8_t *
reader_at(const struct reader *reader)
{
	return reader->bytes + reader->begin;
}

/* Numbers in the byte order of the file, or of its section. */
static inline uint32_t
reader_get32(const struct reader *reader, const uint8_t *at)
{
	return reader->swapped ? be32(at) : le32(at);
}

static inline uint16_t
reader_get16(const struct reader *reader, const uint8_t *at)
{
	return reader->swapped ? be16(at) : le16(at);
}

static inline size_t
reader_left(const struct reader *reader)
{
	return reader->end - reader->begin;
}

static inline bool
reader_need(struct reader *reader, size_t size)
{
	return reader->end - reader->begin >= size || reader_fill(reader, size);
}

static inline void
reader_take(struct reader *reader, size_t size)
{
	reader->begin += size;
}

/* Where reader_at lies in the decompressed file. */
static inline uint64_t
reader_offset(const struct reader *reader)
{
	return reader->window_offset + reader->begin;
}

/* The number of an interface in the capture: more than fit share the last one. */
static inline uint16_t
reader_interface(const struct reader *reader, size_t index)
{
	size_t number = reader->interface_base + index;

	return (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX);
}

/* Pass over `size` bytes, however many; false when the file ends before. */
bool reader_skip(struct reader *reader, uint64_t size);

/*
 * Set the reason and return CAPTURE_DAMAGED, or CAPTURE_UNREADABLE when that is because
 * reading failed.
 */
enum capture_result reader_damaged(struct reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A format is one file and one row of the table in capture.c. */
struct format {
	const char *name;
	bool interfaces;         /* described as the file goes on, not by its header alone */
	/* Is this the format?  At least 4 bytes are there. */
	bool (*detect)(const uint8_t *bytes, size_t length);
	/* Read the file's header; on false the reason is set. */
	bool (*begin)(struct reader *reader);
	/* The next frame: FRAME, END or DAMAGED.  Number is left to the caller. */
	enum capture_result (*next)(struct reader *reader, struct frame *frame);
};

bool pcap_detect(const uint8_t *bytes, size_t length);
bool pcapng_detect(const uint8_t *bytes, size_t length);
bool snoop_detect(const uint8_t *bytes, size_t length);
bool pcap_begin(struct reader *reader);
bool pcapng_begin(struct reader *reader);
bool snoop_begin(struct reader *reader);
enum capture_result pcap_next(struct reader *reader, struct frame *frame);
enum capture_result pcapng_next(struct reader *reader, struct frame *frame);
enum capture_result snoop_next(struct reader *reader, struct frame *frame);

/*
 * Seconds without a sign, up to 2106.  A fraction with its highest bit set is no time,
 * yet there are files with negative ones: libpcap 1.10 reads them so, and they make sense.
 */
static inline nsec
pcap_time(const struct reader *reader, uint32_t seconds, uint32_t fraction)
{
	return (nsec)seconds * NSEC_PER_SEC + (nsec)(int32_t)fraction * reader->fraction_ns;
}

/*
 * The next frame, when the file is of the common kind and the whole record lies in the
 * window: it is what nearly every frame takes.  On false, nothing has happened.
 */
static inline bool
pcap_take(struct reader *reader, struct frame *frame)
{
	size_t left = reader_left(reader);

	if (left < reader->fast_header)
		return false;

	const uint8_t *at = reader_at(reader);
	uint32_t captured = le32(at + 8);
	size_t total = (size_t)reader->fast_header + captured;

	if (captured > reader->fast_max || left < total)
		return false;
	frame->time = pcap_time(reader, le32(at), le32(at + 4));
	frame->bytes = at + reader->fast_header;
	frame->captured_bytes = captured;
	frame->wire_bytes = le32(at + 12);
	frame->link_type = reader->link_type;
	frame->interface = reader->interface;
	reader_take(reader, total);
	return true;
}

/*
 * Time of `stamp` units since the epoch plus the interface's offset; clamped to what
 * nsec holds.
 */
nsec interface_time(const struct interface *interface, uint64_t stamp);

#endif
