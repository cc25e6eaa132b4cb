/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From files to rows: every frame is counted once, trouble is told and outlived, and what
 * listens doesn't change what is said.
 */
#include "config.h"

#include "cli/pipeline.h"

#include <stdlib.h>
#include <unistd.h>

#include "tests/capture/build.h"

static char folder[] = "/tmp/pipeline_test.XXXXXX";

static const char *
vector_path(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/tests/vectors/%s.pcap", getenv("top_srcdir"), name);
	return path;
}

/* Written below the folder as `name`; the path is overwritten by the next call but one. */
static const char *
write_file(const char *name, const uint8_t *bytes, size_t length)
{
	static char path[2][128];
	static int next;

	next = !next;
	snprintf(path[next], sizeof(path[next]), "%s/%s", folder, name);

	FILE *file = fopen(path[next], "wb");

	if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
		abort();
	return path[next];
}

static struct build *
read_vector(const char *name)
{
	struct build *build = build_new(false);
	FILE *file = fopen(vector_path(name), "rb");

	if (!file)
		abort();
	build->length = fread(build->bytes, 1, BUILD_MAX, file);
	fclose(file);
	return build;
}

struct trouble {
	unsigned count;
	char text[512];
};

static void
on_trouble(void *context, const struct error *error)
{
	struct trouble *trouble = context;

	trouble->count++;
	snprintf(trouble->text, sizeof(trouble->text), "%s", error->text);
}

static size_t
row_count(struct pipeline *pipeline)
{
	size_t count;

	stats_rows(pipeline->stats, &count);
	return count;
}

static void
one_file(void)
{
	const char *files[] = {vector_path("rexmit")};
	struct trouble trouble = {0};
	struct pipeline_options options = {.files = files, .file_count = 1,
		.on_trouble = on_trouble, .context = &trouble};
	struct pipeline pipeline;
	struct error error = {{0}};
	size_t count;

	if (!ok(pipeline_run(&pipeline, &options, &error), "a vector is read"))
		return;

	const struct connection_row *const *rows = stats_rows(pipeline.stats, &count);

	is_int((int64_t)capture_info(pipeline.capture)->frames, 32, "frames");
	is_int((int64_t)pipeline.counts.by_result[DECODE_TCP], 32, "all of them TCP");
	ok(count == 1 && rows[0]->frames == 32, "of one connection, closed by the end");
	ok(!pipeline.damaged && trouble.count == 0, "no trouble");
	pipeline_free(&pipeline);
	ok(!pipeline.capture && !pipeline.stats && !pipeline.flows, "freed is empty");
}

static void
what_cannot_be_opened(void)
{
	static const char *const files[] = {"/nonexistent/a.pcap"};
	struct trouble trouble = {0};
	struct pipeline_options options = {.files = files, .file_count = 1,
		.on_trouble = on_trouble, .context = &trouble};
	struct pipeline pipeline;
	struct error error = {{0}};

	ok(!pipeline_run(&pipeline, &options, &error), "is refused");
	is_str(error.text, "/nonexistent/a.pcap: No such file or directory", "  with its name");
	ok(!pipeline.capture && !pipeline.stats && !pipeline.flows, "  and leaves nothing behind");
	is_int(trouble.count, 0, "  nor is it told twice");
}

static void
a_cut_file_gives_what_it_has(void)
{
	struct build *build = read_vector("rexmit");
	const char *files[] = {write_file("cut", build->bytes, build->length - 5)};
	struct trouble trouble = {0};
	struct pipeline_options options = {.files = files, .file_count = 1,
		.on_trouble = on_trouble, .context = &trouble};
	struct pipeline pipeline;
	struct error error = {{0}};

	ok(pipeline_run(&pipeline, &options, &error), "a cut file is read");
	is_int((int64_t)pipeline.counts.by_result[DECODE_TCP], 31, "all whole frames");
	is_int((int64_t)row_count(&pipeline), 1, "the connection is closed");
	ok(pipeline.damaged, "damage is remembered");
	ok(trouble.count == 1 && strstr(trouble.text, files[0]), "and told once: %s", trouble.text);
	pipeline_free(&pipeline);
	options.on_trouble = NULL;
	ok(pipeline_run(&pipeline, &options, &error) && pipeline.damaged, "nobody need listen");
	pipeline_free(&pipeline);
	unlink(files[0]);
	free(build);
}

static void
the_next_file_follows(void)
{
	struct build *build = read_vector("rexmit");
	const char *cut = write_file("cut", build->bytes, build->length - 5);
	const char *files[] = {cut, "/nonexistent/a.pcap", vector_path("recv")};
	struct trouble trouble = {0};
	struct pipeline_options options = {.files = files, .file_count = 3,
		.on_trouble = on_trouble, .context = &trouble};
	struct pipeline pipeline;
	struct error error = {{0}};

	ok(pipeline_run(&pipeline, &options, &error), "a cut file, a missing one, a good one");
	is_int(trouble.count, 2, "both troubles are told");
	is_str(trouble.text, "/nonexistent/a.pcap: No such file or directory", "the last by name");
	is_int((int64_t)pipeline.counts.by_result[DECODE_TCP], 31 + 12, "all frames of both others");
	pipeline_free(&pipeline);
	unlink(cut);
	free(build);
}

static char *
steps_of(const char *name, size_t batch, struct tapes *tapes)
{
	const char *files[] = {vector_path(name)};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	struct steps_printer printer = {out, NULL, NULL};
	struct pipeline_options options = {.files = files, .file_count = 1, .batch = batch,
		.printer = &printer, .tapes = tapes};
	struct pipeline pipeline;
	struct error error = {{0}};

	if (!out || !pipeline_run(&pipeline, &options, &error))
		abort();
	pipeline_free(&pipeline);
	fclose(out);
	return text;
}

