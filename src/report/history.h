/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * history.h - what had passed before a row of a tape, as the rules that decided about it
 * took it into account.  Rows are searched back from `at`; NO_ROW where there is none.
 */
#ifndef CCTRACE_REPORT_HISTORY_H
#define CCTRACE_REPORT_HISTORY_H

#include "cctrace/tape.h"

#define NO_ROW SIZE_MAX

/* The latest ACK of `dir`'s data that moved on. */
size_t history_progress(const struct tape *tape, size_t at, enum direction dir);

/* The latest segment of `dir` that is no copy. */
size_t history_segment(const struct tape *tape, size_t at, enum direction dir);

/* Who sent bytes of `range` before. */
struct history_sent {
	size_t first, last;      /* NO_ROW: nobody */
	size_t count;
};
struct history_sent history_sent(const struct tape *tape, size_t at, enum direction dir,
	struct range range);

/* The segment that ended at the highest byte sent. */
size_t history_highest(const struct tape *tape, size_t at, enum direction dir);

/* The first segment captured that lies wholly at or above `end`. */
size_t history_beyond(const struct tape *tape, size_t at, enum direction dir, stroff end);

/* Since when nothing had moved: the latest of an ACK that did, of data sent into silence, and
 * of the latest sending of `range`. */
size_t history_silence(const struct tape *tape, size_t at, enum direction dir,
	struct range range);

/* The data of `dir` that was sent at `time`. */
size_t history_sent_at(const struct tape *tape, size_t at, enum direction dir, nsec time);

/* The run of duplicate ACKs of `dir`'s data; its latest in `*row`. */
unsigned history_duplicates(const struct tape *tape, size_t at, enum direction dir,
	size_t *row);

#endif
