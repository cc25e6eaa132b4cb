/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which events get a number in the pictures, and what the key says of them; waits, lengths
 * and places worked out by hand.
 */
#include "config.h"

#include "picture.h"

/* Captured at B, who sends; RTT 40 ms. */
#define SYNS \
	{0, A2B, S, 0, 0, 0, 5000, .mss = 1000}, \
	{10, B2A, S | A, 0, 0, 1, 6000, .mss = 1000}
#define HANDSHAKE SYNS, {40000, A2B, A, 1, 0, 1, 50}

static void
is_moment(const struct scene *scene, size_t number, nsec x, int64_t y, const char *text)
{
	if (!ok(number >= 1 && number <= scene->moment_count, "%s: moment %zu of %zu",
		scene->graph, number, scene->moment_count))
		return;
	is_int(scene->moment[number - 1].x, x, "  when");
	is_int(scene->moment[number - 1].y, y, "  how high");
	is_str(scene->moment[number - 1].text, text, "  what");
}

static void
timeouts_tell_their_wait(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{90000, A2B, A, 1, 0, 1001, 50},
		{100000, B2A, A, 1001, 1000, 1, 60},
		{912000, B2A, A, 1001, 1000, 1, 60},
		{2536000, B2A, A, 1001, 1000, 1, 60},
		{2576000, A2B, A, 1, 0, 2001, 50},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, 7);
	scene = draw(&picture, "tcptrace", B2A);
	is_int((int64_t)scene->moment_count, 1, "one moment");
	is_moment(scene, 1, MS(912), 1001, "timeout after 812.0 ms");
	is_int(scene->moment[0].ink, INK_AGAIN, "in the ink of losses");
	picture_end(&picture);
	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "stevens-overview", B2A);
	is_int((int64_t)scene->moment_count, 1, "of one segment: still one");
	is_moment(scene, 1, MS(912), 1001, "2 timeouts in a row, 2.44 s");
	picture_end(&picture);
}

static void
windows_tell_how_long_they_were_zero(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{90000, A2B, A, 1, 0, 1001, 0},
		{1490000, A2B, A, 1, 0, 1001, 50},
		{1500000, B2A, A, 1001, 1000, 1, 60},
		{1540000, A2B, A, 1, 0, 2001, 0},
		{1550000, A2B, A, 1, 0, 2001, 50},
		{1551000, B2A, A, 2001, 1000, 1, 60},
		{1600000, A2B, A, 1, 0, 3001, 0},
		{2600000, A2B, A, 1, 0, 3001, 0},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "tcptrace", B2A);
	is_int((int64_t)scene->moment_count, 2, "two long ones; 10 ms of 2.6 s don't matter");
	is_moment(scene, 1, MS(90), 1001, "zero window for 1.40 s");
	is_moment(scene, 2, MS(1600), 3001, "zero window until the end, 1.00 s");
	picture_end(&picture);
}

/* The sender waits for room for a segment of 1000 B, then fills the 384 B that there are. */
static void
windows_too_small_to_use_come_before(void)
{
	static const struct line trace[] = {
		SYNS,
		{40000, A2B, A, 1, 0, 1, 16},
		{50000, B2A, A, 1, 1000, 1, 60},
		{50100, B2A, A, 1001, 1000, 1, 60},
		{90000, A2B, A, 1, 0, 1001, 8},
		{90100, A2B, A, 1, 0, 2001, 3},
		{390000, B2A, A, 2001, 384, 1, 60},
		{430000, A2B, A, 1, 0, 2385, 0},
		{1430000, A2B, A, 1, 0, 2385, 50},
		{1440000, B2A, A, 2385, 1000, 1, 60},
		{1480000, A2B, A, 1, 0, 3385, 50},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "tcptrace", B2A);
	is_int((int64_t)scene->moment_count, 1, "one stop");
	is_moment(scene, 1, MS(90) + US(100), 2001,
		"window below a segment for 339.9 ms, then zero for 1.00 s");
	picture_end(&picture);
}

static void
losses_count_their_segments(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{50100, B2A, A, 1001, 1000, 1, 60},
		{50200, B2A, A, 2001, 1000, 1, 60},
		{50300, B2A, A, 3001, 1000, 1, 60},
		{50400, B2A, A, 4001, 1000, 1, 60},
		{50500, B2A, A, 5001, 1000, 1, 60},
		{90300, A2B, A, 1, 0, 1, 50, .sack = {{3001, 4001}}},
		{90400, A2B, A, 1, 0, 1, 50, .sack = {{3001, 5001}}},
		{90500, A2B, A, 1, 0, 1, 50, .sack = {{3001, 6001}}},
		{90600, B2A, A, 1, 1000, 1, 60},
		{90700, B2A, A, 1001, 1000, 1, 60},
		{90800, B2A, A, 2001, 1000, 1, 60},
		{131000, A2B, A, 1, 0, 6001, 50},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "tcptrace", B2A);
	is_int((int64_t)scene->moment_count, 1, "one recovery, one moment");
	is_moment(scene, 1, US(90500), 1, "loss of 3 segments");
	picture_end(&picture);
}

