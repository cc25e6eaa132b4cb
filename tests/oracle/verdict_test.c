/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Verdicts against other witnesses: the window law, which predicts the rate that was
 * measured; the kernel's own clocks; and one end's capture against the other's.
 */
#include "config.h"

#include <math.h>

#include "tests/oracle/shared.h"
#include "tests/verdict/judge.h"

/* ---- what is measured, and where it is less than it should be ---- */

enum measure {
	M_RTT_P50,               /* relative difference of the ends; beyond a tick */
	M_FLIGHT_P50, M_FLIGHT_P95,
	M_LAW,                   /* relative difference of predicted and measured rate */
	M_LAW_OTHER,
	M_RECEIVE_BELOW, M_RECEIVE_ABOVE, /* share of the time, against the kernel's */
	M_SENDER,                /* share of the time that is missing */
	M_COUNT
};

/* The rules; no loss, at least 8 rounds where rates or flights are compared. */
static const struct {
	const char *what;
	double most;
} rules[M_COUNT] = {
	[M_RTT_P50] = {"RTT P50 of both ends", 0.03},
	[M_FLIGHT_P50] = {"flight P50 of both ends", 0.02},
	[M_FLIGHT_P95] = {"flight P95 of both ends", 0.05},
	[M_LAW] = {"window law under a window", 0.02},
	[M_LAW_OTHER] = {"window law without loss", 0.05},
	[M_RECEIVE_BELOW] = {"receive window's time below the kernel's", 0.01},
	[M_RECEIVE_ABOVE] = {"receive window's time above the kernel's", 0.15},
	[M_SENDER] = {"time without sender window where the kernel's is 65 %", 0.15},
};

#define FLIGHT_P95_LOSS 0.10

/* One row a deviation: the most that is allowed, as measured, and why. */
static const struct exception {
	const char *name;
	enum measure measure;
	double most;
	const char *why;
} exceptions[] = {
	{"tcpdump-client-tc-delay100.cap.zst", M_LAW, 0.03,
		"one ACK for 26 segments: its oldest byte, the sample, waits longer than its mean, "
		"by which the law holds to 0.1 %; measured 0.0275"},
	{"tcpdump-server-tc-delay100.cap.zst", M_LAW, 0.03, "the same; measured 0.0296"},
	{"tcpdump-client-wmem4096-delay10.cap.zst", M_LAW, 0.021, "the same; measured 0.0204"},
	{"nl.snd.pcap.zst", M_LAW, 0.065,
		"the longest of 110 round trips has no sample: a tail probe was sent in it; "
		"measured 0.0609"},
	/*
	 * Flight stood at the edge of the window for all of that time, P50 to P95 being the
	 * window; the kernel's clock runs only while it has data that it tried to send.
	 */
	{"r262144.snd.pcap.zst", M_RECEIVE_ABOVE, 0.18, "measured 0.1734"},
	{"r262144.rcv.pcap.zst", M_RECEIVE_ABOVE, 0.18, "measured 0.1741"},
	{"r65536.snd.pcap.zst", M_RECEIVE_ABOVE, 0.17, "measured 0.1613"},
	{"r65536.rcv.pcap.zst", M_RECEIVE_ABOVE, 0.17, "measured 0.1693"},
	{"setbuf16384.snd.pcap.zst", M_RECEIVE_ABOVE, 0.23,
		"the send buffer is as small, and the kernel's for 0.08; measured 0.2234"},
	{"setbuf16384.rcv.pcap.zst", M_RECEIVE_ABOVE, 0.23, "the same; measured 0.2268"},
	{"setbuf65536.snd.pcap.zst", M_RECEIVE_ABOVE, 0.26, "the same, 0.02; measured 0.2549"},
	{"setbuf65536.rcv.pcap.zst", M_RECEIVE_ABOVE, 0.26, "the same; measured 0.2590"},
};

static double
most_of(const char *name, enum measure measure, double most)
{
	for (size_t i = 0; i < COUNT(exceptions); i++)
		if (exceptions[i].measure == measure && strcmp(exceptions[i].name, name) == 0)
			return exceptions[i].most;
	return most;
}

static void
at_most(const char *name, enum measure measure, double most, double got)
{
	if (!ok(fabs(got) <= most_of(name, measure, most), "%s: %s", name,
		rules[measure].what))
		printf("#   got %.4f, at most %.4f\n", got, most_of(name, measure, most));
}

/* ---- one capture ---- */

struct outcome {
	bool known;
	struct verdict verdict;  /* its pointers are not valid */
	nsec duration;
};

static void
check_law(const char *name, const struct verdict *verdict)
{
	bool window = verdict->limit == LIMIT_SENDER_WINDOW
		|| verdict->limit == LIMIT_RECEIVE_WINDOW;
	enum measure measure = window ? M_LAW : M_LAW_OTHER;

	/* Below a millisecond the samples are a mixture of the hosts' delays. */
	if (verdict->rounds < 8 || verdict->measured_bps <= 0 || verdict->predicted_bps <= 0
		|| verdict->min_rtt < NSEC_PER_MSEC || (!window && verdict->losses))
		return;
	at_most(name, measure, rules[measure].most,
		verdict->predicted_bps / verdict->measured_bps - 1);
}

static struct outcome
check_file(const char *folder, const char *file)
{
	struct outcome outcome = {0};
	struct judged judged;
	char name[192];
	char *path;

	snprintf(name, sizeof(name), "%s/%s", folder, file);
	path = shared_path(name);
	if (path && judge(&judged, path)) {
		outcome.known = judged.verdict != NULL;
		if (outcome.known) {
			outcome.verdict = *judged.verdict;
			outcome.duration = judged.row->last_time - judged.row->first_time;
			check_law(file, &outcome.verdict);
		}
		judge_end(&judged);
	}
	free(path);
	return outcome;
}

