/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scene.c - storage of a scene, and its text form.
 */
#include "cctrace/scene.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/xalloc.h"

/* What the scene owns, freed together. */
struct scene_block {
	struct scene_block *next;
	max_align_t bytes[];
};

static void *
keep(struct scene *scene, const void *bytes, size_t size)
{
	struct scene_block *block = xmalloc(sizeof(*block) + size);

	block->next = scene->blocks;
	scene->blocks = block;
	return size ? memcpy(block->bytes, bytes, size) : block->bytes;
}

struct scene *
scene_new(const char *graph)
{
	struct scene *scene = xcalloc(1, sizeof(*scene));

	scene->graph = graph;
	scene->title = scene->subtitle = scene->footer = "";
	scene->x = (struct axis){UNIT_NSEC, 0, NSEC_PER_SEC, "time since the first packet"};
	scene->panel_count = 1;
	scene->panel[0] = (struct panel){{UNIT_BYTES, 0, 1, ""}, 1.0};
	return scene;
}

void
scene_free(struct scene *scene)
{
	if (!scene)
		return;
	while (scene->blocks) {
		struct scene_block *block = scene->blocks;

		scene->blocks = block->next;
		free(block);
	}
	free(scene->mark);
	free(scene);
}

const char *
scene_text(struct scene *scene, const char *format, ...)
{
	struct strbuf text = {0};
	va_list ap;

	va_start(ap, format);
	strbuf_vprintf(&text, format, ap);
	va_end(ap);

	const char *kept = keep(scene, strbuf_text(&text), text.length + 1);

	strbuf_fini(&text);
	return kept;
}

const struct point *
scene_points(struct scene *scene, const struct point *points, size_t count)
{
	return keep(scene, points, count * sizeof(*points));
}

struct layer *
scene_layer(struct scene *scene, const char *name, enum glyph glyph, enum ink ink)
{
	assert(scene->layer_count < SCENE_LAYERS_MAX);

	struct layer *layer = &scene->layer[scene->layer_count++];

	*layer = (struct layer){.name = name, .glyph = glyph, .ink = ink};
	return layer;
}

static size_t
read_points(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	const struct point *points = layer->source;
	size_t left = layer->source_count - *cursor, count = left < max ? left : max;

	if (count)
		memcpy(out, points + *cursor, count * sizeof(*out));
	*cursor += count;
	return count;
}

struct layer *
scene_layer_points(struct scene *scene, const char *name, enum glyph glyph, enum ink ink,
	const struct point *points, size_t count)
{
	struct layer *layer = scene_layer(scene, name, glyph, ink);

	layer->read = read_points;
	layer->source = scene_points(scene, points, count);
	layer->source_count = count;
	return layer;
}

void
scene_mark(struct scene *scene, uint8_t panel, nsec x, int64_t y, enum ink ink,
	const char *text)
{
	scene->mark = xgrow(scene->mark, &scene->mark_capacity, scene->mark_count,
		sizeof(*scene->mark), 16);
	scene->mark[scene->mark_count++] = (struct mark){x, y, ink, panel, text};
}

/* ---- dump ---- */

enum { DUMP_ROWS = 4, CHUNK = 256 };

static const char *const ink_names[INK_COUNT] = {
	"text", "muted", "axis", "grid", "data", "ack", "window", "sack", "again", "late",
	"event", "reference",
};

static const char *const glyph_names[GLYPH_COUNT] = {
	"dot", "bar", "step", "line", "cross", "plus", "diamond", "ring", "triangle",
	"square", "tick", "rule",
};

static const char *const unit_names[] = {"bytes", "bit/s", "ns", "count"};

static void
dump_axis(FILE *out, const char *name, const struct axis *axis)
{
	fprintf(out, "%s %s %" PRId64 "..%" PRId64 " \"%s\"\n", name, unit_names[axis->unit],
		axis->lo, axis->hi, axis->title);
}

