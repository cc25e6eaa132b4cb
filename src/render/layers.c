/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layers.c - every point is stamped; what falls on the pixels of the point before is
 * passed over, so that a million points cost little and none is lost.
 */
#include "render/layers.h"

/*
 * Page units across; symbols that are only strokes need more to weigh as much, and a thick
 * bar, which is rare and matters, is no less tall than a symbol.
 */
enum { CHUNK = 256, SYMBOL = 7, STROKED_SYMBOL = 9, THICK_BAR = 6, MANY_DOTS = 4000 };

static int
pixels(double scale, double size)
{
	int count = (int)(size * scale + 0.5);

	return count < 1 ? 1 : count;
}

/* What is painted of one column of pixels: top to bottom without a hole. */
struct column {
	int x, top, bottom;
	bool any;
};

/* The pen of one layer. */
struct pen {
	struct canvas *canvas;
	const struct frame_map *map;
	const struct layer *layer;
	int size;
	int least;               /* bottom - top of the flattest bar */
	int x, y;                /* where it stands */
	bool down;
	struct column column;    /* of bars and risers */
	struct stamp stamp;
};

/* Pieces of one column that touch are one; true when there is nothing new to paint. */
static bool
is_painted(struct column *column, int x, int top, int bottom)
{
	if (!column->any || x != column->x || top > column->bottom + 1
		|| bottom < column->top - 1) {
		*column = (struct column){x, top, bottom, true};
		return false;
	}
	if (top >= column->top && bottom <= column->bottom)
		return true;
	if (top < column->top)
		column->top = top;
	if (bottom > column->bottom)
		column->bottom = bottom;
	return false;
}

static void
draw_bar(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x);
	int top = map_y(pen->map, (double)point->hi), bottom = map_y(pen->map, (double)point->lo);

	/* One that is flatter would be missed. */
	if (bottom - top < pen->least) {
		bottom += (pen->least - (bottom - top)) / 2;
		top = bottom - pen->least;
	}
	x -= (pen->size - 1) / 2;
	if (pen->layer->hollow) {
		canvas_frame(pen->canvas, (struct box){x, top, pen->size, bottom - top + 1},
			pixels(pen->map->scale, 1), pen->layer->ink);
		return;
	}
	if (is_painted(&pen->column, x, top, bottom))
		return;
	for (int i = 0; i < pen->size; i++)
		canvas_column(pen->canvas, x + i, top, bottom, pen->layer->ink);
}

static void
draw_symbol(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x), y = map_y(pen->map, (double)point->lo);

	if (pen->down && x == pen->x && y == pen->y)
		return;
	pen->down = true;
	pen->x = x;
	pen->y = y;
	canvas_stamp(pen->canvas, &pen->stamp, x, y, pen->layer->ink);
}

/* Dashes lie by place, so that pieces of one line fit together. */
static bool
is_dash(const struct pen *pen, int place)
{
	return !pen->layer->dotted || place / pixels(pen->map->scale, 3) % 2 == 0;
}

static void
draw_row(const struct pen *pen, int x0, int x1, int y)
{
	const struct box *box = &pen->map->box;
	struct box piece = {x0, y, x1 - x0 + pen->size, pen->size};

	if (!pen->layer->dotted) {
		canvas_fill(pen->canvas, piece, pen->layer->ink);
		return;
	}
	/* Where it begins there is always ink, however short it is. */
	piece.width = pen->size;
	canvas_fill(pen->canvas, piece, pen->layer->ink);
	piece.width = 1;
	for (int x = x0 < box->x ? box->x : x0; x <= x1 && x < box->x + box->width; x++)
		if (is_dash(pen, x - box->x)) {
			piece.x = x;
			canvas_fill(pen->canvas, piece, pen->layer->ink);
		}
}

static void
draw_riser(struct pen *pen, int x, int y0, int y1)
{
	const struct box *box = &pen->map->box;
	int top = y0 < y1 ? y0 : y1, bottom = y0 < y1 ? y1 : y0;

	if (!pen->layer->dotted) {
		if (is_painted(&pen->column, x, top, bottom))
			return;
		for (int i = 0; i < pen->size; i++)
			canvas_column(pen->canvas, x + i, top, bottom, pen->layer->ink);
		return;
	}
	for (int y = top < box->y ? box->y : top; y <= bottom && y < box->y + box->height; y++)
		if (is_dash(pen, y - box->y) || y == y1)
			canvas_row(pen->canvas, x, x + pen->size - 1, y, pen->layer->ink);
}

