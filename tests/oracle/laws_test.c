/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The laws of steps and notes (event.h), on every sample and every shared capture: batch,
 * prefix, amend; and the invariants that fuzzing asserts, too.
 */
#include "config.h"

#include "capture/capture_memory.h"
#include "cctrace/decode.h"
#include "cctrace/stats.h"
#include "cctrace/tcp.h"
#include "tests/oracle/shared.h"

/* Everything a run said, with the connection's index in place of its address. */
struct said {
	struct step *steps;
	struct note *notes;
	uint32_t *step_conn, *note_conn;
	size_t step_count, note_count, step_room, note_room;
	size_t offset;
	bool sane;
};

static void
on_bind(void *self, size_t offset)
{
	((struct said *)self)->offset = offset;
}

static bool
is_sane(const struct step *step)
{
	for (int dir = 0; dir < 2; dir++)
		if (step->of[dir].sacked > step->of[dir].owin)
			return false;
	return step->end >= step->begin && step->again_bytes <= step->payload_bytes
		&& (!(step->has & HAS_RTT) || step->rtt >= 0)
		&& (!(step->has & HAS_RATE) || step->rate_interval > 0);
}

static void
on_batch(void *self, const struct batch *batch)
{
	struct said *said = self;
	size_t at = 0;

	for (size_t i = 0; i < batch->step_count; i++) {
		uint32_t *serial = sink_state(batch->steps[i].conn, said->offset);
		uint32_t index = batch->steps[i].conn->index;

		said->sane &= batch->steps[i].serial == (*serial)++ && is_sane(&batch->steps[i]);
		if (said->step_count == said->step_room) {
			said->step_room = said->step_room ? said->step_room * 2 : 4096;
			said->steps = realloc(said->steps, said->step_room * sizeof(struct step));
			said->step_conn = realloc(said->step_conn, said->step_room * sizeof(uint32_t));
		}
		said->step_conn[said->step_count] = index;
		said->steps[said->step_count] = batch->steps[i];
		said->steps[said->step_count].conn = NULL;
		said->steps[said->step_count++].sack_first = 0;
		for (; at < batch->note_count && batch->notes[at].after == i; at++) {
			if (said->note_count == said->note_room) {
				said->note_room = said->note_room ? said->note_room * 2 : 4096;
				said->notes = realloc(said->notes, said->note_room * sizeof(struct note));
				said->note_conn = realloc(said->note_conn,
					said->note_room * sizeof(uint32_t));
			}
			said->note_conn[said->note_count] = index;
			said->notes[said->note_count] = batch->notes[at];
			said->notes[said->note_count].conn = NULL;
			/* Steps of the whole run said before: the same whatever the batch. */
			said->notes[said->note_count++].after = (uint32_t)said->step_count;
		}
	}
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	(void)self;
	(void)conn;
	(void)final;
}

static const struct sink said_sink = {"said", sizeof(uint32_t), on_batch, on_close, on_bind};

static void
said_fini(struct said *said)
{
	free(said->steps);
	free(said->notes);
	free(said->step_conn);
	free(said->note_conn);
}

/* In place of the steps a batch: batches of one, and usual.h unused. */
enum { LONG_WAY = 0 };

static bool
run(const char *bytes, size_t length, size_t batch, struct said *said, struct stats *stats)
{
	bool long_way = batch == LONG_WAY;

	struct error error = {{0}};
	struct capture *capture = capture_open_memory(bytes, length, "capture", NULL, &error);
	struct sink_binding bindings[2] = {{&said_sink, said}, {&stats_sink, stats}};
	size_t count = stats ? 2 : 1;
	struct frame frame;
	struct segment segment;
	enum direction dir;

	*said = (struct said){.sane = true};
	if (!capture)
		return false;

	struct engine *engine = engine_new(bindings, count, long_way ? 1 : batch);
	struct flow_table *flows = flow_new(engine_state_bytes(bindings, count), batch);

	if (long_way)
		engine_never_usual(engine);
	while (capture_next(capture, &frame, &error) == CAPTURE_FRAME)
		if (decode_frame(&frame, &segment) == DECODE_TCP) {
			struct connection *conn = flow_route(flows, &segment, &dir);

			if (conn->state)
				engine_segment(engine, conn, dir, &segment);
		}
	engine_flush(engine);
	for (size_t i = 0; i < flow_count(flows); i++)
		if (flow_get(flows, i)->state)
			engine_close(engine, flow_get(flows, i));
	engine_free(engine);
	flow_free(flows);
	capture_close(capture);
	return true;
}

static bool
starts_with(const struct said *whole, const struct said *part)
{
	return part->step_count <= whole->step_count && part->note_count <= whole->note_count
		&& (part->step_count == 0 || memcmp(part->steps, whole->steps,
			part->step_count * sizeof(struct step)) == 0)
		&& (part->note_count == 0 || memcmp(part->notes, whole->notes,
			part->note_count * sizeof(struct note)) == 0);
}

/* ---- amend ---- */

