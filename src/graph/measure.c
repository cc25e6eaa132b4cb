/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/measure.h"

#include "base/si.h"

static void
across(const struct measure *measure, enum ink ink, nsec x0, nsec x1, stroff y,
	const char *text)
{
	scene_caliper(measure->scene, &(struct caliper){.x0 = x0, .x1 = x1, .y0 = y, .y1 = y,
		.ink = ink, .inset = measure->inset, .text = text});
}

static void
upright(const struct measure *measure, enum ink ink, nsec x, stroff y0, stroff y1,
	const char *text)
{
	scene_caliper(measure->scene, &(struct caliper){.x0 = x, .x1 = x, .y0 = y0, .y1 = y1,
		.ink = ink, .inset = measure->inset, .text = text});
}

/* ---- one round trip ---- */

/* The first sample by ACK at `row` or later. */
static size_t
sample_from(const struct tape *tape, size_t row)
{
	size_t low = 0, high = tape->rtt_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tape->rtt[middle].row < row)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Delayed ACKs, and the ACK delay of a receiver's capture, are no round trip. */
static bool
is_typical(const struct measure *measure, nsec rtt)
{
	nsec path = locate_round_trip(measure->input);

	return rtt > path / 2 && rtt < path + path / 2;
}

/* The first typical sample of a segment that was sent within the excerpt. */
static const struct tape_rtt *
find_sample(const struct measure *measure)
{
	const struct tape *tape = measure->input->tape;
	const struct tape_rtt *chosen = NULL;
	nsec sent = INT64_MAX;

	for (size_t i = sample_from(tape, measure->excerpt.begin); i < tape->rtt_count; i++) {
		const struct tape_rtt *sample = &tape->rtt[i];

		if (sample->row >= measure->excerpt.end)
			break;

		nsec x = drawing_time(tape, sample->row) - sample->rtt;

		if (tape->dir[sample->row] != measure->input->dir && !sample->by_sack
			&& x >= measure->excerpt.from && x < sent
			&& is_typical(measure, sample->rtt)) {
			chosen = sample;
			sent = x;
		}
	}
	return chosen;
}

/*
 * Of the segments that the ACK covers the middle one, sent once: away from the ACK line
 * and from the top of the flight, where other lines run.
 */
static bool
find_covered(const struct measure *measure, const struct tape_rtt *sample, size_t *row)
{
	const struct tape *tape = measure->input->tape;
	uint8_t dir = (uint8_t)measure->input->dir;
	nsec sent = drawing_time(tape, sample->row) - sample->rtt;
	stroff ack = tape->ack[sample->row], line = 0, lowest;
	bool any = false;

	if (!locate_ack_line(tape, measure->input->dir, sample->row, &line))
		return false;
	for (size_t at = sample->row; at-- > measure->excerpt.begin
		&& drawing_time(tape, at) >= sent;) {
		stroff end = tape->begin[at] + (stroff)tape->length[at];

		if (!drawing_is_first(tape, at, dir) || end > ack || end <= line)
			continue;
		lowest = line + (ack - line) / 2;
		if (any && end < lowest)
			break;
		*row = at;
		any = true;
	}
	return any;
}

bool
measure_round_trip(struct measure *measure)
{
	const struct tape *tape = measure->input->tape;
	const struct tape_rtt *sample = find_sample(measure);
	size_t row = 0;

	if (!sample || !find_covered(measure, sample, &row))
		return false;

	nsec x0 = drawing_time(tape, row), x1 = drawing_time(tape, sample->row);

	across(measure, INK_REFERENCE, x0, x1, tape->begin[row] + (stroff)tape->length[row],
		scene_text(measure->scene, "one RTT: %s", si_duration(x1 - x0).text));
	measure->busy_until = x1;
	return true;
}

/* ---- one flight, and the wait for its ACK ---- */

/* An ACK that ends a flight, with what stood before it. */
struct flight {
	size_t row;
	stroff ack;
	struct outstanding of;
	nsec silence;
};

static uint32_t
largest(const struct measure *measure)
{
	const struct tape *tape = measure->input->tape;
	uint32_t owin = 0;

	for (size_t row = measure->excerpt.begin; row < measure->excerpt.end; row++)
		if (tape->of[measure->input->dir][row].owin > owin)
			owin = tape->of[measure->input->dir][row].owin;
	return owin;
}

