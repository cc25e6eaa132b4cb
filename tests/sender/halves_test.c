/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How far a capture is from either end, with a handshake and without one.
 */
#include "sender/halves.h"

#include "tests/sender/play.h"

static void
times_are_found_by_stamp(void)
{
	static const struct piece piece = {.rtt = 50 * MS, .segments = 40, .window = 4,
		.place = 10 * MS};
	struct tapes *tapes = play(&piece);
	const struct tape *tape = tapes_find(tapes, 0);
	struct echo_map map;

	echo_map_init(&map, tape, A2B, tape->rows);
	/* 10 rounds; the answers to one round come within a tick, and are one entry. */
	is_int((int64_t)map.count, 11, "the SYN-ACK, and an entry for each round of answers");

	uint32_t second = map.item[1].ts_value;

	is_int(echo_map_time(&map, second), map.item[1].time, "passed when it passed first");
	is_int(echo_map_newer(&map, second), map.item[2].time, "the next comes after it");
	is_int(echo_map_time(&map, second + 1), NSEC_UNKNOWN, "what never passed has no time");
	is_int(echo_map_newer(&map, second + 1), map.item[2].time, "yet what is newer has");
	is_int(echo_map_newer(&map, map.item[10].ts_value), NSEC_UNKNOWN,
		"nothing is newer than the last");
	is_int(echo_map_time(&map, map.item[0].ts_value), map.item[0].time,
		"looked for backwards, too");
	ok(echo_map_is_newer(&map, second) && !echo_map_is_newer(&map, map.item[0].ts_value),
		"the first is no newer than itself");
	echo_map_fini(&map);
	tapes_free(tapes);
}

static struct sender_view
measure(const struct piece *piece)
{
	struct tapes *tapes = play(piece);
	const struct tape *tape = tapes_find(tapes, 0);
	struct sender_view view = {.tape = tape, .dir = A2B};
	struct echo_map map = {0};

	halves_measure(&view, piece->no_stamps ? NULL : &map);
	echo_map_fini(&map);
	tapes_free(tapes);
	view.tape = NULL;
	return view;
}

static void
the_place_is_told_by_the_handshake(void)
{
	static const struct {
		nsec place;
		enum vantage vantage;
		const char *name;
	} places[] = {
		{0, VANTAGE_SENDER, "at the sender"},
		{2 * MS, VANTAGE_SENDER, "within a tenth of it"},
		{10 * MS, VANTAGE_MIDDLE, "between"},
		{23 * MS, VANTAGE_RECEIVER, "within a tenth of the receiver"},
		{25 * MS, VANTAGE_RECEIVER, "at the receiver"},
	};

	for (size_t i = 0; i < COUNT(places); i++) {
		struct piece piece = {.rtt = 50 * MS, .segments = 40, .window = 4,
			.place = places[i].place};
		struct sender_view view = measure(&piece);

		is_int(view.vantage, places[i].vantage, places[i].name);
		is_int(view.to_sender, 2 * places[i].place, "  there and back to the sender");
		is_int(view.to_receiver, 50 * MS - 2 * places[i].place,
			"  and to the receiver");
		ok(view.evidence & EVIDENCE_HANDSHAKE && view.evidence & EVIDENCE_DATA_ACK,
			"  by the handshake and by data");
	}
}

static void
without_a_handshake_by_data_and_echoes(void)
{
	struct piece piece = {.rtt = 50 * MS, .segments = 400, .window = 4, .no_syn = true};
	struct sender_view view = measure(&piece);

	is_int(view.vantage, VANTAGE_SENDER, "data echoes the newest ACK at once: the sender");
	is_int(view.to_receiver, 50 * MS, "  data is answered after 50 ms");
	ok(view.evidence & EVIDENCE_NO_LAG, "  as the evidence says");
	piece.place = 25 * MS;
	view = measure(&piece);
	is_int(view.vantage, VANTAGE_UNKNOWN, "bursts and silence leave the receiver's side open");
	piece.service = 4 * MS;
	piece.window = 20;
	view = measure(&piece);
	is_int(view.vantage, VANTAGE_RECEIVER, "data in a row, answered at once: the receiver");
	is_int(view.to_receiver, 0, "  at once");
	ok(view.to_sender > 40 * MS && view.to_sender <= 50 * MS + 20 * 4 * MS,
		"  ACKs release data after %.3f ms", (double)view.to_sender / 1e6);
	piece.no_stamps = true;
	view = measure(&piece);
	is_int(view.vantage, VANTAGE_UNKNOWN, "without stamps that may be a host, too");
	piece.place = 0;
	view = measure(&piece);
	is_int(view.vantage, VANTAGE_SENDER, "but 50 ms are no host's");
}

static void
a_short_path_tells_nothing(void)
{
	static const struct piece piece = {.rtt = MS / 2, .segments = 40, .window = 4};

	is_int(measure(&piece).vantage, VANTAGE_UNKNOWN, "half a millisecond in all: unknown");
}

int
main(void)
{
	times_are_found_by_stamp();
	the_place_is_told_by_the_handshake();
	without_a_handshake_by_data_and_echoes();
	a_short_path_tells_nothing();
	return tap_done();
}
