/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * layout.h - where the words of a picture lie: what is placed later keeps off what is there,
 * and a test can ask.
 */
#ifndef CCTRACE_RENDER_LAYOUT_H
#define CCTRACE_RENDER_LAYOUT_H

#include <stddef.h>

#include "render/canvas.h"
#include "render/map.h"

enum layout_kind {
	LAYOUT_TEXT,     /* a line of text, also within a legend or an inset */
	LAYOUT_SYMBOL,   /* the circle of a moment, a bracket: no text lies on it but its own */
	LAYOUT_LEGEND,   /* the room of the whole legend */
	LAYOUT_INSET,    /* with its frame, ticks and title */
	LAYOUT_PANEL,    /* within its axes */
};

enum { LAYOUT_TEXT_MAX = 128 };

struct layout_item {
	enum layout_kind kind;
	struct box box;
	uint8_t number;          /* of a panel from 0, of an inset from 1; of a text or symbol
	                            the inset it lies in, 0: none */
	char text[LAYOUT_TEXT_MAX]; /* as it was drawn, cut to this length; of a text only */
};

struct layout {
	struct layout_item *item; /* in the order of drawing */
	size_t count, capacity;
	/* Of the panels and insets that were drawn: map_x, map_y say where a point lies. */
	struct frame_map panel[SCENE_PANELS_MAX], inset[SCENE_INSETS_MAX];
	size_t panel_count;      /* 0: a message or a ladder instead */
	bool has_inset[SCENE_INSETS_MAX];
};

/* One that is all zero is empty and ready; free what it holds. */
void layout_fini(struct layout *layout);

/* `text` may be NULL. */
void layout_add(struct layout *layout, enum layout_kind kind, struct box box, uint8_t number,
	const char *text);

/* Whether no text, symbol or inset but inset `inset` touches `box`; 0 leaves none out. */
bool layout_is_free(const struct layout *layout, const struct box *box, uint8_t inset);

/*
 * The first of the `count` places that has the least ink among those free and within
 * `within`; false when there is none with `most` pixels of ink or less.
 */
bool layout_choose(const struct layout *layout, const struct canvas *canvas,
	const struct box *within, uint8_t inset, const struct box *places, size_t count, long most,
	struct box *chosen);

#endif
