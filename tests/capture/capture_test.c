/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * capture_test.c - what surrounds a format: compression, lists of files, standard input,
 * and what is refused with which sentence.
 */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "packed.h"

enum { FRAMES = 3000, RECORD = 16 + 60 };

static struct build *
sample(void)
{
	struct build *build = build_new(false);

	put_pcap_header(build, MAGIC_US, 65535, 1);
	for (uint32_t i = 0; i < FRAMES; i++)
		put_record(build, i, i * i % 1000000, 60, 60);
	return build;
}

/* ---- compression ---- */

static void
reads_compressed(void)
{
	struct build *plain = sample(), *packed = build_new(false);
	struct error error;

	for (size_t i = 0; i < COUNT(packers); i++) {
		static const size_t cuts[] = {0, 24, 100, 150000};
		size_t cut = 0;

		packed->length = 0;
		for (size_t j = 1; j < COUNT(cuts); cut = cuts[j++])
			packers[i].put(packed, plain->bytes + cut, cuts[j] - cut);
		packers[i].put(packed, plain->bytes + cut, plain->length - cut);

		struct capture *capture = open_build(packed, &error);
		struct ending ending = read_all(capture);

		ok(ending.frames == FRAMES && ending.result == CAPTURE_END,
			"%s: several members are one stream", packers[i].name);
		is_str(ending.info.compression, packers[i].name, "told by content");
		is_int(ending.info.last_time, 2999 * NSEC_PER_SEC + 994001000, "its last stamp");
		is_int((int64_t)ending.info.input_bytes, (int64_t)packed->length,
			"compressed bytes are counted");
		capture_close(capture);
	}
	free(plain);
	free(packed);
}

/* A block holds 64 KiB or more, so all but the last few must come out. */
static void
delivers_what_can_be_decompressed(void)
{
	struct build *plain = sample(), *packed = build_new(false);
	struct error error;
	char expected[64];

	for (size_t i = 0; i < COUNT(packers); i++) {
		packed->length = 0;
		packers[i].put(packed, plain->bytes, plain->length);
		packed->length -= packers[i].tail;

		struct capture *capture = open_build(packed, &error);
		struct ending ending = read_all(capture);

		ok(ending.frames == FRAMES && ending.result == CAPTURE_DAMAGED,
			"%s: without its end, all frames", packers[i].name);
		snprintf(expected, sizeof(expected), "the %s stream is cut short", packers[i].name);
		is_str(ending.info.damage_reason, expected, "and the reason");
		capture_close(capture);

		packed->length += packers[i].tail;
		packed->bytes[packed->length - 4] ^= 0xff;
		capture = open_build(packed, &error);
		ending = read_all(capture);
		ok(ending.frames >= FRAMES - 2 * 65536 / RECORD
			&& ending.result == CAPTURE_DAMAGED,
			"%s: a wrong end: %" PRIu64 " frames", packers[i].name, ending.frames);
		snprintf(expected, sizeof(expected), "the %s stream is corrupt", packers[i].name);
		is_str(ending.info.damage_reason, expected, "and the reason");
		capture_close(capture);

		/* A second member that isn't whole: all of the first. */
		packed->length = 0;
		packers[i].put(packed, plain->bytes, plain->length);
		put(packed, packers[i].put == put_gzip ? 0x8b1f : 0xfd2fb528, 4);
		capture = open_build(packed, &error);
		ending = read_all(capture);
		is_int((int64_t)ending.frames, FRAMES, "a stub of a second member");
		is_int(ending.result, CAPTURE_DAMAGED, "is damage");
		capture_close(capture);
	}

	packed->length = 0;
	put_gzip(packed, plain->bytes, plain->length);
	put(packed, 0, 512);

	struct capture *capture = open_build(packed, &error);
	struct ending ending = read_all(capture);

	ok(ending.frames == FRAMES && ending.result == CAPTURE_END, "gzip: padding is no damage");
	capture_close(capture);
	free(plain);
	free(packed);
}