static void
dump_point(FILE *out, const struct point *point)
{
	if (point->lo == POINT_GAP)
		fprintf(out, "    %" PRId64 " gap\n", point->x);
	else if (point->hi != point->lo)
		fprintf(out, "    %" PRId64 " %" PRId64 "..%" PRId64 "\n", point->x, point->lo,
			point->hi);
	else
		fprintf(out, "    %" PRId64 " %" PRId64 "\n", point->x, point->lo);
}

/* FNV-1a over the three numbers, so that any change of any point shows. */
static uint64_t
checksum(uint64_t sum, const struct point *point)
{
	uint64_t words[3] = {(uint64_t)point->x, (uint64_t)point->lo, (uint64_t)point->hi};

	for (int i = 0; i < 3; i++)
		for (int shift = 0; shift < 64; shift += 8)
			sum = (sum ^ (words[i] >> shift & 0xff)) * UINT64_C(0x100000001b3);
	return sum;
}

struct digest {
	uint64_t count, sum;
	struct point first[DUMP_ROWS], last[DUMP_ROWS]; /* last: a ring */
};

static void
digest_layer(const struct layer *layer, struct digest *digest)
{
	struct point points[CHUNK];
	size_t cursor = 0, got;

	*digest = (struct digest){.sum = UINT64_C(0xcbf29ce484222325)};
	while (layer->read && (got = layer->read(layer, &cursor, points, CHUNK)) > 0)
		for (size_t i = 0; i < got; i++) {
			if (digest->count < DUMP_ROWS)
				digest->first[digest->count] = points[i];
			digest->last[digest->count % DUMP_ROWS] = points[i];
			digest->sum = checksum(digest->sum, &points[i]);
			digest->count++;
		}
}

static void
dump_layer(FILE *out, const struct layer *layer)
{
	struct digest digest;

	digest_layer(layer, &digest);
	fprintf(out, "layer \"%s", layer->name ? layer->name : "");
	if (layer->count)
		fprintf(out, " %" PRIu64, layer->count);
	fprintf(out, "\" %s %s panel %u%s%s%s points %" PRIu64 " sum %016" PRIx64 "\n",
		glyph_names[layer->glyph], ink_names[layer->ink],
		layer->panel, layer->dotted ? " dotted" : "", layer->thick ? " thick" : "",
		layer->hollow ? " hollow" : "", digest.count, digest.sum);
	for (uint64_t i = 0; i < digest.count && i < DUMP_ROWS; i++)
		dump_point(out, &digest.first[i]);
	if (digest.count > 2 * DUMP_ROWS)
		fputs("    ...\n", out);
	for (uint64_t i = digest.count > 2 * DUMP_ROWS ? digest.count - DUMP_ROWS : DUMP_ROWS;
		i < digest.count; i++)
		dump_point(out, &digest.last[i % DUMP_ROWS]);
}

void
scene_dump(const struct scene *scene, FILE *out)
{
	fprintf(out, "scene %s\ntitle %s\nsubtitle %s\nfooter %s\n", scene->graph, scene->title,
		scene->subtitle, scene->footer);
	if (scene->message)
		fprintf(out, "message %s\n", scene->message);
	dump_axis(out, "x", &scene->x);
	for (size_t i = 0; i < scene->panel_count; i++) {
		fprintf(out, "panel %zu %.2f ", i, scene->panel[i].share);
		dump_axis(out, "y", &scene->panel[i].y);
	}
	for (size_t i = 0; i < scene->layer_count; i++)
		dump_layer(out, &scene->layer[i]);
	for (size_t i = 0; i < scene->mark_count; i++)
		fprintf(out, "mark %s panel %u %" PRId64 " %" PRId64 " %s\n",
			ink_names[scene->mark[i].ink], scene->mark[i].panel, scene->mark[i].x,
			scene->mark[i].y, scene->mark[i].text);
}
