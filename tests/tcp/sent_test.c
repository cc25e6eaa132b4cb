/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/sent.h"

#include "tests/tap.h"

static void
push(struct sent_queue *queue, stroff begin, uint32_t length)
{
	struct sent *sent = sent_push(queue);

	if (sent)
		*sent = (struct sent){.begin = begin, .length = length};
}

static void
is_a_ring(void)
{
	struct sent_queue queue = {0};

	for (int i = 0; i < 6; i++)
		push(&queue, i * 10, 10);
	for (int i = 0; i < 4; i++)
		sent_pop(&queue);
	for (int i = 6; i < 20; i++)
		push(&queue, i * 10, 10);
	is_int(queue.count, 16, "16 are left");
	is_int(sent_at(&queue, 0)->begin, 40, "the oldest first");
	is_int(sent_at(&queue, 15)->begin, 190, "the newest last");
	is_int(sent_find(&queue, 105), 6, "an offset inside finds its entry");
	is_int(sent_find(&queue, 110), 7, "the end belongs to the next");
	is_int(sent_find(&queue, 500), 16, "above all there is none");
	sent_fini(&queue);
}

static void
late_ones_go_between(void)
{
	struct sent_queue queue = {0};

	push(&queue, 0, 10);
	push(&queue, 20, 10);
	*sent_insert(&queue, sent_find(&queue, 10)) = (struct sent){.begin = 10, .length = 10};
	is_int(queue.count, 3, "three");
	is_int(sent_at(&queue, 1)->begin, 10, "in order");
	is_int(sent_at(&queue, 2)->begin, 20, "and the last one kept");
	sent_fini(&queue);
}

static void
depth_is_limited(void)
{
	struct sent_queue queue = {0};

	for (int i = 0; i < SENT_INSERT_MAX + 2; i++)
		push(&queue, i * 10 + 10, 10);
	ok(!sent_insert(&queue, 0), "too deep is refused");
	is_int(queue.count, SENT_INSERT_MAX + 2, "and changes nothing");
	ok(sent_insert(&queue, 2) != NULL, "SENT_INSERT_MAX below the end is not");
	sent_fini(&queue);
}

int
main(void)
{
	is_a_ring();
	late_ones_go_between();
	depth_is_limited();
	return tap_done();
}