/* ---- refusals ---- */

static void
refuses_other_content(void)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *sentence;
	} cases[] = {
		{"", 0, "made: the file is empty"},
		{"\xd4\xc3\xb2", 3, "made: not a capture (neither pcap, pcapng nor snoop)"},
		{"Dear Sir, please find attached", 30,
			"made: not a capture (neither pcap, pcapng nor snoop)"},
		{"snoop\0\0\0\0\0\0\2\0\0\0\5", 16, "made: snoop's link type 5 is unknown"},
		{"GMBU\0\2\1\0", 8, "made: the Microsoft Network Monitor 2 format is not read; "
			"\"editcap -F pcap IN OUT\" converts it"},
		{"\1\2\3\4\5\6\7\x58\2\4\0\x14\0\0\0\2\0\0\0\0", 20, "made: the ERF format is not "
			"read; \"editcap -F pcap IN OUT\" converts it"},
		{"\xfd" "7zXZ\0\0\4", 8, "made: compressed with xz, which this program was built "
			"without; decompress it first"},
		{"BZh91AY&", 8, "made: compressed with bzip2, which this program was built "
			"without; decompress it first"},
		{"\x1f\x8b\x08\0", 4, "made: the gzip stream is cut short"},
		{"\x1f\x8b\x08\xff\0\0\0\0\0\0\0\0", 12, "made: the gzip stream is corrupt"},
#ifndef HAVE_ZSTD
		{"\x28\xb5\x2f\xfd", 4, "made: compressed with zstd, which this program was built "
			"without; decompress it first"},
#endif
#ifndef HAVE_LZ4
		{"\x04\x22\x4d\x18", 4, "made: compressed with lz4, which this program was built "
			"without; decompress it first"},
#endif
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error error = {0};

		if (!ok(!capture_open_memory(cases[i].bytes, cases[i].length, "made", NULL, &error),
			"refused"))
			continue;
		is_str(error.text, cases[i].sentence, "with this sentence");
	}
}

static char folder[] = "/tmp/capture_test.XXXXXX";

static const char *
path_of(const char *name)
{
	static char path[4][256];
	static int next;

	next = (next + 1) % 4;
	snprintf(path[next], sizeof(path[next]), "%s/%s", folder, name);
	return path[next];
}

static void
write_file(const char *name, const struct build *build, size_t length)
{
	FILE *file = fopen(path_of(name), "wb");

	if (!file || fwrite(build->bytes, 1, length, file) != length || fclose(file) != 0)
		abort();
}

static void
is_refused(const char *path, const char *reason)
{
	char expected[512];
	struct error error = {0};

	snprintf(expected, sizeof(expected), "%s: %s", path, reason);
	ok(!capture_open(&path, 1, NULL, &error), "refused");
	is_str(error.text, expected, "with this sentence");
}

static void
refuses_files(void)
{
	struct build *build = sample();

	is_refused(path_of("missing"), "No such file or directory");
	is_refused(folder, "is a directory");
	write_file("secret", build, build->length);
	chmod(path_of("secret"), 0);
	if (access(path_of("secret"), R_OK) == 0)
		skip("no permission", "nothing is forbidden to this user");
	else
		is_refused(path_of("secret"), "Permission denied");
	unlink(path_of("secret"));
	free(build);
}

/* ---- several files ---- */

