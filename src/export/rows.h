/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rows.h - what a row of the tape is to an export of direction `dir`.
 */
#ifndef CCTRACE_EXPORT_ROWS_H
#define CCTRACE_EXPORT_ROWS_H

#include "cctrace/export.h"
#include "cctrace/segment.h"

static inline bool
row_is_own(const struct export_input *input, size_t row)
{
	return input->tape->dir[row] == input->dir;
}

static inline bool
row_is_copy(const struct export_input *input, size_t row)
{
	return input->tape->data_class[row] == DATA_COPY;
}

/* SYN and FIN occupy sequence space, and are no payload. */
static inline uint32_t
row_payload(const struct tape *tape, size_t row)
{
	uint32_t numbers = (tape->flags[row] & TCP_SYN ? 1 : 0)
		+ (tape->flags[row] & TCP_FIN ? 1 : 0);

	return tape->length[row] > numbers ? tape->length[row] - numbers : 0;
}

/* An ACK of `dir`'s data, neither recorded twice nor overtaken by a later one. */
static inline bool
row_is_ack(const struct export_input *input, size_t row)
{
	const struct tape *tape = input->tape;

	return !row_is_own(input, row) && tape->has[row] & HAS_ACK && !row_is_copy(input, row)
		&& tape->ack_class[row] != ACK_OLD;
}

/* Bytes that the receiver of `dir`'s data advertised; by the field alone where the shift
 * isn't known, as tcptrace has it. */
static inline int64_t
row_window(const struct export_input *input, size_t row)
{
	const struct tape *tape = input->tape;
	int shift = tape->facts.side[!input->dir].window_shift;

	return (int64_t)tape->window[row]
		<< (shift > 0 && !(tape->has[row] & WINDOW_UNSCALED) ? shift : 0);
}

#endif
