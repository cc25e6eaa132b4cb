/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * drawing.h - what all graphs share: titles, axes, and layers read straight from a tape.
 */
#ifndef CCTRACE_GRAPH_DRAWING_H
#define CCTRACE_GRAPH_DRAWING_H

#include "cctrace/graph.h"

/* ns from the connection's first segment to a row. */
static inline nsec
drawing_time(const struct tape *tape, size_t row)
{
	return tape->time[row] - tape->conn->first_time;
}

/* A row of the drawn direction that carried payload and is no copy. */
static inline bool
drawing_is_data(const struct tape *tape, size_t row, uint8_t dir)
{
	uint8_t flags = tape->flags[row];

	/* SYN and FIN occupy a number, but are no payload. */
	return tape->dir[row] == dir
		&& tape->length[row] > (uint32_t)(!!(flags & TCP_SYN) + !!(flags & TCP_FIN))
		&& tape->data_class[row] != DATA_NONE && tape->data_class[row] != DATA_COPY;
}

/* An ACK of the drawn direction's data that isn't a copy. */
static inline bool
drawing_is_ack(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->dir[row] != dir && tape->has[row] & HAS_ACK
		&& tape->data_class[row] != DATA_COPY;
}

/*
 * A layer_read over rows: `pick` says whether a row gives a point, and which.  To be
 * inlined into one small function a layer.
 */
static inline __attribute__((always_inline)) size_t
drawing_read(const struct layer *layer, size_t *cursor, struct point *out, size_t max,
	bool (*pick)(const struct tape *tape, size_t row, uint8_t dir, struct point *point))
{
	const struct tape *tape = layer->source;
	size_t count = 0, row = *cursor;

	for (; row < tape->rows && count < max; row++)
		if (pick(tape, row, layer->dir, &out[count]))
			count++;
	*cursor = row;
	return count;
}

/* A layer over the tape's rows.  NULL, and no layer, when it would have no point. */
struct layer *drawing_layer(struct scene *scene, const struct graph_input *input,
	enum glyph glyph, enum ink ink, layer_read read);

/* Points a reader gives. */
uint64_t drawing_count(const struct layer *layer);

/* Smallest and largest over all layers of a panel: into the axes, padded by 2 %. */
void drawing_fit(struct scene *scene, uint8_t panel, bool from_zero);
void drawing_fit_time(struct scene *scene);

/* Sets title, footer, and a subtitle that begins with the vantage. */
void drawing_title(struct scene *scene, const struct graph_input *input, const char *subtitle);

/* Where the capture was taken, seen along the drawn direction. */
enum drawing_vantage { DRAWING_UNKNOWN, DRAWING_SENDER, DRAWING_RECEIVER, DRAWING_MIDDLE };
enum drawing_vantage drawing_vantage(const struct graph_input *input);

/* The shift of the windows that the receiver of the drawn direction advertises; SHIFT_... */
int drawing_shift(const struct tape *tape, uint8_t dir);

/* The path's round trip: the handshake's, else the P50 of samples, else 100 ms. */
nsec drawing_round_trip(const struct graph_input *input);

/* SYN, FIN and RST of both sides, and moments the notes mark, at heights of the sequence axis. */
void drawing_sequence_marks(struct scene *scene, const struct graph_input *input);

#endif
