/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * engine.c - one step a segment, gathered into batches and handed to the sinks.
 */
#include "cctrace/tcp.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "tcp/state.h"

static void harvest_rest(struct engine *engine, struct step *step, enum direction dir,
	const struct segment *segment, struct harvest *harvest);

#include "tcp/usual.h"

struct engine {
	struct step *steps;
	size_t step_count, batch;
	struct note *notes;
	size_t note_count, note_capacity;
	struct range *sack;
	size_t sack_count, sack_capacity;
	struct sink_binding bindings[ENGINE_SINKS_MAX];
	size_t binding_count;
	bool never_usual;
};

/* Every part of the slab begins on a cache line of its own. */
static size_t
rounded(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

size_t
engine_state_bytes(const struct sink_binding *bindings, size_t count)
{
	size_t bytes = rounded(sizeof(struct tcp_state));

	for (size_t i = 0; i < count; i++)
		bytes += rounded(bindings[i].sink->state_bytes);
	return bytes;
}

struct engine *
engine_new(const struct sink_binding *bindings, size_t count, size_t batch)
{
	struct engine *engine = xcalloc(1, sizeof(*engine));
	size_t offset = rounded(sizeof(struct tcp_state));

	assert(count <= ENGINE_SINKS_MAX && batch >= 1 && batch <= STEP_BATCH);
	engine->batch = batch;
	engine->steps = xcalloc(batch, sizeof(*engine->steps));
	engine->binding_count = count;
	for (size_t i = 0; i < count; i++) {
		engine->bindings[i] = bindings[i];
		if (bindings[i].sink->on_bind)
			bindings[i].sink->on_bind(bindings[i].self, offset);
		offset += rounded(bindings[i].sink->state_bytes);
	}
	return engine;
}

void
engine_never_usual(struct engine *engine)
{
	engine->never_usual = true;
}

void
engine_free(struct engine *engine)
{
	if (!engine)
		return;
	free(engine->steps);
	free(engine->notes);
	free(engine->sack);
	free(engine);
}

void
engine_flush(struct engine *engine)
{
	struct batch batch = {
		.steps = engine->steps, .step_count = engine->step_count,
		.notes = engine->notes, .note_count = engine->note_count,
		.sack = engine->sack,
	};

	if (engine->step_count == 0)
		return;
	for (size_t i = 0; i < engine->binding_count; i++)
		engine->bindings[i].sink->on_batch(engine->bindings[i].self, &batch);
	engine->step_count = engine->note_count = engine->sack_count = 0;
}

struct note *
work_note(struct work *work, enum note_kind kind, enum direction dir, enum rule rule)
{
	struct engine *engine = work->engine;

	engine->notes = xgrow(engine->notes, &engine->note_capacity, engine->note_count,
		sizeof(*engine->notes), 64);

	struct note *note = &engine->notes[engine->note_count++];

	*note = (struct note){
		.after = (uint32_t)engine->step_count,
		.serial = work->step->serial,
		.conn = work->conn,
		.time = work->step->time,
		.was_time = work->step->time,
		.kind = (uint8_t)kind,
		.dir = (uint8_t)dir,
		.rule = (uint16_t)rule,
	};
	return note;
}

void
work_note_entry(struct work *work, enum note_kind kind, enum direction dir, enum rule rule,
	const struct sent *sent)
{
	struct note *note = work_note(work, kind, dir, rule);

	note->serial = sent->serial;
	note->was_time = sent->first_time;
	note->begin = sent->begin;
	note->end = sent_end(sent);
}

void
work_sack_range(struct work *work, struct range range)
{
	struct engine *engine = work->engine;

	engine->sack = xgrow(engine->sack, &engine->sack_capacity, engine->sack_count,
		sizeof(*engine->sack), 64);
	if (work->step->sack_count++ == 0)
		work->step->sack_first = (uint32_t)engine->sack_count;
	engine->sack[engine->sack_count++] = range;
}

static void
state_begin(struct tcp_state *state, const struct segment *segment)
{
	facts_init(&state->facts);
	for (int i = 0; i < 2; i++) {
		state->half[i].fin = INT64_MAX;
		state->half[i].probed = INT64_MIN;
		state->half[i].lost_scan = INT64_MIN;
	}
	state->facts.starts_before_capture = !(segment->flags & TCP_SYN);
	state->last_time = segment->time;
	state->begun = true;
}

/*
 * The sender's numbers are first heard of.  A SYN with another number than expected
 * starts the stream anew as long as nothing has been sent on the old one, nor its SYN been
 * acknowledged: servers that forget, or several behind one address, answer twice.
 */
static void
start_own(struct half *own, const struct segment *segment)
{
	bool syn = segment->flags & TCP_SYN;

	if (half_has(own, HALF_STARTED)
		&& (!syn || segment->seq == own->isn || own->max > 1
			|| (own->start == 0 && own->una > 0)))
		return;
	own->isn = syn ? segment->seq : segment->seq - 1;
	own->max = own->una = !syn;
	own->start = own->max;
	/* What was SACKed of the old stream is none of the new one's. */
	ranges_fini(&own->sacked);
	own->out.sacked = 0;
	own->flags |= HALF_STARTED;
	if (syn)
		own->flags |= HALF_UNA_KNOWN;
	half_settle(own);
}

/*
 * The ACK of a SYN-ACK.  When the sides opened at once, or B answered with a SYN of its own,
 * it is A that may have sent the only SYN-ACK.
 */
static bool
ends_handshake(const struct work *work)
{
	const struct side_facts *side = &work->state->facts.side[work->dir];
	const struct side_facts *peer = &work->state->facts.side[direction_other(work->dir)];

	if (work->dir == B2A && side->syn_ack)
		return false;
	return peer->syn_ack && side->syns && work->step->has & HAS_ACK && work->step->ack >= 1
		&& !(work->step->flags & TCP_SYN);
}

static void
note_state(struct work *work)
{
	struct tcp_state *state = work->state;
	struct step *step = work->step;
	struct facts *facts = &state->facts;

	if (step->time < state->last_time)
		work_note(work, NOTE_CLOCK_STEP, work->dir, RULE_CLOCK)->value =
			state->last_time - step->time;
	if (step->flags & TCP_RST && !half_has(work->own, HALF_RESET)) {
		work->own->flags |= HALF_RESET;
		work_note(work, NOTE_RESET, work->dir, RULE_RESET);
	}
	if (!state->handshake_noted && ends_handshake(work)) {
		state->handshake_noted = true;
		facts->handshake_ack = step->time;

		struct note *note = work_note(work, NOTE_HANDSHAKE, work->dir, RULE_HANDSHAKE);

		note->begin = facts->side[A2B].window_shift;
		note->end = facts->side[B2A].window_shift;
		note->value = step->time - facts->side[A2B].first_syn;
	}
}

static inline void
step_begin(struct step *step, struct connection *conn, enum direction dir,
	const struct segment *segment)
{
	struct tcp_state *state = conn->state;

	/*
	 * Zeroed in place: a compound literal would be built elsewhere and copied.  In two
	 * halves, for which gcc has plain stores: for the whole it starts a slow "rep stos".
	 */
	memset(step, 0, sizeof(*step) / 2);
	memset((char *)step + sizeof(*step) / 2, 0, sizeof(*step) / 2);
	step->time = segment->time;
	step->frame = segment->frame;
	step->conn = conn;
	step->serial = state->serial++;
	step->dir = (uint8_t)dir;
	step->flags = segment->flags;
	step->payload_bytes = segment->payload_bytes;
	step->window_field = segment->window;
	step->ecn = segment->ecn;
	step->ttl = segment->ttl;
	step->wire_bytes = segment->wire_bytes;
	step->ip_id = segment->ip_id;
	step->ts_value = segment->ts_value;
	step->ts_echo = segment->ts_echo;
	step->has = (uint16_t)((segment->has & SEG_TIMESTAMPS ? HAS_TIMESTAMPS : 0)
		| (segment->has & SEG_IP_ID ? HAS_IP_ID : 0));
}

static void
take_any(struct work *work)
{
	const struct segment *segment = work->segment;
	struct tcp_state *state = work->state;
	struct step *step = work->step;

	start_own(work->own, segment);
	step->begin = half_unwrap(work->own, segment->seq);
	step->end = step->begin + segment->payload_bytes + !!(segment->flags & TCP_SYN)
		+ !!(segment->flags & TCP_FIN);
	if (step->end > step->begin)
		step->has |= HAS_DATA;
	if (copy_check(work)) {
		step->data_class = DATA_COPY;
		step->segments = segments_of(state, work->dir, segment->payload_bytes);
		if (step->flags & TCP_ACK && half_has(work->peer, HALF_STARTED)) {
			step->has |= HAS_ACK;
			step->ack = half_unwrap(work->peer, segment->ack);
		}
		return;
	}
	if (facts_new(work))
		facts_take(work);
	step->segments = segments_of(state, work->dir, segment->payload_bytes);
	data_take(work);
	ack_take(work);
	if (step->time < state->last_time || step->flags & TCP_RST || !state->handshake_noted)
		note_state(work);
	work->own->last_class = step->data_class;
	state->last_time = step->time;
}

static inline struct work
work_for(struct engine *engine, struct step *step, enum direction dir,
	const struct segment *segment)
{
	struct tcp_state *state = step->conn->state;

	return (struct work){
		.engine = engine, .conn = step->conn, .state = state, .segment = segment,
		.step = step, .own = &state->half[dir], .peer = &state->half[!dir], .dir = dir,
	};
}

/* What a segment changes when it may be anything. */
static __attribute__((noinline)) void
take_long_way(struct engine *engine, struct step *step, enum direction dir,
	const struct segment *segment)
{
	struct work work = work_for(engine, step, dir, segment);

	if (!work.state->begun)
		state_begin(work.state, segment);
	step->ack = 0;
	take_any(&work);
	work.state->usual = !engine->never_usual && usual_holds(work.state);
}

static __attribute__((noinline)) void
harvest_rest(struct engine *engine, struct step *step, enum direction dir,
	const struct segment *segment, struct harvest *harvest)
{
	struct work work = work_for(engine, step, dir, segment);

	harvest_below(&work, step->ack, harvest);
}

void
engine_segment(struct engine *engine, struct connection *conn, enum direction dir,
	const struct segment *segment)
{
	struct tcp_state *state = conn->state;
	struct step *step = &engine->steps[engine->step_count];

	step_begin(step, conn, dir, segment);
	if (!state->usual || !usual_take(engine, state, dir, step, segment))
		take_long_way(engine, step, dir, segment);
	state->half[dir].packets++;
	step->of[A2B] = state->half[A2B].out;
	step->of[B2A] = state->half[B2A].out;
	if (++engine->step_count == engine->batch)
		engine_flush(engine);
}

const struct facts *
engine_facts(const struct connection *conn)
{
	const struct tcp_state *state = conn->state;

	return &state->facts;
}

void
engine_close(struct engine *engine, struct connection *conn)
{
	struct tcp_state *state = conn->state;

	engine_flush(engine);
	if (!state->begun)
		facts_init(&state->facts);
	state->facts.near = (uint8_t)facts_near(&state->facts);
	for (size_t i = 0; i < engine->binding_count; i++)
		engine->bindings[i].sink->on_close(engine->bindings[i].self, conn,
			&state->facts);
	for (int i = 0; i < 2; i++) {
		struct half *half = &state->half[i];

		sent_fini(&half->sent);
		ranges_fini(&half->sacked);
		ranges_fini(&half->holes);
		free(half->again);
		free(half->recent);
		half->again = NULL;
		half->recent = NULL;
	}
}
