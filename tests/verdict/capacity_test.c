/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a full path carries, and that a path which was never full tells nothing.
 */
#include "tests/verdict/open.h"

static int
saturated(const struct opened *opened)
{
	int count = 0;

	for (size_t i = 0; i < opened->method.round_count; i++)
		count += opened->method.round[i].saturated;
	return count;
}

/* 1000 bytes each 4 ms, seen at either end. */
static void
a_full_link_is_measured_by_both_tests(void)
{
	static const nsec places[] = {0, 20 * MS};

	for (size_t i = 0; i < COUNT(places); i++) {
		struct piece piece = {.rtt = 40 * MS, .place = places[i], .segments = 800,
			.window = 20, .service = 4 * MS};
		struct opened opened;

		method_open(&opened, &piece);
		queue_measure(&opened.method);
		capacity_measure(&opened.method);
		is_near(opened.method.capacity, 250000, 5000, "250 kB/s");
		ok(opened.method.by_queue && opened.method.by_train,
			"  by rounds with a queue and by trains");
		ok(saturated(&opened) + 2 >= (int)opened.method.round_count,
			"  in %d of %zu rounds", saturated(&opened), opened.method.round_count);
		method_close(&opened);
	}
}

static void
a_window_fills_nothing(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8};
	struct opened opened;

	method_open(&opened, &piece);
	queue_measure(&opened.method);
	capacity_measure(&opened.method);
	is_near(opened.method.capacity, 0, 0, "never full: no capacity");
	ok(!opened.method.by_queue && !opened.method.by_train, "by neither test");
	is_int(saturated(&opened), 0, "in no round");
	method_close(&opened);
}

/* As many in flight as the path holds: spaced by the link, but nothing waits. */
static void
trains_alone_are_not_believed(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 800, .window = 6,
		.service = 4 * MS};
	struct opened opened;

	method_open(&opened, &piece);
	queue_measure(&opened.method);
	capacity_measure(&opened.method);
	is_near(opened.method.capacity, 0, 0, "no loss and no queue: bursts may be the sender's");
	method_close(&opened);
}

int
main(void)
{
	a_full_link_is_measured_by_both_tests();
	a_window_fills_nothing();
	trains_alone_are_not_believed();
	return tap_done();
}
