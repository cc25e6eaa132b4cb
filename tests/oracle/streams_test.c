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

#include "base/bytes.h"
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
	SAME, TUNNEL, FRAGMENT, LAYOUT, OVERLONG, RENUMBERED, HEADER_BROKEN, CLASS_COUNT
};

/* Frames: on the corpus, as counted and looked into. */
static const struct {
	const char *name;
	uint64_t frames;
	const char *reason;
} classes[CLASS_COUNT] = {
	[SAME] = {"same", 150145, "stream and fields agree"},
	[TUNNEL] = {"tunnel", 335,
		"tshark puts a tunnel's fragments together, looks into IPComp and sFlow, and takes an "
		"FCS off FabricPath that isn't there"},
	[FRAGMENT] = {"fragment", 366,
		"tshark counts a reassembled packet at its last fragment, we at its first"},
	[LAYOUT] = {"layout", 1,
		"an impossible record: tshark guesses another layout; libpcap reads as we do"},
	[OVERLONG] = {"overlong", 260,
		"the file's length of the frame was cut to what was captured; IP knows better"},
	[RENUMBERED] = {"renumbered", 44,
		"a frame of another class, or tshark's SOCKS dissector, took a number before"},
	[HEADER_BROKEN] = {"header", 2,
		"the TCP header contradicts itself; tshark stops within it"},
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

/* Does the way to TCP, as tshark found it, lead through a layer that we take otherwise? */
static bool
is_tunnel(const struct line *line)
{
	static const char *const words[] = {":gtp", ":gre", ":ipcomp", ":sflow", ":cfp", NULL};

	return holds(line->field[PROTOCOLS], words);
}

/* ---- one file ---- */

/* What we say of a frame, when it has TCP. */
struct ours {
	uint64_t frame;
	bool there, fragment, quoted, broken, overlong;
	uint32_t stream;
	struct segment segment;
	uint32_t wire_bytes;
};

struct reading {
	struct capture *capture;
	struct flow_table *flows;
	bool ended;
};

/* Does the IP packet end behind the frame, by the length the file gives the frame? */
static bool
is_overlong(const struct frame *frame)
{
	static const uint8_t headers[] = {[0] = 4, [1] = 14, [108] = 4, [113] = 16};
	size_t link = frame->link_type < COUNT(headers) ? headers[frame->link_type]
		: frame->link_type == 276 ? 20 : 0;
	const uint8_t *ip = frame->bytes + link;

	if (frame->captured_bytes < link + 20)
		return false;
	return link + (*ip >> 4 == 4 ? be16(ip + 2) : 40u + be16(ip + 4)) > frame->wire_bytes;
}

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
		ours.overlong = is_overlong(&frame);
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
	uint32_t theirs[65536], ours[65536]; /* of the other's, + 1; 0: not met yet */
	uint32_t next;          /* above all numbers of theirs so far */
	bool shifted, relaid;
};
static struct mapping mapping;

static void
see_numbers(const char *text)
{
	for (char *end; *text; text = end + (*end == ',')) {
		uint32_t number = (uint32_t)strtoul(text, &end, 10);

		if (number >= mapping.next)
			mapping.next = number + 1;
	}
}

/* One number for one of the other's, always; and both new at the same frame, but that one
 * may have been met before in what the other doesn't read. */
static bool
maps(uint32_t ours, uint32_t theirs)
{
	uint32_t *their_place = &mapping.theirs[ours & 65535];
	uint32_t *our_place = &mapping.ours[theirs & 65535];

	if (*their_place == 0 && *our_place == 0) {
		if (theirs < mapping.next && !mapping.shifted)
			return false;
		*their_place = theirs + 1;
		*our_place = ours + 1;
	}
	return *their_place == theirs + 1 && *our_place == ours + 1;
}

static bool
same_number(const char *text, uint32_t number, int base)
{
	return strtoul(text, NULL, base) == number;
}

static bool
same_numbers(const struct ours *ours, const struct line *line)
{
	const struct segment *segment = &ours->segment;

	return same_number(line->field[SOURCE_PORT], segment->source_port, 10)
		&& same_number(line->field[SEQ], segment->seq, 10)
		&& same_number(line->field[ACK], segment->ack, 10)
		&& (strtoul(line->field[FLAGS], NULL, 16) & 0x1ff)
			== (segment->flags | (uint32_t)segment->ae << 8)
		&& same_number(line->field[WINDOW], segment->window, 10);
}

