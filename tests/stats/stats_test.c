/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters of a row, from steps and notes written by hand; the laws amend and batch. */
#include "tests/stats/run.h"

static void
packets_and_bytes(void)
{
	struct run *run = run_new();
	const struct direction_stats *a;
	double bps;

	run_data(run, MS(0), 1, 1000, 1000);
	run_data(run, MS(10), 1001, 1000, 2000);
	run_ack(run, MS(15), 1001, 1000, 1000)->newly_sacked = 500;
	run_data(run, MS(20), 1, 1000, 2000)->data_class = DATA_COPY;
	run_step(run, MS(30), A2B)->flags = TCP_ACK | TCP_FIN;
	run_step(run, MS(31), A2B)->flags = TCP_ACK | TCP_RST;
	run_step(run, MS(32), A2B);

	const struct connection_row *row = run_row(run, 64);

	a = &row->dir[A2B];
	is_int((int64_t)row->frames, 7, "frames of both directions");
	is_int((int64_t)a->packets, 6, "packets, the copy included");
	is_int((int64_t)a->bytes, 3 * 1066 + 3 * 66, "bytes on the wire");
	is_int((int64_t)a->payload_bytes, 2000, "payload without the copy's");
	is_int((int64_t)a->unique_bytes, 2000, "unique bytes");
	is_int((int64_t)a->data_packets, 2, "data packets");
	is_int((int64_t)a->pure_acks, 1, "neither FIN nor RST is a pure ACK");
	is_int(a->duplicate_packets, 1, "the copy counts as duplicate");
	is_int(a->first_data, 0, "first data");
	is_int(a->last_data, MS(10), "last data, not the copy's");
	is_int((int64_t)a->acked_bytes, 1500, "acknowledged and SACKed bytes");
	is_int(a->last_ack_of_data, MS(15), "last ACK of data");
	ok(row_throughput(row, A2B, &bps), "there is a throughput");
	is_near(bps, 2000 * 8 / 0.010, 1e-6, "payload over first to last data");
	ok(row_goodput(row, A2B, &bps), "and a goodput");
	is_near(bps, 1500 * 8 / 0.015, 1e-6, "acknowledged payload until its last ACK");
	ok(!row_throughput(row, B2A, &bps), "none where no data is");
	run_free(run);
}

static void
silent_direction(void)
{
	struct run *run = run_new();
	const struct connection_row *row = run_row(run, 64);
	enum direction dir;

	ok(!row_data_direction(row, &dir), "without payload no direction carries the data");
	ok(row->dir[A2B].first_data == NSEC_UNKNOWN && row->dir[A2B].last_data == NSEC_UNKNOWN
		&& row->dir[A2B].last_ack_of_data == NSEC_UNKNOWN, "its times are unknown, not 0");
	ok(!row->dir[A2B].has_window, "so is its window");
	run_data(run, 0, 1, 1, 1)->dir = B2A;
	ok(row_data_direction(run_row(run, 64), &dir) && dir == B2A, "one byte decides");
	run_free(run);
}

/* Each class of data and what it counts. */
static void
classes(void)
{
	struct run *run = run_new();
	struct step *step;
	const struct direction_stats *a;

	step = run_data(run, 0, 1, 3000, 3000);
	step = run_data(run, MS(1), 1, 3000, 3000);
	step->data_class = DATA_AGAIN;
	step->cause = CAUSE_TIMEOUT;
	step->segments = 3;
	step->again_bytes = 3000;
	step = run_step(run, MS(2), A2B); /* a SYN again: no payload, one segment */
	step->flags = TCP_SYN;
	step->data_class = DATA_AGAIN;
	step = run_data(run, MS(3), 2001, 2000, 4000); /* half old, half new */
	step->data_class = DATA_AGAIN;
	step->cause = CAUSE_FAST;
	step->segments = 2;
	step->again_bytes = 1000;
	run_data(run, MS(4), 6001, 1000, 4000)->data_class = DATA_LATE;
	run_data(run, MS(9), 7000, 1, 0)->data_class = DATA_KEEP_ALIVE;
	run_data(run, MS(5), 7001, 1, 0)->data_class = DATA_PROBE;
	a = &run_row(run, 64)->dir[A2B];
	is_int(a->retransmitted_packets, 3, "retransmitted packets");
	is_int(a->retransmitted_segments, 6, "in MSS units; a SYN is one");
	is_int((int64_t)a->retransmitted_bytes, 4000, "bytes seen before");
	is_int(a->by_cause[CAUSE_TIMEOUT], 1, "one by timeout");
	is_int(a->by_cause[CAUSE_FAST], 1, "one fast");
	is_int(a->by_cause[CAUSE_UNKNOWN], 1, "one unknown");
	is_int(a->reordered_packets, 1, "late is reordered");
	is_int(a->keep_alives, 1, "keep-alive");
	is_int(a->window_probes, 1, "window probe");
	is_int((int64_t)a->unique_bytes, 5000, "unique bytes");
	is_int((int64_t)a->payload_bytes, 9002, "payload with keep-alives and probes");
	is_int(a->last_data, MS(5), "a keep-alive is not the last data");
	run_free(run);
}

