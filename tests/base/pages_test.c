/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/pages.h"

#include <stdint.h>

#include "tests/tap.h"

/* What was written stays at its index however the array grows. */
static void
keeps_what_it_holds(size_t first, size_t last)
{
	size_t bytes = first;
	uint32_t *array = pages_grow(NULL, 0, bytes);
	size_t filled = 0, wrong = 0;

	for (;;) {
		for (; filled < bytes / sizeof(*array); filled++)
			array[filled] = (uint32_t)filled * 2654435761u;
		if (bytes >= last)
			break;
		array = pages_grow(array, bytes, bytes * 2 + 4);
		bytes = bytes * 2 + 4;
	}
	for (size_t i = 0; i < filled; i++)
		wrong += array[i] != (uint32_t)i * 2654435761u;
	ok(wrong == 0, "%zu bytes grow to %zu and keep their content", first, bytes);
	pages_free(array, bytes);
}

int
main(void)
{
	keeps_what_it_holds(64, 1000);
	keeps_what_it_holds(64, (size_t)3 * HUGE_PAGE);
	keeps_what_it_holds(HUGE_PAGE - 4, (size_t)9 * HUGE_PAGE);
	keeps_what_it_holds(HUGE_PAGE, (size_t)5 * HUGE_PAGE);
	pages_free(NULL, 0);
	return tap_done();
}
