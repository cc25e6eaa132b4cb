/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * detail.c - a few round trips of the sequence axis, large enough to see single segments,
 * with time and bytes measured in the picture.
 */
#include "graph/detail.h"

#include "base/si.h"
#include "graph/cut.h"
#include "graph/headline.h"
#include "graph/kinds.h"
#include "graph/measure.h"
#include "graph/stevens.h"
#include "graph/tcptrace.h"

/* ---- which part ---- */

enum { TRIPS = 3, TRIPS_MAX = 12 };

static nsec
usual_width(const struct graph_input *input)
{
	nsec trip = locate_round_trip(input), width = TRIPS * trip;

	if (width < 50 * NSEC_PER_MSEC)
		width = 50 * NSEC_PER_MSEC;
	return width < TRIPS_MAX * trip ? width : TRIPS_MAX * trip;
}

/* The last ACK that advances before `row`, but none further back than `most`. */
static nsec
ack_before(const struct graph_input *input, size_t row, nsec most)
{
	const struct tape *tape = input->tape;
	nsec x = drawing_time(tape, row);

	for (size_t at = row; at-- > 0 && drawing_time(tape, at) >= x - most;)
		if (locate_advances(tape, at, (uint8_t)input->dir))
			return drawing_time(tape, at);
	return x;
}

static void
choose_repair(const struct graph_input *input, struct detail *detail)
{
	const struct tape *tape = input->tape;
	const struct repair *repair = &detail->repair;
	nsec width = usual_width(input);
	nsec last = drawing_time(tape, repair->acked < tape->rows ? repair->acked : repair->again);
	nsec from = ack_before(input, repair->original, width / 3) - width / 20;
	nsec to = last + (last - from) / 10;

	detail->excerpt = locate_excerpt(tape, from, to > from + width ? to : from + width);
	detail->why = repair->seen ? "the longest repair of a loss" : "the longest gap";
}

static void
choose_all(const struct graph_input *input, struct detail *detail)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	nsec first = total->first_data, last = total->last_data;

	if (first == NSEC_UNKNOWN)
		first = last = input->row->first_time;
	if (total->last_ack_of_data != NSEC_UNKNOWN && total->last_ack_of_data > last)
		last = total->last_ack_of_data;
	first = drawing_since(first, input->row->first_time);
	last = drawing_since(last, input->row->first_time);

	nsec margin = last > first ? (last - first) / 20 + NSEC_PER_USEC : NSEC_PER_MSEC;

	detail->excerpt = locate_excerpt(input->tape, first - margin, last + margin);
	detail->why = "all of the data";
}

struct detail
detail_choose(const struct graph_input *input)
{
	struct detail detail = {.why = "steady state"};
	nsec width = usual_width(input);
	size_t row;

	if (input->zoom_begin < input->zoom_end) {
		detail.excerpt = locate_excerpt(input->tape, input->zoom_begin, input->zoom_end);
		detail.why = "as asked for";
	} else if (locate_repair(input->tape, input->dir, SIZE_MAX, &detail.repair)) {
		detail.repaired = true;
		choose_repair(input, &detail);
	} else if (locate_steady(input, width, &row)) {
		nsec from = drawing_time(input->tape, row) - width / 20;

		detail.excerpt = locate_excerpt(input->tape, from, from + width);
	} else {
		choose_all(input, &detail);
	}
	return detail;
}

/* ---- what all details share ---- */

/* More than these are tied by thin lines without their ages. */
enum { AGES_MAX = 4 };

/* A picture of a part: one drawing of its rows, one with what its lines need beside them. */
struct part {
	struct detail detail;
	struct graph_input rows_input, lines_input;
	struct drawing rows, lines;
	struct measure measure;
};

static const char *
subtitle(struct scene *scene, const struct detail *detail)
{
	return scene_text(scene, "%s · %s from %s on", detail->why,
		si_duration(detail->excerpt.to - detail->excerpt.from).text,
		si_duration(detail->excerpt.from).text);
}

