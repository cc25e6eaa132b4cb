/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moments.c - which events deserve a number in the picture.
 *
 * Candidates come from the notes, and pauses from the rows.  Their weight is the time they
 * cost, so that the key tells where the transfer's time went; what has no duration (a
 * reset, a clock that steps) outweighs all.  No kind takes all the places: ten timeouts
 * leave room for the zero window that caused them.
 */
#include "graph/moments.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/si.h"
#include "base/xalloc.h"
#include "graph/shut.h"

enum kind {
	KIND_RESET, KIND_CLOCK, KIND_SYN, KIND_TIMEOUT, KIND_ZERO_WINDOW, KIND_LOSS,
	KIND_PAUSE, KIND_COUNT
};

static const unsigned kind_limit[KIND_COUNT] = {
	[KIND_RESET] = 1, [KIND_CLOCK] = 2, [KIND_SYN] = 2, [KIND_TIMEOUT] = 5,
	[KIND_ZERO_WINDOW] = 4, [KIND_LOSS] = 3, [KIND_PAUSE] = 3,
};

/* Stops shorter than a hundredth of the connection explain nothing of it. */
enum { PAUSE_SHARE = 100 };

/* A loss with less than this part of the largest's segments has no number. */
enum { SMALL_LOSS = 4 };

struct candidate {
	enum kind kind;
	size_t row;
	stroff offset;
	nsec cost;       /* 0: none after all */
	nsec value;      /* a duration for the text */
	nsec lead;       /* before a zero window: how long it was too small for a segment */
	uint32_t count;  /* segments lost, timeouts in a row, SYNs */
	uint8_t side;    /* who did it */
	bool open;       /* had not ended when the capture did */
};

struct candidates {
	const struct tape *tape;
	enum direction dir;
	enum drawing_vantage vantage;
	nsec round_trip, least;
	struct candidate *at;
	size_t count, capacity;
	/* Indices of the latest of a kind. */
	size_t latest[KIND_COUNT];
	bool any[KIND_COUNT];
};

static struct candidate *
add(struct candidates *all, struct candidate candidate)
{
	all->at = xgrow(all->at, &all->capacity, all->count, sizeof(*all->at), 16);
	all->latest[candidate.kind] = all->count;
	all->any[candidate.kind] = true;
	all->at[all->count] = candidate;
	return &all->at[all->count++];
}

static struct candidate *
latest(const struct candidates *all, enum kind kind)
{
	return all->any[kind] ? &all->at[all->latest[kind]] : NULL;
}

/* Where the drawn direction's data stands at a row: what it carries, or acknowledges. */
static stroff
offset_at(const struct candidates *all, size_t row)
{
	const struct tape *tape = all->tape;

	for (;; row--) {
		if (tape->dir[row] == all->dir)
			return tape->begin[row];
		if (tape->has[row] & HAS_ACK)
			return tape->ack[row];
		if (row == 0)
			return 0;
	}
}

/* ---- from notes ---- */

/* One segment that times out again and again is one story. */
static void
take_timeout(struct candidates *all, const struct note *note)
{
	struct candidate *before = latest(all, KIND_TIMEOUT);

	if (before && before->offset == note->begin) {
		before->count++;
		before->value += note->value;
		before->cost += note->value;
		return;
	}
	add(all, (struct candidate){.kind = KIND_TIMEOUT, .row = note->after,
		.offset = note->begin, .cost = note->value, .value = note->value, .count = 1});
}

/* Losses of one recovery, or of one round trip, are one. */
struct losing {
	bool in_recovery;
	nsec last;
	uint32_t timeout_row; /* what a timeout declares lost is told by the timeout */
	bool timed_out;
};

