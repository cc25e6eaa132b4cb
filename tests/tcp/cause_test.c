/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Why a segment was sent again: one trace a cause (RFC 5681, 6298, 6675, 8985).
 */
#include "tests/tap.h"
#include "tests/tcp/replay.h"

/* Captured at B, the sender; the path takes 20 ms there and back. */
#define HANDSHAKE \
	{0, A2B, S, 0, 0, 0, 64240, .mss = 1460}, \
	{100, B2A, S | A, 0, 0, 1, 65160, .mss = 1460}, \
	{20100, A2B, A, 1, 0, 1, 502}
#define FLIGHT(us) \
	{us, B2A, A, 1, 1000, 1, 509}, \
	{us + 10, B2A, A, 1001, 1000, 1, 509}, \
	{us + 20, B2A, A, 2001, 1000, 1, 509}, \
	{us + 30, B2A, A, 3001, 1000, 1, 509}

static void
causes_are(const struct line *trace, size_t count, const char *expected, const char *name)
{
	struct replay *got = calloc(1, sizeof(*got));
	char text[256] = "";
	size_t length = 0;

	replay_run(got, trace, count);
	for (size_t i = 0; i < got->step_count; i++)
		if (got->steps[i].data_class == DATA_AGAIN)
			length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s",
				length ? " " : "", again_cause_name(got->steps[i].cause));
	is_str(text, expected, name);
	free(got);
}
#define CAUSES(expected, name, ...) do { \
	static const struct line trace[] = {HANDSHAKE, __VA_ARGS__}; \
	causes_are(trace, COUNT(trace), expected, name); \
} while (0)

int
main(void)
{
	CAUSES("fast sack", "three SACKed above, then the next hole", FLIGHT(30000),
		{30040, B2A, A, 4001, 1000, 1, 509}, {30050, B2A, A, 5001, 1000, 1, 509},
		{50100, A2B, A, 1, 0, 1, 502, .sack = {{2001, 6001}}},
		{50200, B2A, A, 1, 1000, 1, 509}, {50210, B2A, A, 1001, 1000, 1, 509});
	CAUSES("rack", "one SACKed above, a reordering window later", FLIGHT(30000),
		{50100, A2B, A, 1, 0, 3001, 502},
		{50150, B2A, A, 4001, 1000, 1, 509},
		{70200, A2B, A, 1, 0, 3001, 502, .sack = {{4001, 5001}}},
		{75300, B2A, A, 3001, 1000, 1, 509});
	CAUSES("tail-probe", "the last segment after two round trips of silence", FLIGHT(30000),
		{50100, A2B, A, 1, 0, 2001, 502},
		{95000, B2A, A, 3001, 1000, 1, 509});
	CAUSES("timeout timeout timeout", "the first after the timeout, then what followed it",
		FLIGHT(30000),
		{330000, B2A, A, 1, 1000, 1, 509},
		{350000, A2B, A, 1, 0, 1001, 502},
		{350100, B2A, A, 1001, 1000, 1, 509}, {350110, B2A, A, 2001, 1000, 1, 509});
	CAUSES("timeout timeout", "and again with back-off", FLIGHT(30000),
		{330000, B2A, A, 1, 1000, 1, 509}, {930000, B2A, A, 1, 1000, 1, 509});
	CAUSES("fast lost-again", "the retransmission was lost, too", FLIGHT(30000),
		{50100, A2B, A, 1, 0, 1, 502, .sack = {{1001, 4001}}},
		{50200, B2A, A, 1, 1000, 1, 509},
		{50210, B2A, A, 4001, 1000, 1, 509},
		{70300, A2B, A, 1, 0, 1, 502, .sack = {{1001, 5001}}},
		{76000, B2A, A, 1, 1000, 1, 509});
	CAUSES("unknown", "a segment that was acknowledged already", FLIGHT(30000),
		{50100, A2B, A, 1, 0, 4001, 502}, {50200, B2A, A, 3001, 1000, 1, 509});
	{
		static const struct line trace[] = {
			{0, A2B, S, 0, 0, 0, 64240, .mss = 1460},
			{1000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
			{3000000, A2B, S, 0, 0, 0, 64240, .mss = 1460},
		};

		causes_are(trace, COUNT(trace), "timeout timeout", "a SYN without answer");
	}
	return tap_done();
}
