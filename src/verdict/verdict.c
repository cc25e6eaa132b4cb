/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdict.c - what most of the time went to, and how sure that is.
 */
#include "cctrace/verdict.h"

#include <stdlib.h>

#include "base/pages.h"
#include "base/xalloc.h"
#include "verdict/method.h"

static const struct {
	const char *name;
	enum limit limit;        /* what it counts for */
} reasons[REASON_COUNT] = {
	[REASON_HANDSHAKE] = {"handshake", LIMIT_HANDSHAKE},
	[REASON_SLOW_START] = {"slow_start", LIMIT_SLOW_START},
	[REASON_GROWTH] = {"growth", LIMIT_SLOW_START},
	[REASON_SENDER_WINDOW] = {"sender_window", LIMIT_SENDER_WINDOW},
	[REASON_RECEIVE_WINDOW] = {"receive_window", LIMIT_RECEIVE_WINDOW},
	[REASON_ZERO_WINDOW] = {"zero_window", LIMIT_ZERO_WINDOW},
	[REASON_BANDWIDTH] = {"bandwidth", LIMIT_BANDWIDTH},
	[REASON_CONGESTION] = {"congestion", LIMIT_CONGESTION},
	[REASON_LOSS_RECOVERY] = {"loss_recovery", LIMIT_CONGESTION},
	[REASON_APPLICATION] = {"application", LIMIT_APPLICATION},
	[REASON_OTHER] = {"other", LIMIT_UNKNOWN},
};

/* Limits that are one in this: they are weighed together, and the larger gives the name. */
static const struct {
	const char *name;
	enum limit family;
	const char *words;
} limits[LIMIT_COUNT] = {
	[LIMIT_UNKNOWN] = {"unknown", LIMIT_UNKNOWN, ""},
	[LIMIT_APPLICATION] = {"application", LIMIT_APPLICATION, "the application"},
	[LIMIT_SENDER_WINDOW] = {"sender_window", LIMIT_SENDER_WINDOW, "the sender's window"},
	[LIMIT_RECEIVE_WINDOW] = {"receive_window", LIMIT_RECEIVE_WINDOW, "the receive window"},
	[LIMIT_ZERO_WINDOW] = {"zero_window", LIMIT_RECEIVE_WINDOW, "a receiver that did not read"},
	[LIMIT_BANDWIDTH] = {"bandwidth", LIMIT_BANDWIDTH, "the bandwidth of the path"},
	[LIMIT_CONGESTION] = {"congestion", LIMIT_CONGESTION, "loss"},
	[LIMIT_SLOW_START] = {"slow_start", LIMIT_SLOW_START, "slow start"},
	[LIMIT_HANDSHAKE] = {"handshake", LIMIT_SLOW_START, "setting up"},
	[LIMIT_MIXED] = {"mixed", LIMIT_MIXED, "several things"},
};

const char *
limit_name(enum limit limit)
{
	return limits[limit].name;
}

const char *
limit_words(enum limit limit)
{
	return limits[limit].words;
}

const char *
reason_name(enum reason reason)
{
	return reasons[reason].name;
}

const char *
confidence_name(enum confidence confidence)
{
	static const char *const names[] = {"low", "medium", "high"};

	return names[confidence];
}

/* ---- which limit ---- */

struct weighed {
	enum limit limit;
	double share;
};

/* Shares of the time until the last ACK of data, by family. */
static void
weigh(const struct verdict *verdict, struct weighed *by_family)
{
	double of[LIMIT_COUNT] = {0}, all = 0;

	for (size_t i = 0; i < verdict->span_count; i++) {
		double span = seconds(verdict->span[i].end - verdict->span[i].begin);

		of[reasons[verdict->span[i].reason].limit] += span;
		all += span;
	}
	for (int limit = 0; limit < LIMIT_COUNT; limit++) {
		struct weighed *family = &by_family[limits[limit].family];

		if (of[limit] <= 0)
			continue;
		if (of[limit] > of[family->limit] || family->share <= 0)
			family->limit = (enum limit)limit;
		family->share += of[limit] / all;
	}
}

