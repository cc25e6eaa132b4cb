/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * capture.h - from files to frames: formats, compression, file sets, damage, filter.
 *
 * Formats are told by content, never by name.  Several files are one capture, read
 * in the order given; frame numbers run on.
 */
#ifndef CCTRACE_CAPTURE_H
#define CCTRACE_CAPTURE_H

#include "cctrace/error.h"
#include "cctrace/frame.h"

struct capture;

/* What a call to capture_next found. */
enum capture_result {
	CAPTURE_FRAME,   /* a frame was delivered */
	CAPTURE_END,     /* the last file ended where a record ends */
	CAPTURE_DAMAGED, /* a record is cut or impossible: nothing behind it in its file was
	                    read; the error says where and why.  Call again: the next file
	                    follows, if there is one. */
	CAPTURE_UNREADABLE, /* reading failed, a later file can't be opened, or the filter has
	                       no meaning for a link type.  Call again, as above. */
};

struct capture_options {
	/* BPF expression as in tcpdump(8), or NULL for all frames.  Frames it rejects
	 * keep their number.  Host names are errors: nothing is ever resolved. */
	const char *filter;
};

/*
 * Open `count` (at least 1) files as one capture; "-" is standard input.  The first
 * file is opened and its header read, so "not a capture", "empty", "a directory", an
 * unsupported format or compression are found here; later files are opened when they
 * are reached.  NULL and a sentence in `error` otherwise.  The path array is borrowed
 * for the life of the capture.  `options` may be NULL.
 */
struct capture *capture_open(const char *const *paths, size_t count,
	const struct capture_options *options, struct error *error);

/* Is this an expression at all, for any link type?  False and a sentence otherwise. */
bool capture_filter_check(const char *expression, struct error *error);

/* The next frame that the filter accepts.  `frame` is set for CAPTURE_FRAME only. */
enum capture_result capture_next(struct capture *capture, struct frame *frame,
	struct error *error);

/* Free everything; NULL is fine. */
void capture_close(struct capture *capture);

enum { CAPTURE_LINK_TYPES_MAX = 16, CAPTURE_REASON_MAX = 160 };

/* What is known of the capture as a whole, growing while frames are read. */
struct capture_info {
	const char *format;      /* "pcap", "pcapng" or "snoop", of the first file */
	const char *compression; /* "gzip", "zstd", "lz4" or NULL, of the first file */
	/* Distinct link types in order of appearance; more than fit are not listed. */
	uint16_t link_types[CAPTURE_LINK_TYPES_MAX];
	size_t link_type_count;
	uint64_t frames;         /* frames in the files, filtered ones included */
	uint64_t filtered_frames; /* of these, rejected by the filter */
	uint64_t bytes;          /* wire bytes of all frames that passed */
	uint64_t input_bytes;    /* read from the files that are done, before decompression */
	uint64_t input_size;     /* size of all regular input files opened so far; 0 unknown */
	nsec first_time, last_time; /* smallest and largest stamp; NSEC_UNKNOWN without a frame */
	nsec resolution;         /* coarsest time unit of any interface: 1000 for µs */
	uint32_t snaplen;        /* smallest nonzero snap length of any interface; 0 = not limited */
	uint64_t backward_time_frames; /* frames stamped earlier than the one before */
	uint64_t cut_frames;     /* captured < wire */
	bool damaged;
	uint64_t damage_offset;  /* in the decompressed file */
	char damage_reason[CAPTURE_REASON_MAX];
};

/* Borrowed; valid until capture_close. */
const struct capture_info *capture_info(const struct capture *capture);

/* Bytes read from all files so far, before decompression: for progress. */
uint64_t capture_input_bytes(const struct capture *capture);

/* Name of a link type without its prefix ("EN10MB"), by libpcap; NULL if it has none. */
const char *capture_link_name(uint16_t link_type);

#endif
