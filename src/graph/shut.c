/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/shut.h"

/* What a row advertises to `dir`; -1: nothing that counts. */
static int64_t
window_of(const struct tape *tape, uint8_t dir, size_t row)
{
	if (tape->dir[row] == dir || !(tape->has[row] & HAS_WINDOW)
		|| tape->flags[row] & TCP_SYN || tape->ack_class[row] == ACK_OLD)
		return -1;
	return drawing_window(tape, row, dir);
}

size_t
shut_since(const struct tape *tape, uint8_t dir, size_t row, size_t least)
{
	int64_t sent = 0, mss = tape->facts.side[dir].mss;
	size_t since = row;

	if (drawing_shift(tape, dir) == SHIFT_UNKNOWN)
		return row;
	while (row-- > least) {
		int64_t window = window_of(tape, dir, row);

		if (tape->dir[row] == dir)
			sent += drawing_payload(tape, row);
		/* Who sends more than it holds has not seen it, or doesn't wait for more. */
		if (window >= mss || (window >= 0 && sent > window))
			break;
		if (window >= 0)
			since = row;
	}
	return since;
}