static void
batches_and_listeners_change_nothing(void)
{
	static const char *const names[] = {"rexmit", "window", "wrap", "recv", "nosyn", "reuse"};

	for (size_t i = 0; i < COUNT(names); i++) {
		struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
		char *usual = steps_of(names[i], 0, NULL), *single = steps_of(names[i], 1, NULL);
		char *seven = steps_of(names[i], 7, tapes);

		ok(strlen(usual) > 500, "%s: steps are printed", names[i]);
		ok(strcmp(usual, single) == 0, "  the same one by one");
		ok(strcmp(usual, seven) == 0, "  the same by sevens, beside a tape");
		ok(tapes_find(tapes, 0) && tapes_find(tapes, 0)->closed,
			"  which outlives the pass");
		tapes_free(tapes);
		free(usual);
		free(single);
		free(seven);
	}
}

/* ---- frames of every kind ---- */

static void
put_frame(struct build *build, const uint8_t *bytes, size_t length)
{
	put(build, 1, 4);
	put(build, 0, 4);
	put(build, length, 4);
	put(build, length, 4);
	for (size_t i = 0; i < length; i++)
		put(build, bytes[i], 1);
}

#define IP(total, fragment, protocol) 0x45, 0, 0, total, 0, 1, fragment, 64, protocol, 0, 0, \
	10, 0, 0, 1, 10, 0, 0, 2
#define PORTS(source) 0, source, 0, 80
#define SYN(source) PORTS(source), 0, 0, 0, 1, 0, 0, 0, 0, 0x50, 2, 1, 0, 0, 0, 0, 0
#define FRAME(...) put_frame(build, (const uint8_t[]){__VA_ARGS__}, \
	sizeof((const uint8_t[]){__VA_ARGS__}))
#define NONE 0, 0
#define MORE 0x20, 0
#define LATER 0, 9

static void
every_frame_is_one_of_a_kind(void)
{
	struct build *build = build_new(false);
	const char *files[1];
	struct pipeline_options options = {.files = files, .file_count = 1};
	struct pipeline pipeline;
	struct error error = {{0}};

	put_pcap_header(build, MAGIC_US, 65535, 101);
	/* A quote of a connection that is never seen takes the first stream number. */
	FRAME(IP(68, NONE, 1), 3, 4, 0, 0, 0, 0, 0, 0, IP(40, NONE, 6), SYN(9));
	FRAME(IP(40, NONE, 6), SYN(1));
	FRAME(IP(40, MORE, 6), SYN(2));
	FRAME(IP(40, LATER, 6), SYN(2));
	FRAME(IP(28, NONE, 17), PORTS(3), 0, 8, 0, 0);
	FRAME(IP(28, NONE, 17), PORTS(4), 0, 8, 0, 0);
	FRAME(0x15);
	files[0] = write_file("kinds", build->bytes, build->length);
	ok(pipeline_run(&pipeline, &options, &error), "seven frames");

	const uint64_t *counts = pipeline.counts.by_result;

	is_int((int64_t)counts[DECODE_TCP], 2, "two are TCP");
	is_int((int64_t)pipeline.counts.fragments_first, 1, "one of them in fragments");
	is_int((int64_t)counts[DECODE_FRAGMENT], 1, "one is a later fragment");
	is_int((int64_t)counts[DECODE_QUOTED], 1, "one a quote");
	is_int((int64_t)counts[DECODE_OTHER], 2, "two are UDP");
	is_int((int64_t)counts[DECODE_BROKEN], 1, "one is broken");
	is_int((int64_t)counts[DECODE_LINK_UNKNOWN], 0, "none of a foreign link");

	size_t count;
	const struct connection_row *const *rows = stats_rows(pipeline.stats, &count);

	ok(count >= 2 && rows[count - 2]->stream == 1 && rows[count - 1]->stream == 2,
		"streams behind the quote's");
	pipeline_free(&pipeline);

	options.filter = "udp";
	ok(pipeline_run(&pipeline, &options, &error), "with a filter");
	is_int((int64_t)pipeline.counts.by_result[DECODE_OTHER], 2, "  two are counted");
	is_int((int64_t)pipeline.counts.by_result[DECODE_TCP], 0, "  and no other");
	is_int((int64_t)capture_info(pipeline.capture)->filtered_frames, 5, "  five are not");
	pipeline_free(&pipeline);
	unlink(files[0]);
	free(build);
}

static void
a_foreign_link_is_remembered(void)
{
	struct build *build = build_new(false);
	const char *files[1];
	struct pipeline_options options = {.files = files, .file_count = 1};
	struct pipeline pipeline;
	struct error error = {{0}};

	put_pcap_header(build, MAGIC_US, 65535, 147);
	put_record(build, 1, 0, 60, 60);
	put_record(build, 2, 0, 60, 60);
	files[0] = write_file("foreign", build->bytes, build->length);
	ok(pipeline_run(&pipeline, &options, &error), "a link type without decoder is read");
	is_int((int64_t)pipeline.counts.by_result[DECODE_LINK_UNKNOWN], 2, "its frames are counted");
	is_int(pipeline.counts.unknown_link, 147, "and which it was");
	is_int((int64_t)row_count(&pipeline), 0, "no connection");
	ok(!pipeline.damaged, "no damage");
	pipeline_free(&pipeline);
	unlink(files[0]);
	free(build);
}

int
main(void)
{
	if (!mkdtemp(folder))
		abort();
	one_file();
	what_cannot_be_opened();
	a_cut_file_gives_what_it_has();
	the_next_file_follows();
	batches_and_listeners_change_nothing();
	every_frame_is_one_of_a_kind();
	a_foreign_link_is_remembered();
	rmdir(folder);
	return tap_done();
}