static void
acks_and_marks(void)
{
	struct run *run = run_new();
	struct step *step;
	const struct direction_stats *b;

	run_ack(run, 0, 1, 0, 0);
	step = run_ack(run, 1, 1, 0, 0);
	step->sack_count = 2;
	step->dsack = 1;
	run_ack(run, 2, 2, 1, 0)->sack_count = 1;
	run_step(run, 3, B2A)->ack_class = ACK_WINDOW_UPDATE;
	run_step(run, 4, B2A)->flags = TCP_SYN | TCP_ECE | TCP_CWR;
	run_step(run, 5, B2A)->flags = TCP_ACK | TCP_ECE;
	run_step(run, 6, B2A)->flags = TCP_ACK | TCP_CWR;
	run_step(run, 7, B2A)->ecn = 3;
	run_step(run, 8, B2A)->ecn = 2;
	b = &run_row(run, 64)->dir[B2A];
	is_int(b->duplicate_acks, 2, "duplicate ACKs are of who sends them");
	is_int(b->sacks, 2, "segments with SACK");
	is_int(b->dsacks, 1, "with D-SACK");
	is_int(b->ece, 1, "ECE, not the SYN's");
	is_int(b->cwr, 1, "CWR, not the SYN's");
	is_int(b->ce, 1, "CE is 3, not ECT");
	run_free(run);
}

/* ---- windows ---- */

static void
window(struct run *run, uint8_t flags, uint16_t field)
{
	struct step *step = run_step(run, 0, B2A);

	step->flags = flags;
	step->window_field = field;
	step->has = flags & TCP_RST ? HAS_ACK : flags & TCP_SYN
		? HAS_ACK | HAS_WINDOW | WINDOW_UNSCALED : HAS_ACK | HAS_WINDOW;
}

static void
windows_are_scaled_at_the_close(void)
{
	struct run *run = run_new();
	const struct direction_stats *b;

	window(run, TCP_SYN | TCP_ACK, 65535);
	window(run, TCP_RST, 0);
	b = &run_row(run, 64)->dir[B2A];
	ok(!b->has_window, "SYN and RST tell no window");
	is_int(b->zero_windows, 0, "nor is one of them closed");
	window(run, TCP_ACK, 500);
	window(run, TCP_ACK | TCP_FIN, 0);
	window(run, TCP_ACK, 0);
	window(run, TCP_ACK, 0);
	window(run, TCP_ACK, 2000);
	b = &run_row(run, 64)->dir[B2A];
	ok(!b->has_window, "shift unknown: no window");
	is_int(b->zero_windows, 2, "zero windows, without the FIN's");
	run->facts.side[B2A].window_shift = SHIFT_UNUSED;
	b = &run_row(run, 64)->dir[B2A];
	ok(b->has_window && b->window_min_bytes == 0 && b->window_max_bytes == 2000,
		"shift unused: as it stands");
	run->facts.side[B2A].window_shift = 14;
	is_int(run_row(run, 64)->dir[B2A].window_max_bytes, 2000 << 14, "shift 14: scaled");
	run_free(run);

	run = run_new();
	run->facts.side[B2A].window_shift = 14;
	window(run, TCP_ACK, 65535);
	b = &run_row(run, 64)->dir[B2A];
	ok(b->has_window && b->window_min_bytes == UINT32_C(65535) << 14, "the largest of all");
	run_free(run);
}

