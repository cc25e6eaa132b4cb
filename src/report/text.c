/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text.c - the summary: what was captured and how well, then the connections, largest
 * first, at length while they are few.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rfc3339.h"
#include "base/si.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "block.h"
#include "cctrace/report.h"
#include "layout.h"
#include "table.h"
#include "view.h"

enum {
	BLOCKS_MAX = 5, /* connections told at length */
	ROWS_MAX = 20,  /* rows of the table, unless it was asked for */
	FILES_MAX = 4,  /* names that are spelled out */
};

static void
write_names(FILE *out, const struct report_input *input)
{
	struct strbuf names = {0};

	for (size_t i = 0; i < input->file_count && i < FILES_MAX; i++) {
		if (i > 0)
			strbuf_append(&names, ", ", 2);
		if (strcmp(input->files[i], "-") == 0)
			strbuf_printf(&names, "standard input");
		else
			strbuf_escape(&names, input->files[i]);
	}
	if (input->file_count > FILES_MAX)
		layout_phrase(&names, "and %s more",
			si_count(input->file_count - FILES_MAX).text);
	layout_paragraph(out, strbuf_text(&names), 0, 2);
	strbuf_fini(&names);
}

static void
write_format(FILE *out, const struct capture_info *capture)
{
	struct strbuf text = {0};

	strbuf_printf(&text, "%s", capture->format);
	if (capture->compression)
		strbuf_printf(&text, " in %s", capture->compression);
	for (size_t i = 0; i < capture->link_type_count; i++) {
		const char *name = capture_link_name(capture->link_types[i]);

		if (name)
			layout_phrase(&text, "%s", name);
		else
			layout_phrase(
				&text, "link type %" PRIu16, capture->link_types[i]);
	}
	if (capture->snaplen > 0)
		layout_phrase(&text, "snap length %s", si_count(capture->snaplen).text);
	if (capture->cut_frames > 0)
		strbuf_printf(
			&text, " (%s frames cut)", si_count(capture->cut_frames).text);
	layout_field(out, "format", &text);
	strbuf_fini(&text);
}

/* As people write it, and no finer than the clock: "2023-11-14 22:13:20.123456 UTC". */
static void
add_time(struct strbuf *text, nsec time, nsec resolution)
{
	struct rfc3339_text stamp = rfc3339_format(time);
	int length = (int)strlen(stamp.text) - 1;

	for (nsec step = 10; step <= resolution && step <= NSEC_PER_SEC / 10; step *= 10)
		length--;
	*strchr(stamp.text, 'T') = ' ';
	strbuf_printf(text, "%.*s" NBSP "UTC", length, stamp.text);
}

static void
add_frames(struct strbuf *list, uint64_t count, const char *what)
{
	if (count > 0)
		layout_phrase(list, "%s %s", si_count(count).text, what);
}

/* What isn't TCP, and what should have been. */
static void
write_rest(FILE *out, const struct report_input *input)
{
	const struct frame_counts *counts = input->counts;
	struct strbuf text = {0};

	add_frames(&text, counts->by_result[DECODE_TCP], "TCP");
	if (counts->fragments_first > 0)
		strbuf_printf(&text, " (%s first IP fragments)",
			si_count(counts->fragments_first).text);
	add_frames(&text, counts->by_result[DECODE_OTHER], "without TCP");
	add_frames(&text, counts->by_result[DECODE_QUOTED], "ICMP quoting TCP");
	add_frames(&text, counts->by_result[DECODE_BROKEN], "broken");
	add_frames(&text, counts->by_result[DECODE_FRAGMENT], "later IP fragments");
	if (counts->by_result[DECODE_LINK_UNKNOWN] > 0)
		layout_phrase(&text, "%s of link type %" PRIu16 ", which can't be read",
			si_count(counts->by_result[DECODE_LINK_UNKNOWN]).text,
			counts->unknown_link);
	layout_field(out, "of these", &text);
	strbuf_fini(&text);
}

static void
write_frames(FILE *out, const struct report_input *input)
{
	const struct capture_info *capture = input->capture;
	struct frame_kinds kinds = view_frames(input);
	struct strbuf text = {0};

	strbuf_printf(&text, "%s", si_count(kinds.passed).text);
	if (capture->filtered_frames > 0)
		strbuf_printf(&text, " of %s passed the filter",
			si_count(capture->frames).text);
	layout_phrase(&text, "%s on the wire", si_bytes(capture->bytes).text);
	if (kinds.passed > 0 && kinds.passed == kinds.tcp)
		layout_phrase(&text, "all of them TCP");
	layout_field(out, "frames", &text);
	if (kinds.passed != kinds.tcp)
		write_rest(out, input);
	text.length = 0;
	if (capture->first_time != NSEC_UNKNOWN) {
		uint64_t elapsed = view_elapsed(capture->first_time, capture->last_time);

		strbuf_printf(&text, "%s from ", si_elapsed(elapsed).text);
		add_time(&text, capture->first_time, capture->resolution);
	}
	layout_field(out, "time", &text);
	strbuf_fini(&text);
}

