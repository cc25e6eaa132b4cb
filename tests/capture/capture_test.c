/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reader on files made byte by byte: every variant it reads, every refusal.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "capture/capture_memory.h"
#include "tests/capture/build.h"
#include "tests/tap.h"

static struct bytes file;

static struct capture *
open_file(struct error *error)
{
	return capture_open_memory(file.at, file.length, "test.cap", NULL, error);
}

/* The result of reading everything: frames read, the last of them, what ended it. */
struct outcome {
	uint64_t frames;
	struct frame last;
	enum capture_result end;
	struct error error;
	struct capture_info info;
};

static struct outcome
read_everything(void)
{
	struct outcome outcome = {.end = CAPTURE_END};
	struct capture *capture = open_file(&outcome.error);
	struct frame frame;
	enum capture_result result;

	if (!capture) {
		outcome.end = CAPTURE_UNREADABLE;
		return outcome;
	}
	while ((result = capture_next(capture, &frame, &outcome.error)) != CAPTURE_END) {
		if (result != CAPTURE_FRAME) {
			outcome.end = result;
			continue;
		}
		outcome.frames++;
		outcome.last = frame;
	}
	outcome.info = *capture_info(capture);
	outcome.last.bytes = NULL;
	capture_close(capture);
	return outcome;
}

static void
begin(bool big)
{
	file.length = 0;
	file.big = big;
}

static void
reads_classic_variants(void)
{
	static const struct {
		uint32_t magic;
		unsigned extra;
		nsec unit;
		const char *name;
	} variants[] = {
		{0xa1b2c3d4, 0, 1000, "microseconds"},
		{0xa1b23c4d, 0, 1, "nanoseconds"},
		{0xa1b2cd34, 8, 1000, "the modified variant"},
	};

	for (int big = 0; big < 2; big++)
		for (size_t i = 0; i < COUNT(variants); i++) {
			struct outcome got;

			begin(big);
			put_pcap_header(&file, variants[i].magic, 65535, 1);
			put_record(&file, 1700000000, 123456, 60, 1514, variants[i].extra);
			put_record(&file, 1700000001, 7, 10, 10, variants[i].extra);
			got = read_everything();
			ok(got.frames == 2 && got.end == CAPTURE_END, "%s, %s first: two frames",
				variants[i].name, big ? "high byte" : "low byte");
			is_int(got.last.time, INT64_C(1700000001) * NSEC_PER_SEC
				+ 7 * variants[i].unit, "the second's time");
			is_int((int64_t)got.last.number, 2, "is number 2");
			is_int(got.info.first_time, INT64_C(1700000000) * NSEC_PER_SEC
				+ 123456 * variants[i].unit, "the first's time");
			is_int(got.info.resolution, variants[i].unit, "the time unit");
			is_int((int64_t)got.info.cut_frames, 1, "one is cut");
			is_int((int64_t)got.info.bytes, 1524, "bytes on the wire");
			is_str(got.info.format, "pcap", "the format's name");
		}
}

static void
header_fields_are_masked_and_limited(void)
{
	struct outcome got;

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 20, 0x24000001); /* an FCS of 4 bytes is announced */
	put_record(&file, 1, 0, 30, 40, 0);
	got = read_everything();
	is_int(got.last.link_type, 1, "the FCS length is no part of the link type");
	is_int(got.last.captured_bytes, 20, "bytes above the snap length are not handed on");
	is_int(got.info.snaplen, 20, "which is told");
	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	put_record(&file, 4294967295u, 999999, 0, 0, 0);
	got = read_everything();
	is_int(got.info.snaplen, 0, "snap length 0 is no limit");
	is_int(got.last.time, INT64_C(4294967295) * NSEC_PER_SEC + 999999000, "the year 2106");
}