static uint32_t
full(struct run *run)
{
	return run_row(run, 64)->dir[A2B].window_full;
}

/* B advertises 1000 << 2 beyond 1: the edge is 4001. */
static void
data_reaches_the_edge(void)
{
	struct run *run = run_new();
	struct note *note;
	struct step *step;

	run_step(run, 0, B2A);
	run_data(run, 1, 1, 1000, 1000);
	is_int(full(run), 0, "without a handshake, edges are unknown");

	note = run_note(run, NOTE_HANDSHAKE, A2B);
	run->notes[0].after = 0;
	note->begin = SHIFT_UNKNOWN;
	note->end = SHIFT_UNKNOWN;
	is_int(full(run), 0, "nor by one that told no shift");
	note->begin = 7;
	note->end = 0;
	is_int(full(run), 1, "1001 is the edge of 1000 by the ACK that ended the handshake");
	note->end = SHIFT_UNUSED;
	is_int(full(run), 1, "the same without scaling");
	note->end = 2;
	is_int(full(run), 0, "scaled by 2 it is 4001");
	run_data(run, 2, 1001, 2999, 3999);
	is_int(full(run), 0, "one byte less is not full");
	run_data(run, 3, 4000, 1, 4000);
	is_int(full(run), 1, "the byte is");
	step = run_data(run, 4, 3001, 1000, 4000);
	step->data_class = DATA_AGAIN;
	step->flags |= TCP_FIN;
	step->end++;
	is_int(full(run), 2, "data again at the edge counts, its FIN takes no window");
	run_data(run, 5, 4001, 1, 4000)->data_class = DATA_PROBE;
	run_data(run, 6, 4000, 1, 4000)->data_class = DATA_KEEP_ALIVE;
	run_data(run, 6, 3001, 1000, 4000)->data_class = DATA_COPY;
	is_int(full(run), 2, "probes, keep-alives and copies do not");
	run_ack(run, 7, 2001, 2000, 2000);
	run_step(run, 8, B2A)->ack_class = ACK_OLD;
	run_data(run, 9, 4001, 1000, 3000);
	is_int(full(run), 2, "an old ACK moves no edge back");
	run_data(run, 10, 5001, 1000, 4000);
	is_int(full(run), 3, "the new edge is 6001");
	run_free(run);

	run = run_new();
	window(run, TCP_SYN | TCP_ACK, 4000);
	run_data(run, 1, 1, 4000, 4000);
	is_int(full(run), 1, "the window of a SYN-ACK needs no shift");
	run_step(run, 2, B2A);
	run_data(run, 3, 4001, 1000, 5000);
	is_int(full(run), 1, "and holds until the first that does");
	run_free(run);
}

/* ---- notes ---- */

static void
notes_count(void)
{
	struct run *run = run_new();
	struct note *note;
	const struct direction_stats *b;

	run_step(run, 0, A2B);
	run_note(run, NOTE_SPURIOUS, B2A);
	for (int i = 0; i < 3; i++)
		run_note(run, NOTE_LOST, B2A);
	run_note(run, NOTE_UNLOST, B2A);
	note = run_note(run, NOTE_UNSEEN, B2A);
	note->begin = -500;
	note->end = INT64_C(5000000000);
	note = run_note(run, NOTE_SEEN, B2A);
	note->begin = 0;
	note->end = 1000;
	run_note(run, NOTE_TIMEOUT, B2A);
	run_note(run, NOTE_RECOVERY, B2A);
	run_note(run, NOTE_RECOVERY, B2A);
	run_note(run, NOTE_RECOVERED, B2A);
	run_note(run, NOTE_ZERO_WINDOW, B2A);
	run_note(run, NOTE_RESET, B2A);
	b = &run_row(run, 64)->dir[B2A];
	is_int(b->spurious, 1, "spurious");
	is_int(b->lost_segments, 2, "lost, less what was taken back");
	is_int((int64_t)b->unseen_bytes, INT64_C(4999999500), "unseen, less what turned up");
	is_int(b->timeouts, 1, "timeouts");
	is_int(b->recoveries, 2, "recoveries");
	note = run_note(run, NOTE_SEEN, B2A);
	note->end = INT64_MAX;
	for (int i = 0; i < 5; i++)
		run_note(run, NOTE_UNLOST, B2A);
	b = &run_row(run, 64)->dir[B2A];
	ok(b->unseen_bytes == 0 && b->lost_segments == 0, "nothing falls below 0");
	ok(run_row(run, 64)->dir[A2B].spurious == 0, "nothing went to the other side");
	run_free(run);
}