static void
take_loss(struct candidates *all, const struct note *note, struct losing *losing)
{
	struct candidate *before = latest(all, KIND_LOSS);

	if (losing->timed_out && note->after == losing->timeout_row)
		return;
	if (!before || !before->open || (!losing->in_recovery
		&& drawing_since(note->time, losing->last) > all->round_trip))
		before = add(all, (struct candidate){.kind = KIND_LOSS, .row = note->after,
			.offset = note->begin, .open = true});
	before->count++;
	before->cost += all->round_trip;
	losing->last = note->time;
}

static void
take_unlost(struct candidates *all)
{
	struct candidate *before = latest(all, KIND_LOSS);

	if (!before || before->count == 0)
		return;
	before->count--;
	before->cost -= all->round_trip;
}

static void
take_window_open(struct candidates *all, const struct note *note)
{
	struct candidate *before = latest(all, KIND_ZERO_WINDOW);

	if (!before || !before->open)
		return;
	before->open = false;
	before->value = note->value;
	before->cost = note->value >= all->least ? note->value + before->lead : 0;
}

static void
take_zero_window(struct candidates *all, const struct note *note)
{
	nsec rest = drawing_since(all->tape->time[all->tape->rows - 1], note->time);
	const struct candidate *before = latest(all, KIND_ZERO_WINDOW);
	size_t row = shut_since(all->tape, (uint8_t)all->dir, note->after,
		before ? before->row + 1 : 0);
	nsec lead = drawing_since(note->time, all->tape->time[row]);

	if (lead < all->least) {
		row = note->after;
		lead = 0;
	}
	add(all, (struct candidate){.kind = KIND_ZERO_WINDOW, .row = row,
		.offset = offset_at(all, row), .value = rest, .lead = lead,
		.cost = rest >= all->least ? rest + lead : 0, .open = true});
}

/* Once both sides have sent their FIN a reset is only a way to hang up. */
static void
take_reset(struct candidates *all, const struct note *note)
{
	const struct side_facts *side = all->tape->facts.side;

	if (side[A2B].fin && side[B2A].fin)
		return;
	add(all, (struct candidate){.kind = KIND_RESET, .row = note->after,
		.offset = offset_at(all, note->after), .cost = INT64_MAX, .side = note->dir});
}

static void
take_own_note(struct candidates *all, const struct note *note, struct losing *losing)
{
	struct candidate *loss = latest(all, KIND_LOSS);

	switch (note->kind) {
	case NOTE_TIMEOUT:
		losing->timed_out = true;
		losing->timeout_row = note->after;
		take_timeout(all, note);
		break;
	case NOTE_LOST:
		take_loss(all, note, losing);
		break;
	case NOTE_UNLOST:
		take_unlost(all);
		break;
	case NOTE_RECOVERY:
		losing->in_recovery = true;
		break;
	case NOTE_RECOVERED:
		losing->in_recovery = false;
		if (loss)
			loss->open = false;
		break;
	default:
		break;
	}
}

static void
take_notes(struct candidates *all)
{
	struct losing losing = {0};

	for (size_t i = 0; i < all->tape->note_count; i++) {
		const struct note *note = &all->tape->notes[i];

		if (note->kind == NOTE_RESET)
			take_reset(all, note);
		else if (note->kind == NOTE_CLOCK_STEP)
			add(all, (struct candidate){.kind = KIND_CLOCK, .row = note->after,
				.offset = offset_at(all, note->after), .cost = INT64_MAX - 1,
				.value = note->value});
		else if (note->dir == all->dir)
			take_own_note(all, note, &losing);
		else if (note->kind == NOTE_ZERO_WINDOW)
			take_zero_window(all, note);
		else if (note->kind == NOTE_WINDOW_OPEN)
			take_window_open(all, note);
	}
}

/* ---- from facts and rows ---- */