static void
draw_step(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x);

	if (point->lo == POINT_GAP) {
		if (pen->down)
			draw_row(pen, pen->x, x, pen->y);
		pen->down = false;
		return;
	}

	int y = map_y(pen->map, (double)point->lo);

	if (pen->down && x == pen->x && y == pen->y)
		return;
	if (!pen->down) {
		draw_row(pen, x, x, y);
	} else {
		if (x != pen->x)
			draw_row(pen, pen->x, x, pen->y);
		draw_riser(pen, x, pen->y, y);
	}
	pen->down = true;
	pen->x = x;
	pen->y = y;
}

static void
draw_line(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x), y;

	if (point->lo == POINT_GAP) {
		pen->down = false;
		return;
	}
	y = map_y(pen->map, (double)point->lo);
	if (pen->down && x == pen->x && y == pen->y)
		return;
	/* A line of one point is a dot. */
	if (pen->down && x == pen->x)
		draw_riser(pen, x, pen->y, y);
	else if (pen->down)
		canvas_line(pen->canvas, pen->x, pen->y, x, y, pen->size, pen->layer->ink);
	else
		canvas_line(pen->canvas, x, y, x, y, pen->size, pen->layer->ink);
	pen->down = true;
	pen->x = x;
	pen->y = y;
}

static void
draw_rule(struct pen *pen, const struct point *point)
{
	int y = map_y(pen->map, (double)point->lo);
	int dash = pixels(pen->map->scale, 6), left = pen->map->box.x;

	for (int x = 0; x < pen->map->box.width; x += 2 * dash)
		canvas_fill(pen->canvas, (struct box){left + x, y, dash, pen->size},
			pen->layer->ink);
}

/* Rare and important, or with a hole that must be seen. */
static bool
is_prominent(const struct layer *layer)
{
	return layer->letter || layer->hollow;
}

int
layer_size(const struct layer *layer, double scale)
{
	switch (layer->glyph) {
	case GLYPH_DOT:
		return pixels(scale, is_prominent(layer) ? 5 : layer->count > MANY_DOTS ? 2 : 3);
	case GLYPH_BAR:
		return pixels(scale, is_prominent(layer) ? 5 : layer->thick ? 3 : 1);
	case GLYPH_STEP: case GLYPH_LINE:
		/* References are thinner than what they refer to. */
		return pixels(scale, layer->thick ? 3 : layer->ink == INK_REFERENCE ? 1 : 2);
	case GLYPH_RULE:
		return pixels(scale, 1);
	case GLYPH_CROSS: case GLYPH_PLUS:
		return pixels(scale, STROKED_SYMBOL) | 1;
	case GLYPH_DIAMOND: case GLYPH_RING: case GLYPH_TRIANGLE: case GLYPH_SQUARE:
	case GLYPH_TICK: case GLYPH_ARROW_UP: case GLYPH_ARROW_DOWN: case GLYPH_COUNT:
		break;
	}
	return pixels(scale, SYMBOL) | 1;
}

typedef void draw(struct pen *pen, const struct point *point);

static draw *
draw_of(enum glyph glyph)
{
	static draw *const draws[GLYPH_COUNT] = {
		[GLYPH_BAR] = draw_bar, [GLYPH_STEP] = draw_step, [GLYPH_LINE] = draw_line,
		[GLYPH_RULE] = draw_rule,
	};

	return glyph < GLYPH_COUNT && draws[glyph] ? draws[glyph] : draw_symbol;
}

static void
pen_init(struct pen *pen, struct canvas *canvas, const struct frame_map *map,
	const struct layer *layer)
{
	*pen = (struct pen){.canvas = canvas, .map = map, .layer = layer,
		.size = layer_size(layer, map->scale)};
	pen->least = layer->thick || is_prominent(layer) ? pixels(map->scale, THICK_BAR) - 1
		: pen->size - 1;
	stamp_make(&pen->stamp, layer->glyph, pen->size, pixels(map->scale, 1), layer->hollow);
}

static void
note_spots(const struct pen *pen, const struct point *points, size_t count,
	struct spots *spots)
{
	const struct frame_map *map = pen->map;

	for (size_t i = 0; i < count; i++) {
		int x = map_x(map, (double)points[i].x);
		int y = map_y(map, (double)points[i].lo / 2 + (double)points[i].hi / 2);

		if (box_has(&map->box, x, y))
			spots_add(spots, x, y);
	}
}

/* Whether a chunk, or the line to it from the chunk before, has a place in the part. */
static bool
reaches(const struct layer_part *part, const struct point *points, size_t count, bool joined)
{
	nsec lo = joined ? part->last : points[0].x, hi = lo;

	for (size_t i = 0; i < count; i++) {
		lo = points[i].x < lo ? points[i].x : lo;
		hi = points[i].x > hi ? points[i].x : hi;
	}
	return hi >= part->lo && lo <= part->hi;
}