static void
write_damage(FILE *out, const struct capture_info *capture)
{
	struct strbuf text = {0};

	if (capture->damaged) {
		strbuf_printf(
			&text, "at byte %s: ", si_count(capture->damage_offset).text);
		strbuf_escape(&text, capture->damage_reason);
		strbuf_printf(&text, "; nothing behind it was read");
	}
	layout_field(out, "damaged", &text);
	strbuf_fini(&text);
}

static void
write_quality(FILE *out, const struct report_input *input)
{
	struct strbuf text = {0};

	add_frames(&text, input->capture->backward_time_frames,
		"frames stamped earlier than the one before");
	add_frames(&text, view_duplicates(input), "packets recorded twice");
	add_frames(&text, input->counts->late,
		"late packets of connections that had been put away");
	layout_field(out, "beware", &text);
	strbuf_fini(&text);
}

static void
write_capture(FILE *out, const struct report_input *input)
{
	write_names(out, input);
	write_format(out, input->capture);
	write_frames(out, input);
	write_damage(out, input->capture);
	write_quality(out, input);
}

static int
compare_rows(const void *left, const void *right)
{
	const struct connection_row *a = *(const struct connection_row *const *)left;
	const struct connection_row *b = *(const struct connection_row *const *)right;
	uint64_t a_bytes = view_payload(a), b_bytes = view_payload(b);

	if (a_bytes != b_bytes)
		return a_bytes > b_bytes ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static const struct connection_row **
sort_rows(const struct report_input *input)
{
	const struct connection_row **rows =
		xreallocarray(NULL, input->row_count + 1, sizeof(*rows));

	for (size_t i = 0; i < input->row_count; i++)
		rows[i] = input->rows[i];
	qsort(rows, input->row_count, sizeof(*rows), compare_rows);
	return rows;
}

/* "limits     receive_window 62 %, bandwidth 31 %": by share of the bytes. */
static void
write_limits(FILE *out, const struct report_input *input)
{
	uint64_t bytes[LIMIT_COUNT] = {0}, all = 0;
	struct strbuf text = {0};

	for (size_t i = 0; i < input->row_count; i++) {
		const struct connection_row *row = input->rows[i];
		const struct verdict *verdict = verdicts_find(input->verdicts, row->index);

		if (!verdict)
			continue;
		bytes[verdict->limit] += view_payload(row);
		all += view_payload(row);
	}
	for (;;) {
		int most = 0;

		for (int i = 1; i < LIMIT_COUNT; i++)
			if (bytes[i] > bytes[most])
				most = i;
		if (bytes[most] == 0)
			break;
		layout_phrase(&text, "%s" NBSP "%.0f" NBSP "%%", limit_name((enum limit)most),
			100.0 * (double)bytes[most] / (double)all);
		bytes[most] = 0;
	}
	layout_field(out, "limits", &text);
	strbuf_fini(&text);
}

static void
write_table(FILE *out, const struct connection_row *const *rows, size_t count)
{
	size_t shown = count < ROWS_MAX ? count : ROWS_MAX;
	uint64_t rest_bytes = 0;

	fprintf(out, "\n%s connections, the largest first\n\n", si_count(count).text);
	table_write(out, rows, shown);
	for (size_t i = shown; i < count; i++)
		rest_bytes += view_payload(rows[i]);
	if (shown < count)
		fprintf(out, "and %s smaller ones with %s together: --list shows them\n",
			si_count(count - shown).text, si_bytes(rest_bytes).text);
}

void
report_text(const struct report_input *input, bool list, FILE *out)
{
	const struct connection_row **rows = sort_rows(input);

	if (list) {
		table_write(out, rows, input->row_count);
	} else {
		write_capture(out, input);
		if (input->row_count == 0)
			fputs("\nno TCP connection\n", out);
		else if (input->row_count > BLOCKS_MAX) {
			write_limits(out, input);
			write_table(out, rows, input->row_count);
		} else
			for (size_t i = 0; i < input->row_count; i++) {
				fputc('\n', out);
				block_write(out, rows[i],
					verdicts_find(input->verdicts, rows[i]->index));
			}
	}
	free(rows);
}
