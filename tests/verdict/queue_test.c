/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A queue ramps and stays; a longer route jumps.
 */
#include "tests/verdict/open.h"

static void
a_standing_queue(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 600, .window = 20,
		.service = 4 * MS};
	struct opened opened;
	const struct round *round;

	method_open(&opened, &piece);
	queue_measure(&opened.method);
	round = &opened.method.round[opened.method.round_count / 2];
	is_near(opened.method.queue_limit, 0.12, 1e-9, "12 % is a queue");
	is_near((double)round->base, 44e6, 1e6, "the path's own is 40 ms and a segment");
	/* 20 segments of 4 ms are 80 ms. */
	ok(round->has_queue, "a queue is seen");
	is_near(round->queue, 80.0 / 44 - 1, 0.03, "as long again");
	method_close(&opened);
}

static void
no_queue(void)
{
	static const struct piece piece = {.rtt = 40 * MS, .segments = 400, .window = 8};
	struct opened opened;
	double most = 0;

	method_open(&opened, &piece);
	queue_measure(&opened.method);
	for (size_t i = 0; i < opened.method.round_count; i++)
		if (opened.method.round[i].queue > most)
			most = opened.method.round[i].queue;
	is_near(most, 0, 1e-9, "RTTs that don't change show none");
	method_close(&opened);
}

static void
limits_of_short_paths(void)
{
	static const struct {
		nsec rtt;
		double limit;
	} paths[] = {{100 * MS, 0.12}, {10 * MS, 0.25}, {2 * MS, 0.5}};

	for (size_t i = 0; i < COUNT(paths); i++) {
		struct piece piece = {.rtt = paths[i].rtt, .segments = 100, .window = 4};
		struct opened opened;

		method_open(&opened, &piece);
		queue_measure(&opened.method);
		is_near(opened.method.queue_limit, paths[i].limit, 1e-6,
			"12 %, 2.5 ms, and at most half");
		method_close(&opened);
	}
}

enum { ROUNDS = 80, EACH = 4 };

/* Rounds of these RTTs, four samples each, of one flight. */
static void
made(struct method *method, struct sender_view *view, const nsec *rtt)
{
	view->rtt = calloc(ROUNDS * EACH, sizeof(*view->rtt));
	view->rtt_count = ROUNDS * EACH;
	method->round = calloc(ROUNDS, sizeof(*method->round));
	method->round_count = ROUNDS;
	method->scratch = calloc(ROUNDS * EACH, sizeof(*method->scratch));
	method->view = view;
	method->min_rtt = 40 * MS;
	for (size_t i = 0; i < ROUNDS; i++) {
		for (size_t k = 0; k < EACH; k++)
			view->rtt[i * EACH + k] = (struct lived_rtt){0, rtt[i], false};
		method->round[i] = (struct round){.flight = 20000, .rtt_begin = i * EACH,
			.rtt_end = (i + 1) * EACH, .samples = EACH, .rtt = rtt[i],
			.rtt_min = rtt[i]};
	}
	queue_measure(method);
}

static void
unmade(struct method *method)
{
	free(method->view->rtt);
	free(method->round);
	free(method->scratch);
}

static void
a_route_that_changed_is_no_queue(void)
{
	struct sender_view view = {0};
	struct method method = {0};
	nsec rtt[ROUNDS];

	for (size_t i = 0; i < ROUNDS; i++)
		rtt[i] = i < 30 ? 40 * MS : 60 * MS;
	made(&method, &view, rtt);
	is_int(method.round[20].base, 40 * MS, "40 ms before");
	is_int(method.round[50].base, 60 * MS, "60 ms are the new base");
	is_near(method.round[50].queue, 0, 1e-9, "and no queue");
	unmade(&method);
	for (size_t i = 0; i < ROUNDS; i++)
		rtt[i] = i < 20 ? 40 * MS : i < 40 ? (nsec)(i - 20) * MS + 40 * MS : 60 * MS;
	made(&method, &view, rtt);
	is_int(method.round[60].base, 40 * MS, "what ramps by a ms each round leaves the base");
	is_near(method.round[60].queue, 0.5, 1e-9, "it is a queue");
	unmade(&method);
}

int
main(void)
{
	a_standing_queue();
	no_queue();
	limits_of_short_paths();
	a_route_that_changed_is_no_queue();
	return tap_done();
}
