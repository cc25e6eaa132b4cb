/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Frame by frame against tshark: the stream number, and what decoding says of ports,
 * numbers, flags, window and payload.  Over the shared captures and every corpus file
 * with a link type that is decoded.
 *
 * A difference belongs to a class: a predicate with its reason.  There is no "other", and
 * the number of frames in each class is asserted.
 */
#include "config.h"

#include <inttypes.h>
#include <sys/time.h>

#include "cctrace/capture.h"
#include "cctrace/connection.h"
#include "cctrace/decode.h"
#include "tests/oracle/shared.h"

/* ---- what tshark says of a frame ---- */

struct line {
	uint64_t frame;
	const char *field[9];
};

enum { STREAM, PROTOCOLS, LENGTH, SOURCE_PORT, SEQ, ACK, FLAGS, WINDOW, TCP_LENGTH };

#define FIELDS "-e frame.number -e tcp.stream -e frame.protocols -e frame.len -e tcp.srcport " \
	"-e tcp.seq_raw -e tcp.ack_raw -e tcp.flags -e tcp.window_size_value -e tcp.len"

static FILE *
open_tshark(const char *path)
{
	char command[2048];

	snprintf(command, sizeof(command), "tshark -n -o tcp.desegment_tcp_streams:FALSE "
		"-r '%s' -Y 'tcp || socks' -T fields " FIELDS " 2>/dev/null", path);
	return popen(command, "r");
}

static bool
next_line(FILE *stream, char **text, size_t *size, struct line *line)
{
	char *at;

	if (getline(text, size, stream) < 0)
		return false;
	(*text)[strcspn(*text, "\n")] = '\0';
	line->frame = strtoull(*text, &at, 10);
	for (int i = 0; i < 9; i++) {
		line->field[i] = "";
		if (*at == '\t') {
			*at++ = '\0';
			line->field[i] = at;
			at += strcspn(at, "\t");
		}
	}
	return true;
}

/* ---- classes of differences ---- */

enum class {
	SAME, TUNNEL, FRAGMENT, QUOTE_CUT, GUESSED_LAYOUT, RENUMBERED, QUOTE_FIELDS,
	HEADER_BROKEN, CLASS_COUNT
};

/* Frames of each class on the shared corpus and captures, as counted and looked into. */
static const struct {
	const char *name, *reason;
} classes[CLASS_COUNT] = {
	[SAME] = {"same", ""},
	[TUNNEL] = {"tunnel", "TCP inside MPLS, PPPoE, GRE, VXLAN and the like: not decoded yet"},
	[FRAGMENT] = {"fragment",
		"tshark counts a reassembled packet at its last fragment, we at its first"},
	[QUOTE_CUT] = {"quote", "tshark prints no stream for the 8 bytes that an ICMP error quotes"},
	[GUESSED_LAYOUT] = {"layout", "tshark guesses another record layout; libpcap reads as we do"},
	[RENUMBERED] = {"renumbered",
		"a frame of another class, or tshark's SOCKS dissector, took a stream number before"},
	[QUOTE_FIELDS] = {"quote-fields", "fields of a quoted header are not ours to read"},
	[HEADER_BROKEN] = {"header", "the TCP header contradicts itself; tshark stops within it"},
};

static uint64_t counts[CLASS_COUNT];
static uint64_t frames_compared, files_compared;

static bool
holds(const char *protocols, const char *const *words)
{
	for (; *words; words++)
		if (strstr(protocols, *words))
			return true;
	return false;
}

static bool
is_tunnel(const struct line *line)
{
	static const char *const words[] = {
		":gre", ":vxlan", ":geneve", ":gtp", ":mpls", ":pppoes", ":ppp", ":erspan",
		":teredo", ":l2tp", ":cfp", ":ip:ip:", ":ip:ipv6:", ":ipv6:ip:", ":ipv6:ipv6:",
		":eth:", ":nsh", ":lisp", ":capwap", ":wlan", ":etherip", ":udp:", ":sctp", ":llc:",
		":vntag", ":trill", ":pbb", ":mac-telnet", ":isl", ":tr:", ":fddi", ":sdlc", NULL,
	};

	return holds(line->field[PROTOCOLS], words);
}

/* ---- one file ---- */

/* What we say of a frame, when it has TCP. */
struct ours {
	uint64_t frame;
	bool there, fragment, quoted, broken;
	uint32_t stream;
	struct segment segment;
	uint32_t wire_bytes;
};