/* What a row says that a note may change. */
static bool
same_totals(const struct direction_stats *a, const struct direction_stats *b)
{
	return memcmp(a->by_cause, b->by_cause, sizeof(a->by_cause)) == 0
		&& a->spurious == b->spurious && a->unseen_bytes == b->unseen_bytes
		&& a->lost_segments == b->lost_segments
		&& a->reordered_packets == b->reordered_packets
		&& a->retransmitted_packets == b->retransmitted_packets
		&& a->retransmitted_segments == b->retransmitted_segments
		&& a->retransmitted_bytes == b->retransmitted_bytes
		&& a->duplicate_packets == b->duplicate_packets && a->timeouts == b->timeouts
		&& a->recoveries == b->recoveries && a->window_full == b->window_full
		&& a->payload_bytes == b->payload_bytes && a->acked_bytes == b->acked_bytes
		&& memcmp(&a->rtt, &b->rtt, sizeof(a->rtt)) == 0
		&& memcmp(&a->flight, &b->flight, sizeof(a->flight)) == 0;
}

/*
 * Hands everything over again: each step's final class at once, and all notes about the
 * past behind the last step.  Only the handshake's note stays: it marks a moment.
 */
static bool
amend_holds(const struct said *said, struct stats *stats)
{
	size_t count, other_count;
	const struct connection_row *const *rows = stats_rows(stats, &count);
	struct stats *other = stats_new();
	struct connection *conns = calloc(count + 1, sizeof(*conns));
	char *states = calloc(count + 1, stats_sink.state_bytes);
	bool good = true;

	stats_sink.on_bind(other, 0);
	for (size_t i = 0; i < count; i++) {
		conns[i].index = rows[i]->index;
		conns[i].first_time = rows[i]->first_time;
		conns[i].state = states + i * stats_sink.state_bytes;
	}
	for (size_t i = 0, note = 0; i < said->step_count; i++) {
		struct step step = said->steps[i];
		struct note moment;
		struct batch batch = {.steps = &step, .step_count = 1, .notes = &moment};

		step.conn = &conns[said->step_conn[i]];
		for (; note < said->note_count && said->notes[note].after <= i + 1; note++)
			if (said->notes[note].kind == NOTE_HANDSHAKE) {
				moment = said->notes[note];
				moment.after = 0;
				moment.conn = step.conn;
				batch.note_count = 1;
			}
		stats_sink.on_batch(other, &batch);
	}
	for (size_t note = 0; said->step_count && note < said->note_count; note++) {
		/* A batch has a step: a copy, which changes no total that is compared. */
		struct step step = {.conn = &conns[said->note_conn[note]], .data_class = DATA_COPY};
		struct note late = said->notes[note];
		struct batch batch = {&step, 1, &late, 1, NULL, 0};

		late.after = 0;
		late.conn = step.conn;
		if (late.kind == NOTE_HANDSHAKE)
			continue;
		stats_sink.on_batch(other, &batch);
	}
	for (size_t i = 0; i < count; i++)
		stats_sink.on_close(other, &conns[i], &rows[i]->facts);

	const struct connection_row *const *others = stats_rows(other, &other_count);

	for (size_t i = 0; i < count && good; i++)
		for (int dir = 0; dir < 2; dir++) {
			struct direction_stats with = others[i]->dir[dir];

			/* The copies that carried the notes. */
			with.duplicate_packets = rows[i]->dir[dir].duplicate_packets;
			good &= same_totals(&rows[i]->dir[dir], &with);
		}
	stats_free(other);
	free(conns);
	free(states);
	return good && other_count == count;
}

/* ---- one capture ---- */

static void
check(const char *path, const char *name)
{
	size_t length;
	char *bytes = shared_slurp(path, &length);
	struct said whole, other;
	struct stats *stats = stats_new();

	if (!ok(bytes && run(bytes, length, 64, &whole, stats), "%s: runs", name))
		return;
	ok(whole.sane, "%s: serials are dense, sums within bounds", name);
	for (size_t batch = 1; batch <= 7; batch += 6) {
		run(bytes, length, batch, &other, NULL);
		ok(starts_with(&whole, &other) && other.step_count == whole.step_count
			&& other.note_count == whole.note_count,
			"%s: batches of %zu say the same", name, batch);
		said_fini(&other);
	}
	run(bytes, length, LONG_WAY, &other, NULL);
	ok(starts_with(&whole, &other) && other.step_count == whole.step_count
		&& other.note_count == whole.note_count, "%s: the long way says the same", name);
	said_fini(&other);
	for (size_t part = 1; part <= 2; part++) {
		run(bytes, length * part / 3, 64, &other, NULL);
		ok(starts_with(&whole, &other), "%s: %zu/3 of the file say the first %zu steps",
			name, part, other.step_count);
		said_fini(&other);
	}
	ok(amend_holds(&whole, stats), "%s: notes later make the same totals", name);
	said_fini(&whole);
	stats_free(stats);
	free(bytes);
}

int
main(void)
{
	int before;
	char samples[1024];

	snprintf(samples, sizeof(samples), "%s/samples", getenv("top_srcdir")
		? getenv("top_srcdir") : ".");
	folder_each(samples, check);
	snprintf(samples, sizeof(samples), "%s/tests/vectors", getenv("top_srcdir")
		? getenv("top_srcdir") : ".");
	folder_each(samples, check);
	before = tap_run;
	shared_each("captures", check);
	shared_each("captures/lab2", check);
	if (tap_run == before)
		skip("the laws on shared captures", "../shared/captures is not there");
	return tap_done();
}
