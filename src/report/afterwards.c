/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * afterwards.c - notes that a frame was the evidence of, notes about it that came later, and
 * what the close made of it.
 */
#include <inttypes.h>

#include "cctrace/tcp.h"
#include "explained.h"
#include "history.h"
#include "layout.h"

static const char *
note_words(uint8_t kind)
{
	static const char *const words[NOTE_KIND_COUNT] = {
		[NOTE_AMEND] = "judged anew",
		[NOTE_SPURIOUS] = "proven needless",
		[NOTE_LOST] = "held lost",
		[NOTE_UNLOST] = "not lost after all",
		[NOTE_UNSEEN] = "acknowledged, never captured",
		[NOTE_SEEN] = "a gap is filled",
		[NOTE_ZERO_WINDOW] = "window closed",
		[NOTE_WINDOW_OPEN] = "window opened",
		[NOTE_RECOVERY] = "recovery begins",
		[NOTE_RECOVERED] = "recovery is over",
		[NOTE_TIMEOUT] = "timeout",
		[NOTE_HANDSHAKE] = "handshake complete",
		[NOTE_RESET] = "reset",
		[NOTE_CLOCK_STEP] = "the clock went back",
		[NOTE_FACT] = "a fact changed",
	};

	return kind < NOTE_KIND_COUNT ? words[kind] : "?";
}

static void
add_note(struct strbuf *text, const struct note *note)
{
	strbuf_printf(text, "%s", note_words(note->kind));
	if (note->kind != NOTE_HANDSHAKE && note->begin < note->end)
		layout_phrase(text, "offsets %" PRId64 " to %" PRId64 " of %c", note->begin,
			note->end, note->dir == A2B ? 'A' : 'B');
	if (note->kind == NOTE_AMEND)
		layout_phrase(text, "%s (%s) before, now %s (%s)",
			data_class_name(note->was_class), again_cause_name(note->was_cause),
			data_class_name(note->now_class), again_cause_name(note->now_cause));
	if (note->value && note->kind != NOTE_AMEND)
		layout_phrase(text, "after %s", si_duration(note->value).text);
	strbuf_printf(text, ". ");
	add_rule(text, (enum rule)note->rule);
	text->bytes[--text->length] = '\0';
}

/* This frame is the evidence. */
static void
write_told(FILE *out, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	const char *label = "noted";

	for (size_t i = 0; i < tape->note_count; i++) {
		const struct note *note = &tape->notes[i];
		struct strbuf text = {0};

		if (note->after != explained->at)
			continue;
		if (note->serial != explained->at && note->serial < tape->rows)
			strbuf_printf(&text, "of frame %" PRIu64 ": ", tape->frame[note->serial]);
		add_note(&text, note);
		layout_field(out, label, &text);
		label = "";
		strbuf_fini(&text);
	}
}

/* Another frame is the evidence, and this one is what it is about. */
static bool
is_about(const struct note *note, const struct explained *explained)
{
	return note->serial == explained->at && note->after > explained->at;
}

static void
write_later(FILE *out, const struct explained *explained)
{
	const struct tape *tape = explained->context.tape;
	const char *label = "later";

	for (size_t i = 0; i < tape->note_count; i++) {
		const struct note *note = &tape->notes[i];
		struct strbuf text = {0};

		if (!is_about(note, explained))
			continue;
		strbuf_printf(&text, "frame %" PRIu64 ", %s later: ", tape->frame[note->after],
			si_duration(note->time - explained->step->time).text);
		add_note(&text, note);
		layout_field(out, label, &text);
		label = "";
		strbuf_fini(&text);
	}
}

/* The sender's view judged it anew. */
static void
write_closed(FILE *out, const struct explained *explained, const struct sender_view *view)
{
	const struct step *step = explained->step;
	uint8_t class = explained->context.tape->data_class[explained->at];
	struct strbuf text = {0};

	if (class == step->data_class || class != DATA_AGAIN)
		return;
	strbuf_printf(&text, "%s, cause %s, no longer %s. ", data_class_name(class),
		again_cause_name(explained->context.tape->cause[explained->at]),
		data_class_name(step->data_class));
	add_rule(&text, RULE_REPLACED);
	for (size_t i = 0; i < view->again_count; i++)
		if (view->again[i].row == explained->at)
			strbuf_printf(&text, "Here: sent %s after the first data beyond it, the "
				"shortest round trip being %s.",
				si_duration(view->again[i].late).text,
				si_duration(view->min_rtt).text);
	layout_field(out, "at close", &text);
	strbuf_fini(&text);
}

static const struct lived *
find_lived(const struct sender_view *view, size_t row)
{
	for (size_t i = 0; i < view->count; i++)
		if (view->event[i].row == row)
			return &view->event[i];
	return NULL;
}

static void
write_sender(FILE *out, const struct explained *explained, const struct sender_view *view)
{
	const struct lived *lived = find_lived(view, explained->at);
	nsec moved;
	struct strbuf text = {0};

	if (!lived || view->method == SENDER_DIRECT
		|| (lived->kind == LIVED_ACK && lived_flight(lived) == 0))
		return;
	moved = explained->step->time - lived->time;
	if (lived->kind == LIVED_ACK)
		strbuf_printf(&text, "had %s out", exact_bytes(lived_flight(lived)).text);
	else
		strbuf_printf(&text, "had %s out with this, sent %s before it passed here, with "
			"the way of ACKs from here to the sender counted in",
			exact_bytes(lived_flight(lived)).text, si_duration(moved).text);
	if (view->method == SENDER_TIMESTAMPS)
		layout_phrase(&text, "by time stamps within %s", si_duration(view->tick).text);
	else
		layout_phrase(&text, "by the shortest way here");
	layout_field(out, "sender", &text);
	strbuf_fini(&text);
}

void
afterwards_write(const struct explained *explained, FILE *out)
{
	enum direction dir = A2B;
	struct sender_view *view = NULL;

	write_told(out, explained);
	write_later(out, explained);
	if (explained->context.verdict && row_data_direction(explained->context.row, &dir))
		view = sender_view_new(explained->context.tape, dir);
	if (!view)
		return;
	write_closed(out, explained, view);
	write_sender(out, explained, view);
	sender_view_free(view);
}