static enum class
compare_fields(const struct ours *ours, const struct line *line)
{
	bool length = same_number(line->field[TCP_LENGTH], ours->segment.payload_bytes, 10);

	if (same_numbers(ours, line) && length)
		return SAME;
	if (ours->broken)
		return HEADER_BROKEN;
	return same_numbers(ours, line) && ours->overlong ? OVERLONG : CLASS_COUNT;
}

/* Both have the frame. */
static enum class
compare(const struct ours *ours, const struct line *line)
{
	uint32_t theirs = (uint32_t)strtoul(line->field[STREAM], NULL, 10);
	bool mapped = *line->field[STREAM] && !ours->fragment && maps(ours->stream, theirs);

	if (strtoul(line->field[LENGTH], NULL, 10) != ours->wire_bytes)
		return LAYOUT;
	if (ours->fragment)
		return FRAGMENT;

	enum class class = ours->quoted ? SAME : compare_fields(ours, line);

	if (mapped && ours->stream == theirs && class != CLASS_COUNT)
		return class;
	if (is_tunnel(line))
		return TUNNEL;
	return mapped && mapping.shifted && class != CLASS_COUNT ? RENUMBERED : CLASS_COUNT;
}

static enum class
only_ours(const struct ours *ours)
{
	return ours->fragment ? FRAGMENT : mapping.relaid ? LAYOUT : CLASS_COUNT;
}

/* What of TCP is too short for a number has none with us either. */
static enum class
only_theirs(const struct line *line)
{
	return *line->field[STREAM] == '\0' ? SAME : is_tunnel(line) ? TUNNEL : CLASS_COUNT;
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
	mapping.relaid |= class == LAYOUT;
	mapping.shifted |= class == TUNNEL || class == FRAGMENT || class == LAYOUT;
}

static bool
is_damaged(const char *path)
{
	struct error error;
	struct capture *capture = capture_open(&path, 1, NULL, &error);
	enum capture_result result = CAPTURE_FRAME;
	struct frame frame;

	while (result == CAPTURE_FRAME)
		result = capture_next(capture, &frame, &error);
	capture_close(capture);
	return result == CAPTURE_DAMAGED;
}

static void
compare_file(const char *path, const char *name, FILE *tshark)
{
	struct error error;
	struct reading reading = {.capture = capture_open(&path, 1, NULL, &error)};
	char *text = NULL;
	size_t size = 0;
	struct line line;
	bool have;

	reading.flows = flow_new(64, 7);
	memset(&mapping, 0, sizeof(mapping));
	mapping.relaid = is_damaged(path);
	have = next_line(tshark, &text, &size, &line);
	for (struct ours ours = next_ours(&reading); have || ours.frame != UINT64_MAX;) {
		bool theirs = have && line.frame <= ours.frame;
		bool both = theirs && line.frame == ours.frame;

		if (theirs && strstr(line.field[PROTOCOLS], "socks"))
			mapping.shifted = true;
		if (both)
			count(ours.there ? compare(&ours, &line) : FRAGMENT, name, ours.frame);
		else if (theirs && strstr(line.field[PROTOCOLS], "tcp"))
			count(only_theirs(&line), name, line.frame);
		else if (!theirs && ours.there)
			count(only_ours(&ours), name, ours.frame);
		if (theirs) {
			see_numbers(line.field[STREAM]);
			have = next_line(tshark, &text, &size, &line);
		}
		if (both || !theirs)
			ours = next_ours(&reading);
	}
	free(text);
	flow_free(reading.flows);
	capture_close(reading.capture);
}

/* ---- all files ---- */

/* tshark takes half a second to begin: some run ahead of us, in parallel. */
enum { AHEAD = 3, FILES_MAX = 1024 };

struct file {
	char *path, *name;
	FILE *tshark;
};

struct files {
	struct file file[FILES_MAX];
	size_t count;
};

static struct files files;

static void
add_file(const char *path, const char *name)
{
	if (files.count < FILES_MAX)
		files.file[files.count++] = (struct file){strdup(path), strdup(name), NULL};
}

