/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layers.c - every point is stamped; what falls on the pixels of the point before is
 * passed over, so that a million points cost little and none is lost.
 */
#include "render/layers.h"

enum { CHUNK = 256, SYMBOL_SIZE = 7, MANY_DOTS = 4000 };

void
map_init(struct frame_map *map, struct box box, const struct axis *x, const struct axis *y,
	double scale)
{
	*map = (struct frame_map){
		.box = box,
		.x_origin = (double)x->lo,
		.x_scale = (box.width - 1) / ((double)x->hi - (double)x->lo),
		.y_origin = (double)y->lo,
		.y_scale = (box.height - 1) / ((double)y->hi - (double)y->lo),
		.scale = scale,
	};
}

/* Far outside stays outside without overflowing an int. */
static inline int
to_int(double value)
{
	return value < -1e8 ? -100000000 : value > 1e8 ? 100000000
		: (int)(value + (value < 0 ? -0.5 : 0.5));
}

int
map_x(const struct frame_map *map, double x)
{
	return map->box.x + to_int((x - map->x_origin) * map->x_scale);
}

int
map_y(const struct frame_map *map, double y)
{
	return map->box.y + map->box.height - 1 - to_int((y - map->y_origin) * map->y_scale);
}

static int
pixels(double scale, double size)
{
	int count = (int)(size * scale + 0.5);

	return count < 1 ? 1 : count;
}

/* The pen of one layer. */
struct pen {
	struct canvas *canvas;
	const struct frame_map *map;
	const struct layer *layer;
	int size;
	int x, y;                /* where it stands */
	bool down;
};

static void
stamp_bar(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x);
	int top = map_y(pen->map, (double)point->hi), bottom = map_y(pen->map, (double)point->lo);

	if (pen->down && x == pen->x && bottom == pen->y && top == bottom)
		return;
	pen->down = true;
	pen->x = x;
	pen->y = bottom;
	/* A bar of less than its width would be missed. */
	if (bottom - top < pen->size)
		top = bottom - pen->size;
	for (int i = 0; i < pen->size; i++)
		canvas_column(pen->canvas, x + i - (pen->size - 1) / 2, top, bottom,
			pen->layer->ink);
}

static void
stamp_symbol(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x), y = map_y(pen->map, (double)point->lo);

	if (pen->down && x == pen->x && y == pen->y)
		return;
	pen->down = true;
	pen->x = x;
	pen->y = y;
	canvas_symbol(pen->canvas, pen->layer->glyph, x, y, pen->size, pen->layer->ink);
}

/* A row of dashes: by place, so that pieces of one line fit together. */
static void
draw_row(const struct pen *pen, int x0, int x1, int y)
{
	int dash = pixels(pen->map->scale, 3), left = pen->map->box.x;

	if (!pen->layer->dotted) {
		for (int i = 0; i < pen->size; i++)
			canvas_row(pen->canvas, x0, x1 + pen->size - 1, y + i, pen->layer->ink);
		return;
	}
	if (x0 < left)
		x0 = left;
	if (x1 > left + pen->map->box.width)
		x1 = left + pen->map->box.width;
	for (int x = x0; x <= x1; x++)
		if ((x - left) / dash % 2 == 0)
			for (int i = 0; i < pen->size; i++)
				canvas_row(pen->canvas, x, x, y + i, pen->layer->ink);
}

static void
stamp_step(struct pen *pen, const struct point *point)
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
	if (pen->down) {
		if (x != pen->x)
			draw_row(pen, pen->x, x, pen->y);
		for (int i = 0; i < pen->size && (!pen->layer->dotted || x != pen->x); i++)
			canvas_column(pen->canvas, x + i, pen->y, y, pen->layer->ink);
	} else {
		draw_row(pen, x, x, y);
	}
	pen->down = true;
	pen->x = x;
	pen->y = y;
}

