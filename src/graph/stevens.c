/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stevens.c - sequence offset of every data segment over time, and nothing else: the shape
 * of a transfer.
 */
#include "base/si.h"
#include "graph/kinds.h"
#include "graph/drawing.h"

static inline bool
pick_class(const struct tape *tape, size_t row, uint8_t dir, struct point *point,
	bool (*is)(uint8_t data_class))
{
	if (!drawing_is_data(tape, row, dir) || !is(tape->data_class[row]))
		return false;
	*point = (struct point){drawing_time(tape, row), tape->begin[row], tape->begin[row]};
	return true;
}

static bool is_first(uint8_t class) { return class != DATA_AGAIN && class != DATA_LATE; }
static bool is_again(uint8_t class) { return class == DATA_AGAIN; }
static bool is_late(uint8_t class) { return class == DATA_LATE; }

static bool
pick_first(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_class(tape, row, dir, point, is_first);
}

static bool
pick_again(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_class(tape, row, dir, point, is_again);
}

static bool
pick_late(const struct tape *tape, size_t row, uint8_t dir, struct point *point)
{
	return pick_class(tape, row, dir, point, is_late);
}

static size_t
read_first(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return drawing_read(layer, cursor, out, max, pick_first);
}

static size_t
read_again(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return drawing_read(layer, cursor, out, max, pick_again);
}

static size_t
read_late(const struct layer *layer, size_t *cursor, struct point *out, size_t max)
{
	return drawing_read(layer, cursor, out, max, pick_late);
}

void
stevens_build(const struct graph_input *input, struct scene *scene)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	struct layer *layer;
	double bps;
	const char *rate = row_goodput(input->row, input->dir, &bps)
		? scene_text(scene, " · %s", si_rate(bps).text) : "";

	drawing_title(scene, input, scene_text(scene, "%s of payload in %s segments%s",
		si_bytes(total->payload_bytes).text, si_count(total->data_packets).text, rate));
	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "sequence offset"};
	if (total->data_packets == 0) {
		scene->message = "This direction carried no data.";
		return;
	}
	if ((layer = drawing_layer(scene, input, GLYPH_DOT, INK_DATA, read_first)))
		layer->name = "data segments";
	if ((layer = drawing_layer(scene, input, GLYPH_PLUS, INK_LATE, read_late)))
		layer->name = "filling a gap: reordered, or lost before the capture";
	if ((layer = drawing_layer(scene, input, GLYPH_CROSS, INK_AGAIN, read_again)))
		layer->name = "retransmissions";
	drawing_fit_time(scene);
	drawing_fit(scene, 0, false);
	drawing_sequence_marks(scene, input);
}