static void
reads_sections_and_interfaces(void)
{
	for (int big = 0; big < 2; big++) {
		static struct bytes body;
		struct outcome got;

		begin(big);
		put_section(&file);
		put_interface(&file, 1, 96, -1, 0);
		put_interface(&file, 101, 0, 9, 100);
		put_packet(&file, 0, 1500000, 20, 60);
		body = (struct bytes){.big = big};
		put32(&body, 12345);
		put_block(&file, 0x0bad, &body);
		put_packet(&file, 1, 2500000000u, 33, 33);
		/* another section, in the other byte order, with another interface 0 */
		file.big = !big;
		put_section(&file);
		put_interface(&file, 276, 0, 0x80 | 10, 0);
		put_packet(&file, 0, 3 * 1024 + 512, 5, 5);
		got = read_everything();
		ok(got.frames == 3 && got.end == CAPTURE_END, "pcapng, %s first: three frames",
			big ? "high byte" : "low byte");
		is_int(got.last.time, 3500000000, "units of 1/1024 s");
		is_int(got.last.link_type, 276, "the second section's link type");
		is_int(got.last.interface, 2, "its interface counts on");
		is_int(got.info.first_time, 1500000000, "µs without the option");
		is_int((int64_t)got.info.link_type_count, 3, "three link types");
		is_int(got.info.last_time, 102500000000, "ns, and an offset of 100 s");
		is_int((int64_t)got.info.backward_time_frames, 1, "time goes back once");
		is_str(got.info.format, "pcapng", "the format's name");
		is_int(got.info.snaplen, 96, "the smaller snap length");
	}
}

static void
simple_packets_have_no_time(void)
{
	static struct bytes body;
	struct outcome got;

	begin(false);
	put_section(&file);
	put_interface(&file, 1, 8, -1, 0);
	body = (struct bytes){0};
	put32(&body, 40);
	put(&body, "12345678", 8);
	put_block(&file, 3, &body);
	got = read_everything();
	is_int((int64_t)got.frames, 1, "a simple packet");
	is_int(got.last.captured_bytes, 8, "cut by the snap length");
	is_int(got.last.wire_bytes, 40, "long on the wire");
}

static void
times_do_not_overflow(void)
{
	struct outcome got;

	begin(false);
	put_section(&file);
	put_interface(&file, 1, 0, 0, 0);
	put_packet(&file, 0, UINT64_MAX, 1, 1);
	got = read_everything();
	is_int(got.last.time, INT64_MAX, "2^64 s are clamped");
	begin(false);
	put_section(&file);
	put_interface(&file, 1, 0, 0x80 | 63, 0);
	put_packet(&file, 0, UINT64_C(3) << 62, 1, 1);
	got = read_everything();
	is_int(got.last.time, 1500000000, "1.5 s in units of 2^-63 s");
	begin(false);
	put_section(&file);
	put_interface(&file, 1, 0, 20, 0);
	got = read_everything();
	ok(got.end == CAPTURE_DAMAGED && strstr(got.error.text, "resolution"),
		"10^-20 s is impossible: %s", got.error.text);
}

/* Cut at every length: everything before is read, and the rest is said once. */
static void
cuts_are_told(void)
{
	size_t whole, first;
	bool good = true;

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	put_record(&file, 1, 0, 30, 30, 0);
	first = file.length;
	put_record(&file, 2, 0, 30, 30, 0);
	whole = file.length;
	for (file.length = 25; file.length < whole; file.length++) {
		struct outcome got = read_everything();
		uint64_t frames = file.length >= first;

		good &= got.frames == frames && (file.length == first
			? got.end == CAPTURE_END
			: got.end == CAPTURE_DAMAGED && got.info.damaged);
	}
	ok(good, "pcap: cut anywhere, the frames before are read and the cut is told");
	begin(false);
	put_section(&file);
	put_interface(&file, 1, 0, -1, 0);
	put_packet(&file, 0, 1, 30, 30);
	first = file.length;
	put_packet(&file, 0, 2, 30, 30);
	whole = file.length;
	for (good = true, file.length = first; file.length < whole; file.length++) {
		struct outcome got = read_everything();

		good &= got.frames == 1 && got.end == (file.length == first ? CAPTURE_END
			: CAPTURE_DAMAGED);
	}
	ok(good, "pcapng: the same");
}

