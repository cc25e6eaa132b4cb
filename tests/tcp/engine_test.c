/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The engine on traces written by hand: classes, ACKs, windows, samples, facts.
 */
#include "tests/tap.h"
#include "tests/tcp/replay.h"

/* Client A, server B, 20 ms apart, captured at B; scale 7, SACK permitted. */
#define HANDSHAKE \
	{0, A2B, S, 0, 0, 0, 64240, .mss = 1460}, \
	{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460}, \
	{20000, A2B, A, 1, 0, 1, 502}

static struct replay *
run(const struct line *trace, size_t count)
{
	struct replay *replay = calloc(1, sizeof(*replay));

	replay->isn[A2B] = 1000;
	replay->isn[B2A] = 5000;
	replay_run(replay, trace, count);
	return replay;
}

static void
handshake_is_seen(void)
{
	static const struct line trace[] = {HANDSHAKE};
	struct replay *got = run(trace, COUNT(trace));
	struct handshake shake = facts_handshake(&got->facts);
	const struct note *note = replay_note(got, NOTE_HANDSHAKE);

	is_int((int64_t)got->step_count, 3, "three steps");
	is_int(got->steps[0].begin, 0, "the SYN is at 0");
	is_int(got->steps[0].end, 1, "and counts one");
	is_int(got->steps[1].ack, 1, "the SYN-ACK acknowledges it");
	is_int(got->steps[1].rtt, 100000, "0.1 ms to the server");
	is_int(got->steps[2].rtt, 19900000, "19.9 ms to the client and back");
	is_int(shake.syn_to_synack, 100000, "near half");
	is_int(shake.synack_to_ack, 19900000, "far half");
	is_int(got->facts.near, NEAR_B, "captured at B");
	is_int(got->facts.side[A2B].window_shift, 7, "A's windows are scaled by 7");
	is_int(got->facts.side[B2A].mss, 1460, "B's MSS");
	is_int(got->facts.side[A2B].syn_window, 64240, "A's SYN window is kept raw");
	ok(got->steps[0].has & WINDOW_UNSCALED, "a SYN's window is never scaled");
	ok(note->serial == 2 && note->value == 20000000, "noted after 20 ms");
	ok(note->begin == 7 && note->end == 7, "with both shifts");
	ok(got->closed && !got->facts.starts_before_capture, "the facts are final");
	free(got);
}

/* The ack field of a segment without ACK is whatever stood there. */
static void
ack_without_the_flag_is_nothing(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{30100, A2B, R, 1, 0, 900, 0},
	};
	struct replay *got = run(trace, COUNT(trace));

	ok(!(got->steps[4].has & HAS_ACK), "no ACK");
	is_int(got->steps[4].of[B2A].owin, 1000, "and nothing is acknowledged");
	is_int(replay_notes(got, NOTE_RESET), 1, "the reset is noted");
	ok(got->facts.side[A2B].reset, "and a fact");
	ok(!(got->steps[4].has & HAS_WINDOW), "its window says nothing");
	is_int(replay_notes(got, NOTE_ZERO_WINDOW), 0, "a reset is no zero window");
	free(got);
}

static void
delayed_ack_samples_the_oldest(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1448, 1, 509},
		{30400, B2A, A, 1449, 1448, 1, 509},
		{50400, A2B, A, 1, 0, 2897, 502},
	};
	struct replay *got = run(trace, COUNT(trace));
	const struct step *ack = &got->steps[5];

	is_int(got->steps[4].of[B2A].owin, 2896, "two segments out");
	is_int(ack->ack_class, ACK_NEW, "a new ACK");
	is_int(ack->newly_acked, 2896, "of both");
	is_int(ack->rtt, 20400000, "measured from the first");
	is_int(ack->of[B2A].owin, 0, "nothing is left");
	is_int(ack->rate_bytes, 2896, "delivered meanwhile");
	is_int(ack->rate_interval, 20400000, "since the first was sent");
	ok(!(ack->has & RATE_APP_LIMITED), "measured by the second, sent behind the first");
	free(got);
}

