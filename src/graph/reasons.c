/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reasons.c - spans too short for a picture become stretches, each with the reason that most
 * of its time had.
 */
#include "graph/reasons.h"

/* Stretches narrower than this part of the time can't be told apart. */
enum { STRETCHES = 600 };
/* Below a hundredth of the time a reason has no entry in the legend. */
#define LISTED 0.01

/* One ink for one kind of bound, the same in every picture. */
static const struct {
	enum ink ink;
	const char *words;
} looks[REASON_COUNT] = {
	[REASON_HANDSHAKE] = {INK_EVENT, "handshake"},
	[REASON_SLOW_START] = {INK_LATE, "slow start"},
	[REASON_GROWTH] = {INK_LATE, "growth"},
	[REASON_SENDER_WINDOW] = {INK_DATA, "sender's window"},
	[REASON_RECEIVE_WINDOW] = {INK_WINDOW, "receive window"},
	[REASON_ZERO_WINDOW] = {INK_EVENT, "zero window"},
	[REASON_BANDWIDTH] = {INK_ACK, "bandwidth"},
	[REASON_CONGESTION] = {INK_AGAIN, "loss"},
	[REASON_APPLICATION] = {INK_MUTED, "application"},
	[REASON_OTHER] = {INK_GRID, "other"},
};

/* Repairing a loss and coming back from it are one limit, and would cut each other to pieces. */
static enum reason
shown_as(enum reason reason)
{
	return reason == REASON_LOSS_RECOVERY ? REASON_CONGESTION : reason;
}

struct stretch {
	nsec begin, end;         /* begin == end: none yet */
	nsec spent[REASON_COUNT];
};

/* Hands each stretch on once the next has another reason. */
struct stretches {
	struct drawing *drawing;
	void (*take)(struct drawing *drawing, enum reason reason, nsec begin, nsec end);
	nsec begin, end;         /* since the first packet; not handed on yet */
	enum reason reason;
	bool any;
};

static enum reason
most_of(const struct stretch *stretch)
{
	int most = 0;

	for (int reason = 1; reason < REASON_COUNT; reason++)
		if (stretch->spent[reason] > stretch->spent[most])
			most = reason;
	return (enum reason)most;
}

static void
hand_on(struct stretches *all)
{
	if (all->any && all->end > all->begin)
		all->take(all->drawing, all->reason, all->begin, all->end);
}

static void
add(struct stretches *all, const struct stretch *stretch)
{
	nsec first = all->drawing->input->tape->conn->first_time;
	nsec begin = drawing_since(stretch->begin, first), end = drawing_since(stretch->end, first);
	enum reason reason = most_of(stretch);

	if (end <= begin)
		return;
	if (all->any && all->reason == reason && all->end >= begin) {
		all->end = end;
		return;
	}
	hand_on(all);
	all->begin = begin;
	all->end = end;
	all->reason = reason;
	all->any = true;
}

static void
each_stretch(struct stretches *all)
{
	const struct verdict *verdict = all->drawing->input->verdict;
	struct stretch stretch = {0, 0, {0}};
	nsec least;

	if (!verdict || verdict->span_count == 0)
		return;
	least = (verdict->span[verdict->span_count - 1].end - verdict->span[0].begin) / STRETCHES;
	for (size_t i = 0; i < verdict->span_count; i++) {
		const struct verdict_span *span = &verdict->span[i];

		if (stretch.end == stretch.begin)
			stretch.begin = span->begin;
		stretch.spent[shown_as(span->reason)] += span->end - span->begin;
		stretch.end = span->end;
		if (stretch.end - stretch.begin >= least) {
			add(all, &stretch);
			stretch = (struct stretch){0, 0, {0}};
		}
	}
	add(all, &stretch);
	hand_on(all);
}

/* ---- the bar ---- */

static void
take_strip(struct drawing *drawing, enum reason reason, nsec begin, nsec end)
{
	scene_strip(drawing->scene, &(struct strip){begin, end, looks[reason].ink,
		looks[reason].words});
}

void
drawing_reasons(struct drawing *drawing)
{
	const struct verdict *verdict = drawing->input->verdict;
	struct stretches all = {.drawing = drawing, .take = take_strip};

	each_stretch(&all);
	if (drawing->scene->strip_count)
		drawing->scene->strip_title = verdict->confidence == CONFIDENCE_LOW
			? "limited by?" : "limited by";
}

/* ---- shades ---- */

/* "receive window 66 %"; NULL where it is too little to list. */
static const char *
share_of(const struct drawing *drawing, enum reason reason)
{
	const struct verdict *verdict = drawing->input->verdict;
	nsec all = 0, spent = 0;

	for (int i = 0; i < REASON_COUNT; i++) {
		all += verdict->spent[i];
		spent += shown_as((enum reason)i) == reason ? verdict->spent[i] : 0;
	}
	if (all <= 0 || (double)spent < LISTED * (double)all)
		return NULL;
	return scene_text(drawing->scene, "%s %.0f %%", looks[reason].words,
		100.0 * (double)spent / (double)all);
}

static void
take_shade(struct drawing *drawing, enum reason reason, nsec begin, nsec end)
{
	scene_span(drawing->scene, &(struct span){.begin = begin, .end = end,
		.ink = looks[reason].ink, .name = share_of(drawing, reason)});
}

void
drawing_shade_reasons(struct drawing *drawing)
{
	struct stretches all = {.drawing = drawing, .take = take_shade};

	each_stretch(&all);
}