static void
choose(struct method *method)
{
	struct verdict *verdict = method->verdict;
	struct weighed by_family[LIMIT_COUNT] = {{0, 0}};
	struct weighed first = {0, 0}, second = {0, 0};

	weigh(verdict, by_family);
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (by_family[i].share > first.share) {
			second = first;
			first = by_family[i];
		} else if (by_family[i].share > second.share) {
			second = by_family[i];
		}
	if (method->min_rtt < SHORT_PATH && (first.limit == LIMIT_CONGESTION
		|| first.limit == LIMIT_SLOW_START || first.limit == LIMIT_BANDWIDTH))
		first.limit = LIMIT_UNKNOWN;
	if (first.share < MIXED_SHARE && first.limit != LIMIT_UNKNOWN)
		first.limit = LIMIT_MIXED;
	verdict->limit = first.limit;
	verdict->share = first.share;
	verdict->second = second.limit;
	verdict->second_share = second.share;
}

/* ---- how sure ---- */

static bool
is_by_rounds(enum limit limit)
{
	return limit != LIMIT_HANDSHAKE && limit != LIMIT_APPLICATION
		&& limit != LIMIT_ZERO_WINDOW;
}

/* Each doubt is a step down, those that shake the ground are two. */
static int
doubt(struct verdict *verdict, enum doubt doubt, int steps)
{
	verdict->doubts |= doubt;
	return steps;
}

static int
doubt_method(struct method *method)
{
	struct verdict *verdict = method->verdict;
	enum limit limit = verdict->limit;
	int steps = 0;

	if (is_by_rounds(limit) && method->round_count < ROUNDS_SURE)
		steps += doubt(verdict, DOUBT_FEW_ROUNDS,
			method->round_count < ROUNDS_FEW ? 2 : 1);
	if (limit == LIMIT_BANDWIDTH && !(method->by_queue && method->by_train))
		steps += doubt(verdict, DOUBT_ONE_TEST, method->signal_count ? 1 : 2);
	if (method->paced && (limit == LIMIT_SENDER_WINDOW || limit == LIMIT_APPLICATION))
		steps += doubt(verdict, DOUBT_PACED, 1);
	if (method->min_rtt < SHORT_PATH)
		steps += doubt(verdict, DOUBT_SHORT_PATH, 2);
	return steps;
}

/* Duplicate ACKs without a SACK, though nobody refused it: the snap length cut it off. */
static bool
is_sack_cut(const struct sender_view *view)
{
	const struct tape *tape = view->tape;
	const struct side_facts *side = tape->facts.side;

	if (side[A2B].sack_permitted == FACT_NO || side[B2A].sack_permitted == FACT_NO
		|| tape->sack_count)
		return false;
	for (size_t row = 0; row < tape->rows; row++)
		if (tape->dir[row] != view->dir && tape->ack_class[row] == ACK_DUPLICATE)
			return true;
	return false;
}

static int
doubt_capture(struct method *method)
{
	struct verdict *verdict = method->verdict;
	const struct sender_view *view = method->view;
	enum limit limit = verdict->limit;
	bool shaken = view->tape->facts.side[A2B].first_syn != NSEC_UNKNOWN
		|| view->tape->facts.side[B2A].first_syn != NSEC_UNKNOWN;
	bool scaled = view->window_shift != SHIFT_UNKNOWN;
	int steps = 0;

	if (!shaken || !scaled) {
		steps += doubt(verdict, DOUBT_NO_SYN, 1);
		if (limit == LIMIT_RECEIVE_WINDOW || limit == LIMIT_SENDER_WINDOW
			|| limit == LIMIT_SLOW_START)
			steps += doubt(verdict, DOUBT_WINDOW, 1);
	}
	if (method->blind)
		steps += doubt(verdict, DOUBT_NO_TIMESTAMPS, is_by_rounds(limit) ? 2 : 1);
	if (view->unseen || view->unheard * UNHEARD_MANY > view->data_packets)
		steps += doubt(verdict, DOUBT_CAPTURE_LOSS, 1);
	if (verdict->losses && is_sack_cut(view))
		steps += doubt(verdict, DOUBT_NO_SACK, 1);
	if (view->evidence & EVIDENCE_LOOSE)
		steps += doubt(verdict, DOUBT_RTT, 2);
	return steps;
}