/* RFC 6298 3: the ACK of a retransmission is no sample, nor what it releases. */
static void
karn_holds(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{30100, B2A, A, 1001, 1000, 1, 509},
		{330000, B2A, A, 1, 1000, 1, 509},
		{350000, A2B, A, 1, 0, 2001, 502},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[5].data_class, DATA_AGAIN, "sent again");
	is_int(got->steps[5].cause, CAUSE_TIMEOUT, "after 300 ms of silence");
	is_int(got->steps[5].again_bytes, 1000, "1000 bytes of it");
	is_int(got->steps[5].of[B2A].again, 1000, "out there again");
	is_int(got->steps[5].of[B2A].lost, 1000, "the other is held lost");
	ok(!(got->steps[6].has & HAS_RTT), "no sample from either");
	is_int(replay_notes(got, NOTE_UNLOST), 1, "the second had arrived");
	is_int(replay_note(got, NOTE_TIMEOUT)->value, 299900000 + 100000,
		"waited since the first was sent");
	free(got);
}

static void
sack_is_scored(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{30100, B2A, A, 1001, 1000, 1, 509},
		{30200, B2A, A, 2001, 1000, 1, 509},
		{30300, B2A, A, 3001, 1000, 1, 509},
		{50100, A2B, A, 1, 0, 1, 502, .sack = {{1001, 2001}}},
		{50200, A2B, A, 1, 0, 1, 502, .sack = {{1001, 3001}}},
		{50300, A2B, A, 1, 0, 1, 502, .sack = {{1001, 4001}}},
		{50500, B2A, A, 1, 1000, 1, 509},
		{70500, A2B, A, 1, 0, 4001, 502},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[7].ack_class, ACK_DUPLICATE, "the first duplicate");
	is_int(got->steps[7].newly_sacked, 1000, "SACKs 1000");
	is_int(got->steps[7].rtt, 20000000, "and is a sample");
	ok(got->steps[7].has & RTT_BY_SACK, "by SACK");
	is_int(got->steps[8].newly_sacked, 1000, "the second 1000 more");
	is_int(got->steps[8].dup_acks, 2, "second of its run");
	is_int(got->steps[8].of[B2A].lost, 0, "2000 bytes above are not yet enough");
	is_int(got->steps[9].of[B2A].sacked, 3000, "3000 in all");
	is_int(got->steps[9].of[B2A].lost, 1000, "more than two segments above: lost");
	is_int(got->steps[9].of[B2A].owin, 4000, "outstanding as before");
	is_int(replay_note(got, NOTE_LOST)->serial, 3, "it is the first that is lost");
	is_int(got->steps[10].cause, CAUSE_FAST, "fast retransmission");
	is_int(got->steps[10].of[B2A].lost, 0, "no longer lost");
	is_int(got->steps[10].of[B2A].again, 1000, "but out again");
	is_int(got->steps[11].newly_acked, 1000, "one segment had not been SACKed");
	ok(!(got->steps[11].has & HAS_RTT), "its ACK is no sample");
	is_int(got->steps[11].of[B2A].sacked, 0, "the scoreboard is empty");
	is_int(replay_notes(got, NOTE_RECOVERY), 1, "one recovery");
	is_int(replay_notes(got, NOTE_RECOVERED), 1, "that ended");
	free(got);
}

/* RFC 2883: the first range repeats what is acknowledged. */
static void
dsack_proves_needless(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{230000, B2A, A, 1, 1000, 1, 509},
		{250000, A2B, A, 1, 0, 1001, 502},
		{250100, A2B, A, 1, 0, 1001, 502, .sack = {{1, 1001}}},
	};
	struct replay *got = run(trace, COUNT(trace));
	const struct note *note = replay_note(got, NOTE_SPURIOUS);

	is_int(got->steps[6].dsack, 1, "a D-SACK");
	is_int(got->steps[6].ack_class, ACK_DUPLICATE, "and a duplicate ACK");
	is_int(got->steps[6].dup_acks, 0, "that is no sign of loss");
	is_int(got->steps[6].newly_sacked, 0, "nothing is SACKed");
	ok(note->serial == 4, "the retransmission was needless");
	is_int(note->rule, RULE_DSACK, "by that rule");
	is_int(note->dir, B2A, "of B's data");
	free(got);
}