struct reading {
	struct capture *capture;
	struct flow_table *flows;
	bool ended;
};

/* The next of our frames with TCP in it, or a later fragment of one. */
static struct ours
next_ours(struct reading *reading)
{
	struct ours ours = {.frame = UINT64_MAX};
	struct error error;
	struct frame frame;
	enum direction dir;

	while (!reading->ended) {
		if (capture_next(reading->capture, &frame, &error) != CAPTURE_FRAME) {
			reading->ended = true;
			break;
		}

		enum decode_result result = decode_frame(&frame, &ours.segment);

		ours.frame = frame.number;
		ours.wire_bytes = frame.wire_bytes;
		ours.fragment = result == DECODE_FRAGMENT;
		if (result == DECODE_TCP || result == DECODE_QUOTED) {
			ours.there = true;
			ours.fragment = ours.segment.has & SEG_FRAGMENT;
			ours.quoted = result == DECODE_QUOTED;
			ours.broken = ours.segment.has & SEG_NO_LENGTH;
			ours.stream = flow_route(reading->flows, &ours.segment, &dir)->stream;
			return ours;
		}
		if (ours.fragment)
			return ours;
	}
	ours.frame = UINT64_MAX;
	return ours;
}

/* Numbers may be shifted against each other once something else took one. */
struct mapping {
	uint32_t theirs[65536]; /* + 1; 0: not met yet */
	bool shifted;
};
static struct mapping mapping;

static bool
maps(uint32_t ours, uint32_t theirs)
{
	uint32_t *place = &mapping.theirs[ours & 65535];

	if (*place == 0)
		*place = theirs + 1;
	return *place == theirs + 1;
}

static bool
same_number(const char *text, uint32_t number, int base)
{
	return strtoul(text, NULL, base) == number;
}

static bool
same_fields(const struct ours *ours, const struct line *line)
{
	const struct segment *segment = &ours->segment;

	return same_number(line->field[SOURCE_PORT], segment->source_port, 10)
		&& same_number(line->field[SEQ], segment->seq, 10)
		&& same_number(line->field[ACK], segment->ack, 10)
		&& (same_number(line->field[FLAGS], segment->flags | (uint32_t)segment->ae << 8, 16)
			|| (strtoul(line->field[FLAGS], NULL, 16) & 0xff) == segment->flags)
		&& same_number(line->field[WINDOW], segment->window, 10)
		&& same_number(line->field[TCP_LENGTH], segment->payload_bytes, 10);
}

/* Both have the frame. */
static enum class
compare(const struct ours *ours, const struct line *line)
{
	uint32_t theirs = (uint32_t)strtoul(line->field[STREAM], NULL, 10);

	if (strtoul(line->field[LENGTH], NULL, 10) != ours->wire_bytes)
		return GUESSED_LAYOUT;
	if (ours->quoted && *line->field[STREAM] == '\0')
		return QUOTE_CUT;
	if (ours->fragment)
		return FRAGMENT;
	if (is_tunnel(line) && (ours->stream != theirs || strchr(line->field[SEQ], ',')))
		return TUNNEL;
	if (ours->stream != theirs)
		return mapping.shifted && maps(ours->stream, theirs) ? RENUMBERED : CLASS_COUNT;
	if (ours->quoted)
		return SAME;
	if (ours->broken)
		return same_fields(ours, line) ? SAME : HEADER_BROKEN;
	return same_fields(ours, line) ? SAME : is_tunnel(line) ? TUNNEL : CLASS_COUNT;
}

static enum class
only_ours(const struct ours *ours)
{
	if (ours->fragment)
		return FRAGMENT;
	return ours->quoted ? QUOTE_CUT : ours->broken ? HEADER_BROKEN : CLASS_COUNT;
}

static void
count(enum class class, const char *name, uint64_t frame)
{
	frames_compared++;
	if (class == CLASS_COUNT) {
		ok(false, "%s: frame %" PRIu64 " differs in no named way", name, frame);
		return;
	}
	counts[class]++;
	mapping.shifted |= class == TUNNEL || class == FRAGMENT || class == GUESSED_LAYOUT;
}