static void
stamp_line(struct pen *pen, const struct point *point)
{
	int x = map_x(pen->map, (double)point->x), y;

	if (point->lo == POINT_GAP) {
		pen->down = false;
		return;
	}
	y = map_y(pen->map, (double)point->lo);
	if (pen->down && (x != pen->x || y != pen->y))
		canvas_line(pen->canvas, pen->x, pen->y, x, y, pen->size, pen->layer->ink);
	pen->down = true;
	pen->x = x;
	pen->y = y;
}

static void
stamp_rule(struct pen *pen, const struct point *point)
{
	int y = map_y(pen->map, (double)point->lo);
	int dash = pixels(pen->map->scale, 6), left = pen->map->box.x;

	for (int x = 0; x < pen->map->box.width; x += 2 * dash)
		canvas_fill(pen->canvas, (struct box){left + x, y, dash, pen->size},
			pen->layer->ink);
}

static int
size_of(const struct layer *layer, double scale)
{
	switch (layer->glyph) {
	case GLYPH_DOT:
		return pixels(scale, layer->count > MANY_DOTS ? 2 : 3);
	case GLYPH_BAR:
		return pixels(scale, layer->thick ? 3 : 1);
	case GLYPH_STEP: case GLYPH_LINE:
		/* References are thinner than what they refer to. */
		return pixels(scale, layer->ink == INK_REFERENCE ? 1 : 2);
	case GLYPH_RULE:
		return pixels(scale, 1);
	case GLYPH_CROSS: case GLYPH_PLUS: case GLYPH_DIAMOND: case GLYPH_RING:
	case GLYPH_TRIANGLE: case GLYPH_SQUARE: case GLYPH_TICK: case GLYPH_COUNT:
		break;
	}
	return pixels(scale, SYMBOL_SIZE) | 1;
}

typedef void stamp(struct pen *pen, const struct point *point);

static stamp *
stamp_of(enum glyph glyph)
{
	static stamp *const stamps[GLYPH_COUNT] = {
		[GLYPH_BAR] = stamp_bar, [GLYPH_STEP] = stamp_step, [GLYPH_LINE] = stamp_line,
		[GLYPH_RULE] = stamp_rule,
	};

	return glyph < GLYPH_COUNT && stamps[glyph] ? stamps[glyph] : stamp_symbol;
}

void
layer_draw(struct canvas *canvas, const struct frame_map *map, const struct layer *layer)
{
	struct pen pen = {.canvas = canvas, .map = map, .layer = layer,
		.size = size_of(layer, map->scale)};
	stamp *draw = stamp_of(layer->glyph);
	struct point points[CHUNK];
	size_t cursor = 0, got;

	canvas_clip(canvas, &map->box);
	while (layer->read && (got = layer->read(layer, &cursor, points, CHUNK)) > 0)
		for (size_t i = 0; i < got; i++)
			draw(&pen, &points[i]);
	canvas_clip(canvas, NULL);
}

/* A made-up piece of the layer: a step up, a bar, a symbol. */
void
layer_swatch(struct canvas *canvas, const struct layer *layer, struct box box, double scale)
{
	struct axis unit = {UNIT_COUNT_OF, 0, 100, ""};
	struct frame_map map;
	struct pen pen = {.canvas = canvas, .map = &map, .layer = layer,
		.size = size_of(layer, scale)};
	stamp *draw = stamp_of(layer->glyph);

	map_init(&map, box, &unit, &unit, scale);
	canvas_clip(canvas, &box);
	if (layer->glyph == GLYPH_STEP || layer->glyph == GLYPH_LINE) {
		draw(&pen, &(struct point){0, 50, 50});
		draw(&pen, &(struct point){100, 50, 50});
	} else if (layer->glyph == GLYPH_BAR) {
		draw(&pen, &(struct point){50, 10, 90});
	} else {
		draw(&pen, &(struct point){50, 50, 50});
	}
	canvas_clip(canvas, NULL);
}
