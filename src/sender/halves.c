/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * halves.c - from data to its ACK and back to the data it released.
 *
 * Delays tell where the capture was taken, not hosts: with a delay on a host's own way out,
 * its capture stands beyond that delay.
 */
#include "sender/halves.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* A capture this near to an end is at that end, as a share of the whole path. */
#define NEAR_SHARE 10
/* Nearer than hosts answer. */
#define NEAR_TIME (NSEC_PER_MSEC / 2)
/* Below this in all, the hosts' own delays decide, not the path's. */
#define WHOLE_MIN NSEC_PER_MSEC
/* So many rows hold answers and echoes enough of a sender that is known to be near. */
enum { ECHO_ROWS = 16384 };
/* A data-to-ACK time that no host needs. */
#define PATH_MIN (2 * NSEC_PER_MSEC)

static inline bool
ts_after(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) > 0;
}

void
echo_map_init(struct echo_map *map, const struct tape *tape, enum direction dir, size_t rows)
{
	*map = (struct echo_map){0};
	for (size_t row = 0; row < rows; row++) {
		if (!row_acks(tape, row, dir) || !(tape->has[row] & HAS_TIMESTAMPS))
			continue;
		if (map->count && !ts_after(tape->ts_value[row],
			map->item[map->count - 1].ts_value))
			continue;
		map->item = xgrow(map->item, &map->capacity, map->count, sizeof(*map->item), 64);
		map->item[map->count++] = (struct echo){tape->ts_value[row], tape->time[row]};
	}
}

void
echo_map_fini(struct echo_map *map)
{
	free(map->item);
	*map = (struct echo_map){0};
}

/*
 * Index of the first that is newer; the count when none is.  Looked for near the last answer
 * first: echoes grow as time does.
 */
static size_t
first_newer(struct echo_map *map, uint32_t ts_value)
{
	size_t low = 0, high = map->count, near = map->latest;

	for (int tries = 0; tries < 4 && near < map->count; tries++, near++)
		if (ts_after(map->item[near].ts_value, ts_value)) {
			if (near && ts_after(map->item[near - 1].ts_value, ts_value))
				break;
			return map->latest = near;
		}
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ts_after(map->item[middle].ts_value, ts_value))
			high = middle;
		else
			low = middle + 1;
	}
	return map->latest = low;
}

/* Of the one before `newer`, when it is this one. */
static nsec
time_before(const struct echo_map *map, size_t newer, uint32_t ts_value)
{
	return newer && map->item[newer - 1].ts_value == ts_value ? map->item[newer - 1].time
		: NSEC_UNKNOWN;
}

nsec
echo_map_time(struct echo_map *map, uint32_t ts_value)
{
	return time_before(map, first_newer(map, ts_value), ts_value);
}

nsec
echo_map_newer(struct echo_map *map, uint32_t ts_value)
{
	size_t at = first_newer(map, ts_value);

	return at < map->count ? map->item[at].time : NSEC_UNKNOWN;
}

bool
echo_map_is_newer(const struct echo_map *map, uint32_t ts_value)
{
	return map->count && ts_after(ts_value, map->item[0].ts_value);
}

static void
shorter(nsec *least, nsec time)
{
	if (time >= 0 && (*least == NSEC_UNKNOWN || time < *least))
		*least = time;
}

/* ---- data to ACK ---- */

struct flown {
	stroff end;
	nsec time;
};

/* Only an ACK that ends where a segment ended answered that segment. */
static nsec
shortest_answer(const struct tape *tape, enum direction dir, size_t rows)
{
	struct flown *flown = NULL;
	size_t head = 0, count = 0, capacity = 0;
	stroff max = INT64_MIN, una = INT64_MIN;
	nsec least = NSEC_UNKNOWN;

	for (size_t row = 0; row < rows; row++) {
		if (row_payload(tape, row, dir)) {
			stroff end = tape->begin[row] + tape->length[row];

			if (tape->begin[row] >= max) {
				if (count == capacity && head > count / 2) {
					count -= head;
					memmove(flown, flown + head, count * sizeof(*flown));
					head = 0;
				}
				flown = xgrow(flown, &capacity, count, sizeof(*flown), 64);
				flown[count++] = (struct flown){end, tape->time[row]};
			}
			if (end > max)
				max = end;
		} else if (row_acks(tape, row, dir) && tape->ack[row] > una) {
			una = tape->ack[row];
			while (head < count && flown[head].end <= una) {
				if (flown[head].end == una)
					shorter(&least, tape->time[row] - flown[head].time);
				head++;
			}
			if (head == count)
				head = count = 0;
		}
	}
	free(flown);
	return least;
}

/* ---- ACK to the data it released ---- */

