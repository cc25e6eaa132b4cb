/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * view.c - data in the order and at the times at which it was sent.
 */
#include <math.h>
#include <stdlib.h>

#include "base/pages.h"
#include "base/xalloc.h"
#include "sender/halves.h"
#include "sender/walk.h"

/* Without an MSS option this is what Ethernet has room for. */
enum { MSS_USUAL = 1460, MSS_SMALL = 400, TIMESTAMPS_BYTES = 12 };

/* So many packets tell the size of segments; a path's MTU changes seldom, and early. */
enum { MSS_PACKETS = 1024 };

#define TIME_MAX (INT64_C(1) << 62)
#define SPAN_MAX (INT64_C(1) << 59)

/* Rates at which known systems count time stamps: ticks a second. */
static const double tick_rates[] = {1000, 250, 100, 1e6, 10};

/* ---- segment size ---- */

/* Payloads of full segments, in the order of rows: room for `most`. */
static size_t
list_payloads(const struct sender_view *view, uint32_t cap, uint32_t *payload, size_t most)
{
	const struct tape *tape = view->tape;
	size_t count = 0;

	for (size_t row = 0; row < tape->rows && count < most; row++) {
		payload[count] = row_payload(tape, row, view->dir);
		count += payload[count] >= MSS_SMALL && payload[count] <= cap;
	}
	return count;
}

