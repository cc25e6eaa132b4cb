/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whole scenes, steps and pictures of the samples and vectors against tests/golden: made
 * anew with UPDATE_GOLDEN=1, their diff reviewed as code is.
 */
#include "config.h"

#include <png.h>
#include <stdlib.h>
#include <unistd.h>

#include "cctrace/render.h"
#include "tests/graph/judged.h"
#include "tests/report/golden.h"

static const char *
top(void)
{
	return getenv("top_srcdir") ? getenv("top_srcdir") : ".";
}

/* What was written into a temporary file. */
static void
slurp(FILE *file, struct strbuf *text)
{
	char bytes[4096];
	size_t length;

	rewind(file);
	while ((length = fread(bytes, 1, sizeof(bytes), file)) > 0)
		strbuf_append(text, bytes, length);
	fclose(file);
}

static void
compare(const char *name, FILE *file)
{
	struct strbuf got = {0}, expected = {0};
	char path[1024];

	slurp(file, &got);
	snprintf(path, sizeof(path), "%s/tests/golden/%s", top(), name);
	if (getenv("UPDATE_GOLDEN"))
		golden_refresh(path, strbuf_text(&got));
	golden_read(path, &expected);
	ok(expected.length > 0 && strcmp(strbuf_text(&got), strbuf_text(&expected)) == 0,
		"as tests/golden/%s", name);
	strbuf_fini(&got);
	strbuf_fini(&expected);
}

/* FNV-1a over the palette indices of the picture, decoded. */
static uint64_t
checksum_png(const char *path)
{
	png_image image = {.version = PNG_IMAGE_VERSION};
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	png_bytep pixels;

	if (!png_image_begin_read_from_file(&image, path))
		return 0;
	image.format = PNG_FORMAT_RGB;
	pixels = malloc(PNG_IMAGE_SIZE(image));
	if (!png_image_finish_read(&image, NULL, pixels, 0, NULL))
		return 0;
	for (size_t i = 0; i < PNG_IMAGE_SIZE(image); i++)
		sum = (sum ^ pixels[i]) * UINT64_C(0x100000001b3);
	free(pixels);
	return sum;
}

static void
dump_pictures(const struct graph_input *input, FILE *out)
{
	static const struct render_options options = {1280, 720, 1, RENDER_LIGHT};

	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		char path[] = "/tmp/cctrace-test-XXXXXX";
		struct error error = {{0}};
		struct scene *scene = graph_build(kind, input);

		close(mkstemp(path));
		if (!render_png(scene, &options, path, &error))
			fprintf(out, "%s\n", error.text);
		fprintf(out, "%s %016llx\n", kind->name,
			(unsigned long long)checksum_png(path));
		unlink(path);
		scene_free(scene);
	}
}

static void
check(const char *folder, const char *file, bool pictures)
{
	char path[1024], name[256];
	const char *paths = path;
	struct error error = {{0}};
	struct pipeline pipeline;
	struct tapes *tapes = tapes_new(SIZE_MAX, NULL, NULL);
	FILE *steps = tmpfile();
	struct steps_printer printer = {steps, NULL, NULL};
	bool vector = strcmp(folder, "samples") != 0;
	struct pipeline_options options = {.files = &paths, .file_count = 1, .tapes = tapes,
		.printer = vector ? &printer : NULL, .verdicts = true};
	size_t count;

	snprintf(path, sizeof(path), "%s/%s/%s", top(), folder, file);
	if (!pipeline_run(&pipeline, &options, &error)) {
		ok(false, "%s", error.text);
		return;
	}

	const struct connection_row *const *rows = stats_rows(pipeline.stats, &count);
	struct graph_input input = judged_input(&pipeline, tapes, rows[0], file);
	FILE *scenes = tmpfile();

	for (const struct graph_kind *kind = graph_kinds; kind->name; kind++) {
		struct scene *scene = graph_build(kind, &input);

		scene_dump(scene, scenes);
		scene_free(scene);
	}
	snprintf(name, sizeof(name), "scenes-%.*s.txt", (int)strcspn(file, "."), file);
	compare(name, scenes);
	if (vector) {
		snprintf(name, sizeof(name), "steps-%.*s.txt", (int)strcspn(file, "."), file);
		compare(name, steps);
	} else {
		fclose(steps);
	}
	if (pictures) {
		FILE *sums = tmpfile();

		dump_pictures(&input, sums);
		snprintf(name, sizeof(name), "pixels-%.*s.txt", (int)strcspn(file, "."), file);
		compare(name, sums);
	}
	judged_fini(&input);
	pipeline_free(&pipeline);
	tapes_free(tapes);
}

int
main(void)
{
	check("tests/vectors", "rexmit.pcap", false);
	check("tests/vectors", "window.pcap", false);
	check("tests/vectors", "nosyn.pcap", false);
	check("tests/vectors", "reuse.pcap", false);
	check("tests/vectors", "wrap.pcap", false);
	check("tests/vectors", "recv.pcap", false);
	check("samples", "tcpdump-server-sack-loss1.cap.zst", true);
	check("samples", "tcpdump-client-wmem4096-delay100.cap.zst", false);
	check("samples", "tcpdump-client-rmem8192-rtt50.cap.zst", false);
	return tap_done();
}
