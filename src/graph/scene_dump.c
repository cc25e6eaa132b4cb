/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scene_dump.c - a scene as text: the golden format.
 */
#include <inttypes.h>

#include "cctrace/scene.h"

enum { DUMP_ROWS = 4, CHUNK = 256 };

static const char *const ink_names[INK_COUNT] = {
	"text", "muted", "axis", "grid", "data", "ack", "window", "sack", "again", "late",
	"event", "reference",
};

static const char *const glyph_names[GLYPH_COUNT] = {
	"dot", "bar", "step", "line", "cross", "plus", "diamond", "ring", "triangle",
	"square", "tick", "arrow-up", "arrow-down", "rule",
};

static const char *const unit_names[] = {"bytes", "bit/s", "ns", "count"};

static void
dump_axis(FILE *out, const char *name, const struct axis *axis)
{
	fprintf(out, "%s %s %" PRId64 "..%" PRId64 " \"%s\"", name, unit_names[axis->unit],
		axis->lo, axis->hi, axis->title ? axis->title : "");
	if (axis->knee)
		fprintf(out, " logarithmic above %" PRId64, axis->knee);
	fputc('\n', out);
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
	if (layer->detail)
		fprintf(out, ": %s", layer->detail);
	if (layer->letter)
		fprintf(out, " [%s]", layer->letter);
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

static void
dump_place(FILE *out, uint8_t panel, uint8_t inset)
{
	fprintf(out, "panel %u ", panel);
	if (inset)
		fprintf(out, "inset %u ", inset);
}

static void
dump_annotations(const struct scene *scene, FILE *out)
{
	for (size_t i = 0; i < scene->span_count; i++)
		fprintf(out, "span %s%s %" PRId64 "..%" PRId64 " %s\n",
			ink_names[scene->span[i].ink], scene->span[i].hatched ? " hatched" : "",
			scene->span[i].begin, scene->span[i].end,
			scene->span[i].name ? scene->span[i].name : "");
	if (scene->strip_count)
		fprintf(out, "strips %s\n", scene->strip_title ? scene->strip_title : "");
	for (size_t i = 0; i < scene->strip_count; i++)
		fprintf(out, "strip %s %" PRId64 "..%" PRId64 " %s\n", ink_names[scene->strip[i].ink],
			scene->strip[i].begin, scene->strip[i].end, scene->strip[i].name);
	for (size_t i = 0; i < scene->mark_count; i++) {
		const struct mark *mark = &scene->mark[i];

		fprintf(out, "mark %s ", ink_names[mark->ink]);
		if (mark->glyph != GLYPH_DOT)
			fprintf(out, "%s ", glyph_names[mark->glyph]);
		dump_place(out, mark->panel, mark->inset);
		fprintf(out, "%" PRId64 " %" PRId64 " %s\n", mark->x, mark->y, mark->text);
	}
	for (size_t i = 0; i < scene->caliper_count; i++) {
		const struct caliper *caliper = &scene->caliper[i];

		fprintf(out, "caliper %s ", ink_names[caliper->ink]);
		dump_place(out, caliper->panel, caliper->inset);
		fprintf(out, "%" PRId64 "..%" PRId64 " %" PRId64 "..%" PRId64 " %s\n", caliper->x0,
			caliper->x1, caliper->y0, caliper->y1, caliper->text);
	}
	for (size_t i = 0; i < scene->moment_count; i++)
		fprintf(out, "moment %zu %s %" PRId64 " %" PRId64 " %s\n", i + 1,
			ink_names[scene->moment[i].ink], scene->moment[i].x, scene->moment[i].y,
			scene->moment[i].text);
}

static void
dump_ladder(const struct ladder *ladder, FILE *out)
{
	fprintf(out, "ladder %s | %s\n", ladder->left, ladder->right);
	for (size_t i = 0; i < ladder->count; i++) {
		const struct rung *rung = &ladder->rung[i];

		fprintf(out, "rung %" PRId64 " %s %s %s\n", rung->time, ink_names[rung->ink],
			rung->gap ? "..." : rung->lost ? rung->to_right ? "->x" : "x<-"
			: rung->to_right ? "->" : "<-", rung->text);
	}
}

void
scene_dump(const struct scene *scene, FILE *out)
{
	fprintf(out, "scene %s\n", scene->graph);
	if (scene->headline)
		fprintf(out, "headline %s\n", scene->headline);
	fprintf(out, "title %s\nsubtitle %s\nfooter %s\n", scene->title, scene->subtitle,
		scene->footer);
	if (scene->message)
		fprintf(out, "message %s\n", scene->message);
	dump_axis(out, "x", &scene->x);
	for (size_t i = 0; i < scene->panel_count; i++) {
		fprintf(out, "panel %zu %.2f ", i, scene->panel[i].share);
		dump_axis(out, "y", &scene->panel[i].y);
	}
	for (size_t i = 0; i < scene->layer_count; i++)
		dump_layer(out, &scene->layer[i]);
	for (size_t i = 0; i < scene->inset_count; i++) {
		const struct inset *inset = &scene->inset[i];

		fprintf(out, "inset %zu panel %u %s\n", i + 1, inset->panel, inset->title);
		dump_axis(out, "  x", &inset->x);
		dump_axis(out, "  y", &inset->y);
	}
	dump_annotations(scene, out);
	if (scene->ladder.count)
		dump_ladder(&scene->ladder, out);
}