/* In a recovery not all that is outstanding is in flight. */
static bool
is_candidate(const struct flight *flight, uint32_t least)
{
	return flight->of.owin >= least && !(flight->of.sacked | flight->of.lost);
}

/*
 * Of the flights of `least` bytes or more that end after `after` the one that is followed
 * by the longest silence.
 */
static bool
find_flight(const struct measure *measure, uint32_t least, nsec after, struct flight *best)
{
	const struct tape *tape = measure->input->tape;
	uint8_t dir = (uint8_t)measure->input->dir;
	stroff ack = 0;
	bool found = false, any = locate_ack_line(tape, dir, measure->excerpt.begin, &ack);

	for (size_t row = measure->excerpt.begin; row < measure->excerpt.end; row++) {
		if (any && row > measure->excerpt.begin && locate_advances(tape, row, dir)
			&& drawing_time(tape, row) > after) {
			struct flight flight = {row, ack, tape->of[dir][row - 1],
				drawing_time(tape, row) - drawing_time(tape, row - 1)};

			if (is_candidate(&flight, least)
				&& (!found || flight.silence > best->silence)) {
				*best = flight;
				found = true;
			}
		}
		if (drawing_is_ack(tape, row, dir)) {
			ack = tape->ack[row];
			any = true;
		}
	}
	return found;
}

/* There was no room for one more segment. */
static bool
is_window_full(const struct measure *measure, const struct flight *flight)
{
	const struct tape *tape = measure->input->tape;
	uint8_t dir = (uint8_t)measure->input->dir;
	const struct side_facts *side = &tape->facts.side[dir];
	uint32_t segment = side->mss ? side->mss : side->largest_payload;
	size_t row = flight->row;

	if (drawing_shift(tape, dir) == SHIFT_UNKNOWN)
		return false;
	while (row-- > 0)
		if (drawing_is_ack(tape, row, dir) && tape->has[row] & HAS_WINDOW)
			return drawing_window(tape, row, dir)
				< (int64_t)flight->of.owin + (int64_t)segment;
	return false;
}

/* What keeps the sender from sending more, as far as the picture shows it. */
static const char *
say_wait(const struct measure *measure, const struct flight *flight, uint32_t most)
{
	struct si_text took = si_duration(flight->silence);

	if (is_window_full(measure, flight))
		return scene_text(measure->scene, "waits %s for ACKs: the receive window is full",
			took.text);
	if (flight->of.owin == most)
		return scene_text(measure->scene,
			"waits %s for ACKs: no more than %s in flight", took.text,
			si_bytes(flight->of.owin).text);
	return scene_text(measure->scene, "waits %s for ACKs", took.text);
}

static void
lay_wait(const struct measure *measure, const struct flight *flight, uint32_t most)
{
	nsec x = drawing_time(measure->input->tape, flight->row);

	if (flight->silence >= locate_round_trip(measure->input) / 4)
		across(measure, INK_MUTED, x - flight->silence, x,
			flight->ack + (stroff)flight->of.owin, say_wait(measure, flight, most));
}

/* The receiver sees its own ACKs leave and data come a round trip later. */
static bool
measure_silence(const struct measure *measure)
{
	const struct tape *tape = measure->input->tape;
	uint8_t dir = (uint8_t)measure->input->dir;
	nsec longest = locate_round_trip(measure->input) / 4;
	size_t found = 0;

	for (size_t row = measure->excerpt.begin + 1; row < measure->excerpt.end; row++) {
		nsec silence = drawing_time(tape, row) - drawing_time(tape, row - 1);

		if (silence > longest && drawing_is_first(tape, row, dir)
			&& drawing_is_ack(tape, row - 1, dir)) {
			longest = silence;
			found = row;
		}
	}
	if (!found)
		return false;
	across(measure, INK_REFERENCE, drawing_time(tape, found) - longest,
		drawing_time(tape, found), tape->begin[found] + (stroff)tape->length[found],
		scene_text(measure->scene, "%s from an ACK to the next data",
			si_duration(longest).text));
	return true;
}

