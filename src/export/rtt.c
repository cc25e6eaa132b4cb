/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rtt.c - a dot a sample at the time of its ACK, in milliseconds.  Samples made by SACK,
 * which tcptrace doesn't take, are purple.  No line joins them: between two samples
 * nothing was measured.
 */
#include "export/kinds.h"
#include "export/rows.h"
#include "export/xpl.h"

void
xpl_rtt(const struct export_input *input, FILE *out)
{
	struct xpl xpl = {.out = out, .decimals = 6};
	const struct tape *tape = input->tape;

	xpl_begin(&xpl, input, "rtt samples", "rtt (ms)");
	for (size_t i = 0; i < tape->rtt_count; i++) {
		const struct tape_rtt *sample = &tape->rtt[i];

		if (row_is_own(input, sample->row))
			continue;
		xpl_colour(&xpl, sample->by_sack ? "purple" : "red");
		xpl_point(&xpl, "dot", tape->time[sample->row], sample->rtt);
	}
	xpl_end(&xpl);
}
