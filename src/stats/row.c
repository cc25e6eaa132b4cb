/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * row.c - what follows from the numbers of a row.
 */
#include "cctrace/stats.h"

bool
row_data_direction(const struct connection_row *row, enum direction *dir)
{
	uint64_t a = row->dir[A2B].payload_bytes, b = row->dir[B2A].payload_bytes;

	*dir = b > a ? B2A : A2B;
	return a || b;
}

static bool
bits_a_second(uint64_t bytes, nsec from, nsec to, double *bps)
{
	if (from == NSEC_UNKNOWN || to == NSEC_UNKNOWN || to <= from)
		return false;
	/* The span of two hostile stamps can exceed what is signed. */
	*bps = (double)bytes * 8e9 / (double)((uint64_t)to - (uint64_t)from);
	return true;
}

bool
row_throughput(const struct connection_row *row, enum direction dir, double *bps)
{
	const struct direction_stats *total = &row->dir[dir];

	return bits_a_second(total->payload_bytes, total->first_data, total->last_data, bps);
}

bool
row_goodput(const struct connection_row *row, enum direction dir, double *bps)
{
	const struct direction_stats *total = &row->dir[dir];

	return bits_a_second(total->acked_bytes, total->first_data, total->last_ack_of_data, bps);
}