static void
take_syns(struct candidates *all, uint8_t dir)
{
	const struct side_facts *side = &all->tape->facts.side[dir];
	size_t row = 0;

	if (facts_syns_again(side) == 0)
		return;
	while (row + 1 < all->tape->rows && (all->tape->dir[row] != dir
		|| !(all->tape->flags[row] & TCP_SYN) || all->tape->time[row] < side->last_syn))
		row++;

	nsec took = drawing_since(side->last_syn, side->first_syn);

	add(all, (struct candidate){.kind = KIND_SYN, .row = row, .offset = 0,
		.cost = took > 0 ? took : 1, .value = took, .count = side->syns, .side = dir});
}

static bool
is_payload(const struct tape *tape, size_t row)
{
	switch (tape->data_class[row]) {
	case DATA_NEW: case DATA_AGAIN: case DATA_LATE:
		return drawing_payload(tape, row) != 0;
	default:
		return false;
	}
}

/* Senders don't fill a window of less than two segments (RFC 9293 3.8.6.2.1). */
static bool
is_shut(const struct candidates *all, size_t row)
{
	uint16_t mss = all->tape->facts.side[all->dir].mss;

	return drawing_window(all->tape, row, (uint8_t)all->dir) < 2 * (mss ? mss : 536);
}

/* Since when nothing comes, and whether the window is to blame; `begun` once a row came. */
struct silence {
	size_t since;    /* row of the data before; of the request or SYN before the first */
	bool begun, started, shut;
};

/*
 * At the sender, silence with data outstanding is waiting for an ACK or a timeout, which
 * have their own notes; what the receiver sees is silence in any case.
 */
static void
end_silence(struct candidates *all, const struct silence *silence, size_t row)
{
	const struct tape *tape = all->tape;
	nsec gap = drawing_since(tape->time[row], tape->time[silence->since]);

	if (!silence->begun || silence->shut || gap < 3 * all->least
		|| gap < 5 * all->round_trip || gap < 200 * NSEC_PER_MSEC)
		return;
	if (all->vantage != DRAWING_RECEIVER && tape->of[all->dir][row - 1].owin != 0)
		return;
	add(all, (struct candidate){.kind = KIND_PAUSE, .row = silence->since,
		.offset = offset_at(all, silence->since), .cost = gap, .value = gap});
}

static void
take_pauses(struct candidates *all)
{
	const struct tape *tape = all->tape;
	struct silence silence = {0};

	for (size_t row = 0; row < tape->rows; row++) {
		bool own = tape->dir[row] == all->dir, payload = is_payload(tape, row);

		if (!own && tape->has[row] & HAS_WINDOW && !(tape->flags[row] & TCP_SYN))
			silence.shut |= is_shut(all, row);
		if (own && payload) {
			end_silence(all, &silence, row);
			silence = (struct silence){row, true, true, false};
		} else if (!silence.started && (payload || tape->flags[row] & TCP_SYN)) {
			silence.since = row;
			silence.begun = true;
		}
	}
}

/* ---- choosing ---- */

static int
by_cost(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;

	if (left->cost != right->cost)
		return left->cost > right->cost ? -1 : 1;
	return left->row < right->row ? -1 : left->row > right->row;
}

static int
by_row(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;

	if (left->row != right->row)
		return left->row < right->row ? -1 : 1;
	return (int)left->kind - (int)right->kind;
}

/* Beside a large loss the small ones are noise. */
static bool
is_small_loss(const struct candidate *candidate, uint32_t largest)
{
	return candidate->kind == KIND_LOSS && candidate->count * SMALL_LOSS < largest;
}

/* The chosen ones first, in order of time; how many. */
static size_t
choose(struct candidates *all)
{
	unsigned taken[KIND_COUNT] = {0};
	size_t chosen = 0;
	uint32_t largest = 0;

	if (all->count == 0)
		return 0;
	qsort(all->at, all->count, sizeof(*all->at), by_cost);
	for (size_t i = 0; i < all->count && chosen < SCENE_MOMENTS_MAX; i++) {
		struct candidate *at = &all->at[i];

		if (at->kind == KIND_LOSS && at->count > largest)
			largest = at->count;
		if (at->cost > 0 && !is_small_loss(at, largest)
			&& taken[at->kind]++ < kind_limit[at->kind])
			all->at[chosen++] = *at;
	}
	qsort(all->at, chosen, sizeof(*all->at), by_row);
	return chosen;
}