static void
impossible_lengths_end_the_file(void)
{
	struct outcome got;

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	put_record(&file, 1, 0, 4, 4, 0);
	put32(&file, 2);
	put32(&file, 0);
	put32(&file, 0x7fffffff);
	put32(&file, 4);
	got = read_everything();
	ok(got.frames == 1 && got.end == CAPTURE_DAMAGED, "a record of 2 GB: %s", got.error.text);
	is_int((int64_t)got.info.damage_offset, 44, "at its offset");
	begin(false);
	put_section(&file);
	put32(&file, 6);
	put32(&file, 13);
	put32(&file, 0);
	got = read_everything();
	ok(got.end == CAPTURE_DAMAGED, "a block length that is no multiple of 4");
	begin(false);
	put_section(&file);
	put_packet(&file, 0, 1, 4, 4);
	got = read_everything();
	ok(got.end == CAPTURE_DAMAGED && strstr(got.error.text, "interface"),
		"a packet of no interface: %s", got.error.text);
	begin(false);
	put_section(&file);
	put_interface(&file, 1, 0, -1, 0);
	put_packet(&file, 0, 1, 4, 4);
	file.at[file.length - 1] = 1;
	got = read_everything();
	ok(got.end == CAPTURE_DAMAGED && strstr(got.error.text, "disagree"),
		"lengths that disagree: %s", got.error.text);
}

static void
refusals_name_the_reason(void)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *reason;
	} cases[] = {
		{"", 0, "the file is empty"},
		{"abc", 3, "not a capture"},
		{"hello, world: this is text", 26, "not a capture"},
		{"snoop\0\0\0\0\0\0\2\0\0\0\4", 16, "editcap -F pcap"},
		{"\xd4\xc3\xb2\xa1\2\0\4\0", 8, "ends within its header"},
		{"\xd4\xc3\xb2\xa1\3\0\4\0zzzzzzzzzzzzzzzz", 24, "version 3"},
		{"\xfd" "7zXZ\0", 6, "compressed with xz"},
		{"BZh91AY", 7, "compressed with bzip2"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error error = {{0}};
		struct capture *capture = capture_open_memory(cases[i].bytes, cases[i].length,
			"x.cap", NULL, &error);

		ok(!capture && strstr(error.text, cases[i].reason)
			&& strncmp(error.text, "x.cap: ", 7) == 0, "refused: %s", error.text);
		capture_close(capture);
	}
}

/* Two members: two halves of one capture, as pigz and cat make them. */
static size_t
gzip(const uint8_t *from, size_t length, uint8_t *to, size_t room)
{
	z_stream stream = {0};
	uint8_t copy[4096];

	memcpy(copy, from, length);
	deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	stream.next_in = copy;
	stream.avail_in = (unsigned)length;
	stream.next_out = to;
	stream.avail_out = (unsigned)room;
	deflate(&stream, Z_FINISH);
	deflateEnd(&stream);
	return stream.total_out;
}

static void
gzip_members_are_one_stream(void)
{
	static uint8_t packed[8192];
	struct error error = {{0}};
	struct outcome got;
	size_t half, length;

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	for (uint32_t i = 0; i < 20; i++)
		put_record(&file, i, 0, 30, 30, 0);
	half = file.length / 2;
	length = gzip(file.at, half, packed, sizeof(packed));
	length += gzip(file.at + half, file.length - half, packed + length,
		sizeof(packed) - length);
	memcpy(file.at, packed, length);
	file.length = length;
	got = read_everything();
	ok(got.frames == 20 && got.end == CAPTURE_END, "two members: all frames");
	is_str(got.info.compression, "gzip", "told as gzip");
	memset(file.at + length, 0, 64);
	file.length = length + 64;
	got = read_everything();
	ok(got.frames == 20 && got.end == CAPTURE_END, "padding behind them is ignored");
	file.length = length - 20;
	got = read_everything();
	ok(got.frames > 10 && got.end == CAPTURE_DAMAGED && strstr(got.error.text, "cut short"),
		"cut: %s", got.error.text);
	packed[length / 4] ^= 0xff;
	memcpy(file.at, packed, length);
	file.length = length;
	got = read_everything();
	ok(got.end == CAPTURE_DAMAGED || got.end == CAPTURE_UNREADABLE, "corrupt: %s",
		got.error.text);
	(void)error;
}

/* A pipe hands out what it has; nothing of it may be lost or asked for twice. */
static void
write_temporary(char *path, const char *bytes, size_t length)
{
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, bytes, length) != (ssize_t)length)
		abort();
	close(fd);
}

