/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * units.h - the scalar types of cctrace.  A unit is a type, so that a sequence
 * number off the wire can't be mistaken for an offset in a stream, nor a time for
 * a count.  Seconds as `double` exist only from the graph layer on.
 */
#ifndef CCTRACE_UNITS_H
#define CCTRACE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Nanoseconds: a point in time since the Unix epoch (UTC, no leap seconds), or a
 * span.  Covers 1677 to 2262, which holds every time a capture file can state.
 */
typedef int64_t nsec;

/* Not a time.  Only where a header says that a time may be unknown. */
#define NSEC_UNKNOWN INT64_MIN

#define NSEC_PER_USEC INT64_C(1000)
#define NSEC_PER_MSEC INT64_C(1000000)
#define NSEC_PER_SEC INT64_C(1000000000)

/*
 * A 32-bit sequence number as on the wire; wraps (RFC 9293 3.4).  Compare only by
 * signed difference.
 */
typedef uint32_t wireseq;

/*
 * An offset in the byte stream of one direction, unwrapped to 64 bits.  The SYN is
 * at 0 and the first byte of data at 1, as Wireshark's relative numbers.  Without a
 * SYN the first segment seen starts at 1; bytes that turn up from before it have
 * offsets of 0 and less, hence the sign.
 */
typedef int64_t stroff;

/* Who sent: A sent the SYN (or received the SYN-ACK), else the first segment. */
enum direction { A2B = 0, B2A = 1 };

static inline enum direction
direction_other(enum direction dir)
{
	return dir == A2B ? B2A : A2B;
}

/* A half-open range [begin, end) of a stream; begin < end wherever one is stored. */
struct range {
	stroff begin, end;
};

#endif
