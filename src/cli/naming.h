/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * naming.h - names of the files that are written.
 */
#ifndef CCTRACE_CLI_NAMING_H
#define CCTRACE_CLI_NAMING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/*
 * The base of a capture's output names: its last path component without the endings of
 * captures and compressions ("wmem.cap.zst" gives "wmem"); "stdin" for "-"; never empty,
 * never with a slash or a control character.
 */
void naming_base(struct strbuf *out, const char *path);

/* What a picture is of, beside its graph. */
struct naming {
	const char *base;
	bool several;            /* more than one connection is drawn: name the stream */
	uint32_t stream, part;   /* part is named when it is not 0 */
	const char *direction;   /* "a2b" when both are drawn; NULL */
	size_t number;           /* of the same graph: named from the second on; else 0 or 1 */
};

/* "DIR/BASE-s3.1-tcptrace-detail-2-a2b.EXT" */
void naming_picture(struct strbuf *out, const char *dir, const struct naming *naming,
	const char *graph, const char *extension);

#endif