/* RFC 3522: the ACK echoes the time stamp of the original. */
static void
eifel_proves_needless(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509, .tsv = 500, .tse = 1},
		{330000, B2A, A, 1, 1000, 1, 509, .tsv = 800, .tse = 1},
		{330500, A2B, A, 1, 0, 1001, 502, .tsv = 2, .tse = 500},
	};
	struct replay *got = run(trace, COUNT(trace));
	const struct note *note = replay_note(got, NOTE_SPURIOUS);

	ok(note->serial == 4 && note->rule == RULE_EIFEL, "needless, by Eifel");
	free(got);
}

static void
gaps_are_late_or_unseen(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{30100, B2A, A, 2001, 1000, 1, 509},
		{30200, B2A, A, 1001, 1000, 1, 509},
		{30300, B2A, A, 4001, 1000, 1, 509},
		{50300, A2B, A, 1, 0, 5001, 502},
		{60000, B2A, A, 3001, 1000, 1, 509},
		{60100, A2B, A, 1, 0, 7001, 502},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[5].data_class, DATA_LATE, "fills the gap: late");
	is_int(got->steps[5].again_bytes, 0, "nothing of it was seen before");
	is_int(replay_note(got, NOTE_UNSEEN)->begin, 3001, "acknowledged, never captured");
	is_int(replay_note(got, NOTE_UNSEEN)->end, 4001, "1000 bytes");
	is_int(got->steps[8].data_class, DATA_LATE, "it turns up after its ACK");
	is_int(replay_note(got, NOTE_SEEN)->begin, 3001, "and is taken back");
	is_int(replay_notes(got, NOTE_UNSEEN), 2, "the ACK of what was not seen at all");
	is_int(got->notes[got->note_count - 1].end, 7001, "goes up to it");
	is_int(got->steps[9].of[B2A].owin, 0, "nothing is outstanding then");
	ok(got->facts.side[B2A].unseen, "capture loss is a fact");
	free(got);
}

static void
capture_begins_in_the_middle(void)
{
	static const struct line trace[] = {
		{0, A2B, A, 1, 0, 5000001, 502},
		{100, B2A, A, 5100001, 1000, 1, 509},
		{200, B2A, A, 5101001, 1000, 1, 509},
		{300, A2B, A, 1, 0, 5050001, 502},
		{400, B2A, A, 5010001, 1000, 1, 509},
		{500, A2B, A, 1, 0, 5102001, 502},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[0].ack, 1, "the first ACK is offset 1");
	is_int(got->steps[1].begin, 100001, "data lies above it");
	is_int(got->steps[2].of[B2A].owin, 102000, "100 kB were on their way before");
	is_int(got->steps[4].data_class, DATA_LATE, "sent again from before the capture: unknown");
	is_int(replay_notes(got, NOTE_UNSEEN), 0, "what came before is not capture loss");
	is_int(got->facts.side[A2B].window_shift, SHIFT_UNKNOWN, "the scale is unknown");
	ok(got->facts.starts_before_capture, "and it is said");
	free(got);
}

/* Vector `window`: closed, probed, opened; then two keep-alives. */
static void
probes_and_keep_alives(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{50000, A2B, A, 1, 0, 1001, 0},
		{250000, B2A, A, 1001, 1, 1, 509},
		{270000, A2B, A, 1, 0, 1001, 0},
		{470000, B2A, A, 1000, 0, 1, 509},
		{490000, A2B, A, 1, 0, 1001, 500},
		{500000, B2A, A, 1001, 1000, 1, 509},
		{520000, A2B, A, 1, 0, 2001, 500},
		{5000000, B2A, A, 2000, 0, 1, 509},
		{5020000, A2B, A, 1, 0, 2001, 500},
		{10000000, B2A, A, 2000, 1, 1, 509},
		{10020000, A2B, A, 1, 0, 2001, 500},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[5].data_class, DATA_PROBE, "a byte into the closed window");
	is_int(got->steps[5].of[B2A].owin, 0, "is not counted as outstanding");
	is_int(got->steps[6].ack_class, ACK_PROBE_ANSWER, "its answer is no duplicate");
	is_int(got->steps[7].data_class, DATA_PROBE, "a Linux probe repeats nothing");
	is_int(replay_note(got, NOTE_WINDOW_OPEN)->value, 440000000, "closed for 440 ms");
	is_int(got->steps[9].data_class, DATA_NEW, "the probed byte is still new");
	is_int(got->steps[10].rtt, 20000000, "and its segment a sample");
	is_int(got->steps[11].data_class, DATA_KEEP_ALIVE, "keep-alive without data");
	is_int(got->steps[13].data_class, DATA_KEEP_ALIVE, "and with a byte");
	is_int(got->steps[14].ack_class, ACK_PROBE_ANSWER, "answered");
	is_int(replay_notes(got, NOTE_ZERO_WINDOW), 1, "one zero window");
	free(got);
}

