/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scene.h - what a picture shows, in data coordinates: time in ns since the connection's
 * first segment, values as integers of the axis's unit.  No pixel, colour, font or file
 * is known here.
 */
#ifndef CCTRACE_SCENE_H
#define CCTRACE_SCENE_H

#include <stdio.h>

#include "cctrace/units.h"

/* Ink is a meaning; a theme is a table from ink to colour. */
enum ink {
	INK_TEXT, INK_MUTED, INK_AXIS, INK_GRID,
	INK_DATA,       /* segments, flight, samples: the subject */
	INK_ACK,        /* what was acknowledged, goodput */
	INK_WINDOW,     /* the receive window */
	INK_SACK,
	INK_AGAIN,      /* retransmissions, loss */
	INK_LATE,       /* reordered */
	INK_EVENT,      /* SYN, FIN, RST, zero window, probes */
	INK_REFERENCE,  /* means, minima, percentiles */
	INK_COUNT
};

enum unit { UNIT_BYTES, UNIT_BITS_PER_SECOND, UNIT_NSEC, UNIT_COUNT_OF };

enum glyph {
	GLYPH_DOT,      /* a dot at (x, lo) */
	GLYPH_BAR,      /* a vertical bar from lo to hi at x, at least a pixel tall */
	GLYPH_STEP,     /* post-step: keeps lo until the next point's x */
	GLYPH_LINE,     /* straight from point to point */
	GLYPH_CROSS, GLYPH_PLUS, GLYPH_DIAMOND, GLYPH_RING, GLYPH_TRIANGLE, GLYPH_SQUARE,
	GLYPH_TICK,     /* a short vertical stroke hanging from (x, lo) */
	GLYPH_RULE,     /* a horizontal line at lo over the whole panel, labelled with the
	                   layer's name */
	GLYPH_COUNT
};

/* Where a step or line is interrupted: the pen is up until the next point. */
#define POINT_GAP INT64_MIN

struct point {
	nsec x;
	int64_t lo, hi; /* hi == lo but for bars */
};

struct scene;
struct layer;

/*
 * Hand out points, those of steps and lines in order of x unless the capture's clock went
 * back: at most `max` (at least 1) into `out`, going on from `*cursor`, which is 0 at first;
 * 0 when there are no more.
 */
typedef size_t (*layer_read)(const struct layer *layer, size_t *cursor,
	struct point *out, size_t max);

struct layer {
	const char *name;       /* in the legend; NULL: not listed.  Owned by the scene. */
	enum glyph glyph;
	enum ink ink;
	bool dotted;            /* uncertain: an unknown window scale */
	bool thick;
	bool hollow;
	uint8_t panel;          /* index of its panel */
	uint8_t dir;            /* which direction of the source, for `read` */
	uint64_t count;         /* points, or what the legend should count; 0: no count is printed */
	layer_read read;
	const void *source;     /* what `read` reads: a tape, or points of the scene */
	size_t source_count;
};

/* A word or letter at a point; drawn above all layers. */
struct mark {
	nsec x;
	int64_t y;
	enum ink ink;
	uint8_t panel;
	const char *text;       /* owned by the scene */
};

struct axis {
	enum unit unit;
	int64_t lo, hi;         /* lo < hi; padded by the graph so that the first and last
	                           points show */
	const char *title;      /* "sequence offset": the unit is added by the renderer */
};

enum { SCENE_PANELS_MAX = 2, SCENE_LAYERS_MAX = 24 };

struct panel {
	struct axis y;
	double share;           /* of the plot's height; all panels sum to 1 */
};

struct scene {
	const char *graph;      /* "tcptrace" */
	const char *title;      /* kind and direction: "10.0.2.2:80 → 10.0.1.2:43446" */
	const char *subtitle;   /* vantage and the numbers that matter */
	const char *footer;     /* file, absolute start */
	const char *message;    /* why there is nothing to draw; NULL otherwise */
	struct axis x;          /* UNIT_NSEC */
	struct panel panel[SCENE_PANELS_MAX];
	size_t panel_count;     /* at least 1, also with a message */
	struct layer layer[SCENE_LAYERS_MAX]; /* drawn in this order: later ones on top */
	size_t layer_count;
	struct mark *mark;
	size_t mark_count;
	/* The scene's own. */
	struct scene_block *blocks;
	size_t mark_capacity;
};

struct scene *scene_new(const char *graph);
void scene_free(struct scene *scene);

/* A formatted string, or a copy of `count` points, that lives as long as the scene. */
const char *scene_text(struct scene *scene, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
const struct point *scene_points(struct scene *scene, const struct point *points, size_t count);

/* A new layer, all zero but its glyph and ink; asserts that there is room. */
struct layer *scene_layer(struct scene *scene, const char *name, enum glyph glyph, enum ink ink);

/* A layer over points that the scene keeps a copy of. */
struct layer *scene_layer_points(struct scene *scene, const char *name, enum glyph glyph,
	enum ink ink, const struct point *points, size_t count);

void scene_mark(struct scene *scene, uint8_t panel, nsec x, int64_t y, enum ink ink,
	const char *text);

/*
 * Text of everything: titles, axes, marks in full; of each layer name, style, number of
 * points, checksum, extremes, first and last rows.  The golden format.
 */
void scene_dump(const struct scene *scene, FILE *out);

#endif
