/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Verdicts on captures that were damaged as captures get damaged: the same verdict, or less
 * sure of it, and never sure of a wrong one.
 */
#include "config.h"

#include <unistd.h>

#include "cctrace/decode.h"
#include "tests/oracle/shared.h"
#include "tests/verdict/judge.h"

/* ---- records of a pcap file in memory ---- */

enum { FILE_HEADER = 24, RECORD_HEADER = 16 };

struct record {
	uint8_t *bytes;          /* its header */
	size_t length;           /* of header and data */
	nsec time;
	struct segment segment;  /* valid with `tcp` */
	bool tcp;
};

struct pcap {
	uint8_t *bytes;
	size_t length;
	struct record *record;
	size_t count;
};

/* The lab's captures are little-endian, as are the hosts that read them here. */
static uint32_t
word_at(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16
		| (uint32_t)bytes[3] << 24;
}

static void
put_word(uint8_t *bytes, uint32_t word)
{
	for (int i = 0; i < 4; i++)
		bytes[i] = (uint8_t)(word >> 8 * i);
}

static struct record
record_at(const struct pcap *pcap, size_t at, size_t number)
{
	uint8_t *bytes = pcap->bytes + at;
	struct record record = {.bytes = bytes, .length = RECORD_HEADER + word_at(bytes + 8),
		.time = word_at(bytes) * NSEC_PER_SEC + word_at(bytes + 4) * NSEC_PER_USEC};
	struct frame frame = {.bytes = bytes + RECORD_HEADER,
		.captured_bytes = word_at(bytes + 8),
		.wire_bytes = word_at(bytes + 12), .time = record.time, .number = number,
		.link_type = (uint16_t)word_at(pcap->bytes + 20)};

	record.tcp = decode_frame(&frame, &record.segment) == DECODE_TCP;
	return record;
}

/* False where it isn't there. */
static bool
pcap_read(struct pcap *pcap, const char *name)
{
	char full[256];
	char *path;

	*pcap = (struct pcap){0};
	snprintf(full, sizeof(full), "captures/%s", name);
	path = shared_path(full);
	if (path)
		pcap->bytes = (uint8_t *)shared_slurp(path, &pcap->length);
	free(path);
	if (!pcap->bytes)
		return false;
	pcap->record = calloc(pcap->length / RECORD_HEADER + 1, sizeof(*pcap->record));
	for (size_t at = FILE_HEADER; at + RECORD_HEADER <= pcap->length; pcap->count++) {
		pcap->record[pcap->count] = record_at(pcap, at, pcap->count + 1);
		at += pcap->record[pcap->count].length;
	}
	return true;
}

static void
pcap_free(struct pcap *pcap)
{
	free(pcap->bytes);
	free(pcap->record);
}

/* Of the link's header, beyond those of Ethernet. */
static int
link_bytes(const struct pcap *pcap)
{
	enum { RAW = 101, SLL2 = 276 };
	uint32_t link_type = word_at(pcap->bytes + 20);

	return link_type == RAW ? -14 : link_type == SLL2 ? 20 - 14 : 0;
}

/* ---- damages ---- */

struct context {
	const struct pcap *pcap;
	uint16_t data_port;      /* of the side whose data is judged */
	uint32_t random;
	size_t acks, flow;       /* counts so far */
};

static bool
is_data_side(const struct context *context, const struct record *record)
{
	return record->tcp && record->segment.source_port == context->data_port;
}

/* Each says whether record `at` stays. */
typedef bool keeps(struct context *context, const struct record *record, size_t at);

static bool
keeps_all(struct context *context, const struct record *record, size_t at)
{
	(void)context;
	(void)record;
	(void)at;
	return true;
}

static bool
keeps_end(struct context *context, const struct record *record, size_t at)
{
	(void)record;
	return at >= context->pcap->count / 5;
}

static bool
keeps_begin(struct context *context, const struct record *record, size_t at)
{
	(void)record;
	return at < context->pcap->count - context->pcap->count / 5;
}

static bool
keeps_half_the_acks(struct context *context, const struct record *record, size_t at)
{
	(void)at;
	if (!record->tcp || record->segment.payload_bytes
		|| (record->segment.flags & (TCP_SYN | TCP_FIN | TCP_RST | TCP_ACK)) != TCP_ACK)
		return true;
	return context->acks++ % 2 == 0;
}