static void
files_are_one_capture(void)
{
	char first[] = "/tmp/cctrace-test-XXXXXX", second[] = "/tmp/cctrace-test-XXXXXX";
	const char *paths[3] = {first, second, "/nonexistent/x.cap"};
	struct error error = {{0}};
	struct capture *capture;
	struct frame frame;

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	put_record(&file, 1, 0, 4, 4, 0);
	write_temporary(first, (char *)file.at, file.length);
	begin(true);
	put_section(&file);
	put_interface(&file, 101, 0, -1, 0);
	put_packet(&file, 0, 2000000, 4, 4);
	write_temporary(second, (char *)file.at, file.length);
	capture = capture_open(paths, 3, NULL, &error);
	if (ok(capture != NULL, "two files and a missing one open")) {
		ok(capture_next(capture, &frame, &error) == CAPTURE_FRAME && frame.number == 1
			&& frame.interface == 0, "the first file's frame");
		ok(capture_next(capture, &frame, &error) == CAPTURE_FRAME && frame.number == 2
			&& frame.interface == 1 && frame.link_type == 101, "the second's");
		ok(capture_next(capture, &frame, &error) == CAPTURE_UNREADABLE
			&& strstr(error.text, "/nonexistent/x.cap"), "the third: %s", error.text);
		ok(capture_next(capture, &frame, &error) == CAPTURE_END, "and the end");
	}
	capture_close(capture);
	unlink(first);
	unlink(second);
	ok(!capture_open(paths + 2, 1, NULL, &error)
		&& strstr(error.text, "No such file"), "missing: %s", error.text);
	ok(!capture_open(&(const char *){"/"}, 1, NULL, &error)
		&& strstr(error.text, "directory"), "a directory: %s", error.text);
}

static void
filters_keep_numbers(void)
{
	struct capture_options options = {.filter = "len == 8"};
	struct error error = {{0}};
	struct capture *capture;
	struct frame frame;

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	put_record(&file, 1, 0, 4, 4, 0);
	put_record(&file, 2, 0, 8, 8, 0);
	capture = capture_open_memory(file.at, file.length, "x", &options, &error);
	ok(capture && capture_next(capture, &frame, &error) == CAPTURE_FRAME
		&& frame.number == 2, "the frame that passes keeps its number");
	ok(capture && capture_next(capture, &frame, &error) == CAPTURE_END, "and is alone");
	if (capture)
		is_int((int64_t)capture_info(capture)->filtered_frames, 1, "one was rejected");
	capture_close(capture);
}

static void
names_are_never_resolved(void)
{
	static const char *const good[] = {
		"tcp port 80", "host 10.0.0.1 and not port 22", "net 10.0.0.0/8",
		"ip6 host 2001:db8::1", "tcp[13] & 2 != 0", "tcp[tcpflags] & (tcp-syn|tcp-fin) != 0",
		"ether host 00:11:22:33:44:55", "vlan 5 and tcp", "portrange 80-90",
		"ip[2:2] > 100", "len >= 0x40", "src net 192.168.0.0 mask 255.255.0.0",
	};
	static const char *const bad[] = {
		"host www.example.org", "example.org", "port http", "net loopback",
		"host localhost", "ether host router",
	};

	begin(false);
	put_pcap_header(&file, 0xa1b2c3d4, 0, 1);
	for (size_t i = 0; i < COUNT(good) + COUNT(bad); i++) {
		bool fine = i < COUNT(good);
		struct capture_options options = {
			.filter = fine ? good[i] : bad[i - COUNT(good)]};
		struct error error = {{0}};
		char path[] = "/tmp/cctrace-test-XXXXXX";
		struct capture *capture;

		write_temporary(path, (char *)file.at, file.length);
		capture = capture_open(&(const char *){path}, 1, &options, &error);
		ok((capture != NULL) == fine, "%s: %s", options.filter,
			fine ? "compiles" : error.text);
		capture_close(capture);
		unlink(path);
	}
}

static void
link_types_have_names(void)
{
	is_str(capture_link_name(1), "EN10MB", "1");
	is_str(capture_link_name(101), "RAW", "101, whose DLT is another number");
	is_str(capture_link_name(276), "LINUX_SLL2", "276");
	ok(capture_link_name(60000) == NULL, "60000 has none");
}

int
main(void)
{
	reads_classic_variants();
	header_fields_are_masked_and_limited();
	reads_sections_and_interfaces();
	simple_packets_have_no_time();
	times_do_not_overflow();
	cuts_are_told();
	impossible_lengths_end_the_file();
	refusals_name_the_reason();
	gzip_members_are_one_stream();
	files_are_one_capture();
	filters_keep_numbers();
	names_are_never_resolved();
	link_types_have_names();
	return tap_done();
}
