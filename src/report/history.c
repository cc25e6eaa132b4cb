/* SPDX-License-Identifier: BSD-3-Clause */
#include "history.h"

static stroff
end_of(const struct tape *tape, size_t row)
{
	return tape->begin[row] + tape->length[row];
}

/* Takes part in the stream of `dir`: no copy, keep-alive or probe. */
static bool
is_sent(const struct tape *tape, size_t row, enum direction dir)
{
	uint8_t class = tape->data_class[row];

	return tape->dir[row] == dir
		&& (class == DATA_NEW || class == DATA_AGAIN || class == DATA_LATE);
}

size_t
history_progress(const struct tape *tape, size_t at, enum direction dir)
{
	while (at--)
		if (tape->dir[at] != dir && tape->ack_class[at] == ACK_NEW)
			return at;
	return NO_ROW;
}

size_t
history_segment(const struct tape *tape, size_t at, enum direction dir)
{
	while (at--)
		if (tape->dir[at] == dir && tape->data_class[at] != DATA_COPY)
			return at;
	return NO_ROW;
}

struct history_sent
history_sent(const struct tape *tape, size_t at, enum direction dir, struct range range)
{
	struct history_sent sent = {NO_ROW, NO_ROW, 0};

	while (at--) {
		if (!is_sent(tape, at, dir) || tape->begin[at] >= range.end
			|| end_of(tape, at) <= range.begin)
			continue;
		sent.first = at;
		if (sent.count++ == 0)
			sent.last = at;
	}
	return sent;
}

size_t
history_highest(const struct tape *tape, size_t at, enum direction dir)
{
	size_t highest = NO_ROW;

	for (size_t row = 0; row < at; row++)
		if (is_sent(tape, row, dir)
			&& (highest == NO_ROW || end_of(tape, row) > end_of(tape, highest)))
			highest = row;
	return highest;
}

size_t
history_beyond(const struct tape *tape, size_t at, enum direction dir, stroff end)
{
	for (size_t row = 0; row < at; row++)
		if (is_sent(tape, row, dir) && tape->begin[row] >= end)
			return row;
	return NO_ROW;
}

static size_t
later(size_t a, size_t b)
{
	if (a == NO_ROW || b == NO_ROW)
		return a == NO_ROW ? b : a;
	return a > b ? a : b;
}

/* Sent when nothing was outstanding. */
static size_t
begun_anew(const struct tape *tape, size_t at, enum direction dir)
{
	while (at--)
		if (is_sent(tape, at, dir) && (at == 0 || tape->of[dir][at - 1].owin == 0))
			return at;
	return NO_ROW;
}

size_t
history_silence(const struct tape *tape, size_t at, enum direction dir, struct range range)
{
	return later(history_sent(tape, at, dir, range).last,
		later(history_progress(tape, at, dir), begun_anew(tape, at, dir)));
}

size_t
history_sent_at(const struct tape *tape, size_t at, enum direction dir, nsec time)
{
	while (at--)
		if (tape->time[at] == time && is_sent(tape, at, dir))
			return at;
	return NO_ROW;
}

unsigned
history_duplicates(const struct tape *tape, size_t at, enum direction dir, size_t *row)
{
	while (at--) {
		if (tape->dir[at] == dir)
			continue;
		if (tape->ack_class[at] == ACK_NEW)
			break;
		if (tape->dup_acks[at]) {
			*row = at;
			return tape->dup_acks[at];
		}
	}
	return 0;
}