/* One byte still unacknowledged is a retransmission, not a keep-alive. */
static void
last_byte_again_is_not_a_keep_alive(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, P | A, 1, 1, 1, 509},
		{330000, B2A, P | A, 1, 1, 1, 509},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[4].data_class, DATA_AGAIN, "sent again");
	free(got);
}

static void
copies_change_nothing(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509, .id = 7},
		{30010, B2A, A, 1, 1000, 1, 509, .id = 7},
		{30020, B2A, A, 1001, 1000, 1, 509, .id = 8},
		{50000, A2B, A, 1, 0, 1001, 502, .id = 9},
		{50010, A2B, A, 1, 0, 1001, 502, .id = 9},
		{50020, A2B, A, 1, 0, 1001, 502, .id = 10},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[4].data_class, DATA_COPY, "same identification: recorded twice");
	is_int(got->steps[4].of[B2A].again, 0, "not a retransmission");
	is_int(got->steps[7].data_class, DATA_COPY, "an ACK, too");
	is_int(got->steps[7].ack_class, ACK_NONE, "is no duplicate ACK");
	is_int(got->steps[8].ack_class, ACK_DUPLICATE, "with another one it is");
	is_int(got->steps[8].dup_acks, 1, "the first of them");
	is_int(got->steps[6].rtt, 20000000, "the sample is not spoiled");
	free(got);
}

/* 5 GB in 64 kB segments: offsets go on where the wire starts again. */
static void
offsets_do_not_wrap(void)
{
	struct replay *got = calloc(1, sizeof(*got));
	struct sink_binding binding = {&replay_sink, got};
	struct engine *engine = engine_new(&binding, 1, 64);
	stroff at = 1;

	got->isn[B2A] = 0xfffffff0u;
	got->conn.state = calloc(1, engine_state_bytes(&binding, 1));
	for (int i = 0; i < 80000; i++) {
		struct line data = {i * 100, B2A, A, at, 65000, 1, 509};
		struct line ack = {i * 100 + 50, A2B, A, 1, 0, at + 65000, 502};
		struct segment segment = replay_segment(got, &data, 0);

		got->step_count = got->note_count = 0;
		engine_segment(engine, &got->conn, B2A, &segment);
		segment = replay_segment(got, &ack, 1);
		engine_segment(engine, &got->conn, A2B, &segment);
		at += 65000;
	}
	engine_flush(engine);
	is_int(got->steps[got->step_count - 1].ack, INT64_C(80000) * 65000 + 1, "5.2 GB");
	is_int(got->steps[got->step_count - 1].of[B2A].owin, 0, "all acknowledged");
	is_int(got->steps[got->step_count - 2].of[B2A].owin, 65000, "one segment at a time");
	is_int(got->steps[got->step_count - 1].rtt, 50000, "and sampled");
	engine_close(engine, &got->conn);
	engine_free(engine);
	free(got->conn.state);
	free(got);
}

static void
offload_counts_segments(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1460, 1, 509},
		{30100, B2A, A, 1461, 1461, 1, 509},
		{30200, B2A, A, 2922, 65160, 1, 509},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[3].segments, 1, "a full segment is one");
	is_int(got->steps[4].segments, 2, "a byte more are two");
	is_int(got->steps[5].segments, 45, "65160 / 1460");
	ok(got->facts.side[B2A].offload, "offload is a fact");
	ok(!got->facts.side[A2B].offload, "of that side alone");
	is_int(got->steps[0].segments, 0, "a SYN has no payload");
	free(got);
}