bool
measure_flight(const struct measure *measure)
{
	struct flight flight = {0};
	uint32_t most = largest(measure), least = most - most / 5;

	if (drawing_vantage(measure->input) == DRAWING_RECEIVER)
		return measure_silence(measure);
	if (most == 0 || (!find_flight(measure, least, measure->busy_until, &flight)
		&& !find_flight(measure, least, INT64_MIN, &flight)))
		return false;

	/* Through the silence nothing changes: in its midst no other line is met. */
	nsec x = drawing_time(measure->input->tape, flight.row) - flight.silence / 3;

	upright(measure, INK_REFERENCE, x, flight.ack, flight.ack + (stroff)flight.of.owin,
		scene_text(measure->scene, "%s B in flight", si_count(flight.of.owin).text));
	if (!measure->inset)
		lay_wait(measure, &flight, most);
	return true;
}

/* ---- retransmissions ---- */

/* Under the segment, where below the ACK line nothing else is drawn. */
static stroff
below(const struct measure *measure, size_t row)
{
	const struct axis *y = measure->inset
		? &measure->scene->inset[measure->inset - 1].y : &measure->scene->panel[0].y;
	stroff at = measure->input->tape->begin[row] - (y->hi - y->lo) / 16;

	return at > y->lo ? at : y->lo;
}

size_t
measure_ages(const struct measure *measure, size_t max)
{
	const struct tape *tape = measure->input->tape;
	size_t laid = 0, before;

	for (size_t row = measure->excerpt.begin; row < measure->excerpt.end && laid < max; row++) {
		if (!drawing_is_again(tape, row, (uint8_t)measure->input->dir)
			|| !locate_sent_before(tape, row, row - measure->excerpt.begin, &before))
			continue;

		nsec x0 = drawing_time(tape, before), x1 = drawing_time(tape, row);

		if (x1 <= x0)
			continue;
		across(measure, INK_AGAIN, x0, x1, below(measure, row), scene_text(measure->scene,
			"sent again after %s", si_duration(x1 - x0).text));
		laid++;
	}
	return laid;
}

void
measure_repair(const struct measure *measure, const struct repair *repair)
{
	const struct tape *tape = measure->input->tape;
	nsec x0 = drawing_time(tape, repair->original), x1 = drawing_time(tape, repair->again);

	if (x0 < x1)
		across(measure, repair->seen ? INK_AGAIN : INK_LATE, x0, x1,
			below(measure, repair->again), scene_text(measure->scene, "%s %s",
				repair->seen ? "sent again after" : "gap filled after",
				si_duration(x1 - x0).text));
}

/* ---- the window's edge ---- */

/* The highest edge told within the rows; the last one before them when none was. */
static bool
find_edge(const struct measure *measure, stroff *edge)
{
	const struct tape *tape = measure->input->tape;
	uint8_t dir = (uint8_t)measure->input->dir;
	bool any = false;

	for (size_t row = measure->excerpt.end; row-- > 0;) {
		if (row < measure->excerpt.begin && any)
			break;
		if (!drawing_is_ack(tape, row, dir) || !(tape->has[row] & HAS_WINDOW))
			continue;

		stroff at = tape->ack[row] + drawing_window(tape, row, dir);

		if (!any || at > *edge)
			*edge = at;
		any = true;
	}
	return any;
}

bool
measure_edge(const struct measure *measure, struct axis *y)
{
	const struct excerpt *excerpt = &measure->excerpt;
	int64_t height = y->hi - y->lo;
	stroff edge = 0;

	if (!find_edge(measure, &edge))
		return false;
	if (edge <= y->hi + height / 2) {
		if (edge > y->hi)
			y->hi = edge + height / 50 + 1;
		return true;
	}
	/* In an inset the layer itself lies out of sight, which the renderer says. */
	if (measure->inset)
		return false;
	scene_mark(measure->scene, 0, excerpt->from + (excerpt->to - excerpt->from) / 6,
		y->hi - height / 40, INK_WINDOW, scene_text(measure->scene,
			"the window's edge: %s further up", si_bytes((uint64_t)(edge - y->hi)).text));
	measure->scene->mark[measure->scene->mark_count - 1].glyph = GLYPH_ARROW_UP;
	return false;
}
