/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * capture.c - a list of files as one run of frames, and what is known of them together.
 */
#include "cctrace/capture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "capture/capture_memory.h"
#include "capture/filter.h"
#include "capture/foreign.h"
#include "capture/reader.h"

struct capture {
	const char *const *paths;
	size_t count, at;        /* `at` is the open one */
	struct reader reader;
	bool open;
	bool first_said;         /* format and compression are the first file's */
	struct filter *filter;   /* NULL: all frames */
	size_t interfaces_before; /* of the files before */
	uint64_t read_before;    /* input bytes of the files before */
	nsec last_time;          /* of the latest frame that passed; INT64_MAX before the first */
	size_t noted;            /* number + 1 of the interface that note_frame saw last */
	struct capture_info info;
};

/* ---- the window over the bytes ---- */

bool
reader_fill(struct reader *reader, size_t size)
{
	if (reader->begin) {
		memmove(reader->bytes, reader_at(reader), reader_left(reader));
		reader->end -= reader->begin;
		reader->window_offset += reader->begin;
		reader->begin = 0;
	}
	if (size > reader->capacity) {
		reader->capacity = size + WINDOW_BYTES / 2;
		reader->bytes = xreallocarray(reader->bytes, reader->capacity, 1);
	}
	while (reader->end < size && reader->state == SOURCE_MORE) {
		size_t got;

		reader->state = source_read(reader->source, reader->bytes + reader->end,
			reader->capacity - reader->end, &got, &reader->source_error);
		reader->end += got;
	}
	return reader->end >= size;
}

bool
reader_skip(struct reader *reader, uint64_t size)
{
	while (size > reader_left(reader)) {
		size -= reader_left(reader);
		reader_take(reader, reader_left(reader));
		if (!reader_fill(reader, 1))
			return false;
	}
	reader_take(reader, (size_t)size);
	return true;
}

enum capture_result
reader_damaged(struct reader *reader, const char *format, ...)
{
	va_list ap;

	/* Where the compressed stream broke, that is the reason, not the record it cut. */
	va_start(ap, format);
	if (reader->state == SOURCE_DAMAGED || reader->state == SOURCE_FAILED)
		snprintf(reader->reason, sizeof(reader->reason), "%.*s",
			(int)sizeof(reader->reason) - 1, reader->source_error.text);
	else
		vsnprintf(reader->reason, sizeof(reader->reason), format, ap);
	va_end(ap);
	reader->broken = reader->state == SOURCE_FAILED ? CAPTURE_UNREADABLE : CAPTURE_DAMAGED;
	return reader->broken;
}

/* ---- telling the format ---- */

static bool
refuse(struct reader *reader, struct error *error)
{
	const char *name = source_name(reader->source);
	const struct foreign *foreign = foreign_find(reader_at(reader), reader_left(reader));

	if (reader->state == SOURCE_DAMAGED || reader->state == SOURCE_FAILED)
		error_set(error, "%s: %s", name, reader->source_error.text);
	else if (reader_left(reader) == 0)
		error_set(error, "%s: the file is empty", name);
	else if (foreign)
		error_set(error, "%s: the %s format is not read; \"%s\" converts it", name,
			foreign->name, foreign->converter);
	else
		error_set(error, "%s: not a capture (neither pcap, pcapng nor snoop)", name);
	return false;
}

static const struct format formats[] = {
	{"pcap", false, pcap_detect, pcap_begin, pcap_next},
	{"pcapng", true, pcapng_detect, pcapng_begin, pcapng_next},
	{"snoop", false, snoop_detect, snoop_begin, snoop_next},
};

static const struct format *
find_format(const uint8_t *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (formats[i].detect(bytes, length))
			return &formats[i];
	return NULL;
}

/* `reader->source` is open. */
static bool
reader_begin(struct reader *reader, struct error *error)
{
	bool good;

	reader->interface_capacity = 8;
	reader->interfaces = xcalloc(reader->interface_capacity, sizeof(*reader->interfaces));
	reader->capacity = WINDOW_BYTES;
	reader->bytes = xmalloc(reader->capacity);
	reader->state = SOURCE_MORE;
	reader->fast_header = UINT32_MAX;
	if (!reader_need(reader, 8) && reader_left(reader) < 4)
		return refuse(reader, error);
	reader->format = find_format(reader_at(reader), reader_left(reader));
	if (!reader->format)
		return refuse(reader, error);
	good = reader->format->begin(reader);
	if (!good)
		error_set(error, "%s: %s", source_name(reader->source), reader->reason);
	return good;
}