/*
 * A line comes from the point before: the part begins with the chunk before the first that
 * reaches into it.
 */
static void
note_part(struct layer_part *part, size_t cursor, size_t number, const struct point *points,
	size_t count)
{
	bool reached = reaches(part, points, count, number > 0);

	part->last = points[count - 1].x;
	if (!part->any && (!reached || number == 0)) {
		part->first = cursor;
		part->begin = number;
	}
	if (!reached)
		return;
	part->any = true;
	part->chunks = number - part->begin + 1;
}

static void
note(const struct pen *pen, struct layer_watch *watch, size_t cursor, size_t number,
	const struct point *points, size_t count)
{
	for (size_t i = 0; i < watch->part_count; i++)
		note_part(&watch->part[i], cursor, number, points, count);
	if (watch->spots)
		note_spots(pen, points, count, watch->spots);
}

void
layer_draw_watched(struct canvas *canvas, const struct frame_map *map,
	const struct layer *layer, const struct layer_part *only, struct layer_watch *watch)
{
	draw *put = draw_of(layer->glyph);
	struct point points[CHUNK];
	struct pen pen;
	size_t cursor = only ? only->first : 0, left = only ? only->chunks : SIZE_MAX;
	size_t before = cursor, got;

	pen_init(&pen, canvas, map, layer);
	canvas_clip(canvas, &map->box);
	for (size_t i = 0; i < left && layer->read
		&& (got = layer->read(layer, &cursor, points, CHUNK)) > 0; i++) {
		for (size_t k = 0; k < got; k++)
			put(&pen, &points[k]);
		if (watch)
			note(&pen, watch, before, i, points, got);
		before = cursor;
	}
	canvas_clip(canvas, NULL);
}

void
layer_draw(struct canvas *canvas, const struct frame_map *map, const struct layer *layer)
{
	layer_draw_watched(canvas, map, layer, NULL, NULL);
}

bool
layer_least(const struct layer *layer, const struct layer_part *part, int64_t *least)
{
	struct point points[CHUNK];
	size_t cursor = part->first, got;
	bool any = false;

	for (size_t i = 0; i < part->chunks
		&& (got = layer->read(layer, &cursor, points, CHUNK)) > 0; i++)
		for (size_t k = 0; k < got && points[k].x <= part->hi; k++) {
			if (points[k].lo == POINT_GAP)
				continue;
			if (!any || points[k].x <= part->lo || points[k].lo < *least)
				*least = points[k].lo;
			any = true;
		}
	return any;
}

/* What a swatch shows: places in per cent of its box. */
struct sample {
	int count;
	struct point point[3];
};

static const struct sample *
sample_of(enum glyph glyph)
{
	static const struct sample one = {1, {{50, 50, 50}}};
	static const struct sample level = {2, {{0, 50, 50}, {100, 50, 50}}};
	/* A lone hairline or speck is hard to find, and its colour harder to tell. */
	static const struct sample bars = {3, {{25, 0, 55}, {50, 20, 75}, {75, 40, 95}}};
	static const struct sample tip = {1, {{50, 75, 75}}};
	static const struct sample dots = {3, {{20, 25, 25}, {50, 50, 50}, {80, 75, 75}}};

	switch (glyph) {
	case GLYPH_STEP: case GLYPH_LINE:
		return &level;
	case GLYPH_BAR:
		return &bars;
	case GLYPH_DOT:
		return &dots;
	case GLYPH_TRIANGLE: case GLYPH_TICK: case GLYPH_ARROW_UP: case GLYPH_ARROW_DOWN:
		return &tip;
	case GLYPH_CROSS: case GLYPH_PLUS: case GLYPH_DIAMOND: case GLYPH_RING:
	case GLYPH_SQUARE: case GLYPH_RULE: case GLYPH_COUNT:
		break;
	}
	return &one;
}

void
layer_swatch(struct canvas *canvas, const struct layer *layer, struct box box, double scale)
{
	const struct sample *sample = sample_of(layer->glyph);
	struct axis unit = {UNIT_COUNT_OF, 0, 100, ""};
	struct layer few = *layer;
	struct frame_map map;
	struct pen pen;

	/* Dots of full size: here they don't crowd. */
	few.count = 0;
	map_init(&map, box, &unit, &unit, scale);
	pen_init(&pen, canvas, &map, &few);
	canvas_clip(canvas, &box);
	for (int i = 0; i < sample->count; i++)
		draw_of(layer->glyph)(&pen, &sample->point[i]);
	canvas_clip(canvas, NULL);
}