/* ---- laws ---- */

/* Rows hold padding, so what counts is compared. */
static bool
same_direction(const struct direction_stats *x, const struct direction_stats *y)
{
	return memcmp(x, y, offsetof(struct direction_stats, has_window)) == 0
		&& x->has_window == y->has_window
		&& memcmp(&x->first_data, &y->first_data, sizeof(*x)
			- offsetof(struct direction_stats, first_data)) == 0;
}

/* A later note and a step that carried it from the start give the same row. */
static void
amend_law(void)
{
	static const struct {
		uint8_t was_class, was_cause, now_class, now_cause;
		const char *name;
	} cases[] = {
		{DATA_LATE, 0, DATA_AGAIN, CAUSE_SACK, "late was sent again"},
		{DATA_AGAIN, CAUSE_FAST, DATA_LATE, 0, "sent again was late"},
		{DATA_AGAIN, CAUSE_TIMEOUT, DATA_AGAIN, CAUSE_TLP, "a timeout was a probe of the tail"},
		{DATA_NEW, 0, DATA_AGAIN, CAUSE_LOST_AGAIN, "new was sent again"},
		{DATA_AGAIN, CAUSE_UNKNOWN, DATA_NEW, 0, "sent again was new"},
		{DATA_LATE, 0, DATA_NEW, 0, "late was new"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		for (uint16_t segments = 0; segments <= 3; segments++) {
			struct run *noted = run_new(), *known = run_new();
			struct step *step;

			run_data(noted, 0, 1, 500, 500);
			step = run_data(noted, 1, 501, 4000, 4500);
			step->segments = segments;
			step->data_class = cases[i].was_class;
			step->cause = cases[i].was_cause;
			run_ack(noted, 2, 4501, 4500, 0);
			*known = *noted;
			known->steps[1].data_class = cases[i].now_class;
			known->steps[1].cause = cases[i].now_cause;

			struct note *note = run_note(noted, NOTE_AMEND, A2B);

			note->serial = 1;
			note->value = segments;
			note->was_class = cases[i].was_class;
			note->was_cause = cases[i].was_cause;
			note->now_class = cases[i].now_class;
			note->now_cause = cases[i].now_cause;
			ok(same_direction(&run_row(noted, 64)->dir[A2B], &run_row(known, 64)->dir[A2B]),
				"%s, %u units", cases[i].name, (unsigned)segments);
			run_free(noted);
			run_free(known);
		}
	}
}

/* A transfer with some of everything. */
static struct run *
busy_run(void)
{
	struct run *run = run_new();
	uint32_t owin = 0;

	run->facts.side[A2B].window_shift = run->facts.side[B2A].window_shift = 3;
	run_step(run, 0, A2B);
	run_note(run, NOTE_HANDSHAKE, A2B)->end = 3;
	for (int i = 0; i < 1500; i++) {
		stroff begin = 1 + (stroff)i * 1000;

		if (i % 3 < 2) {
			struct step *data = run_data(run, MS(i), begin, 1000, owin += 1000);

			if (i % 37 == 0) {
				data->data_class = DATA_AGAIN;
				data->cause = (uint8_t)(i % CAUSE_COUNT);
				data->again_bytes = 1000;
				run_note(run, NOTE_LOST, A2B);
			}
			continue;
		}
		struct step *ack = run_ack(run, MS(i), begin, owin - 500, 500);

		owin = 500;
		ack->has |= HAS_RTT | HAS_RATE;
		ack->rtt = MS(20) + i * 7919 % 100003;
		ack->rate_bytes = (uint32_t)(20000 + i);
		ack->rate_interval = MS(21) + i % 11;
		if (i % 41 == 0)
			run_note(run, NOTE_SPURIOUS, A2B);
	}
	return run;
}

static void
batch_law(void)
{
	static const size_t batches[] = {7, 64};
	struct run *run = busy_run(), *other = busy_run();
	const struct connection_row *one = run_row(run, 1);

	ok(one->dir[A2B].rtt.samples == 500 && one->dir[A2B].rate.samples == 500
		&& one->dir[A2B].spurious > 0 && one->dir[A2B].lost_segments > 0
		&& one->dir[A2B].flight.duration > 0, "there is something to compare");
	for (size_t i = 0; i < COUNT(batches); i++) {
		const struct connection_row *row = run_row(other, batches[i]);

		ok(same_direction(&one->dir[A2B], &row->dir[A2B])
			&& same_direction(&one->dir[B2A], &row->dir[B2A])
			&& one->last_time == row->last_time && one->frames == row->frames,
			"%zu steps a batch give the row of 1", batches[i]);
	}
	run_free(run);
	run_free(other);
}

/* ---- size ---- */

static void
beyond_4_gb(void)
{
	struct run *run = run_new();
	const struct direction_stats *a;
	struct step *step;

	for (int i = 0; i < 3; i++) {
		step = run_data(run, i, 1, UINT32_C(4000000000), 0);
		step->wire_bytes = UINT32_C(4000000066);
		step->again_bytes = i ? UINT32_C(3000000000) : 0;
	}
	step = run_ack(run, 4, 1, UINT32_C(4000000000), 0);
	step->newly_sacked = UINT32_C(4000000000);
	a = &run_row(run, 64)->dir[A2B];
	is_int((int64_t)a->bytes, INT64_C(12000000198), "bytes");
	is_int((int64_t)a->payload_bytes, INT64_C(12000000000), "payload");
	is_int((int64_t)a->unique_bytes, INT64_C(6000000000), "unique");
	is_int((int64_t)a->retransmitted_bytes, INT64_C(6000000000), "again");
	is_int((int64_t)a->acked_bytes, INT64_C(8000000000), "acknowledged by ACK and SACK at once");
	run_free(run);
}

static void
state_is_small(void)
{
	ok(stats_sink.state_bytes <= 450, "a live connection takes %zu bytes of its slab, "
		"its row %zu", stats_sink.state_bytes, sizeof(struct connection_row));
}

/* Closed in another order than begun, and used again after each other. */
static void
rows_by_first_frame(void)
{
	static const uint32_t order[] = {3, 0, 2, 1};
	struct stats *stats = stats_new();
	struct run *run = busy_run();
	size_t count;
	const struct connection_row *const *rows;
	bool sorted = true, same = true;

	rows = stats_rows(stats, &count);
	is_int((int64_t)count, 0, "no row before a close");
	(void)rows;
	stats_sink.on_bind(stats, 64);
	run->conn.state = NULL;
	for (size_t i = 0; i < COUNT(order); i++) {
		struct batch batch = {.steps = run->steps, .step_count = run->step_count};
		struct connection conn = {.index = order[i], .state = calloc(1,
			64 + stats_sink.state_bytes)};

		for (size_t n = 0; n < run->step_count; n++)
			run->steps[n].conn = &conn;
		stats_sink.on_batch(stats, &batch);
		stats_sink.on_close(stats, &conn, &run->facts);
		free(conn.state);
	}
	rows = stats_rows(stats, &count);
	is_int((int64_t)count, COUNT(order), "a row each");
	for (uint32_t i = 0; i < count; i++) {
		sorted &= rows[i]->index == i;
		same &= same_direction(&rows[i]->dir[A2B], &rows[0]->dir[A2B]);
	}
	ok(sorted, "in order of first frame");
	ok(same, "memory used again carries nothing over");
	stats_free(stats);
	run_free(run);
}

int
main(void)
{
	packets_and_bytes();
	silent_direction();
	classes();
	acks_and_marks();
	windows_are_scaled_at_the_close();
	data_reaches_the_edge();
	notes_count();
	amend_law();
	batch_law();
	beyond_4_gb();
	state_is_small();
	rows_by_first_frame();
	return tap_done();
}
