/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * selection_test.c - which connections are drawn.
 */
#include "cli/selection.h"

#include "../tap.h"

enum { ROWS_MAX = 40 };

struct table {
	struct connection_row row[ROWS_MAX];
	const struct connection_row *pointer[ROWS_MAX];
	size_t count;
};

/* Connections of these payloads, streams 0, 1, 2 ... */
static void
fill(struct table *table, const uint64_t *payload, size_t count)
{
	memset(table, 0, sizeof(*table));
	table->count = count;
	for (size_t i = 0; i < count; i++) {
		table->row[i].stream = (uint32_t)i;
		table->row[i].dir[i % 2].payload_bytes = payload[i];
		table->pointer[i] = &table->row[i];
	}
}

/* The chosen indices as "0 2 5", compared. */
static void
chooses(const struct table *table, const struct options *options, const char *expected,
	const char *name)
{
	size_t chosen[ROWS_MAX];
	size_t count = selection_choose(table->pointer, table->count, options, chosen);
	char text[200] = "";
	size_t length = 0;

	for (size_t i = 0; i < count; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%zu",
			i ? " " : "", chosen[i]);
	is_str(text, expected, name);
}

static void
unasked_takes_95_percent(void)
{
	static const uint64_t mixed[] = {10, 900, 0, 50, 40};
	static const uint64_t one_big[] = {1, 1000000, 1};
	static const uint64_t exact[] = {95, 5};
	static const uint64_t below[] = {94, 6};
	static const uint64_t few[] = {25, 25};
	static const uint64_t close_call[] = {UINT64_C(949999999999999), UINT64_C(50000000000001)};
	static const uint64_t huge[] = {UINT64_MAX / 2, UINT64_MAX / 4};
	struct options options = {0};
	struct table table;

	fill(&table, mixed, COUNT(mixed));
	chooses(&table, &options, "1 3", "900 and 50 are 95 % of 1000");
	fill(&table, one_big, COUNT(one_big));
	chooses(&table, &options, "1", "one that carries nearly all");
	fill(&table, exact, COUNT(exact));
	chooses(&table, &options, "0", "exactly 95 % is enough");
	fill(&table, below, COUNT(below));
	chooses(&table, &options, "0 1", "94 % is not");
	fill(&table, few, COUNT(few));
	chooses(&table, &options, "0 1", "50 bytes are shared out like any others");
	fill(&table, close_call, COUNT(close_call));
	chooses(&table, &options, "0 1", "a byte below 95 % of a petabyte is below");
	fill(&table, huge, COUNT(huge));
	chooses(&table, &options, "0 1", "large numbers don't overflow");
	fill(&table, mixed, 0);
	chooses(&table, &options, "", "of nothing, nothing");
}

static void
unasked_takes_20_at_most(void)
{
	uint64_t equal[30], none[30] = {0};
	struct options options = {0};
	struct table table;

	for (size_t i = 0; i < COUNT(equal); i++)
		equal[i] = 100;
	fill(&table, equal, COUNT(equal));
	chooses(&table, &options, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19",
		"of 30 equals the first 20");
	fill(&table, none, 3);
	chooses(&table, &options, "0 1 2", "without payload anywhere, all are drawn");
	fill(&table, none, COUNT(none));
	chooses(&table, &options, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19",
		"but 20 at most");
}

static void
options_decide(void)
{
	static const uint64_t payload[] = {10, 900, 0, 50, 40};
	struct stream_range ranges[] = {{2, 3, -1}, {0, 0, 0}};
	struct stream_range absent = {77, 77, -1};
	struct table table;

	fill(&table, payload, COUNT(payload));
	chooses(&table, &(struct options){.top = 3}, "1 3 4", "--top 3, in order of the file");
	chooses(&table, &(struct options){.top = 99}, "0 1 2 3 4", "--top above the count");
	chooses(&table, &(struct options){.all = true}, "0 1 2 3 4", "--all");
	chooses(&table, &(struct options){.streams = ranges, .stream_count = 2}, "0 2 3",
		"-s 2-3,0.0, even without payload");
	chooses(&table, &(struct options){.streams = ranges, .stream_count = 2, .top = 1}, "3",
		"-s and --top");
	chooses(&table, &(struct options){.streams = &absent, .stream_count = 1}, "",
		"-s of a stream that isn't there");
}

static void
parts_are_told_apart(void)
{
	static const uint64_t payload[] = {10, 10};
	struct stream_range second = {0, 0, 1};
	struct options options = {.streams = &second, .stream_count = 1};
	struct table table;

	fill(&table, payload, COUNT(payload));
	table.row[1].stream = 0;
	table.row[1].part = 1;
	chooses(&table, &options, "1", "-s 0.1 takes part 1 alone");
}

int
main(void)
{
	unasked_takes_95_percent();
	unasked_takes_20_at_most();
	options_decide();
	parts_are_told_apart();
	return tap_done();
}