struct released {
	nsec least;              /* the shortest time from an ACK to data that echoes it */
	nsec lag;                /* the longest for which data did not echo an ACK that had passed */
	size_t data, lagging;
};

static struct released
measure_released(const struct tape *tape, enum direction dir, struct echo_map *map,
	size_t rows)
{
	struct released released = {NSEC_UNKNOWN, 0, 0, 0};

	for (size_t row = 0; row < rows; row++) {
		if (!row_payload(tape, row, dir) || !(tape->has[row] & HAS_TIMESTAMPS))
			continue;

		size_t at = first_newer(map, tape->ts_echo[row]);
		nsec time = tape->time[row];
		nsec echoed = time_before(map, at, tape->ts_echo[row]);
		nsec newer = at < map->count ? map->item[at].time : NSEC_UNKNOWN;

		released.data++;
		if (echoed != NSEC_UNKNOWN)
			shorter(&released.least, time - echoed);
		if (newer != NSEC_UNKNOWN && newer < time) {
			released.lagging++;
			if (time - newer > released.lag)
				released.lag = time - newer;
		}
	}
	return released;
}

/*
 * Without a SYN the shortest time is but an upper bound, since a sender may have had nothing
 * to send; and a lower one is how long an ACK that had passed was not echoed.
 */
static void
judge_released(struct sender_view *view, const struct released *released, bool shaken)
{
	nsec answer = view->to_receiver;
	bool rare = released->lagging * 100 <= released->data;

	if (!shaken && rare && answer != NSEC_UNKNOWN && answer > PATH_MIN
		&& answer > released->least / 50) {
		shorter(&view->to_sender, 0);
		view->evidence |= EVIDENCE_NO_LAG;
	} else if (!shaken && !rare && released->lag > 0
		&& released->least > 2 * released->lag) {
		shorter(&view->to_sender, released->lag);
		view->evidence |= EVIDENCE_LOOSE;
	} else {
		shorter(&view->to_sender, released->least);
		view->evidence |= EVIDENCE_ECHO;
	}
}

static enum vantage
judge_vantage(const struct sender_view *view)
{
	nsec to_receiver = view->to_receiver, to_sender = view->to_sender;

	if (to_receiver == NSEC_UNKNOWN && to_sender == NSEC_UNKNOWN)
		return VANTAGE_UNKNOWN;
	/* No SYN and no time stamps: a delay before the ACK can only be the path's. */
	if (to_sender == NSEC_UNKNOWN)
		return to_receiver > PATH_MIN ? VANTAGE_SENDER : VANTAGE_UNKNOWN;
	if (to_receiver == NSEC_UNKNOWN)
		return VANTAGE_UNKNOWN;

	nsec whole = to_receiver + to_sender;

	if (whole < WHOLE_MIN)
		return VANTAGE_UNKNOWN;
	if (to_sender < NEAR_TIME || to_sender < whole / NEAR_SHARE)
		return VANTAGE_SENDER;
	return to_receiver < NEAR_TIME || to_receiver < whole / NEAR_SHARE ? VANTAGE_RECEIVER
		: VANTAGE_MIDDLE;
}

/*
 * Where the handshake shows the sender near and the path long, more can only show it nearer:
 * some will do.
 */
static size_t
rows_to_ask(const struct sender_view *view)
{
	bool near = view->evidence & EVIDENCE_HANDSHAKE && view->to_sender < NEAR_TIME
		&& view->to_receiver > 2 * WHOLE_MIN;

	return near && view->tape->rows > ECHO_ROWS ? ECHO_ROWS : view->tape->rows;
}

void
halves_measure(struct sender_view *view, struct echo_map *map)
{
	const struct tape *tape = view->tape;
	struct handshake shake = facts_handshake(&tape->facts);
	nsec to_b = shake.syn_to_synack, to_a = shake.synack_to_ack;
	bool shaken = to_a != NSEC_UNKNOWN && to_b != NSEC_UNKNOWN;
	size_t rows;

	view->to_receiver = view->dir == A2B ? to_b : to_a;
	view->to_sender = view->dir == A2B ? to_a : to_b;
	view->evidence = shaken ? EVIDENCE_HANDSHAKE : 0;
	rows = rows_to_ask(view);
	view->times = (struct vantage_times){shortest_answer(tape, view->dir, rows),
		NSEC_UNKNOWN};
	if (view->times.answer != NSEC_UNKNOWN) {
		shorter(&view->to_receiver, view->times.answer);
		view->evidence |= EVIDENCE_DATA_ACK;
	}
	if (map) {
		struct released released;

		echo_map_init(map, tape, view->dir, rows);
		released = measure_released(tape, view->dir, map, rows);
		view->times.release = released.least;
		if (released.least != NSEC_UNKNOWN)
			judge_released(view, &released, shaken);
	}
	view->vantage = judge_vantage(view);
}
