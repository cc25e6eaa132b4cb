/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table.c - cells that are as narrow as their contents allow; what is left of the 80
 * columns goes to the two endpoints, which are shortened if they have to be.
 */
#include "table.h"

#include <inttypes.h>
#include <string.h>

#include "base/address.h"
#include "base/si.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "layout.h"
#include "view.h"

enum column {
	COLUMN_STREAM,
	COLUMN_A,
	COLUMN_DATA,
	COLUMN_B,
	COLUMN_TIME,
	COLUMN_BYTES,
	COLUMN_GOODPUT,
	COLUMN_RTT,
	COLUMN_AGAIN,
	COLUMN_STATE,
	COLUMN_COUNT
};

static const struct {
	const char *head;
	bool left; /* text stands to the left, numbers to the right */
} columns[COLUMN_COUNT] = {
	[COLUMN_STREAM] = {"#", false},
	[COLUMN_A] = {"A", true},
	[COLUMN_DATA] = {"", true},
	[COLUMN_B] = {"B", true},
	[COLUMN_TIME] = {"time", false},
	[COLUMN_BYTES] = {"bytes", false},
	[COLUMN_GOODPUT] = {"bit/s", false},
	[COLUMN_RTT] = {"RTT", false},
	[COLUMN_AGAIN] = {"again", false},
	[COLUMN_STATE] = {"state", true},
};

static const char legend[] =
	"* not the whole path: from the capture to the data's receiver and back\n";

enum { CELL_BYTES = 64, ENDPOINT_COLUMNS_MIN = 4 };

struct table_row {
	char cell[COLUMN_COUNT][CELL_BYTES];
};

static void
set_cell(struct table_row *cells, enum column column, const char *text)
{
	snprintf(cells->cell[column], CELL_BYTES, "%s", text);
}

static void
set_endpoint(struct table_row *cells, enum column column,
	const struct connection_row *row, enum direction dir)
{
	const struct endpoint *end = &row->end[dir];

	set_cell(cells, column,
		address_endpoint(end->address, row->ip_version, end->port).text);
}

/* Words of at most 8 columns. */
static const char *
name_outcome(const struct connection_row *row)
{
	const struct side_facts *side = row->facts.side;

	switch (view_outcome(row)) {
	case OUTCOME_NO_ANSWER:
		return "no reply";
	case OUTCOME_REFUSED:
		return "refused";
	case OUTCOME_RESET:
		if (side[A2B].reset && side[B2A].reset)
			return "reset";
		return side[A2B].reset ? "reset A" : "reset B";
	case OUTCOME_CLOSED:
		return "closed";
	case OUTCOME_HALF_CLOSED:
		return side[A2B].fin ? "FIN A" : "FIN B";
	case OUTCOME_HALF_OPEN:
		return "half";
	case OUTCOME_OPEN:
		break;
	}
	return "open";
}

/* What is told of the direction that carries the data. */
static void
set_data_cells(
	struct table_row *cells, const struct connection_row *row, enum direction dir)
{
	const struct direction_stats *stats = &row->dir[dir];
	double bps = 0;

	set_cell(cells, COLUMN_DATA, dir == A2B ? "→" : "←");
	set_cell(cells, COLUMN_AGAIN, si_compact(stats->retransmitted_packets).text);
	if (view_goodput(row, dir, &bps))
		set_cell(cells, COLUMN_GOODPUT, si_compact_rate(bps).text);
	if (stats->rtt.samples > 0)
		snprintf(cells->cell[COLUMN_RTT], CELL_BYTES, "%s%s",
			si_compact_elapsed((uint64_t)stats->rtt.p50).text,
			view_flight_known(row, dir) ? "" : "*");
}

