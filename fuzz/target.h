/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * target.h - what a fuzz target defines.  libFuzzer calls it under --enable-fuzzers;
 * otherwise replay.c runs it over files, so that every seed is a regression test.
 */
#ifndef CCTRACE_FUZZ_TARGET_H
#define CCTRACE_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* `data` may be NULL when `size` is 0.  Returns 0; a broken invariant aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
