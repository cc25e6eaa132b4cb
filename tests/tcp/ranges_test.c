/* SPDX-License-Identifier: BSD-3-Clause */
#include "tcp/ranges.h"

#include "tests/tap.h"

static void
holds(const struct ranges *set, const char *expected, const char *name)
{
	char text[256] = "";
	size_t length = 0;

	for (uint32_t i = 0; i < set->count; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%d-%d",
			i ? " " : "", (int)set->items[i].begin, (int)set->items[i].end);
	is_str(text, expected, name);
}

static void
add(struct ranges *set, stroff begin, stroff end)
{
	ranges_add(set, (struct range){begin, end});
}

static void
neighbours_become_one(void)
{
	struct ranges set = {0};

	add(&set, 10, 20);
	add(&set, 30, 40);
	holds(&set, "10-20 30-40", "apart stays apart");
	add(&set, 20, 25);
	holds(&set, "10-25 30-40", "touching grows");
	add(&set, 5, 50);
	holds(&set, "5-50", "an enclosing range swallows");
	add(&set, 10, 20);
	holds(&set, "5-50", "an enclosed one is nothing new");
	add(&set, -10, 0);
	holds(&set, "-10-0 5-50", "offsets may be negative");
	add(&set, 0, 5);
	holds(&set, "-10-50", "the bridge joins both");
	ranges_fini(&set);
}

static void
removing_cuts(void)
{
	struct ranges set = {0};

	add(&set, 0, 100);
	ranges_remove(&set, (struct range){40, 60});
	holds(&set, "0-40 60-100", "from the middle");
	ranges_remove(&set, (struct range){30, 70});
	holds(&set, "0-30 70-100", "across the gap");
	ranges_remove(&set, (struct range){INT64_MIN, 80});
	holds(&set, "80-100", "everything below");
	ranges_remove(&set, (struct range){100, 200});
	holds(&set, "80-100", "what is not there");
	ranges_fini(&set);
}

static void
gaps_and_parts_tile(void)
{
	struct ranges set = {0};
	struct range found;
	stroff cursor = 0;

	add(&set, 10, 20);
	add(&set, 30, 40);
	ok(ranges_next_gap(&set, &cursor, 50, &found) && found.begin == 0 && found.end == 10,
		"gap 0-10");
	ok(ranges_next_gap(&set, &cursor, 50, &found) && found.begin == 20 && found.end == 30,
		"gap 20-30");
	ok(ranges_next_gap(&set, &cursor, 50, &found) && found.begin == 40 && found.end == 50,
		"gap 40-50");
	ok(!ranges_next_gap(&set, &cursor, 50, &found), "and no more");
	cursor = 15;
	ok(ranges_next_part(&set, &cursor, 35, &found) && found.begin == 15 && found.end == 20,
		"part 15-20");
	ok(ranges_next_part(&set, &cursor, 35, &found) && found.begin == 30 && found.end == 35,
		"part 30-35");
	ok(!ranges_next_part(&set, &cursor, 35, &found), "and no more");
	is_int((int64_t)ranges_bytes(&set, (struct range){15, 35}), 10, "10 bytes in 15-35");
	ranges_fini(&set);
}

/* Against a plain array of bits, with a fixed generator. */
static void
agrees_with_bits(void)
{
	struct ranges set = {0};
	bool bits[256] = {false};
	uint32_t random = 1;
	bool good = true;

	for (int round = 0; round < 4000 && good; round++) {
		random = random * 1664525 + 1013904223;
		stroff begin = random >> 24, end = begin + 1 + (random >> 16 & 15);
		bool adding = random >> 12 & 1;

		if (end > 256)
			end = 256;
		if (begin >= end)
			continue;
		if (adding)
			add(&set, begin, end);
		else
			ranges_remove(&set, (struct range){begin, end});
		for (stroff i = begin; i < end; i++)
			bits[i] = adding;
		for (stroff i = 0; i < 256; i++)
			good &= ranges_bytes(&set, (struct range){i, i + 1}) == bits[i];
		for (uint32_t i = 0; i < set.count; i++)
			good &= set.items[i].begin < set.items[i].end
				&& (i == 0 || set.items[i - 1].end < set.items[i].begin);
	}
	ok(good, "4000 random changes: same bytes as an array of bits, sorted and disjoint");
	ranges_fini(&set);
}

static void
there_is_a_limit(void)
{
	struct ranges set = {0};
	bool good = true;

	for (int i = 0; i < RANGES_MAX; i++)
		good &= ranges_add(&set, (struct range){i * 2, i * 2 + 1});
	ok(good, "RANGES_MAX ranges are kept");
	ok(!ranges_add(&set, (struct range){-10, -9}), "one more is refused");
	is_int(set.count, RANGES_MAX, "and changes nothing");
	ok(ranges_add(&set, (struct range){1, 2}), "one that joins two is welcome");
	is_int(set.count, RANGES_MAX - 1, "and makes room");
	ranges_fini(&set);
}

int
main(void)
{
	neighbours_become_one();
	removing_cuts();
	gaps_and_parts_tile();
	agrees_with_bits();
	there_is_a_limit();
	return tap_done();
}