static void
fill_row(struct table_row *cells, const struct connection_row *row)
{
	uint64_t again = row->dir[A2B].retransmitted_packets +
		row->dir[B2A].retransmitted_packets;
	enum direction dir = A2B;
	char stream[32];

	for (int i = 0; i < COLUMN_COUNT; i++)
		set_cell(cells, (enum column)i, "–");
	if (row->part > 0)
		snprintf(stream, sizeof(stream), "%" PRIu32 ".%" PRIu32, row->stream,
			row->part);
	else
		snprintf(stream, sizeof(stream), "%" PRIu32, row->stream);
	set_cell(cells, COLUMN_STREAM, stream);
	set_endpoint(cells, COLUMN_A, row, A2B);
	set_endpoint(cells, COLUMN_B, row, B2A);
	set_cell(cells, COLUMN_TIME,
		si_compact_elapsed(view_elapsed(row->first_time, row->last_time)).text);
	set_cell(cells, COLUMN_BYTES, si_compact(view_payload(row)).text);
	set_cell(cells, COLUMN_AGAIN, si_compact(again).text);
	set_cell(cells, COLUMN_STATE, name_outcome(row));
	if (row_data_direction(row, &dir))
		set_data_cells(cells, row, dir);
}

static void
widen(size_t widths[COLUMN_COUNT], const struct table_row *cells)
{
	for (int i = 0; i < COLUMN_COUNT; i++) {
		size_t columns_needed = utf8_columns(cells->cell[i]);

		if (columns_needed > widths[i])
			widths[i] = columns_needed;
	}
}

/* Give the endpoints what the rest leaves; the one that needs less gets all it needs. */
static void
fit_endpoints(size_t widths[COLUMN_COUNT])
{
	size_t *a = &widths[COLUMN_A], *b = &widths[COLUMN_B];
	size_t taken = COLUMN_COUNT - 1, left; /* a blank between two columns */

	for (int i = 0; i < COLUMN_COUNT; i++)
		if (i != COLUMN_A && i != COLUMN_B)
			taken += widths[i];
	left = taken < LAYOUT_COLUMNS ? LAYOUT_COLUMNS - taken : 0;
	if (left < 2 * ENDPOINT_COLUMNS_MIN)
		left = 2 * ENDPOINT_COLUMNS_MIN;
	if (*a + *b <= left)
		return;
	if (*a <= left / 2)
		*b = left - *a;
	else if (*b <= left / 2)
		*a = left - *b;
	else
		*a = left / 2, *b = left - *a;
}

static void
write_line(FILE *out, const struct table_row *cells, const size_t widths[COLUMN_COUNT])
{
	struct strbuf line = {0}, cell = {0};

	for (int i = 0; i < COLUMN_COUNT; i++) {
		cell.length = 0;
		layout_shorten(&cell, cells->cell[i], widths[i] > 0 ? widths[i] : 1);
		if (i > 0)
			strbuf_append(&line, " ", 1);
		/* No blanks at the end of a line. */
		if (i == COLUMN_COUNT - 1)
			strbuf_append(&line, cell.bytes, cell.length);
		else if (columns[i].left)
			layout_left(&line, strbuf_text(&cell), widths[i]);
		else
			layout_right(&line, strbuf_text(&cell), widths[i]);
	}
	fprintf(out, "%s\n", strbuf_text(&line));
	strbuf_fini(&cell);
	strbuf_fini(&line);
}

static void
fill_head(struct table_row *cells)
{
	for (int i = 0; i < COLUMN_COUNT; i++)
		set_cell(cells, (enum column)i, columns[i].head);
}

/* Rows are made twice, for the widths and to be written: many need no memory. */
void
table_write(FILE *out, const struct connection_row *const *rows, size_t count)
{
	size_t widths[COLUMN_COUNT] = {0};
	struct table_row cells;
	bool marked = false;

	fill_head(&cells);
	widen(widths, &cells);
	for (size_t i = 0; i < count; i++) {
		fill_row(&cells, rows[i]);
		widen(widths, &cells);
		marked = marked || strchr(cells.cell[COLUMN_RTT], '*');
	}
	fit_endpoints(widths);
	fill_head(&cells);
	write_line(out, &cells, widths);
	for (size_t i = 0; i < count; i++) {
		fill_row(&cells, rows[i]);
		write_line(out, &cells, widths);
	}
	if (marked)
		fputs(legend, out);
}
