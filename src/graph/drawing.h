/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * drawing.h - what all graphs share: titles, axes, and layers read straight from a tape.
 */
#ifndef CCTRACE_GRAPH_DRAWING_H
#define CCTRACE_GRAPH_DRAWING_H

#include "cctrace/graph.h"

/* Times beyond this, 73 years from the first segment, come from broken clocks. */
#define DRAWING_TIME_MAX (INT64_MAX / 4)

/* ns from the connection's first segment, within DRAWING_TIME_MAX. */
static inline nsec
drawing_since(nsec time, nsec first)
{
	nsec span;

	if (__builtin_sub_overflow(time, first, &span))
		return time < first ? -DRAWING_TIME_MAX : DRAWING_TIME_MAX;
	return span > DRAWING_TIME_MAX ? DRAWING_TIME_MAX
		: span < -DRAWING_TIME_MAX ? -DRAWING_TIME_MAX : span;
}

static inline nsec
drawing_time(const struct tape *tape, size_t row)
{
	return drawing_since(tape->time[row], tape->conn->first_time);
}

/* Bytes of a row's sequence space that are payload: SYN and FIN are not. */
static inline uint32_t
drawing_payload(const struct tape *tape, size_t row)
{
	uint32_t flags = tape->flags[row];
	uint32_t numbers = (flags & TCP_SYN ? 1 : 0) + (flags & TCP_FIN ? 1 : 0);

	return tape->length[row] > numbers ? tape->length[row] - numbers : 0;
}

/* A row of the drawn direction with payload the capture had not seen before. */
static inline bool
drawing_is_first(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->data_class[row] == DATA_NEW && tape->dir[row] == dir
		&& drawing_payload(tape, row) != 0;
}

/* A SYN or a FIN may be sent again, too. */
static inline bool
drawing_is_again(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->data_class[row] == DATA_AGAIN && tape->dir[row] == dir;
}

static inline bool
drawing_is_late(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->data_class[row] == DATA_LATE && tape->dir[row] == dir;
}

/* Window probes and keep-alives, most of which carry nothing. */
static inline bool
drawing_is_probe(const struct tape *tape, size_t row, uint8_t dir)
{
	return (tape->data_class[row] == DATA_PROBE
		|| tape->data_class[row] == DATA_KEEP_ALIVE) && tape->dir[row] == dir;
}

/* An ACK of the drawn direction's data that isn't a copy, nor overtaken by a later one. */
static inline bool
drawing_is_ack(const struct tape *tape, size_t row, uint8_t dir)
{
	return tape->dir[row] != dir && tape->has[row] & HAS_ACK
		&& tape->data_class[row] != DATA_COPY && tape->ack_class[row] != ACK_OLD;
}

/*
 * Bytes in flight, state by state: at the capture point, or as the sender had them where
 * that is drawn.
 */
static inline size_t
drawing_flight_count(const struct graph_input *input)
{
	return input->view ? input->view->count : input->tape->rows;
}

static inline uint32_t
drawing_flight(const struct graph_input *input, size_t at)
{
	uint64_t bytes;

	if (!input->view)
		return outstanding_pipe(&input->tape->of[input->dir][at], 0);
	bytes = lived_pipe(&input->view->event[at]);
	return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

/* When that state began: since the epoch. */
static inline nsec
drawing_flight_time(const struct graph_input *input, size_t at)
{
	return input->view ? input->view->event[at].time : input->tape->time[at];
}

/* The shift of the windows that the receiver of the drawn direction advertises; SHIFT_... */
static inline int
drawing_shift(const struct tape *tape, uint8_t dir)
{
	return tape->facts.side[!dir].window_shift;
}

/* A window in bytes; by its field alone while the shift is unknown. */
static inline int64_t
drawing_window(const struct tape *tape, size_t row, uint8_t dir)
{
	int shift = drawing_shift(tape, dir);

	return (int64_t)tape->window[row]
		<< (shift > 0 && !(tape->has[row] & WINDOW_UNSCALED) ? shift : 0);
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

/* The reader `read_NAME` of `pick_NAME`. */
#define DRAWING_READER(name) \
	static size_t \
	read_##name(const struct layer *layer, size_t *cursor, struct point *out, size_t max) \
	{ \
		return drawing_read(layer, cursor, out, max, pick_##name); \
	}

struct extent {
	int64_t lo, hi;
	bool any;                /* lo and hi are valid */
};

/* A scene in the making: every layer is read once, for its count and for the axes. */
struct drawing {
	struct scene *scene;
	const struct graph_input *input;
	uint8_t panel;           /* of the layers and marks that are added */
	struct extent x, y[SCENE_PANELS_MAX];
};

/*
 * A layer over the tape; `name` (NULL: not listed) is of the lifetime of the scene.  Lines
 * have no count in the legend.  NULL, and no layer, when it would have no point.
 */
struct layer *drawing_layer(struct drawing *drawing, const char *name, enum glyph glyph,
	enum ink ink, layer_read read);

/* The same over another source than the tape, which lives as long as the scene. */
struct layer *drawing_layer_of(struct drawing *drawing, const char *name, enum glyph glyph,
	enum ink ink, layer_read read, const void *source);

/* A layer over `count` points, which are copied; NULL when there are none. */
struct layer *drawing_points(struct drawing *drawing, const char *name, enum glyph glyph,
	enum ink ink, const struct point *points, size_t count);

/* The axes of `panel` are to reach a point. */
void drawing_reach(struct drawing *drawing, uint8_t panel, nsec x, int64_t y);

/* A horizontal line at `value`. */
void drawing_rule(struct drawing *drawing, const char *name, int64_t value);

/* Set the axis of values from all that was added, padded by 2 %. */
void drawing_fit(struct drawing *drawing, uint8_t panel, bool from_zero);

/*
 * The axis of time: from the connection's first segment to its last in every graph, so
 * that its pictures lie one above the other.
 */
void drawing_fit_time(struct drawing *drawing);

/*
 * Sets title, headline, footer, and a subtitle that begins with the vantage.  `what` is
 * drawn; NULL: what the table of graphs calls it.
 */
void drawing_title(struct scene *scene, const struct graph_input *input, const char *what,
	const char *subtitle);

/* Where the capture was taken, seen along the drawn direction. */
enum drawing_vantage { DRAWING_UNKNOWN, DRAWING_SENDER, DRAWING_RECEIVER, DRAWING_MIDDLE };
enum drawing_vantage drawing_vantage(const struct graph_input *input);

/* The handshake's round trip; NSEC_UNKNOWN. */
nsec drawing_handshake(const struct graph_input *input);

/* The path's round trip: the handshake's, else the P50 of samples, else 100 ms. */
nsec drawing_round_trip(const struct graph_input *input);

/*
 * bit/s that the path carries at least, by the P99 of delivery rate samples; 0 where they
 * tell nothing of it: at the receiver a sample is a burst on the last link.
 */
uint64_t drawing_bottleneck(const struct graph_input *input);

/* SYN, FIN and RST of both sides, and the moments, at heights of the sequence axis; and the
 * gaps of the capture. */
void drawing_sequence_marks(struct drawing *drawing);

/* The flags alone. */
void drawing_flag_marks(struct drawing *drawing);

#endif
