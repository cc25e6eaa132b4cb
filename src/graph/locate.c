/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/locate.h"

/* The first row at `x` or later; the tape is in order of time but for steps of the clock. */
static size_t
row_from(const struct tape *tape, nsec x)
{
	size_t low = 0, high = tape->rows;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (drawing_time(tape, middle) < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct excerpt
locate_excerpt(const struct tape *tape, nsec from, nsec to)
{
	struct excerpt excerpt = {from, to, row_from(tape, from), row_from(tape, to + 1)};

	if (excerpt.end < excerpt.begin)
		excerpt.end = excerpt.begin;
	return excerpt;
}

static bool
is_sent(const struct tape *tape, size_t row, uint8_t dir)
{
	switch (tape->data_class[row]) {
	case DATA_NEW: case DATA_AGAIN: case DATA_LATE:
		return tape->dir[row] == dir;
	default:
		return false;
	}
}

static bool
covers(const struct tape *tape, size_t row, stroff offset)
{
	return tape->begin[row] <= offset
		&& offset < tape->begin[row] + (stroff)tape->length[row];
}

bool
locate_sent_before(const struct tape *tape, size_t row, size_t limit, size_t *before)
{
	stroff offset = tape->begin[row];

	for (size_t at = row; at-- > 0 && limit-- > 0;)
		if (is_sent(tape, at, tape->dir[row]) && covers(tape, at, offset)) {
			*before = at;
			return true;
		}
	return false;
}

size_t
locate_ack_of(const struct tape *tape, size_t row, enum direction dir, stroff offset)
{
	while (row < tape->rows && !(drawing_is_ack(tape, row, (uint8_t)dir)
		&& tape->ack[row] >= offset))
		row++;
	return row;
}

bool
locate_ack_line(const struct tape *tape, enum direction dir, size_t row, stroff *ack)
{
	while (row-- > 0)
		if (drawing_is_ack(tape, row, (uint8_t)dir)) {
			*ack = tape->ack[row];
			return true;
		}
	return false;
}

nsec
locate_round_trip(const struct graph_input *input)
{
	const struct rtt_stats *rtt = &input->row->dir[input->dir].rtt;
	nsec trip = drawing_handshake(input);

	if (rtt->samples && rtt->p50 > trip)
		trip = rtt->p50;
	/* Clocks too coarse to tell say 0, and an hour's is a broken one. */
	return trip > 0 && trip < 3600 * NSEC_PER_SEC ? trip : 100 * NSEC_PER_MSEC;
}

/* ---- a loss and its repair ---- */

/* Rows looked at for all originals together. */
enum { REPAIR_BUDGET = 1 << 22 };

struct repairs {
	const struct tape *tape;
	uint8_t dir;
	bool holds;
	size_t budget, most;
	struct repair *worst;
};

/* The first transmission: the youngest of all would hide that it was lost again. */
static bool
find_first(struct repairs *all, size_t row, size_t *first)
{
	const struct tape *tape = all->tape;
	stroff offset = tape->begin[row];

	for (; row-- > 0 && all->budget > 0; all->budget--)
		if (tape->data_class[row] == DATA_NEW && tape->dir[row] == all->dir
			&& covers(tape, row, offset)) {
			*first = row;
			return true;
		}
	return false;
}

/* What came out of order first: the segment that left the gap open. */
static bool
find_gap(struct repairs *all, size_t row, size_t *gap)
{
	const struct tape *tape = all->tape;
	stroff offset = tape->begin[row];
	bool found = false;

	for (; row-- > 0 && all->budget > 0; all->budget--) {
		if (!is_sent(tape, row, all->dir))
			continue;
		if (tape->begin[row] < offset)
			break;
		*gap = row;
		found = true;
	}
	return found;
}

static bool
is_crowded(const struct repairs *all, const struct repair *repair, size_t last)
{
	size_t count = 0;

	for (size_t row = repair->original; row <= last && count <= all->most; row++)
		count += drawing_is_again(all->tape, row, all->dir);
	return count > all->most;
}

/* Of equals the last: of several timeouts for one byte the one that helped. */
static void
consider(struct repairs *all, size_t again, size_t acked)
{
	const struct tape *tape = all->tape;
	struct repair repair = {.again = again, .acked = acked,
		.seen = tape->data_class[again] == DATA_AGAIN};
	size_t last = acked < tape->rows ? acked : again;

	if (repair.seen ? !find_first(all, again, &repair.original)
		: !find_gap(all, again, &repair.original))
		return;
	repair.took = drawing_since(tape->time[last], tape->time[repair.original]);
	if ((all->holds && repair.took < all->worst->took) || is_crowded(all, &repair, last))
		return;
	*all->worst = repair;
	all->holds = true;
}

static bool
is_repair(const struct tape *tape, size_t row, uint8_t dir)
{
	return (drawing_is_again(tape, row, dir) || drawing_is_late(tape, row, dir))
		&& !tape->spurious[row] && drawing_payload(tape, row) > 0;
}

/* The ACK that covers what a repair at the ACK line brought; false for other repairs. */
static bool
find_acked(struct repairs *all, size_t row, size_t *acked)
{
	const struct tape *tape = all->tape;
	stroff line;

	if (!locate_ack_line(tape, (enum direction)all->dir, row, &line))
		all->budget -= row < all->budget ? row : all->budget;
	else if (!covers(tape, row, line))
		return false;
	*acked = locate_ack_of(tape, row, (enum direction)all->dir, tape->begin[row] + 1);
	all->budget -= *acked - row < all->budget ? *acked - row : all->budget;
	return true;
}

bool
locate_repair(const struct tape *tape, enum direction dir, size_t most, struct repair *repair)
{
	struct repairs all = {.tape = tape, .dir = (uint8_t)dir, .budget = REPAIR_BUDGET,
		.most = most, .worst = repair};
	size_t acked;

	for (size_t row = 0; row < tape->rows && all.budget > 0; row++)
		if (is_repair(tape, row, all.dir) && find_acked(&all, row, &acked))
			consider(&all, row, acked);
	return all.holds;
}

/* ---- the steady state ---- */

/* Where in the data the steady state is looked for, and for how many round trips. */
enum { STEADY_PERCENT = 65, STEADY_TRIPS = 3 };

/* Both by time and by bytes: half of a transfer may pass while it stands still. */
static nsec
steady_from(const struct graph_input *input, nsec begin, nsec end)
{
	const struct tape *tape = input->tape;
	stroff last = 0;
	nsec by_time = begin + (end - begin) / 100 * STEADY_PERCENT, x;
	size_t row;

	locate_ack_line(tape, input->dir, tape->rows, &last);
	row = locate_ack_of(tape, row_from(tape, by_time), input->dir,
		last / 100 * STEADY_PERCENT);
	x = row < tape->rows ? drawing_time(tape, row) : by_time;
	return x > by_time && x <= end ? x : by_time;
}

bool
locate_steady(const struct graph_input *input, nsec width, size_t *row)
{
	const struct tape *tape = input->tape;
	const struct direction_stats *total = &input->row->dir[input->dir];
	nsec begin, end, from, longest = -1;

	if (total->first_data == NSEC_UNKNOWN || total->last_ack_of_data == NSEC_UNKNOWN)
		return false;
	begin = drawing_since(total->first_data, tape->conn->first_time);
	end = drawing_since(total->last_ack_of_data, tape->conn->first_time);
	if (end - begin < 2 * width)
		return false;
	from = steady_from(input, begin, end - width);
	for (size_t at = row_from(tape, from); at < tape->rows; at++) {
		nsec x = drawing_time(tape, at), silence;

		if (x > end - width || (longest >= 0
			&& x - from > STEADY_TRIPS * locate_round_trip(input)))
			break;
		if (at == 0 || !locate_advances(tape, at, (uint8_t)input->dir))
			continue;
		silence = x - drawing_time(tape, at - 1);
		if (silence > longest) {
			longest = silence;
			*row = at;
		}
	}
	return longest >= 0;
}

/* ---- extents ---- */

static void
reach(struct extent *extent, stroff value)
{
	if (!extent->any)
		*extent = (struct extent){value, value, true};
	if (value < extent->lo)
		extent->lo = value;
	if (value > extent->hi)
		extent->hi = value;
}

struct extent
locate_extent(const struct tape *tape, enum direction dir, const struct excerpt *excerpt)
{
	struct extent extent = {0};
	stroff ack;

	if (locate_ack_line(tape, dir, excerpt->begin, &ack))
		reach(&extent, ack);
	for (size_t row = excerpt->begin; row < excerpt->end; row++)
		if (is_sent(tape, row, (uint8_t)dir) && tape->length[row] > 0) {
			reach(&extent, tape->begin[row]);
			reach(&extent, tape->begin[row] + (stroff)tape->length[row]);
		} else if (drawing_is_ack(tape, row, (uint8_t)dir)) {
			reach(&extent, tape->ack[row]);
		}
	return extent;
}
