/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libpcap_test.c - frame by frame what libpcap reads, over every capture at hand: time with
 * nanoseconds, both lengths, bytes.  Where the two differ there is a class with its reason
 * and its count; a file that fits none is a failure.
 */
#include "config.h"

#include <ftw.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <unistd.h>

#include "capture/source.h"
#include "cctrace/capture.h"
#include "tests/tap.h"

enum end { END_CLEAN, END_DAMAGED, END_REFUSED };

/* What became of one file. */
struct outcome {
	uint64_t ours, theirs;   /* frames */
	enum end our_end, their_end;
	char their_reason[PCAP_ERRBUF_SIZE];
	bool pcapng, snoop;
	const char *difference;  /* of the first frame that isn't equal; NULL: all are */
	nsec time_difference;    /* of that frame */
	uint16_t link_type;      /* of that frame */
};

/* ---- classes ---- */

static bool
is_equal(const struct outcome *o)
{
	return !o->difference && o->ours == o->theirs && o->our_end == END_CLEAN
		&& o->their_end == END_CLEAN;
}

static bool
is_equal_to_the_damage(const struct outcome *o)
{
	return !o->difference && o->ours == o->theirs && o->our_end == END_DAMAGED
		&& o->their_end == END_DAMAGED;
}

static bool
is_refused_by_both(const struct outcome *o)
{
	return o->our_end == END_REFUSED && o->their_end == END_REFUSED;
}

/* libpcap stopped for `reason`, we did not, and up to there all is equal. */
static bool
reads_on(const struct outcome *o, const char *reason)
{
	return !o->difference && o->our_end != END_REFUSED && o->ours >= o->theirs
		&& o->their_end != END_CLEAN && strstr(o->their_reason, reason);
}

static bool
has_several_link_types(const struct outcome *o)
{
	return reads_on(o, "different from the type of the first interface");
}

static bool
has_several_snap_lengths(const struct outcome *o)
{
	return reads_on(o, "different from the snapshot length of the first interface");
}

static bool
has_both_byte_orders(const struct outcome *o)
{
	return reads_on(o, "sections with different byte orders");
}

static bool
has_no_interface(const struct outcome *o)
{
	return reads_on(o, "no Interface Description Blocks") && o->ours == 0;
}

static bool
has_unknown_minor_version(const struct outcome *o)
{
	return reads_on(o, "unsupported pcapng savefile version 1.");
}

static bool
is_snoop(const struct outcome *o)
{
	return o->snoop && o->our_end == END_CLEAN && o->their_end == END_REFUSED && o->ours > 0;
}

/* Files of the corpus that a build without libzstd can't read. */
#ifdef HAVE_ZSTD
enum { UNREADABLE = 0 };
#else
enum { UNREADABLE = 1 };
#endif

static const struct class {
	bool (*holds)(const struct outcome *o);
	const char *name;
} classes[] = {
	{is_equal, "equal"},
	{is_equal_to_the_damage, "equal up to damage that both report"},
	{is_refused_by_both, "refused by both"},
	{has_several_link_types, "several link types, of which libpcap reads one"},
	{has_several_snap_lengths, "several snap lengths, of which libpcap takes one"},
	{has_both_byte_orders, "sections of both byte orders, of which libpcap reads one"},
	{has_no_interface, "no interface described: no frames for us, an error for libpcap"},
	{has_unknown_minor_version, "a minor version that libpcap does not know"},
	{is_snoop, "snoop (RFC 1761), which libpcap does not read"},
};

/* Files of a folder in each class; `ending` is what their paths hold, "" for all. */
static const struct folder {
	const char *path, *ending;
	int64_t counts[COUNT(classes)];
} folders[] = {
	{"samples", "cap.zst", {5}},
	{"tests/vectors", "pcap", {6}},
	{"../shared/captures", "cap.zst", {193}},
	{"../shared/corpus/files", "",
		{601 - UNREADABLE, 8, 16 + UNREADABLE, 14, 10, 0, 4, 1, 4}},
};

static int64_t tally[COUNT(classes)];
static int64_t unclassed;
static const struct folder *current;
static uint64_t frames_compared, frames_signed;

/* ---- one file ---- */

/* The file, decompressed by our own source; NULL when it can't be had. */
static FILE *
plain_file(const char *path)
{
	static uint8_t bytes[256 * 1024];
	struct error error;
	size_t length;
	struct source *source = source_open(path, &error);
	FILE *file;

	if (!source)
		return NULL;
	if (!source_compression(source)) {
		source_close(source);
		return fopen(path, "rb");
	}
	file = tmpfile();
	while (file && source_read(source, bytes, sizeof(bytes), &length, &error) == SOURCE_MORE)
		fwrite(bytes, 1, length, file);
	source_close(source);
	if (file)
		rewind(file);
	return file;
}

static nsec
oracle_time(const struct pcap_pkthdr *header)
{
	return (nsec)header->ts.tv_sec * NSEC_PER_SEC + header->ts.tv_usec;
}

/*
 * The seconds of a classic stamp have no sign (draft-ietf-opsawg-pcap 5), and so newer
 * versions of libpcap read them, and the fraction likewise; 1.10 takes both as negative
 * from 2^31 on where the file's byte order is the machine's.  We: the fraction, always.
 */
static bool
is_sign(nsec difference)
{
	return difference == (INT64_C(1) << 32) * NSEC_PER_SEC
		|| difference == -(INT64_C(1) << 32) || difference == -(INT64_C(1) << 32) * 1000;
}

