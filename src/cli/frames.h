/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * frames.h - the frames named by --explain.
 */
#ifndef CCTRACE_CLI_FRAMES_H
#define CCTRACE_CLI_FRAMES_H

#include "cctrace/error.h"
#include "cctrace/explain.h"
#include "cli/options.h"

/* Add the frame named by `text` to the options; false with a sentence if it names none. */
bool frames_parse(const char *text, struct options *options, struct error *error);

/* Indices, ascending, of the connections of the frames that were found, of all of them if the
 * tape of one is missing, else of none: room for options->explain_count.  Returns how many. */
size_t frames_missing(const struct options *options, const struct explain *explain,
	const struct tapes *tapes, uint32_t *indices);

struct frames_input {
	const struct options *options;
	const struct explain *explain;
	const struct connection_row *const *rows;
	size_t row_count;
	const struct tapes *tapes;
	const struct verdicts *verdicts; /* may be NULL */
};

/* A block a frame to stdout, in the order asked for; a sentence on stderr for each that held
 * nothing to explain.  False if there was one. */
bool frames_write(const struct frames_input *input);

#endif