static void
compare_file(const char *path, const char *name)
{
	struct error error;
	struct reading reading = {.capture = capture_open(&path, 1, NULL, &error)};
	FILE *tshark;
	char *text = NULL;
	size_t size = 0;
	struct line line;
	bool have;

	if (!reading.capture)
		return;
	reading.flows = flow_new(64, 7);
	memset(&mapping, 0, sizeof(mapping));
	tshark = open_tshark(path);
	have = next_line(tshark, &text, &size, &line);
	files_compared++;
	for (struct ours ours = next_ours(&reading); have || ours.frame != UINT64_MAX;) {
		if (have && line.frame < ours.frame) {
			if (strstr(line.field[PROTOCOLS], "socks"))
				mapping.shifted = true;
			if (strstr(line.field[PROTOCOLS], "tcp"))
				count(is_tunnel(&line) ? TUNNEL : CLASS_COUNT, name, line.frame);
			have = next_line(tshark, &text, &size, &line);
		} else if (!have || ours.frame < line.frame) {
			if (ours.there)
				count(reading.ended && !have && only_ours(&ours) == CLASS_COUNT
					? GUESSED_LAYOUT : only_ours(&ours), name, ours.frame);
			ours = next_ours(&reading);
		} else {
			if (strstr(line.field[PROTOCOLS], "socks"))
				mapping.shifted = true;
			count(ours.there ? compare(&ours, &line) : FRAGMENT, name, ours.frame);
			ours = next_ours(&reading);
			have = next_line(tshark, &text, &size, &line);
		}
	}
	pclose(tshark);
	free(text);
	flow_free(reading.flows);
	capture_close(reading.capture);
}

/* Files of the corpus whose link types are all of this version. */
static bool
is_ours(const char *links)
{
	static const char *const known[] = {
		"EN10MB", "LINUX_SLL", "NULL", "RAW", "IPV4", "IPV6", "LINUX_SLL2", "NULL,EN10MB",
		"RAW(12)", "NULL,EN10MB,RAW(12)", "LOOP",
	};

	for (size_t i = 0; i < COUNT(known); i++)
		if (strcmp(links, known[i]) == 0)
			return true;
	return false;
}

/* ≤ 5 s of ours for any file is a bar of its own. */
static double
seconds_of(const char *path)
{
	struct timeval begin, end;
	struct error error;
	struct reading reading = {.capture = capture_open(&path, 1, NULL, &error)};

	gettimeofday(&begin, NULL);
	if (!reading.capture)
		return 0;
	reading.flows = flow_new(64, 7);
	while (next_ours(&reading).frame != UINT64_MAX)
		;
	flow_free(reading.flows);
	capture_close(reading.capture);
	gettimeofday(&end, NULL);
	return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_usec - begin.tv_usec) / 1e6;
}

static void
compare_corpus(void)
{
	char *index = shared_path("corpus/INDEX.tsv");
	size_t length;
	char *text = index ? shared_slurp(index, &length) : NULL;
	double slowest = 0;

	for (char *at = text; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
		char name[512], links[64];
		char *path;

		if (sscanf(at, "%400[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%63[^\t]", name + 7,
			links) != 2 || !is_ours(links))
			continue;
		memcpy(name, "corpus/", 7);
		path = shared_path(name);
		if (path) {
			double seconds = seconds_of(path);

			slowest = seconds > slowest ? seconds : slowest;
			compare_file(path, name);
		}
		free(path);
	}
	ok(slowest < 5, "no corpus file takes 5 s (%.3f s)", slowest);
	free(text);
	free(index);
}

int
main(void)
{
	static const uint64_t expected[CLASS_COUNT] = {0};

	if (!shared_path("captures") || system("tshark --version >/dev/null 2>&1") != 0) {
		skip("frame by frame against tshark", "it, or ../shared, is not there");
		return tap_done();
	}
	shared_each("captures", compare_file);
	shared_each("captures/lab2", compare_file);
	ok(counts[SAME] == frames_compared, "all %" PRIu64 " frames of %" PRIu64
		" captures are told as tshark tells them", frames_compared, files_compared);
	memset(counts, 0, sizeof(counts));
	frames_compared = files_compared = 0;
	compare_corpus();
	printf("# corpus: %" PRIu64 " frames of %" PRIu64 " files\n", frames_compared,
		files_compared);
	for (int class = TUNNEL; class < CLASS_COUNT; class++)
		ok(counts[class] == expected[class], "%s: %" PRIu64 " frames: %s",
			classes[class].name, counts[class], classes[class].reason);
	return tap_done();
}
