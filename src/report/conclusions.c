/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * conclusions.c - what the engine concluded of a segment: the conclusion, its rule, and the
 * numbers that went into it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "cctrace/tcp.h"
#include "explained.h"
#include "history.h"
#include "layout.h"

/* "frame 31, 203 ms earlier" */
static void
add_frame(struct strbuf *list, const struct explained *explained, const char *what, size_t row)
{
	const struct tape *tape = explained->context.tape;

	if (row != NO_ROW)
		layout_phrase(list, "%s frame %" PRIu64 ", %s earlier", what, tape->frame[row],
			si_duration(explained->step->time - tape->time[row]).text);
}

static void
write_conclusion(FILE *out, const char *label, const char *what, enum rule rule,
	struct strbuf *inputs)
{
	struct strbuf text = {0};

	strbuf_printf(&text, "%s. ", what);
	add_rule(&text, rule);
	if (inputs->length)
		strbuf_printf(&text, "Here: %s.", strbuf_text(inputs));
	else
		text.bytes[--text.length] = '\0';
	layout_field(out, label, &text);
	strbuf_fini(&text);
	strbuf_fini(inputs);
}

/* ---- data ---- */

static struct range
range_of(const struct step *step)
{
	return (struct range){step->begin, step->end};
}

static void
add_new(struct strbuf *list, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	const struct step *step = explained->step;
	size_t row = history_highest(tape, explained->at, (enum direction)step->dir);

	if (row == NO_ROW) {
		layout_phrase(list, "nothing of this side was captured before");
		return;
	}

	stroff end = tape->begin[row] + tape->length[row];

	layout_phrase(list, "up to %" PRId64 " had been sent", end);
	add_frame(list, explained, "last in", row);
	if (step->begin > end)
		layout_phrase(list, "%" PRId64 " offsets between were not captured",
			step->begin - end);
	if (step->again_bytes)
		layout_phrase(list, "%s of it were not new", exact_bytes(step->again_bytes).text);
}

static void
add_again(struct strbuf *list, const struct explained *explained)
{
	const struct step *step = explained->step;
	struct history_sent sent = history_sent(explained->context.tape, explained->at,
		(enum direction)step->dir, range_of(step));

	if (sent.count == 0)
		layout_phrase(list, "acknowledged before, never captured");
	add_frame(list, explained, "sent first in", sent.first);
	if (sent.count > 1)
		add_frame(list, explained, "last in", sent.last);
	if (sent.count > 1)
		layout_phrase(list, "%s times before", si_count(sent.count).text);
}

static void
add_late(struct strbuf *list, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	const struct step *step = explained->step;
	size_t row = history_beyond(tape, explained->at, (enum direction)step->dir, step->end);

	add_frame(list, explained, "data beyond it passed first in", row);
	if (row != NO_ROW && tape->has[row] & step->has & HAS_TIMESTAMPS)
		layout_phrase(list, "that one's TSval %" PRIu32 ", this one's %" PRIu32,
			tape->ts_value[row], step->ts_value);
	if (step->again_bytes)
		layout_phrase(list, "%s of it had passed, too", exact_bytes(step->again_bytes).text);
}

static void
add_probe(struct strbuf *list, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	enum direction dir = (enum direction)explained->step->dir, peer = direction_other(dir);
	size_t row = history_segment(tape, explained->at, peer);

	if (row != NO_ROW)
		layout_phrase(list, "the peer's window field was %u", tape->window[row]);
	add_frame(list, explained, "in", row);
	layout_phrase(list, "%s outstanding", exact_bytes(explained->step->of[dir].owin).text);
}

static void
add_data_inputs(struct strbuf *list, const struct explained *explained)
{
	switch ((enum data_class)explained->step->data_class) {
	case DATA_NONE:
		break;
	case DATA_NEW:
		add_new(list, explained);
		break;
	case DATA_AGAIN:
	case DATA_COPY:
		add_again(list, explained);
		break;
	case DATA_LATE:
		add_late(list, explained);
		break;
	case DATA_KEEP_ALIVE:
	case DATA_PROBE:
		add_probe(list, explained);
		break;
	}
}

