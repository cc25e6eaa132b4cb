/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * error.h - one finished sentence about the outside world: a file that can't be
 * opened, read or written.  Frames that are foreign or broken are counted, never
 * reported here; our own mistakes are asserted.
 */
#ifndef CCTRACE_ERROR_H
#define CCTRACE_ERROR_H

/*
 * Caller's storage; `{0}` is "no error".  `text` names file and reason, has no full
 * stop and no line feed; control characters of file names are escaped (`\x1b`).
 */
struct error {
	char text[512];
};

/* Format the sentence; it is cut silently at the size of `text`.  `error` may be NULL. */
void error_set(struct error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