static void
judge_confidence(struct method *method)
{
	struct verdict *verdict = method->verdict;
	int steps = doubt_method(method) + doubt_capture(method);

	if (verdict->share < CERTAIN_SHARE)
		steps += doubt(verdict, DOUBT_SHARE, verdict->share < 0.45 ? 2 : 1);
	if (verdict->second_share >= CLOSE_SHARE * verdict->share)
		steps += doubt(verdict, DOUBT_CLOSE, 1);
	verdict->confidence = steps == 0 ? CONFIDENCE_HIGH : steps == 1 ? CONFIDENCE_MEDIUM
		: CONFIDENCE_LOW;
}

/* ---- what was sent again ---- */

/*
 * Without time stamps a straggler comes soon, and what replaces a lost packet a round trip
 * later.
 */
static bool
is_late_enough(const struct method *method, const struct lived_again *again)
{
	return method->warped || (double)again->late >= LATE_SHARE * (double)method->min_rtt;
}

/* Among what filled gaps at the capture. */
static void
list_again(struct method *method)
{
	const struct sender_view *view = method->view;
	struct verdict *verdict = method->verdict;
	size_t capacity = 0;

	if (view->method == SENDER_DIRECT)
		return;
	for (size_t i = 0; i < view->episode_count; i++)
		for (uint32_t k = 0; k < view->episode[i].count; k++) {
			const struct lived_again *again = &view->again[view->episode[i].first + k];

			if (view->tape->data_class[again->row] != DATA_LATE
				|| !is_late_enough(method, again))
				continue;
			verdict->again = xgrow(verdict->again, &capacity, verdict->again_count,
				sizeof(*verdict->again), 16);
			verdict->again[verdict->again_count++] = (struct verdict_again){
				again->row, (uint32_t)(again->end - again->begin),
				k == 0 && view->episode[i].timeout ? CAUSE_TIMEOUT : CAUSE_UNKNOWN,
			};
		}
}

/* ---- the whole ---- */

static void
solve(struct method *method, nsec first, nsec last)
{
	struct verdict *verdict = method->verdict;

	rounds_find(method);
	if (method->view->window_shift == SHIFT_UNKNOWN)
		rounds_infer_shift(method);
	queue_measure(method);
	capacity_measure(method);
	label_rounds(method);
	clock_walk(method, first, last);
	choose(method);
	judge_confidence(method);
	measure_numbers(method);
	list_again(method);
	verdict->rounds = (uint32_t)method->round_count;
	verdict->capacity_bps = method->capacity * 8;
	if (verdict->limit != LIMIT_SENDER_WINDOW)
		verdict->plateau_bytes = 0;
}

struct verdict *
verdict_new(const struct tape *tape, enum direction dir, nsec last_time)
{
	struct sender_view *view = sender_view_new(tape, dir);
	struct verdict *verdict;
	struct method method;
	size_t scratch;

	if (!view)
		return NULL;
	scratch = (view->count + view->rtt_count + 64) * sizeof(*method.scratch);
	verdict = xcalloc(1, sizeof(*verdict));
	*verdict = (struct verdict){
		.dir = dir, .vantage = view->vantage, .evidence = view->evidence,
		.times = view->times, .method = view->method,
		.min_rtt = view->min_rtt, .tick = view->tick, .mss = view->mss,
		.window_shift = view->window_shift,
	};
	method = (struct method){
		.view = view, .verdict = verdict, .mss = view->mss, .min_rtt = view->min_rtt,
		.tick = view->tick, .warped = view->method == SENDER_TIMESTAMPS,
		.blind = view->method == SENDER_SHIFTED,
		.shift = view->window_shift > 0 ? view->window_shift : 0,
		.window_known = view->window_shift != SHIFT_UNKNOWN,
		.scratch = pages_grow(NULL, 0, scratch),
	};
	solve(&method, tape->time[0], last_time);
	free(method.round);
	free(method.lag);
	free(method.silence);
	free(method.signal);
	pages_free(method.scratch, scratch);
	sender_view_free(view);
	/* There may be very many verdicts. */
	if (verdict->span_count)
		verdict->span = xreallocarray(verdict->span, verdict->span_count,
			sizeof(*verdict->span));
	return verdict;
}

void
verdict_free(struct verdict *verdict)
{
	if (!verdict)
		return;
	free(verdict->span);
	free(verdict->again);
	free(verdict);
}
