/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The samples were made with a known limit: the verdict must name it, from either end.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "tests/tap.h"
#include "tests/verdict/judge.h"

static const struct {
	const char *name;
	enum vantage vantage;
	enum limit limit;
	double share;
	enum confidence confidence;
	uint64_t plateau;
	double min_rtt_ms;
} samples[] = {
	{"tcpdump-client-wmem4096-delay100", VANTAGE_SENDER, LIMIT_SENDER_WINDOW, 0.971,
		CONFIDENCE_HIGH, 65160, 100.0},
	{"tcpdump-client-rmem8192-rtt50", VANTAGE_RECEIVER, LIMIT_RECEIVE_WINDOW, 0.98,
		CONFIDENCE_HIGH, 0, 50.2},
	{"tcpdump-server-sack-loss1", VANTAGE_SENDER, LIMIT_CONGESTION, 0.98, CONFIDENCE_HIGH, 0,
		40.4},
	{"tcpdump-server-wmem4096", VANTAGE_UNKNOWN, LIMIT_SENDER_WINDOW, 0.94, CONFIDENCE_LOW,
		65160, 0.0},
};

static void
check_law(const struct judged *judged)
{
	const struct verdict *verdict = judged->verdict;

	if (verdict->limit != LIMIT_SENDER_WINDOW && verdict->limit != LIMIT_RECEIVE_WINDOW)
		return;
	/* Below a millisecond the samples are a mixture of the hosts' delays. */
	if (verdict->min_rtt < NSEC_PER_MSEC)
		return;
	ok(fabs(verdict->predicted_bps / verdict->measured_bps - 1) < 0.02,
		"  flight / RTT is the rate: %.4f", verdict->predicted_bps / verdict->measured_bps);
}

static void
check(size_t i)
{
	const char *top = getenv("top_srcdir");
	char path[1024];
	struct judged judged;
	const struct verdict *verdict;

	snprintf(path, sizeof(path), "%s/samples/%s.cap.zst", top ? top : ".", samples[i].name);
	if (!ok(judge(&judged, path) && judged.verdict, "%s is judged", samples[i].name))
		return;
	verdict = judged.verdict;
	is_str(limit_name(verdict->limit), limit_name(samples[i].limit), "  what limited it");
	ok(fabs(verdict->share - samples[i].share) < 0.01, "  for %.3f of the time",
		verdict->share);
	is_str(confidence_name(verdict->confidence), confidence_name(samples[i].confidence),
		"  how sure that is");
	is_int(verdict->vantage, samples[i].vantage, "  where it was captured");
	is_int((int64_t)verdict->plateau_bytes, (int64_t)samples[i].plateau,
		"  where flight stood still");
	ok(fabs((double)verdict->min_rtt / 1e6 - samples[i].min_rtt_ms) < 0.1,
		"  the least round trip is %.2f ms", (double)verdict->min_rtt / 1e6);
	ok(judge_sums(&judged), "  its spans sum to its time");
	check_law(&judged);
	judge_end(&judged);
}

int
main(void)
{
	for (size_t i = 0; i < COUNT(samples); i++)
		check(i);
	return tap_done();
}