/* ---- both ends ---- */

/* Relative; of a transfer that was idle for most of the time nothing is the right answer. */
static double
apart_of(double receiver, double sender)
{
	return sender > 0 ? receiver / sender - 1 : receiver;
}

static void
compare_ends(const char *name, const struct verdict *sender, const struct verdict *receiver)
{
	double ticks = (double)(receiver->tick ? receiver->tick : NSEC_PER_MSEC);
	double apart = (double)(receiver->rtt.p50 - sender->rtt.p50);
	bool loss = sender->losses || receiver->losses;

	if (receiver->method != SENDER_TIMESTAMPS || sender->vantage != VANTAGE_SENDER)
		return;
	if (sender->rtt.samples && receiver->rtt.samples)
		at_most(name, M_RTT_P50, rules[M_RTT_P50].most, fabs(apart) <= ticks ? 0
			: apart / (double)sender->rtt.p50);
	if (sender->flight.duration == 0 || receiver->flight.duration == 0)
		return;
	at_most(name, M_FLIGHT_P50, rules[M_FLIGHT_P50].most,
		apart_of(receiver->flight.p50_bytes, sender->flight.p50_bytes));
	at_most(name, M_FLIGHT_P95, loss ? FLIGHT_P95_LOSS : rules[M_FLIGHT_P95].most,
		apart_of(receiver->flight.p95_bytes, sender->flight.p95_bytes));
}

/* ---- captures ---- */

/* Cuts a line at its tabs, in place; what is missing is empty. */
static void
cut_line(char *line, char **column, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		column[i] = line;
		line += strcspn(line, "\t");
		if (*line)
			*line++ = '\0';
	}
}

/* The other end's name in captures/, where this is the sender's; else false. */
static bool
name_of_receiver(const char *file, char *other, size_t size)
{
	const char *scenario = file + strlen("tcpdump-server-");

	if (strncmp(file, "tcpdump-server-", 15) == 0)
		snprintf(other, size, "tcpdump-client-%s", scenario);
	else if (strncmp(file, "tcpdump-sender-", 15) == 0)
		snprintf(other, size, "tcpdump-receiver-%s", scenario);
	else
		return false;
	return true;
}

enum { TRUTH_MAX = 128 };

struct truth {
	char *file;
	struct outcome outcome;
};

static void
compare_captures(const struct truth *truth, size_t count)
{
	char other[128];

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++)
			if (name_of_receiver(truth[i].file, other, sizeof(other))
				&& strcmp(truth[k].file, other) == 0
				&& truth[i].outcome.known && truth[k].outcome.known)
				compare_ends(truth[i].file, &truth[i].outcome.verdict,
					&truth[k].outcome.verdict);
}

static void
check_captures(char *text)
{
	static struct truth truth[TRUTH_MAX];
	size_t count = 0;
	char *save = NULL;

	strtok_r(text, "\n", &save);
	for (char *line = strtok_r(NULL, "\n", &save); line && count < TRUTH_MAX;
		line = strtok_r(NULL, "\n", &save)) {
		cut_line(line, &truth[count].file, 1);
		truth[count].outcome = check_file("captures", truth[count].file);
		count++;
	}
	compare_captures(truth, count);
}

/* ---- lab2 ---- */

/* "3536ms(87.0%)": the share; below 0: the kernel said nothing. */
static double
share_of(const char *text)
{
	const char *at = strchr(text, '(');

	return at ? strtod(at + 1, NULL) / 100 : -1;
}

/* The kernel's shares are of the time it was busy. */
static void
check_witness(const char *name, const struct outcome *outcome, double receive, double sndbuf)
{
	const nsec *spent = outcome->verdict.spent;
	double all = (double)outcome->duration;
	double window = (double)(spent[REASON_RECEIVE_WINDOW] + spent[REASON_ZERO_WINDOW]) / all;

	if (receive >= 0.1) {
		at_most(name, M_RECEIVE_BELOW, 0.01, window < receive ? receive - window : 0);
		at_most(name, M_RECEIVE_ABOVE, 0.15, window > receive ? window - receive : 0);
	}
	if (sndbuf >= 0.65)
		at_most(name, M_SENDER, 0.15, (double)(outcome->duration
			- spent[REASON_SENDER_WINDOW]) / all);
}

static void
check_transfer(char **column)
{
	static const char *const ends[] = {"snd", "rcv"};
	struct outcome outcome[2];
	char file[2][128];

	for (int i = 0; i < 2; i++) {
		snprintf(file[i], sizeof(file[i]), "%s.%s.pcap.zst", column[0], ends[i]);
		outcome[i] = check_file("captures/lab2", file[i]);
		if (ok(outcome[i].known, "%s is judged", file[i]))
			check_witness(file[i], &outcome[i], share_of(column[8]),
				share_of(column[9]));
	}
}

static void
check_lab2(char *text)
{
	char *save = NULL, *column[10];

	strtok_r(text, "\n", &save);
	for (char *line = strtok_r(NULL, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		cut_line(line, column, 10);
		check_transfer(column);
	}
}

/* ---- both labs ---- */

static void
check_lab(const char *table, void (*check)(char *text))
{
	char *path = shared_path(table);
	size_t length;
	char *text = path ? shared_slurp(path, &length) : NULL;

	if (text)
		check(text);
	else
		skip(table, "../shared/captures is not there");
	free(text);
	free(path);
}

int
main(void)
{
	check_lab("captures/TRUTH.tsv", check_captures);
	check_lab("captures/lab2/KERNEL.tsv", check_lab2);
	return tap_done();
}