static void
ends_and_beginnings(void)
{
	static const struct line trace[] = {
		{0, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{1000000, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{3000000, A2B, S, 0, 0, 0, 5000, .mss = 1000},
		{3000010, B2A, S | A, 0, 0, 1, 6000, .mss = 1000},
		{3040000, A2B, A, 1, 0, 1, 50},
		{3050000, B2A, A, 1, 1000, 1, 60},
		{3090000, A2B, A, 1, 0, 1001, 50},
		{8050000, B2A, A, 1001, 1000, 1, 60},
		{8090000, A2B, A, 1, 0, 2001, 50},
		{8100000, A2B, R | A, 1, 0, 2001, 0},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "tcptrace", B2A);
	is_int((int64_t)scene->moment_count, 3, "three moments, in order of time");
	is_moment(scene, 1, MS(3000), 0, "SYN sent 3 times in 3.00 s");
	is_moment(scene, 2, MS(3050), 1, "no data for 5.00 s");
	is_moment(scene, 3, MS(8100), 2001, "reset by the receiver");
	picture_end(&picture);
}

static void
a_reset_after_both_fins_is_no_event(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{50000, B2A, A, 1, 1000, 1, 60},
		{90000, A2B, A, 1, 0, 1001, 50},
		{91000, B2A, F | A, 1001, 0, 1, 60},
		{131000, A2B, F | A, 1, 0, 1002, 50},
		{132000, B2A, R | A, 1002, 0, 2, 0},
	};
	static struct picture picture;

	picture_begin(&picture, trace, COUNT(trace));
	is_int((int64_t)draw(&picture, "tcptrace", B2A)->moment_count, 0, "none");
	picture_end(&picture);
}

static void
a_clock_that_goes_back_is_told(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{5050000, B2A, A, 1, 1000, 1, 60},
		{2090000, A2B, A, 1, 0, 1001, 50},
		{2091000, B2A, A, 1001, 1000, 1, 60},
		{2131000, A2B, A, 1, 0, 2001, 50},
	};
	static struct picture picture;
	const struct scene *scene;

	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "tcptrace", B2A);
	ok(scene->moment_count >= 1, "told");
	is_str(scene->moment[scene->moment_count - 1].text, "clock set back by 2.96 s",
		"by how much");
	is_int(scene->moment[scene->moment_count - 1].x, MS(2090), "behind the step");
	picture_end(&picture);
}

/* Six segments, each sent again after its own timeout: the longest five are numbered. */
static void
one_kind_leaves_room_for_others(void)
{
	static const struct line handshake[] = {HANDSHAKE};
	struct line trace[3 + 3 * 6];
	static struct picture picture;
	const struct scene *scene;
	int64_t us = 100000;

	memcpy(trace, handshake, sizeof(handshake));
	for (int i = 0; i < 6; i++) {
		struct line *line = &trace[3 + 3 * i];
		int64_t wait = 1000000 - 100000 * i;

		line[0] = (struct line){us, B2A, A, 1 + 1000 * i, 1000, 1, 60};
		line[1] = (struct line){us + wait, B2A, A, 1 + 1000 * i, 1000, 1, 60};
		line[2] = (struct line){us + wait + 40000, A2B, A, 1, 0, 1001 + 1000 * i, 50};
		us += wait + 50000;
	}
	picture_begin(&picture, trace, COUNT(trace));
	scene = draw(&picture, "tcptrace", B2A);
	is_int((int64_t)scene->moment_count, 5, "five of six");
	is_moment(scene, 1, MS(1100), 1, "timeout after 1.00 s");
	is_moment(scene, 5, MS(4300), 4001, "timeout after 600.0 ms");
	picture_end(&picture);
}

int
main(void)
{
	timeouts_tell_their_wait();
	windows_tell_how_long_they_were_zero();
	windows_too_small_to_use_come_before();
	losses_count_their_segments();
	ends_and_beginnings();
	a_reset_after_both_fins_is_no_event();
	a_clock_that_goes_back_is_told();
	one_kind_leaves_room_for_others();
	return tap_done();
}