static void
fin_counts_one(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, F | P | A, 1, 1000, 1, 509},
		{50000, A2B, A, 1, 0, 1002, 502},
		{50100, A2B, F | A, 1, 0, 1002, 502},
		{50200, B2A, A, 1002, 0, 2, 509},
	};
	struct replay *got = run(trace, COUNT(trace));

	is_int(got->steps[3].end - got->steps[3].begin, 1001, "data and FIN");
	is_int(got->steps[4].newly_acked, 1000, "the FIN is not payload");
	is_int(got->steps[6].newly_acked, 0, "nor is the other");
	is_int(got->steps[6].ack_class, ACK_NEW, "whose ACK is new all the same");
	ok(got->facts.side[A2B].fin && got->facts.side[B2A].fin, "both closed");
	free(got);
}

/* A round lasts from what was highest at its start until that is acknowledged. */
static void
rounds_are_counted(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{30100, B2A, A, 1001, 1000, 1, 509},
		{30200, B2A, A, 2001, 1000, 1, 509},
		{50000, A2B, A, 1, 0, 1001, 502},
		{50050, B2A, A, 3001, 1000, 1, 509},
		{50100, A2B, A, 1, 0, 2001, 502},
		{50200, A2B, A, 1, 0, 3001, 502},
		{70050, A2B, A, 1, 0, 4001, 502},
	};
	struct replay *got = run(trace, COUNT(trace));
	uint32_t first = got->steps[6].round;

	is_int(got->steps[8].round, first, "3001 was highest: 2001 is within the round");
	is_int(got->steps[9].round, first + 1, "3001 ends it");
	is_int(got->steps[10].round, first + 2, "what was highest then ends the next");
	free(got);
}

/* Laws: batch size never shows; the steps of a part are the first of the whole's. */
static void
laws_hold_here(void)
{
	static const struct line trace[] = {
		HANDSHAKE,
		{30000, B2A, A, 1, 1000, 1, 509},
		{30100, B2A, A, 1001, 1000, 1, 509},
		{30200, B2A, A, 2001, 1000, 1, 509},
		{30300, B2A, A, 3001, 1000, 1, 509},
		{50300, A2B, A, 1, 0, 1, 502, .sack = {{1001, 4001}}},
		{50500, B2A, A, 1, 1000, 1, 509},
		{50600, A2B, A, 1, 0, 4001, 502},
		{50700, A2B, A, 1, 0, 4001, 502, .sack = {{1, 1001}}},
	};
	struct replay *whole = run(trace, COUNT(trace));

	for (size_t batch = 1; batch <= 7; batch += 6) {
		struct replay *other = calloc(1, sizeof(*other));
		bool same = true;

		other->isn[A2B] = 1000;
		other->isn[B2A] = 5000;
		other->batch = batch;
		replay_run(other, trace, COUNT(trace));
		same &= other->step_count == whole->step_count
			&& other->note_count == whole->note_count;
		for (size_t i = 0; same && i < whole->step_count; i++) {
			other->steps[i].conn = whole->steps[i].conn;
			same &= memcmp(&other->steps[i], &whole->steps[i],
				sizeof(struct step)) == 0;
		}
		for (size_t i = 0; same && i < whole->note_count; i++) {
			other->notes[i].conn = whole->notes[i].conn;
			same &= memcmp(&other->notes[i], &whole->notes[i],
				sizeof(struct note)) == 0;
		}
		ok(same, "batches of %zu give the same steps and notes", batch);
		free(other);
	}
	for (size_t cut = 1; cut < COUNT(trace); cut += 3) {
		struct replay *part = run(trace, cut);
		bool same = part->step_count == cut;

		for (size_t i = 0; same && i < cut; i++) {
			part->steps[i].conn = whole->steps[i].conn;
			same &= memcmp(&part->steps[i], &whole->steps[i],
				sizeof(struct step)) == 0;
		}
		ok(same, "%zu segments give the first %zu steps", cut, cut);
		free(part);
	}
	free(whole);
}

int
main(void)
{
	handshake_is_seen();
	ack_without_the_flag_is_nothing();
	delayed_ack_samples_the_oldest();
	karn_holds();
	sack_is_scored();
	dsack_proves_needless();
	eifel_proves_needless();
	gaps_are_late_or_unseen();
	capture_begins_in_the_middle();
	probes_and_keep_alives();
	last_byte_again_is_not_a_keep_alive();
	copies_change_nothing();
	offsets_do_not_wrap();
	offload_counts_segments();
	fin_counts_one();
	rounds_are_counted();
	laws_hold_here();
	return tap_done();
}
