/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * foreign.h - formats that aren't read, so that whoever has such a file is told how to get one
 * that is.
 */
#ifndef CCTRACE_CAPTURE_FOREIGN_H
#define CCTRACE_CAPTURE_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

struct foreign {
	const char *name;
	const char *converter;   /* the command, with IN and OUT */
};

/* By the file's first `length` bytes; NULL when they are of no format that is known. */
const struct foreign *foreign_find(const uint8_t *bytes, size_t length);

#endif
