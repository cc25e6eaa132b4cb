/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/frames.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/xalloc.h"

bool
frames_parse(const char *text, struct options *options, struct error *error)
{
	char *end;

	errno = 0;

	unsigned long long frame = strtoull(text, &end, 10);

	/* Frames are numbered from 1. */
	if (!isdigit((unsigned char)*text) || *end || errno || frame == 0) {
		error_set(error, "--explain %s: not the number of a frame", text);
		return false;
	}
	options->explain = xreallocarray(options->explain, options->explain_count + 1,
		sizeof(*options->explain));
	options->explain[options->explain_count++] = frame;
	return true;
}

static int
by_number(const void *a, const void *b)
{
	const uint32_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

size_t
frames_missing(const struct options *options, const struct explain *explain,
	const struct tapes *tapes, uint32_t *indices)
{
	size_t count = 0, unique = 0;
	bool missing = false;

	for (size_t i = 0; i < options->explain_count; i++)
		if (explain_step(explain, i))
			indices[count++] = explain_step(explain, i)->conn->index;
	qsort(indices, count, sizeof(*indices), by_number);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || indices[i] != indices[i - 1])
			indices[unique++] = indices[i];
	for (size_t i = 0; i < unique; i++)
		missing |= !tapes_find(tapes, indices[i]);
	return missing ? unique : 0;
}

static const struct connection_row *
find_row(const struct frames_input *input, uint32_t index)
{
	for (size_t i = 0; i < input->row_count; i++)
		if (input->rows[i]->index == index)
			return input->rows[i];
	return NULL;
}

static bool
write_one(const struct frames_input *input, size_t at)
{
	const struct step *step = explain_step(input->explain, at);
	const struct connection_row *row = step ? find_row(input, step->conn->index) : NULL;

	if (!row) {
		fprintf(stderr, "cctrace: frame %" PRIu64 " holds no %sTCP that was analysed\n",
			input->options->explain[at],
			input->options->stream_count ? "selected " : "");
		return false;
	}

	struct explain_context context = {row, tapes_find(input->tapes, row->index),
		verdicts_find(input->verdicts, row->index)};

	explain_write(input->explain, at, &context, stdout);
	return true;
}

bool
frames_write(const struct frames_input *input)
{
	bool all = true, any = false;

	for (size_t i = 0; i < input->options->explain_count; i++) {
		if (any && explain_step(input->explain, i))
			fputc('\n', stdout);
		if (write_one(input, i))
			any = true;
		else
			all = false;
	}
	return all;
}