/* False when there is nothing to show, which the scene's message then says. */
static bool
begin_part(struct part *part, const struct graph_input *input, struct scene *scene)
{
	const struct excerpt *excerpt = &part->detail.excerpt;

	scene->panel[0].y = (struct axis){UNIT_BYTES, 0, 1, "sequence offset"};
	if (input->row->dir[input->dir].data_packets == 0) {
		drawing_title(scene, input, NULL, "");
		scene->message = headline_nothing(scene, input);
		return false;
	}
	part->detail = detail_choose(input);
	drawing_title(scene, input, NULL, subtitle(scene, &part->detail));
	scene->x.lo = excerpt->from;
	scene->x.hi = excerpt->to;
	if (excerpt->begin == excerpt->end) {
		scene->message = "Nothing was captured in this stretch of time.";
		return false;
	}
	part->rows_input = part->lines_input = *input;
	part->rows_input.tape = cut_rows(scene, input->tape, excerpt->begin, excerpt->end);
	part->lines_input.tape = cut_lines(scene, input, excerpt);
	part->rows = (struct drawing){.scene = scene, .input = &part->rows_input};
	part->lines = (struct drawing){.scene = scene, .input = &part->lines_input};
	part->measure = (struct measure){scene, input, *excerpt, PLACE_PANEL, INT64_MIN};
	return true;
}

static void
fit(struct part *part, const struct graph_input *input, struct scene *scene)
{
	struct extent y = locate_extent(input->tape, input->dir, &part->detail.excerpt);
	int64_t height = y.hi - y.lo;

	scene->panel[0].y.lo = y.lo - height / 25 - 1;
	scene->panel[0].y.hi = y.hi + height / 12 + 1;
}

static void
end_part(struct part *part, struct scene *scene)
{
	struct measure *measure = &part->measure;

	drawing_flag_marks(&part->rows);
	measure_round_trip(measure);
	measure_flight(measure);
	if (part->detail.repaired)
		measure_repair(measure, &part->detail.repair);
	else
		measure_ages(measure, AGES_MAX);
	if (scene->layer_count == 0)
		scene->message = "This direction carried no data here.";
}

/* ---- the two kinds ---- */

/* SACKed for the first time within the part: what was known before is no news in it. */
static void
keep_between(struct sacked *sacked, const struct excerpt *excerpt)
{
	size_t kept = 0;

	for (size_t i = 0; i < sacked->count; i++)
		if (sacked->points[i].x >= excerpt->from && sacked->points[i].x <= excerpt->to)
			sacked->points[kept++] = sacked->points[i];
	sacked->count = kept;
}

static void
add_segments(struct part *part, const struct graph_input *input)
{
	struct sacked sacked;
	struct rare rare;

	sacked_find(&sacked, input->tape, input->dir);
	keep_between(&sacked, &part->detail.excerpt);
	rare_find(&rare, part->rows_input.tape, input->dir, 0, true);
	/* What is measured needs no line beside. */
	if (rare.list[RARE_AGAIN].count <= (part->detail.repaired ? 1 : AGES_MAX))
		rare.list[RARE_TIE].count = 0;
	tcptrace_add_segments(&part->rows, &sacked, &rare, true);
	rare_fini(&rare);
	sacked_fini(&sacked);
}

void
tcptrace_detail_build(const struct graph_input *input, struct scene *scene)
{
	struct part part = {0};

	if (!begin_part(&part, input, scene))
		return;
	fit(&part, input, scene);
	if (measure_edge(&part.measure, &scene->panel[0].y))
		tcptrace_add_edge(&part.lines);
	tcptrace_add_acks(&part.lines);
	add_segments(&part, input);
	end_part(&part, scene);
}

void
stevens_detail_build(const struct graph_input *input, struct scene *scene)
{
	struct part part = {0};

	if (!begin_part(&part, input, scene))
		return;
	fit(&part, input, scene);
	tcptrace_add_acks(&part.lines);
	stevens_add_segments(&part.rows);
	end_part(&part, scene);
}