static void
reader_end(struct reader *reader)
{
	source_close(reader->source);
	free(reader->bytes);
	free(reader->interfaces);
	*reader = (struct reader){.fast_header = UINT32_MAX};
}

/* ---- files ---- */

static void
note_link_type(struct capture_info *info, uint16_t link_type)
{
	for (size_t i = 0; i < info->link_type_count; i++)
		if (info->link_types[i] == link_type)
			return;
	if (info->link_type_count < CAPTURE_LINK_TYPES_MAX)
		info->link_types[info->link_type_count++] = link_type;
}

static void
note_interface(struct capture_info *info, const struct interface *interface)
{
	nsec unit = interface->units > (uint64_t)NSEC_PER_SEC ? 1
		: NSEC_PER_SEC / (nsec)interface->units;

	note_link_type(info, interface->link_type);
	if (unit > info->resolution)
		info->resolution = unit;
	if (interface->snaplen && (info->snaplen == 0 || interface->snaplen < info->snaplen))
		info->snaplen = interface->snaplen;
}

static bool
begin_source(struct capture *capture, struct source *source, struct error *error)
{
	if (!source)
		return false;
	capture->reader.source = source;
	capture->reader.interface_base = capture->interfaces_before;
	capture->info.input_size += source_size(source);
	if (!reader_begin(&capture->reader, error)) {
		reader_end(&capture->reader);
		return false;
	}
	capture->open = true;
	/* A classic file has the one interface; others are noted as frames come from them. */
	if (!capture->reader.format->interfaces)
		note_interface(&capture->info, &capture->reader.interfaces[0]);
	if (!capture->first_said) {
		capture->first_said = true;
		capture->info.format = capture->reader.format->name;
		capture->info.compression = source_compression(source);
	}
	return true;
}

static void
end_file(struct capture *capture)
{
	capture->interfaces_before = capture->reader.interface_base
		+ capture->reader.interface_count;
	capture->read_before += source_read_bytes(capture->reader.source);
	capture->info.input_bytes = capture->read_before;
	reader_end(&capture->reader);
	capture->open = false;
	capture->at++;
}

static struct capture *
capture_new(const struct capture_options *options, struct error *error)
{
	struct capture *capture = xcalloc(1, sizeof(*capture));

	capture->info.first_time = capture->info.last_time = NSEC_UNKNOWN;
	capture->last_time = INT64_MAX;
	reader_end(&capture->reader);
	if (options && options->filter) {
		capture->filter = filter_new(options->filter, error);
		if (!capture->filter) {
			capture_close(capture);
			return NULL;
		}
	}
	return capture;
}

/* The first file tells whether the filter means anything, if it tells a link type. */
static bool
begin_first(struct capture *capture, struct source *source, struct error *error)
{
	return begin_source(capture, source, error)
		&& (!capture->filter || capture->reader.interface_count == 0
			|| filter_compile(capture->filter,
				capture->reader.interfaces[0].link_type, error));
}

struct capture *
capture_open(const char *const *paths, size_t count, const struct capture_options *options,
	struct error *error)
{
	struct capture *capture = capture_new(options, error);

	if (!capture)
		return NULL;
	capture->paths = paths;
	capture->count = count;
	if (!begin_first(capture, source_open(paths[0], error), error)) {
		capture_close(capture);
		return NULL;
	}
	return capture;
}

struct capture *
capture_open_memory(const void *bytes, size_t length, const char *name,
	const struct capture_options *options, struct error *error)
{
	struct capture *capture = capture_new(options, error);

	if (!capture)
		return NULL;
	capture->count = 1;
	if (!begin_first(capture, source_memory(bytes, length, name, error), error)) {
		capture_close(capture);
		return NULL;
	}
	return capture;
}

/* ---- frames ---- */

/*
 * The first frame, or one that is stamped earlier than the one before.  Out of line, as
 * next_anyhow is, so that capture_next needs no registers saved for the usual frame.
 */
static __attribute__((noinline)) enum capture_result
account_earlier(struct capture *capture, nsec time)
{
	struct capture_info *info = &capture->info;

	capture->last_time = time;
	if (info->first_time == NSEC_UNKNOWN) {
		info->first_time = info->last_time = time;
		return CAPTURE_FRAME;
	}
	info->backward_time_frames++;
	if (time < info->first_time)
		info->first_time = time;
	return CAPTURE_FRAME;
}