static bool
is_same_time(nsec ours, nsec theirs)
{
	if (ours == theirs)
		return true;
	if (!is_sign(ours - theirs))
		return false;
	frames_signed++;
	return true;
}

static void
compare_frame(struct outcome *o, const struct frame *frame,
	const struct pcap_pkthdr *header, const u_char *bytes)
{
	frames_compared++;
	if (o->difference)
		return;
	if (!is_same_time(frame->time, oracle_time(header)))
		o->difference = "time";
	else if (frame->wire_bytes != header->len)
		o->difference = "wire length";
	else if (frame->captured_bytes != header->caplen)
		o->difference = "captured length";
	else if (memcmp(frame->bytes, bytes, header->caplen) != 0)
		o->difference = "bytes";
	if (o->difference) {
		o->time_difference = frame->time - oracle_time(header);
		o->link_type = frame->link_type;
	}
}

static void
walk(struct outcome *o, struct capture *capture, pcap_t *oracle)
{
	enum capture_result result = CAPTURE_FRAME;
	int their_result = 1;

	while (result == CAPTURE_FRAME || their_result == 1) {
		struct frame frame;
		struct pcap_pkthdr *header;
		const u_char *bytes;
		struct error error;

		if (result == CAPTURE_FRAME)
			result = capture_next(capture, &frame, &error);
		if (their_result == 1)
			their_result = pcap_next_ex(oracle, &header, &bytes);
		o->ours += result == CAPTURE_FRAME;
		o->theirs += their_result == 1;
		if (result == CAPTURE_FRAME && their_result == 1)
			compare_frame(o, &frame, header, bytes);
	}
	o->our_end = result == CAPTURE_END ? END_CLEAN : END_DAMAGED;
	o->their_end = their_result == PCAP_ERROR_BREAK ? END_CLEAN : END_DAMAGED;
	if (o->their_end == END_DAMAGED)
		snprintf(o->their_reason, sizeof(o->their_reason), "%s", pcap_geterr(oracle));
}

/* Ours alone: libpcap did not open it. */
static void
count_ours(struct outcome *o, struct capture *capture)
{
	struct frame frame;
	struct error error;
	enum capture_result result;

	while ((result = capture_next(capture, &frame, &error)) == CAPTURE_FRAME)
		o->ours++;
	o->our_end = result == CAPTURE_END ? END_CLEAN : END_DAMAGED;
}

static struct outcome
compare_file(const char *path)
{
	struct outcome o = {.our_end = END_REFUSED, .their_end = END_REFUSED};
	struct error error;
	FILE *file = plain_file(path);
	pcap_t *oracle = file ? pcap_fopen_offline_with_tstamp_precision(file,
		PCAP_TSTAMP_PRECISION_NANO, o.their_reason) : NULL;
	struct capture *capture = capture_open(&path, 1, NULL, &error);

	if (capture) {
		o.pcapng = strcmp(capture_info(capture)->format, "pcapng") == 0;
		o.snoop = strcmp(capture_info(capture)->format, "snoop") == 0;
	}
	if (capture && oracle)
		walk(&o, capture, oracle);
	else if (capture)
		count_ours(&o, capture);
	capture_close(capture);
	if (oracle)
		pcap_close(oracle);
	else if (file)
		fclose(file);
	return o;
}

static const char *
end_name(enum end end)
{
	return end == END_CLEAN ? "clean" : end == END_DAMAGED ? "damaged" : "refused";
}

static int
visit(const char *path, const struct stat *status, int type, struct FTW *at)
{
	(void)status;
	(void)at;
	if (type != FTW_F || !strstr(path, current->ending))
		return 0;

	struct outcome o = compare_file(path);

	for (size_t i = 0; i < COUNT(classes); i++)
		if (classes[i].holds(&o)) {
			tally[i]++;
			return 0;
		}
	unclassed++;
	printf("# %s: %s; ours %s after %" PRIu64 ", theirs %s after %" PRIu64
		": %s; first difference: %s (%" PRId64 " ns, link type %u)\n", path,
		o.pcapng ? "pcapng" : "pcap", end_name(o.our_end), o.ours,
		end_name(o.their_end), o.theirs, o.their_reason,
		o.difference ? o.difference : "none", o.time_difference, o.link_type);
	return 0;
}

static void
compare_folder(const struct folder *folder)
{
	const char *top = getenv("top_srcdir");
	char path[4096], name[256];

	memset(tally, 0, sizeof(tally));
	unclassed = 0;
	frames_compared = frames_signed = 0;
	current = folder;
	snprintf(path, sizeof(path), "%s/%s", top ? top : ".", folder->path);
	if (access(path, R_OK) != 0) {
		skip(folder->path, "it is not here");
		return;
	}
#ifndef HAVE_ZSTD
	if (strstr(folder->ending, "zst")) {
		skip(folder->path, "built without libzstd");
		return;
	}
#endif
	nftw(path, visit, 16, FTW_PHYS);
	for (size_t i = 0; i < COUNT(classes); i++) {
		if (tally[i] == 0 && folder->counts[i] == 0)
			continue;
		snprintf(name, sizeof(name), "%s: %s", folder->path, classes[i].name);
		is_int(tally[i], folder->counts[i], name);
	}
	snprintf(name, sizeof(name), "%s: no file without a class", folder->path);
	is_int(unclassed, 0, name);
	printf("# %" PRIu64 " frames compared, of which %" PRIu64 " have a stamp whose sign "
		"differs\n", frames_compared, frames_signed);
}

int
main(void)
{
	for (size_t i = 0; i < COUNT(folders); i++)
		compare_folder(&folders[i]);
	return tap_done();
}
