/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Frame by frame against libpcap: time, lengths, bytes, wherever libpcap reads the file;
 * where it doesn't, a class says why, and how many files are in it is asserted.
 */
#include "config.h"

#include <inttypes.h>
#include <pcap/pcap.h>
#include <unistd.h>

#include "capture/capture_memory.h"
#include "tests/oracle/shared.h"

enum class {
	EQUAL, UNKNOWN_FORMAT, SEVERAL_LINKS, SEVERAL_SNAPLENS, BOTH_REFUSE, ONLY_LIBPCAP,
	CLASS_COUNT
};

static const char *const reasons[CLASS_COUNT] = {
	[EQUAL] = "equal to libpcap",
	[UNKNOWN_FORMAT] = "read by us alone: a section without interfaces, or a minor version that says nothing",
	[SEVERAL_LINKS] = "libpcap stops at an interface with another link type",
	[SEVERAL_SNAPLENS] = "libpcap stops at an interface with another snap length",
	[BOTH_REFUSE] = "refused by both",
	[ONLY_LIBPCAP] = "read by libpcap alone",
};

static unsigned counts[CLASS_COUNT];

/* libpcap's seconds are 32 bits with a sign in classic files: 2038 and on differ. */
static bool
same_time(const struct frame *frame, const struct pcap_pkthdr *header)
{
	nsec theirs = (nsec)header->ts.tv_sec * NSEC_PER_SEC + header->ts.tv_usec;

	return frame->time == theirs
		|| frame->time - theirs == (INT64_C(1) << 32) * NSEC_PER_SEC;
}

static enum class
stopped(const char *message)
{
	if (strstr(message, "type"))
		return SEVERAL_LINKS;
	return strstr(message, "snapshot length") ? SEVERAL_SNAPLENS : UNKNOWN_FORMAT;
}

static enum class
compare(const char *name, struct capture *capture, pcap_t *pcap)
{
	struct error error = {{0}};
	struct pcap_pkthdr *header;
	const u_char *bytes;
	struct frame frame;
	uint64_t frames = 0;

	for (;; frames++) {
		enum capture_result ours = capture_next(capture, &frame, &error);
		int theirs = pcap_next_ex(pcap, &header, &bytes);

		if (theirs == PCAP_ERROR && ours == CAPTURE_FRAME)
			return stopped(pcap_geterr(pcap));
		if ((theirs == 1) != (ours == CAPTURE_FRAME)) {
			ok(false, "%s: frame %" PRIu64 ": libpcap %d, we %d (%s)", name, frames + 1,
				theirs, ours, error.text);
			return EQUAL;
		}
		if (theirs != 1)
			break;
		if (!same_time(&frame, header) || frame.captured_bytes != header->caplen
			|| frame.wire_bytes != header->len
			|| memcmp(frame.bytes, bytes, header->caplen) != 0) {
			ok(false, "%s: frame %" PRIu64 ": time %" PRId64 ", libpcap %lld.%09lld; "
				"lengths %u/%u, libpcap %u/%u", name, frames + 1, frame.time,
				(long long)header->ts.tv_sec, (long long)header->ts.tv_usec,
				frame.captured_bytes, frame.wire_bytes, header->caplen, header->len);
			return EQUAL;
		}
	}
	return EQUAL;
}

static void
check(const char *path, const char *name)
{
	char errbuf[PCAP_ERRBUF_SIZE];
	struct error error = {{0}};
	size_t length;
	char *bytes = shared_slurp(path, &length);
	FILE *file = tmpfile();
	struct capture *capture;
	pcap_t *pcap;
	enum class class;

	if (!bytes || !file || fwrite(bytes, 1, length, file) != length) {
		ok(false, "%s: can't be prepared", name);
		return;
	}
	rewind(file);
	capture = capture_open_memory(bytes, length, name, NULL, &error);
	pcap = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, errbuf);
	if (pcap && capture)
		class = compare(name, capture, pcap);
	else if (!pcap && !capture)
		class = BOTH_REFUSE;
	else
		class = capture ? UNKNOWN_FORMAT : ONLY_LIBPCAP;
	counts[class]++;
	if (class == ONLY_LIBPCAP)
		printf("# %s: %s\n", name, error.text);
	if (class == UNKNOWN_FORMAT)
		printf("# %s: %s\n", name, pcap ? pcap_geterr(pcap) : errbuf);
	capture_close(capture);
	if (pcap)
		pcap_close(pcap);
	else
		fclose(file);
	free(bytes);
}

/* Every file of the corpus, whatever its link type. */
static void
check_corpus(void)
{
	char *index = shared_path("corpus/INDEX.tsv");
	size_t length;
	char *text = index ? shared_slurp(index, &length) : NULL;

	for (char *at = text; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
		char name[512] = "corpus/";
		char *path;

		if (sscanf(at, "%400[^\t]", name + 7) != 1)
			continue;
		path = shared_path(name);
		if (path)
			check(path, name);
		free(path);
	}
	free(text);
	free(index);
}

int
main(void)
{
	static const unsigned expected[CLASS_COUNT] = {
		[EQUAL] = 806, [UNKNOWN_FORMAT] = 5, [SEVERAL_LINKS] = 12, [SEVERAL_SNAPLENS] = 8,
		[BOTH_REFUSE] = 20,
	};
	char folder[1024];

	snprintf(folder, sizeof(folder), "%s/samples", getenv("top_srcdir")
		? getenv("top_srcdir") : ".");
	folder_each(folder, check);
	snprintf(folder, sizeof(folder), "%s/tests/vectors", getenv("top_srcdir")
		? getenv("top_srcdir") : ".");
	folder_each(folder, check);
	is_int(counts[EQUAL], 11, "5 samples and 6 vectors are equal to libpcap");
	if (!shared_path("corpus")) {
		skip("shared captures against libpcap", "../shared is not there");
		return tap_done();
	}
	memset(counts, 0, sizeof(counts));
	shared_each("captures", check);
	shared_each("captures/lab2", check);
	check_corpus();
	for (int class = EQUAL; class < CLASS_COUNT; class++)
		is_int(counts[class], expected[class], reasons[class]);
	return tap_done();
}