static void
write_data(FILE *out, const struct explained *explained)
{
	uint8_t class = explained->step->data_class;
	struct strbuf inputs = {0};

	if (class == DATA_NONE)
		return;
	add_data_inputs(&inputs, explained);
	write_conclusion(out, "data", data_class_name(class), rule_of_data(class), &inputs);
}

/* ---- cause ---- */

/* The estimate that the samples of `dir`'s data before the step give. */
static struct estimate
estimate_of(const struct explained *explained, enum direction dir)
{
	const struct tape *tape = explained->context.tape;
	nsec *samples = xcalloc(tape->rtt_count + 1, sizeof(*samples));
	size_t count = 0;

	for (size_t i = 0; i < tape->rtt_count && tape->rtt[i].row < explained->at; i++)
		if (tape->dir[tape->rtt[i].row] != dir)
			samples[count++] = tape->rtt[i].rtt;

	struct estimate estimate = estimate_after(samples, count, &tape->facts);

	free(samples);
	return estimate;
}

static void
add_acks_before(struct strbuf *list, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	enum direction dir = (enum direction)explained->step->dir;
	size_t row = NO_ROW;
	unsigned duplicates = history_duplicates(tape, explained->at, dir, &row);

	layout_phrase(list, "%u duplicate ACK%s", duplicates, duplicates == 1 ? "" : "s");
	add_frame(list, explained, "the last in", row);
	if (explained->at)
		layout_phrase(list, "%s SACKed",
			exact_bytes(tape->of[dir][explained->at - 1].sacked).text);
}

static void
add_silence(struct strbuf *list, const struct explained *explained)
{
	const struct step *step = explained->step;
	enum direction dir = (enum direction)step->dir;
	struct estimate estimate = estimate_of(explained, dir);

	add_frame(list, explained, "nothing had moved since",
		history_silence(explained->context.tape, explained->at, dir, range_of(step)));
	layout_phrase(list, "a timeout is %s at least", si_duration(estimate.least).text);
	if (estimate.srtt != NSEC_UNKNOWN)
		layout_phrase(list, "smoothed RTT %s, RTO %s here", si_duration(estimate.srtt).text,
			si_duration(estimate.rto).text);
}

static void
write_cause(FILE *out, const struct explained *explained)
{
	const struct step *step = explained->step;
	bool syn = step->flags & TCP_SYN;
	struct strbuf inputs = {0};

	if (step->data_class != DATA_AGAIN)
		return;
	if (!syn)
		add_acks_before(&inputs, explained);
	if (!syn)
		add_silence(&inputs, explained);
	write_conclusion(out, "cause", again_cause_name(step->cause),
		syn ? RULE_CAUSE_SYN : rule_of_cause(step->cause), &inputs);
}

/* ---- acknowledgment ---- */

static void
add_ack_before(struct strbuf *list, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	size_t row = history_progress(tape, explained->at,
		direction_other((enum direction)explained->step->dir));

	if (row == NO_ROW) {
		layout_phrase(list, "no ACK had come before");
		return;
	}
	layout_phrase(list, "the ACK was %" PRId64, tape->ack[row]);
	add_frame(list, explained, "since", row);
}

static void
add_window_before(struct strbuf *list, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	size_t row = history_segment(tape, explained->at, (enum direction)explained->step->dir);

	if (row != NO_ROW && tape->has[row] & HAS_WINDOW)
		layout_phrase(list, "window field %u after %u", explained->step->window_field,
			tape->window[row]);
}