/* ---- saying ---- */

static const char *
say_pause(const struct candidates *all)
{
	return all->vantage == DRAWING_SENDER ? "nothing sent"
		: all->vantage == DRAWING_RECEIVER ? "nothing arrived" : "no data";
}

static const char *
say_zero_window(struct scene *scene, const struct candidate *candidate)
{
	const char *how = candidate->open ? "until the end," : "for";
	struct si_text took = si_duration(candidate->value);

	if (candidate->lead)
		return scene_text(scene, "window below a segment for %s, then zero %s %s",
			si_duration(candidate->lead).text, how, took.text);
	return scene_text(scene, "zero window %s %s", how, took.text);
}

static const char *
say(struct scene *scene, const struct candidates *all, const struct candidate *candidate)
{
	struct si_text took = si_duration(candidate->value);

	switch (candidate->kind) {
	case KIND_RESET:
		return candidate->side == all->dir ? "reset by the sender"
			: "reset by the receiver";
	case KIND_CLOCK:
		return scene_text(scene, "clock set back by %s", took.text);
	case KIND_SYN:
		return scene_text(scene, "%s sent %" PRIu32 " times in %s",
			all->tape->facts.side[candidate->side].syn_ack ? "SYN-ACK" : "SYN",
			candidate->count, took.text);
	case KIND_TIMEOUT:
		return candidate->count == 1 ? scene_text(scene, "timeout after %s", took.text)
			: scene_text(scene, "%" PRIu32 " timeouts in a row, %s",
				candidate->count, took.text);
	case KIND_ZERO_WINDOW:
		return say_zero_window(scene, candidate);
	case KIND_LOSS:
		return scene_text(scene, "loss of %" PRIu32 " %s%s", candidate->count,
			all->tape->facts.side[all->dir].offload ? "packet" : "segment",
			candidate->count == 1 ? "" : "s");
	case KIND_PAUSE:
		return scene_text(scene, "%s for %s", say_pause(all), took.text);
	case KIND_COUNT:
		break;
	}
	return "";
}

int64_t
moment_offset(const void *context, const struct moment_place *place)
{
	(void)context;
	return place->offset;
}

void
drawing_moments(struct drawing *drawing, moment_height height, const void *context)
{
	static const enum ink inks[KIND_COUNT] = {
		[KIND_RESET] = INK_EVENT, [KIND_CLOCK] = INK_EVENT, [KIND_SYN] = INK_EVENT,
		[KIND_TIMEOUT] = INK_AGAIN, [KIND_ZERO_WINDOW] = INK_WINDOW,
		[KIND_LOSS] = INK_AGAIN, [KIND_PAUSE] = INK_REFERENCE,
	};
	const struct graph_input *input = drawing->input;
	struct candidates all = {
		.tape = input->tape, .dir = input->dir, .vantage = drawing_vantage(input),
		.round_trip = drawing_round_trip(input),
		.least = drawing_since(input->row->last_time, input->row->first_time)
			/ PAUSE_SHARE,
	};

	take_notes(&all);
	take_syns(&all, A2B);
	take_syns(&all, B2A);
	take_pauses(&all);

	size_t chosen = choose(&all);

	for (size_t i = 0; i < chosen; i++) {
		const struct candidate *at = &all.at[i];
		struct moment_place place = {drawing_time(all.tape, at->row), at->row, at->offset};
		int64_t y = height(context, &place);

		scene_moment(drawing->scene, place.x, y, inks[at->kind],
			say(drawing->scene, &all, at));
		drawing_reach(drawing, 0, place.x, y);
	}
	free(all.at);
}