static bool
keeps_99_percent(struct context *context, const struct record *record, size_t at)
{
	(void)record;
	(void)at;
	context->random = context->random * 1664525 + 1013904223;
	return context->random >> 16 >= 655;
}

static bool
keeps_no_beginning(struct context *context, const struct record *record, size_t at)
{
	(void)at;
	if (record->tcp && record->segment.flags & TCP_SYN)
		return false;
	return context->flow++ >= 20;
}

static bool
keeps_data(struct context *context, const struct record *record, size_t at)
{
	(void)at;
	return is_data_side(context, record);
}

static bool
keeps_answers(struct context *context, const struct record *record, size_t at)
{
	(void)at;
	return record->tcp && !is_data_side(context, record);
}

static const struct damage {
	const char *name;
	keeps *keeps;
	uint32_t snap;           /* behind an Ethernet header's length; 0: as it was */
	bool merged;             /* with another capture */
	bool blinding;           /* what it takes can't be had otherwise: never high */
} damages[] = {
	{"as it was", keeps_all, 0, false, false},
	{"the first fifth is missing", keeps_end, 0, false, false},
	{"the last fifth is missing", keeps_begin, 0, false, false},
	{"every second pure ACK is missing", keeps_half_the_acks, 0, false, false},
	{"merged with other traffic", keeps_all, 0, true, false},
	{"100 bytes of each packet", keeps_all, 100, false, false},
	{"1 % of the packets is missing", keeps_99_percent, 0, false, false},
	{"60 bytes of each packet", keeps_all, 60, false, true},
	{"SYN and first packets are missing", keeps_no_beginning, 0, false, true},
	{"data only", keeps_data, 0, false, true},
	{"ACKs only", keeps_answers, 0, false, true},
};

/* ---- writing ---- */

static void
write_record(FILE *file, const struct record *record, size_t snap, nsec shift)
{
	uint8_t header[RECORD_HEADER];
	size_t length = record->length - RECORD_HEADER;
	nsec time = record->time + shift;

	if (snap && length > snap)
		length = snap;
	memcpy(header, record->bytes, RECORD_HEADER);
	put_word(header, (uint32_t)(time / NSEC_PER_SEC));
	put_word(header + 4, (uint32_t)(time % NSEC_PER_SEC / NSEC_PER_USEC));
	put_word(header + 8, (uint32_t)length);
	fwrite(header, 1, sizeof(header), file);
	fwrite(record->bytes + RECORD_HEADER, 1, length, file);
}

/* `other`, if any, begins when `pcap` does. */
static void
write_damaged(FILE *file, const struct damage *damage, const struct pcap *pcap,
	const struct pcap *other, uint16_t data_port)
{
	struct context context = {.pcap = pcap, .data_port = data_port, .random = 1};
	size_t snap = damage->snap ? (size_t)((int)damage->snap + link_bytes(pcap)) : 0;
	nsec shift = other ? pcap->record[0].time - other->record[0].time : 0;
	size_t next = 0;

	fwrite(pcap->bytes, 1, FILE_HEADER, file);
	for (size_t i = 0; i < pcap->count; i++) {
		const struct record *record = &pcap->record[i];

		for (; other && next < other->count
			&& other->record[next].time + shift < record->time; next++)
			write_record(file, &other->record[next], snap, shift);
		if (damage->keeps(&context, record, i))
			write_record(file, record, snap, 0);
	}
}

/* ---- judging ---- */

struct opinion {
	enum limit limit;
	enum confidence confidence;
	unsigned doubts;
	double share;
	uint16_t ports[2];       /* of the sender of data and of its peer */
};

/* The verdict of the connection between these ports; of the largest, when they are 0. */
static struct opinion
opinion_of(const struct judged *judged, const uint16_t *ports)
{
	struct opinion opinion = {.limit = LIMIT_UNKNOWN, .confidence = CONFIDENCE_LOW};
	size_t count;
	const struct connection_row *const *rows = stats_rows(judged->pipeline.stats, &count);

	for (size_t i = 0; i < count; i++) {
		const struct verdict *verdict = verdicts_find(judged->pipeline.verdicts,
			rows[i]->index);
		enum direction dir;

		if (!verdict || (ports[0] == 0 && rows[i] != judged->row))
			continue;
		dir = verdict->dir;
		if (ports[0] && (rows[i]->end[dir].port != ports[0]
			|| rows[i]->end[!dir].port != ports[1]))
			continue;
		opinion = (struct opinion){verdict->limit, verdict->confidence, verdict->doubts,
			verdict->share, {rows[i]->end[dir].port, rows[i]->end[!dir].port}};
	}
	return opinion;
}