static int
by_size(const void *a, const void *b)
{
	const uint32_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/*
 * Most frequent payload up to `cap` and not below MSS_SMALL among the first packets, of
 * equals the larger; 0 when there is none.
 */
static uint32_t
usual_payload(const struct sender_view *view, uint32_t cap)
{
	uint32_t payload[MSS_PACKETS + 1], best = 0;
	size_t count = list_payloads(view, cap, payload, MSS_PACKETS), most = 0;

	qsort(payload, count, sizeof(*payload), by_size);
	for (size_t begin = 0, end; begin < count; begin = end) {
		for (end = begin; end < count && payload[end] == payload[begin]; end++)
			;
		if (end - begin >= most) {
			most = end - begin;
			best = payload[begin];
		}
	}
	return best;
}

/* What one pass over the rows counts. */
struct survey {
	size_t data, stamped, acks, stamped_acks;
	uint32_t largest;
};

static void
survey_row(struct survey *survey, const struct tape *tape, size_t row, enum direction dir)
{
	bool stamped = tape->has[row] & HAS_TIMESTAMPS;
	uint32_t payload = row_payload(tape, row, dir);

	if (payload) {
		survey->data++;
		survey->stamped += stamped;
		if (payload > survey->largest)
			survey->largest = payload;
	} else if (row_acks(tape, row, dir)) {
		survey->acks++;
		survey->stamped_acks += stamped;
	}
}

static void
measure_segments(struct sender_view *view)
{
	const struct tape *tape = view->tape;
	const struct side_facts *side = tape->facts.side;
	uint32_t a = side[A2B].mss, b = side[B2A].mss;
	uint32_t cap = a && b ? (a < b ? a : b) : a ? a : b ? b : MSS_USUAL;
	uint32_t options = side[view->dir].timestamps == FACT_YES ? TIMESTAMPS_BYTES : 0;

	view->mss = usual_payload(view, cap);
	if (view->mss == 0 || (a | b && view->largest < cap - cap / 5))
		view->mss = view->largest > cap || (a | b) ? cap - options : view->largest;
	if (view->mss == 0)
		view->mss = 1;
	view->offload = view->largest > view->mss + view->mss / 20 && view->largest > 1500;
}

/* ---- the sender's clock ---- */

/* ns a tick of the sender's TSval, among the rates that are known; 0: none fits. */
static nsec
measure_tick(const struct sender_view *view)
{
	const struct tape *tape = view->tape;
	size_t first = SIZE_MAX, last = 0;
	double best = 0;

	for (size_t row = 0; row < tape->rows; row++)
		if (row_payload(tape, row, view->dir) && tape->has[row] & HAS_TIMESTAMPS) {
			if (first == SIZE_MAX)
				first = row;
			if (tape->time[row] >= tape->time[last] || last < first)
				last = row;
		}
	if (first == SIZE_MAX)
		return 0;

	double time = (double)(tape->time[last] - tape->time[first]) / 1e9;
	double ticks = (int32_t)(tape->ts_value[last] - tape->ts_value[first]);

	if (time < 0.02 || ticks <= 0)
		return 0;
	for (size_t i = 0; i < sizeof(tick_rates) / sizeof(tick_rates[0]); i++)
		if (best < 1 || fabs(log(ticks / time / tick_rates[i]))
			< fabs(log(ticks / time / best)))
			best = tick_rates[i];
	return fabs(log(ticks / time / best)) > 0.35 ? 0 : (nsec)(1e9 / best);
}

/* Most of the data and of its ACKs carry time stamps. */
static bool
has_timestamps(const struct survey *survey)
{
	return survey->stamped * 10 > survey->data * 9
		&& survey->stamped_acks * 10 > survey->acks * 8;
}

/* ---- sending times ---- */

static int
by_sending(const void *a, const void *b)
{
	const struct sending *left = a, *right = b;

	if (left->order != right->order)
		return left->order < right->order ? -1 : 1;
	if (left->begin != right->begin)
		return left->begin < right->begin ? -1 : 1;
	return left->row < right->row ? -1 : left->row > right->row;
}

static size_t
list_data(const struct sender_view *view, struct sending *sending)
{
	const struct tape *tape = view->tape;
	size_t count = 0;

	for (size_t row = 0; row < tape->rows; row++) {
		uint32_t payload = row_payload(tape, row, view->dir);

		if (payload)
			sending[count++] = (struct sending){tape->time[row], tape->begin[row],
				0, (uint32_t)row, payload, false};
	}
	return count;
}

/*
 * What passed soonest after its time stamp.  SYN and bare ACKs tell, too: where others keep
 * the queue filled no data may ever have passed without a wait.  Of these none is believed
 * that puts the path's half to nothing: the stamps of a SYN may be another clock's.
 */
static nsec
least_offset(const struct sender_view *view, const struct sending *sending, size_t count,
	uint32_t origin)
{
	const struct tape *tape = view->tape;
	nsec least = INT64_MAX, bound;

	for (size_t i = 0; i < count; i++)
		if (sending[i].time - sending[i].order * view->tick < least)
			least = sending[i].time - sending[i].order * view->tick;
	bound = least - view->to_sender;
	for (size_t row = 0; row < tape->rows; row++) {
		if (tape->dir[row] != view->dir || !(tape->has[row] & HAS_TIMESTAMPS))
			continue;

		int32_t order = (int32_t)(tape->ts_value[row] - origin);
		nsec offset = tape->time[row] - order * view->tick;

		if (offset > bound && offset < least)
			least = offset;
	}
	return least;
}

/*
 * A segment passed `late` after the earliest that its time stamp allows: that was the
 * path's queue, not the sender's doing.  It was sent by the stamp, yet never before the
 * ACK that it echoes came.
 */
static void
by_timestamps(struct sender_view *view, struct echo_map *map, struct sending *sending,
	size_t count)
{
	const struct tape *tape = view->tape;
	uint32_t origin = tape->ts_value[sending[0].row];
	nsec least, half = view->to_sender;

	for (size_t i = 0; i < count; i++)
		sending[i].order = (int32_t)(tape->ts_value[sending[i].row] - origin);
	least = least_offset(view, sending, count, origin);
	for (size_t i = 0; i < count; i++) {
		nsec passed = sending[i].time;
		nsec late = passed - sending[i].order * view->tick - least;
		nsec sent = passed - half - late;
		nsec echoed = echo_map_time(map, tape->ts_echo[sending[i].row]);

		sending[i].unheard = echoed == NSEC_UNKNOWN
			&& echo_map_is_newer(map, tape->ts_echo[sending[i].row]);
		if (echoed != NSEC_UNKNOWN && sent < echoed && echoed <= passed - half / 2)
			sent = echoed;
		sending[i].time = sent;
	}
	qsort(sending, count, sizeof(*sending), by_sending);
}

static void
never_back(struct sending *sending, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (sending[i].time < sending[i - 1].time)
			sending[i].time = sending[i - 1].time;
}

/* How the sending times are had; sets `tick` where it is used. */
static void
choose_method(struct sender_view *view, bool stamped)
{
	nsec whole = view->to_sender + (view->to_receiver > 0 ? view->to_receiver : 0);
	nsec tick;

	view->method = SENDER_DIRECT;
	if (view->vantage != VANTAGE_RECEIVER && view->vantage != VANTAGE_MIDDLE)
		return;
	view->method = SENDER_SHIFTED;
	tick = stamped ? measure_tick(view) : 0;
	if (tick && (tick <= NSEC_PER_MSEC * 11 / 10 || tick <= whole / 10)) {
		view->method = SENDER_TIMESTAMPS;
		view->tick = tick;
	}
}

/* For a capture that was not taken beside the sender. */
static void
walk_elsewhere(struct sender_view *view, struct echo_map *map)
{
	size_t bytes = view->data_packets * sizeof(struct sending);
	struct sending *sending = pages_grow(NULL, 0, bytes);
	size_t count = list_data(view, sending);

	if (view->method == SENDER_TIMESTAMPS)
		by_timestamps(view, map, sending, count);
	else
		for (size_t i = 0; i < count; i++)
			sending[i].time -= view->to_sender;
	never_back(sending, count);
	walk(view, sending);
	pages_free(sending, bytes);
}

/*
 * Broken clocks tell of years within a connection.  Within these bounds no sum or small
 * multiple of spans overflows.
 */
static inline bool
is_sane_time(nsec time, nsec first)
{
	nsec span;

	return time <= TIME_MAX && time >= -TIME_MAX
		&& !__builtin_sub_overflow(time, first, &span)
		&& span <= SPAN_MAX && span >= -SPAN_MAX;
}

/* False where there is nothing to view. */
static bool
survey_rows(struct sender_view *view, struct survey *survey)
{
	const struct tape *tape = view->tape;

	*survey = (struct survey){0};
	for (size_t row = 0; row < tape->rows; row++) {
		if (!is_sane_time(tape->time[row], tape->time[0]))
			return false;
		survey_row(survey, tape, row, view->dir);
	}
	view->data_packets = survey->data;
	view->largest = survey->largest;
	view->room = survey->data + survey->acks;
	return survey->data != 0;
}

struct sender_view *
sender_view_new(const struct tape *tape, enum direction dir)
{
	struct sender_view *view = xcalloc(1, sizeof(*view));
	struct echo_map map = {0};
	struct survey survey;

	view->tape = tape;
	view->dir = dir;
	view->window_shift = tape->facts.side[direction_other(dir)].window_shift;
	if (!survey_rows(view, &survey)) {
		free(view);
		return NULL;
	}
	measure_segments(view);
	halves_measure(view, has_timestamps(&survey) ? &map : NULL);
	choose_method(view, has_timestamps(&survey));
	if (view->method == SENDER_DIRECT)
		walk(view, NULL);
	else
		walk_elsewhere(view, &map);
	echo_map_fini(&map);
	return view;
}

void
sender_view_free(struct sender_view *view)
{
	if (!view)
		return;
	pages_free(view->event, view->room * sizeof(*view->event));
	free(view->rtt);
	free(view->again);
	free(view->episode);
	free(view);
}
