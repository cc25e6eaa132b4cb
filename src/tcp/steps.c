/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * steps.c - steps and notes as text: what --steps prints, what goldens hold.
 */
#include "cctrace/tcp.h"

#include <inttypes.h>

#include "cctrace/rules.h"

static const char *
name_of(const char *const *names, size_t count, uint8_t value)
{
	return value < count ? names[value] : "?";
}

#define NAME(names, value) name_of(names, sizeof(names) / sizeof((names)[0]), value)

const char *
data_class_name(uint8_t data_class)
{
	static const char *const names[] = {
		"none", "new", "again", "late", "copy", "keep-alive", "probe",
	};

	return NAME(names, data_class);
}

const char *
again_cause_name(uint8_t cause)
{
	static const char *const names[] = {
		"unknown", "fast", "sack", "rack", "tail-probe", "timeout", "lost-again",
	};

	return NAME(names, cause);
}

const char *
ack_class_name(uint8_t ack_class)
{
	static const char *const names[] = {
		"none", "new", "duplicate", "window-update", "old", "probe-answer",
	};

	return NAME(names, ack_class);
}

const char *
note_kind_name(uint8_t kind)
{
	static const char *const names[NOTE_KIND_COUNT] = {
		"amend", "spurious", "lost", "unlost", "unseen", "seen", "zero-window",
		"window-open", "recovery", "recovered", "timeout", "handshake", "reset",
		"clock-step", "fact",
	};

	return NAME(names, kind);
}

static void
print_seconds(FILE *out, nsec span)
{
	uint64_t size = span < 0 ? 0 - (uint64_t)span : (uint64_t)span;

	fprintf(out, "%s%" PRIu64 ".%09" PRIu64, span < 0 ? "-" : "",
		size / (uint64_t)NSEC_PER_SEC, size % (uint64_t)NSEC_PER_SEC);
}

static void
print_flags(FILE *out, uint8_t flags)
{
	static const char letters[] = "FSRPAUEC";

	fputs(" flags=", out);
	if (flags == 0)
		fputc('-', out);
	for (int i = 0; i < 8; i++)
		if (flags & 1 << i)
			fputc(letters[i], out);
}

static void
print_data(FILE *out, const struct step *step)
{
	fprintf(out, " seq=%" PRId64, step->begin);
	if (step->has & HAS_DATA)
		fprintf(out, "..%" PRId64, step->end);
	if (step->payload_bytes)
		fprintf(out, " len=%" PRIu32, step->payload_bytes);
	if (step->segments > 1)
		fprintf(out, " segments=%u", step->segments);
	if (step->data_class != DATA_NONE)
		fprintf(out, " %s", data_class_name(step->data_class));
	if (step->data_class == DATA_AGAIN)
		fprintf(out, ":%s", again_cause_name(step->cause));
	if (step->again_bytes)
		fprintf(out, " again=%" PRIu32, step->again_bytes);
}

static void
print_ack(FILE *out, const struct step *step, const struct range *sack)
{
	fprintf(out, " ack=%" PRId64, step->ack);
	if (step->ack_class != ACK_NONE)
		fprintf(out, ":%s", ack_class_name(step->ack_class));
	if (step->dup_acks)
		fprintf(out, "#%u", step->dup_acks);
	if (step->newly_acked)
		fprintf(out, " acked=%" PRIu32, step->newly_acked);
	if (step->newly_sacked)
		fprintf(out, " sacked=%" PRIu32, step->newly_sacked);
	if (step->sack_count)
		fprintf(out, " %s", step->dsack ? "dsack" : "sack");
	for (unsigned i = 0; i < step->sack_count; i++)
		fprintf(out, "%c%" PRId64 "..%" PRId64, i ? ',' : '=',
			sack[step->sack_first + i].begin, sack[step->sack_first + i].end);
}

static void
print_outstanding(FILE *out, const struct outstanding *of)
{
	fprintf(out, "%" PRIu32, of->owin);
	if (of->sacked | of->lost | of->again)
		fprintf(out, "/%" PRIu32 "/%" PRIu32 "/%" PRIu32, of->sacked, of->lost,
			of->again);
}

static void
print_samples(FILE *out, const struct step *step)
{
	if (step->has & HAS_RTT) {
		fputs(step->has & RTT_BY_SACK ? " rtt:sack=" : " rtt=", out);
		print_seconds(out, step->rtt);
	}
	if (step->has & HAS_RATE) {
		fprintf(out, " rate%s=%" PRIu32 "/",
			step->has & RATE_APP_LIMITED ? ":idle" : "", step->rate_bytes);
		print_seconds(out, step->rate_interval);
	}
}

static void
print_step(FILE *out, const struct step *step, const struct range *sack)
{
	fprintf(out, "%" PRIu32 ".%" PRIu32 " %" PRIu32 " frame=%" PRIu64 " t=",
		step->conn->stream, step->conn->part, step->serial, step->frame);
	print_seconds(out, step->time - step->conn->first_time);
	fputs(step->dir == A2B ? " a>b" : " b>a", out);
	print_flags(out, step->flags);
	print_data(out, step);
	if (step->has & HAS_ACK)
		print_ack(out, step, sack);
	if (step->has & HAS_WINDOW)
		fprintf(out, " win=%u%s", step->window_field,
			step->has & WINDOW_UNSCALED ? ":unscaled" : "");
	if (step->ecn)
		fprintf(out, " ecn=%u", step->ecn);
	fputs(" out=", out);
	print_outstanding(out, &step->of[A2B]);
	fputc(',', out);
	print_outstanding(out, &step->of[B2A]);
	fprintf(out, " round=%" PRIu32, step->round);
	print_samples(out, step);
	fputc('\n', out);
}

static void
print_note(FILE *out, const struct note *note)
{
	fprintf(out, "%" PRIu32 ".%" PRIu32 " note %s step=%" PRIu32 " %s",
		note->conn->stream, note->conn->part, note_kind_name(note->kind),
		note->serial, note->dir == A2B ? "a>b" : "b>a");
	if (note->kind == NOTE_HANDSHAKE)
		fprintf(out, " shift=%" PRId64 ",%" PRId64, note->begin, note->end);
	else if (note->begin != note->end)
		fprintf(out, " range=%" PRId64 "..%" PRId64, note->begin, note->end);
	if (note->value) {
		fputs(" value=", out);
		print_seconds(out, note->value);
	}
	fprintf(out, " rule=%s\n", rule_row(note->rule)->name);
}

static void
on_batch(void *self, const struct batch *batch)
{
	const struct steps_printer *printer = self;
	size_t at = 0;

	for (size_t i = 0; i < batch->step_count; i++) {
		const struct step *step = &batch->steps[i];
		bool wanted = !printer->only || printer->only(printer->context, step->conn);

		if (wanted)
			print_step(printer->out, step, batch->sack);
		for (; at < batch->note_count && batch->notes[at].after == i; at++)
			if (wanted)
				print_note(printer->out, &batch->notes[at]);
	}
}

static void
on_close(void *self, struct connection *conn, const struct facts *final)
{
	(void)self;
	(void)conn;
	(void)final;
}

const struct sink steps_sink = {
	.name = "steps", .on_batch = on_batch, .on_close = on_close,
};