static void
compare_files(void)
{
	for (size_t i = 0; i < files.count + AHEAD; i++) {
		if (i < files.count)
			files.file[i].tshark = open_tshark(files.file[i].path);
		if (i < AHEAD)
			continue;

		struct file *file = &files.file[i - AHEAD];

		compare_file(file->path, file->name, file->tshark);
		pclose(file->tshark);
		free(file->path);
		free(file->name);
	}
	files.count = 0;
}

/* Files of the corpus whose link types are all of this version. */
static bool
is_ours(const char *links)
{
	static const char *const known[] = {
		"EN10MB", "LINUX_SLL", "NULL", "RAW", "IPV4", "IPV6", "LINUX_SLL2", "NULL,EN10MB",
		"RAW(12)", "NULL,EN10MB,RAW(12)", "LOOP", "PPP", "PPP_HDLC", "C_HDLC", "FRELAY",
		"FDDI", "ARCNET_LINUX", "NFLOG", "IPOIB", "PPI", "IEEE802_11", "SUNATM",
		"IEEE802_11_RADIOTAP", "JUNIPER_FRELAY", "EN10MB,LINUX_SLL,ETHERNET_MPACKET",
		"WTAP:SLL,WTAP:ETHERNET", "WTAP:ETHERNET",
	};

	for (size_t i = 0; i < COUNT(known); i++)
		if (strcmp(links, known[i]) == 0)
			return true;
	return false;
}

static double
seconds_now(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return (double)now.tv_sec + (double)now.tv_usec / 1e6;
}

/* Frames with TCP in them, as we see it; -1 where the file's format isn't read. */
static int64_t
frames_with_tcp(const char *path, double *slowest)
{
	struct error error;
	struct reading reading = {.capture = capture_open(&path, 1, NULL, &error)};
	double begin = seconds_now();
	int64_t frames = 0;

	if (!reading.capture)
		return -1;
	reading.flows = flow_new(64, 7);
	while (next_ours(&reading).frame != UINT64_MAX)
		frames++;
	flow_free(reading.flows);
	capture_close(reading.capture);
	if (seconds_now() - begin > *slowest)
		*slowest = seconds_now() - begin;
	return frames;
}

/* One line of INDEX.tsv: path, repository, licence, size, packets, connections, link type. */
static void
add_corpus_file(const char *line, double *slowest)
{
	char name[512] = "corpus/", connections[16], links[64];
	char *path;
	int64_t frames;

	if (sscanf(line, "%400[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%15[^\t]\t%63[^\t]",
		name + 7, connections, links) != 3 || !is_ours(links))
		return;
	path = shared_path(name);
	frames = path ? frames_with_tcp(path, slowest) : -1;
	/* No TCP for tshark and none for us: there is nothing to compare. */
	if (frames > 0 || (frames == 0 && strcmp(connections, "0") != 0))
		add_file(path, name);
	free(path);
}

static double
add_corpus(void)
{
	char *index = shared_path("corpus/INDEX.tsv");
	size_t length;
	char *text = index ? shared_slurp(index, &length) : NULL;
	double slowest = 0;

	for (char *at = text; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		add_corpus_file(at, &slowest);
	free(text);
	free(index);
	return slowest;
}

int
main(void)
{
	char *captures = shared_path("captures");

	free(captures);
	if (!captures || system("tshark --version >/dev/null 2>&1") != 0) {
		skip("frame by frame against tshark", "it, or ../shared, is not there");
		return tap_done();
	}
	ok(add_corpus() < 5, "no file of the corpus takes us 5 s");
	files_compared = files.count;
	compare_files();
	printf("# corpus: %" PRIu64 " frames of %" PRIu64 " files\n", frames_compared,
		files_compared);
	for (int class = SAME; class < CLASS_COUNT; class++)
		ok(counts[class] == classes[class].frames, "%s: %" PRIu64 " frames: %s",
			classes[class].name, counts[class], classes[class].reason);
	memset(counts, 0, sizeof(counts));
	frames_compared = 0;
	shared_each("captures", add_file);
	shared_each("captures/lab2", add_file);
	files_compared = files.count;
	compare_files();
	ok(counts[SAME] == frames_compared, "all %" PRIu64 " frames of %" PRIu64
		" captures are told as tshark tells them", frames_compared, files_compared);
	return tap_done();
}