static struct opinion
judge_damaged(const struct damage *damage, const struct pcap *pcap, const struct pcap *other,
	const uint16_t *ports)
{
	char path[] = "/tmp/robust_test.XXXXXX";
	struct opinion opinion = {0};
	struct judged judged;
	int fd = mkstemp(path);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");

	if (!file)
		abort();
	write_damaged(file, damage, pcap, damage->merged ? other : NULL, ports[0]);
	fclose(file);
	if (judge(&judged, path)) {
		opinion = opinion_of(&judged, ports);
		judge_end(&judged);
	}
	unlink(path);
	return opinion;
}

static void
check(const char *name, const struct damage *damage, const char *limits,
	const struct opinion *whole, const struct opinion *opinion)
{
	bool right = strstr(limits, limit_name(opinion->limit)) != NULL;
	bool low = opinion->confidence == CONFIDENCE_LOW;
	bool fine = damage->blinding ? opinion->confidence < CONFIDENCE_HIGH && (right || low)
		: right || low || opinion->confidence < whole->confidence;

	if (!ok(fine, "%s: %s", name, damage->name))
		printf("#   got %s, %s, share %.2f, doubts %#x; whole: %s, %s\n",
			limit_name(opinion->limit), confidence_name(opinion->confidence),
			opinion->share, opinion->doubts, limit_name(whole->limit),
			confidence_name(whole->confidence));
}

/* `limits`: what may limit it, in words; `other`: what it is merged with. */
static void
check_capture(const char *name, const char *limits, const char *other_name)
{
	static const uint16_t largest[2] = {0, 0};
	struct opinion whole, opinion;
	struct pcap pcap, other;

	if (!pcap_read(&pcap, name) || !pcap_read(&other, other_name))
		abort();
	whole = judge_damaged(&damages[0], &pcap, NULL, largest);
	for (size_t i = 1; i < COUNT(damages); i++) {
		if (damages[i].merged && word_at(pcap.bytes + 20) != word_at(other.bytes + 20))
			continue;
		opinion = judge_damaged(&damages[i], &pcap, &other, whole.ports);
		check(name, &damages[i], limits, &whole, &opinion);
	}
	pcap_free(&pcap);
	pcap_free(&other);
}

/* ---- all that have a label ---- */

static void
check_truth(char **column)
{
	bool same = strstr(column[0], "server-ecn") != NULL;

	if (*column[3])
		check_capture(column[0], column[3], same ? "tcpdump-server-ipv6.cap.zst"
			: "tcpdump-server-ecn.cap.zst");
}

static void
check_lab2(char **column)
{
	const char *other = strcmp(column[0], "lcubic") == 0 ? "lreno" : "lcubic";
	static const char *const ends[] = {"snd", "rcv"};
	char name[2][128];

	for (int i = 0; i < 2; i++) {
		snprintf(name[0], sizeof(name[0]), "lab2/%s.%s.pcap.zst", column[0], ends[i]);
		snprintf(name[1], sizeof(name[1]), "lab2/%s.snd.pcap.zst", other);
		check_capture(name[0], column[1], name[1]);
	}
}

static void
each_line(const char *table, void (*each)(char **column))
{
	char *path = shared_path(table), *save = NULL;
	size_t length;
	char *text = path ? shared_slurp(path, &length) : NULL;

	if (!text)
		skip(table, "../shared/captures is not there");
	else
		strtok_r(text, "\n", &save);
	for (char *line = text ? strtok_r(NULL, "\n", &save) : NULL; line;
		line = strtok_r(NULL, "\n", &save)) {
		char *column[4];

		for (size_t i = 0; i < COUNT(column); i++) {
			column[i] = line;
			line += strcspn(line, "\t");
			if (*line)
				*line++ = '\0';
		}
		each(column);
	}
	free(text);
	free(path);
}

int
main(void)
{
	each_line("captures/TRUTH.tsv", check_truth);
	each_line("captures/lab2/KERNEL.tsv", check_lab2);
	return tap_done();
}