static inline enum capture_result
account(struct capture *capture, const struct frame *frame)
{
	struct capture_info *info = &capture->info;

	info->bytes += frame->wire_bytes;
	info->cut_frames += frame->captured_bytes < frame->wire_bytes;
	if (frame->time < capture->last_time)
		return account_earlier(capture, frame->time);
	capture->last_time = frame->time;
	if (frame->time > info->last_time)
		info->last_time = frame->time;
	return CAPTURE_FRAME;
}

static enum capture_result
file_ended(struct capture *capture, enum capture_result result, struct error *error)
{
	const struct reader *reader = &capture->reader;

	if (result != CAPTURE_END) {
		error_set(error, "%s: cut or damaged at byte %llu: %s; frame %llu would be next, "
			"those before are used", source_name(reader->source),
			(unsigned long long)reader_offset(reader), reader->reason,
			(unsigned long long)capture->info.frames + 1);
		if (!capture->info.damaged) {
			capture->info.damaged = true;
			capture->info.damage_offset = reader_offset(reader);
			snprintf(capture->info.damage_reason,
				sizeof(capture->info.damage_reason), "%s", reader->reason);
		}
	}
	end_file(capture);
	return result;
}

/* The next file is open, or the result says why not. */
static bool
open_next(struct capture *capture, enum capture_result *result, struct error *error)
{
	if (capture->at >= capture->count) {
		*result = CAPTURE_END;
		return false;
	}
	if (begin_source(capture, source_open(capture->paths[capture->at], error), error))
		return true;
	capture->at++;
	*result = CAPTURE_UNREADABLE;
	return false;
}

/* Link types and limits are those of interfaces that frames come from. */
static void
note_frame(struct capture *capture)
{
	const struct reader *reader = &capture->reader;
	size_t interface = reader->interface_base + reader->interface_latest + 1;

	if (interface == capture->noted)
		return;
	capture->noted = interface;
	note_interface(&capture->info, &reader->interfaces[reader->interface_latest]);
}

/* The next frame where it needs more than pcap_take: another format, file or window. */
static enum capture_result
next_slowly(struct capture *capture, struct frame *frame, struct error *error)
{
	enum capture_result result;

	do {
		if (!capture->open && !open_next(capture, &result, error))
			return result;
		result = capture->reader.format->next(&capture->reader, frame);
		if (result == CAPTURE_FRAME && capture->reader.format->interfaces)
			note_frame(capture);
		if (result != CAPTURE_FRAME)
			result = file_ended(capture, result, error);
	} while (result == CAPTURE_END);
	return result;
}

static enum capture_result
apply_filter(struct capture *capture, const struct frame *frame, bool *passes,
	struct error *error)
{
	if (!filter_compile(capture->filter, frame->link_type, error)) {
		end_file(capture);
		return CAPTURE_UNREADABLE;
	}
	*passes = filter_accepts(capture->filter, frame);
	capture->info.filtered_frames += !*passes;
	return CAPTURE_FRAME;
}

/* The next frame that passes, of whatever file. */
static __attribute__((noinline)) enum capture_result
next_anyhow(struct capture *capture, struct frame *frame, struct error *error)
{
	for (;;) {
		bool passes = true;
		enum capture_result result = CAPTURE_FRAME;

		if (!pcap_take(&capture->reader, frame))
			result = next_slowly(capture, frame, error);
		if (result != CAPTURE_FRAME)
			return result;
		frame->number = ++capture->info.frames;
		if (capture->filter)
			result = apply_filter(capture, frame, &passes, error);
		if (result != CAPTURE_FRAME)
			return result;
		if (passes)
			return account(capture, frame);
	}
}

enum capture_result
capture_next(struct capture *capture, struct frame *restrict frame, struct error *error)
{
	if (capture->filter || !pcap_take(&capture->reader, frame))
		return next_anyhow(capture, frame, error);
	frame->number = ++capture->info.frames;
	return account(capture, frame);
}

const struct capture_info *
capture_info(const struct capture *capture)
{
	return &capture->info;
}

uint64_t
capture_input_bytes(const struct capture *capture)
{
	return capture->read_before
		+ (capture->open ? source_read_bytes(capture->reader.source) : 0);
}

void
capture_close(struct capture *capture)
{
	if (!capture)
		return;
	reader_end(&capture->reader);
	filter_free(capture->filter);
	free(capture);
}
