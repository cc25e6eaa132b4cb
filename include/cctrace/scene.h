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
	INK_REFERENCE,  /* means, minima, percentiles; calipers */
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
	GLYPH_ARROW_UP, GLYPH_ARROW_DOWN, /* an arrowhead at (x, lo): it goes on that way */
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
	const char *letter;     /* beside its points, "Rf": where several stand too close, once
	                           with their number; NULL: none.  Owned by the scene. */
	const char *detail;     /* behind the count in the legend: "24 fast, 1 timeout"; NULL */
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

/* Where a mark, a caliper or a layer lies: a panel, or an inset of one. */
#define PLACE_PANEL 0 /* else the number of an inset, from 1 */

/* A word at a point; drawn above all layers. */
struct mark {
	nsec x;
	int64_t y;
	enum ink ink;
	enum glyph glyph;       /* of its point: GLYPH_DOT unless set otherwise */
	uint8_t panel;
	uint8_t inset;          /* PLACE_PANEL: in the panel itself */
	const char *text;       /* owned by the scene */
};

/*
 * A distance measured in the picture, with its value: horizontal when y0 == y1, vertical
 * when x0 == x1.
 */
struct caliper {
	nsec x0, x1;            /* x0 <= x1 */
	int64_t y0, y1;         /* y0 <= y1 */
	enum ink ink;
	uint8_t panel;
	uint8_t inset;
	const char *text;       /* "one RTT: 100.1 ms"; owned by the scene */
};

/* A stretch of time, over the whole height of every panel and under all layers. */
struct span {
	nsec begin, end;        /* begin < end */
	enum ink ink;
	bool hatched;           /* the capture can't speak for it; else softly shaded */
	const char *name;       /* in the legend, once for all spans of that name; NULL */
};

/* A stretch of the bar above the panels, which says one thing of each moment. */
struct strip {
	nsec begin, end;        /* begin < end; in order, none overlaps the next */
	enum ink ink;
	const char *name;       /* in the bar, where it is wide enough; owned by the scene */
};

/* One of the few moments that matter: a number at its point, its text in the key below. */
struct moment {
	nsec x;
	int64_t y;              /* in panel 0 */
	enum ink ink;
	const char *text;       /* "timeout after 812 ms"; owned by the scene */
};

struct axis {
	enum unit unit;
	int64_t lo, hi;         /* lo < hi; padded by the graph so that the first and last
	                           points show */
	const char *title;      /* "sequence offset": the unit is added by the renderer */
	int64_t knee;           /* above it the scale is logarithmic, in the top quarter, which
	                           the renderer says; 0: linear throughout.  lo < knee < hi */
};

enum {
	SCENE_PANELS_MAX = 2, SCENE_LAYERS_MAX = 32, SCENE_INSETS_MAX = 2, SCENE_MOMENTS_MAX = 9,
	SCENE_RUNGS_MAX = 64
};

struct panel {
	struct axis y;
	double share;           /* of the plot's height; all panels sum to 1 */
};

/* A part of a panel, enlarged; the renderer lays it where the panel is empty. */
struct inset {
	struct axis x, y;       /* what it shows; all layers of the panel are drawn in it */
	uint8_t panel;
	const char *title;      /* "a loss and its repair"; owned by the scene */
};

/* A segment between the two lines of a ladder, in order of time from top to bottom. */
struct rung {
	nsec time;              /* at the capture point, since the connection's first segment */
	enum ink ink;
	bool to_right;
	bool lost;              /* sent but, as it turned out, never delivered: ends in a cross */
	bool gap;               /* no segment: `text` says how many are left out, or the pause */
	const char *text;       /* "Seq=1 Ack=80 Len=1448 [PSH, ACK]"; owned by the scene */
};

struct ladder {
	const char *left, *right; /* the ends' names; owned by the scene */
	struct rung *rung;        /* owned by the scene */
	size_t count;             /* 1..SCENE_RUNGS_MAX; 0: the scene is no ladder */
};

struct scene {
	const char *graph;      /* "tcptrace" */
	const char *headline;   /* what the summary says first; NULL */
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
	struct caliper *caliper;
	size_t caliper_count;
	struct span *span;
	size_t span_count;
	struct strip *strip;
	size_t strip_count;     /* 0: no bar */
	const char *strip_title; /* before the bar: "limited by"; NULL: none */
	struct inset inset[SCENE_INSETS_MAX];
	size_t inset_count;
	struct moment moment[SCENE_MOMENTS_MAX]; /* numbered from 1 in this order */
	size_t moment_count;
	struct ladder ladder;   /* when it has rungs they are all that is drawn */
	/* The scene's own. */
	struct scene_block *blocks;
	size_t mark_capacity, caliper_capacity, span_capacity, strip_capacity;
};

struct scene *scene_new(const char *graph);
void scene_free(struct scene *scene);

/* A copy of `size` bytes that lives as long as the scene; aligned for anything. */
void *scene_keep(struct scene *scene, const void *bytes, size_t size);

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
void scene_caliper(struct scene *scene, const struct caliper *caliper);
void scene_span(struct scene *scene, const struct span *span);
void scene_strip(struct scene *scene, const struct strip *strip);

/* Its number, from 1; asserts that there is room, as does scene_moment. */
uint8_t scene_inset(struct scene *scene, const struct inset *inset);
void scene_moment(struct scene *scene, nsec x, int64_t y, enum ink ink, const char *text);

/* All rungs of a ladder, which the scene keeps a copy of. */
void scene_ladder(struct scene *scene, const char *left, const char *right,
	const struct rung *rungs, size_t count);

/*
 * Text of everything: titles, axes, marks in full; of each layer name, style, number of
 * points, checksum, extremes, first and last rows.  The golden format.
 */
void scene_dump(const struct scene *scene, FILE *out);

#endif
