/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scene.c - storage of a scene.
 */
#include "cctrace/scene.h"

#include <assert.h>
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

void *
scene_keep(struct scene *scene, const void *bytes, size_t size)
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
	free(scene->caliper);
	free(scene->span);
	free(scene->strip);
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

	const char *kept = scene_keep(scene, strbuf_text(&text), text.length + 1);

	strbuf_fini(&text);
	return kept;
}

const struct point *
scene_points(struct scene *scene, const struct point *points, size_t count)
{
	return scene_keep(scene, points, count * sizeof(*points));
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
	scene->mark[scene->mark_count++] = (struct mark){.x = x, .y = y, .ink = ink,
		.glyph = GLYPH_DOT, .panel = panel, .text = text};
}

void
scene_caliper(struct scene *scene, const struct caliper *caliper)
{
	assert(caliper->x0 <= caliper->x1 && caliper->y0 <= caliper->y1);
	scene->caliper = xgrow(scene->caliper, &scene->caliper_capacity, scene->caliper_count,
		sizeof(*scene->caliper), 4);
	scene->caliper[scene->caliper_count++] = *caliper;
}

void
scene_span(struct scene *scene, const struct span *span)
{
	assert(span->begin < span->end);
	scene->span = xgrow(scene->span, &scene->span_capacity, scene->span_count,
		sizeof(*scene->span), 4);
	scene->span[scene->span_count++] = *span;
}

void
scene_strip(struct scene *scene, const struct strip *strip)
{
	assert(strip->begin < strip->end);
	scene->strip = xgrow(scene->strip, &scene->strip_capacity, scene->strip_count,
		sizeof(*scene->strip), 16);
	scene->strip[scene->strip_count++] = *strip;
}

uint8_t
scene_inset(struct scene *scene, const struct inset *inset)
{
	assert(scene->inset_count < SCENE_INSETS_MAX);
	scene->inset[scene->inset_count++] = *inset;
	return (uint8_t)scene->inset_count;
}

void
scene_moment(struct scene *scene, nsec x, int64_t y, enum ink ink, const char *text)
{
	assert(scene->moment_count < SCENE_MOMENTS_MAX);
	scene->moment[scene->moment_count++] = (struct moment){x, y, ink, text};
}

void
scene_ladder(struct scene *scene, const char *left, const char *right,
	const struct rung *rungs, size_t count)
{
	assert(count > 0 && count <= SCENE_RUNGS_MAX);
	scene->ladder = (struct ladder){left, right,
		scene_keep(scene, rungs, count * sizeof(*rungs)), count};
}