static void
write_ack(FILE *out, const struct explained *explained)
{
	const struct step *step = explained->step;
	struct strbuf inputs = {0};

	if (step->ack_class == ACK_NONE)
		return;
	add_ack_before(&inputs, explained);
	if (step->ack_class == ACK_DUPLICATE || step->ack_class == ACK_WINDOW_UPDATE)
		add_window_before(&inputs, explained);
	if (step->ack_class == ACK_DUPLICATE)
		layout_phrase(&inputs, "%s outstanding",
			exact_bytes(step->of[direction_other((enum direction)step->dir)].owin).text);
	if (step->dup_acks)
		layout_phrase(&inputs, "number %u of its run", step->dup_acks);
	write_conclusion(out, "ACK", ack_class_name(step->ack_class),
		rule_of_ack(step->ack_class), &inputs);
}

/* ---- samples ---- */

static void
write_sample(FILE *out, const struct explained *explained)
{
	const struct step *step = explained->step;
	struct strbuf inputs = {0};

	add_frame(&inputs, explained, "sent in", history_sent_at(explained->context.tape,
		explained->at, direction_other((enum direction)step->dir), step->time - step->rtt));
	write_conclusion(out, "RTT", si_duration(step->rtt).text,
		step->has & RTT_BY_SACK ? RULE_RTT_SACK : RULE_RTT_ACK, &inputs);
}

/* Behind the last byte that it acknowledges or SACKs. */
static stroff
answered_end(const struct explained *explained)
{
	const struct step *step = explained->step;
	stroff end = step->ack;

	for (unsigned i = step->dsack; i < step->sack_count; i++)
		if (explained->sack[i].end > end)
			end = explained->sack[i].end;
	return end;
}

/* Of the data that it acknowledges first, was any sent twice? */
static struct history_sent
answered_twice(const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	enum direction dir = direction_other((enum direction)explained->step->dir);
	struct history_sent twice = {NO_ROW, NO_ROW, 0};
	size_t row = history_progress(tape, explained->at, dir);
	stroff una = row == NO_ROW ? INT64_MIN : tape->ack[row];
	stroff limit = answered_end(explained);

	for (row = 0; row < explained->at; row++) {
		stroff end = tape->begin[row] + tape->length[row];

		if (tape->dir[row] == dir && end > una && tape->begin[row] < limit
			&& (tape->data_class[row] == DATA_AGAIN || tape->data_class[row] == DATA_LATE))
			twice = history_sent(tape, row + 1, dir, (struct range){tape->begin[row], end});
	}
	return twice;
}

static void
write_no_sample(FILE *out, const struct explained *explained)
{
	const struct step *step = explained->step;
	struct history_sent twice = answered_twice(explained);
	struct strbuf inputs = {0};
	enum rule rule = RULE_RTT_UNSEEN;

	if (step->ack_class != ACK_NEW && !step->newly_sacked) {
		rule = RULE_RTT_NOTHING;
	} else if (twice.count) {
		rule = RULE_RTT_KARN;
		add_frame(&inputs, explained, "sent in", twice.first);
		if (twice.count > 1)
			add_frame(&inputs, explained, "and in", twice.last);
	}
	write_conclusion(out, "RTT", "none", rule, &inputs);
}

static void
write_rate(FILE *out, const struct step *step)
{
	struct strbuf inputs = {0};
	double bits = (double)step->rate_bytes * 8 * NSEC_PER_SEC;

	if (!(step->has & HAS_RATE) || step->rate_interval <= 0)
		return;
	layout_phrase(&inputs, "%s in %s", exact_bytes(step->rate_bytes).text,
		si_duration(step->rate_interval).text);
	if (step->has & RATE_APP_LIMITED)
		layout_phrase(&inputs, "begun when nothing was outstanding, so perhaps less than the "
			"path carries");
	write_conclusion(out, "rate", si_rate(bits / (double)step->rate_interval).text, RULE_RATE,
		&inputs);
}

void
conclusions_write(const struct explained *explained, FILE *out)
{
	const struct step *step = explained->step;

	write_data(out, explained);
	write_cause(out, explained);
	write_ack(out, explained);
	if (step->has & HAS_RTT)
		write_sample(out, explained);
	else if (step->ack_class != ACK_NONE)
		write_no_sample(out, explained);
	write_rate(out, step);
}