static void
reads_files_as_one(void)
{
	struct build *first = sample(), *second = build_new(true);
	struct error error = {0};
	struct frame frame;
	uint64_t frames = 0;

	put_section(second);
	put_interface(second, 113, 0, -1, 0);
	put_interface(second, 101, 0, -1, 0);
	put_packet(second, 1, 7, 60, 60);
	write_file("first", first, first->length);
	write_file("cut", first, 24 + RECORD + 50);
	write_file("second", second, second->length);

	const char *paths[] = {path_of("first"), path_of("cut"), path_of("missing"),
		path_of("second")};
	struct capture *capture = capture_open(paths, COUNT(paths), NULL, &error);
	enum capture_result result;

	while ((result = capture_next(capture, &frame, &error)) == CAPTURE_FRAME)
		frames++;
	is_int((int64_t)frames, FRAMES + 1, "frames of a whole file and a cut one");
	is_int(frame.interface, 1, "the second file's interface");
	is_int((int64_t)frame.number, FRAMES + 1, "numbers run on");
	is_int(result, CAPTURE_DAMAGED, "damage is told");
	ok(strstr(error.text, paths[1]) && strstr(error.text, "frame 3002 would be next"),
		"with the file: %s", error.text);
	is_int(capture_next(capture, &frame, &error), CAPTURE_UNREADABLE, "a missing file is told");
	ok(strstr(error.text, "missing: No such file"), "by name: %s", error.text);
	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "the next file follows");
	is_int((int64_t)frame.number, FRAMES + 2, "numbers run on");
	is_int(frame.interface, 3, "interfaces, too");
	is_int(frame.link_type, 101, "of another link type");
	is_int(capture_next(capture, &frame, &error), CAPTURE_END, "the end");
	is_int(capture_next(capture, &frame, &error), CAPTURE_END, "for good");

	const struct capture_info *info = capture_info(capture);

	is_str(info->format, "pcap", "the first file's format");
	ok(info->damaged, "damage is remembered");
	is_int((int64_t)info->damage_offset, 24 + RECORD, "and where");
	is_int((int64_t)info->input_size, (int64_t)(first->length + 24 + RECORD + 50
		+ second->length), "size of all files");
	is_int((int64_t)capture_input_bytes(capture), (int64_t)info->input_size, "all were read");
	capture_close(capture);
	unlink(path_of("first"));
	unlink(path_of("cut"));
	unlink(path_of("second"));
	free(first);
	free(second);
}

/* Through a pipe, byte by byte at first. */
static void
reads_standard_input(void)
{
	struct build *build = sample();
	struct error error;
	int ends[2], saved = dup(STDIN_FILENO);

	if (pipe(ends) != 0)
		abort();

	pid_t child = fork();

	if (child == 0) {
		size_t at = 0;

		close(ends[0]);
		while (at < build->length) {
			size_t size = at < 200 ? 1 : build->length - at;
			ssize_t written = write(ends[1], build->bytes + at, size);

			if (written < 0)
				_exit(1);
			at += (size_t)written;
		}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);

	const char *path = "-";
	struct capture *capture = capture_open(&path, 1, NULL, &error);
	struct ending ending = read_all(capture);

	ok(ending.frames == FRAMES && ending.result == CAPTURE_END, "all of a pipe");
	is_int((int64_t)ending.info.input_size, 0, "whose size is unknown");
	is_int((int64_t)ending.info.input_bytes, (int64_t)build->length, "bytes are counted");
	capture_close(capture);
	waitpid(child, NULL, 0);
	dup2(saved, STDIN_FILENO);
	free(build);
}

static void
names_link_types(void)
{
	is_str(capture_link_name(1), "EN10MB", "Ethernet");
	is_str(capture_link_name(101), "RAW", "LINKTYPE_RAW is another number than DLT_RAW");
	is_str(capture_link_name(113), "LINUX_SLL", "cooked");
	is_str(capture_link_name(276), "LINUX_SLL2", "cooked, second version");
	is_str(capture_link_name(106), "ATM_CLIP", "outside the matching range");
	ok(!capture_link_name(65000), "none for an unknown one");
}

int
main(void)
{
	if (!mkdtemp(folder))
		abort();
	reads_compressed();
	delivers_what_can_be_decompressed();
	refuses_other_content();
	refuses_files();
	reads_files_as_one();
	reads_standard_input();
	names_link_types();
	rmdir(folder);
	return tap_done();
}
