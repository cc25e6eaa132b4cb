/* SPDX-License-Identifier: BSD-3-Clause */
#include "sentence.h"

#include "base/address.h"
#include "base/si.h"
#include "layout.h"
#include "view.h"

/* A queue that adds this much to every round trip is felt by all who share it. */
#define BLOAT (100 * NSEC_PER_MSEC)

static const struct direction_stats *
data_of(const struct connection_row *row, const struct verdict *verdict)
{
	return &row->dir[verdict->dir];
}

static const struct direction_stats *
peer_of(const struct connection_row *row, const struct verdict *verdict)
{
	return &row->dir[direction_other(verdict->dir)];
}

static char
letter(enum direction dir)
{
	return dir == A2B ? 'A' : 'B';
}

static struct address_text
address_of(const struct connection_row *row, enum direction dir)
{
	return address_format(row->end[dir].address, row->ip_version);
}

/* ---- parts ---- */

static void
add_loss(struct strbuf *text, const struct verdict *verdict)
{
	if (verdict->losses == 0)
		strbuf_printf(text, ", no loss");
	else
		strbuf_printf(text, ", %s loss episode%s", si_count(verdict->losses).text,
			verdict->losses == 1 ? "" : "s");
}

/* How far the usual round trip is above the shortest. */
static nsec
queue_of(const struct verdict *verdict)
{
	return verdict->rtt.samples ? verdict->rtt.p50 - verdict->min_rtt : 0;
}

static void
add_queue(struct strbuf *text, const struct verdict *verdict)
{
	nsec queue = queue_of(verdict);

	if (verdict->rtt.samples == 0)
		return;
	if (queue * 8 < verdict->min_rtt || queue < NSEC_PER_MSEC)
		strbuf_printf(text, ", no queue");
	else
		strbuf_printf(text, ", round trips of %s where %s is the least",
			si_duration(verdict->rtt.p50).text, si_duration(verdict->min_rtt).text);
}

static void
add_offer(struct strbuf *text, const struct connection_row *row, const struct verdict *verdict)
{
	const struct direction_stats *peer = peer_of(row, verdict);

	if (peer->has_window)
		strbuf_printf(text, ", the receiver offered %s",
			si_bytes(peer->window_max_bytes).text);
}

/* ---- a limit each ---- */

static void
write_sender_window(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	uint64_t bytes = verdict->plateau_bytes;

	if (bytes)
		strbuf_printf(text, ": %s in flight (%s segment%s) never grew",
			si_bytes(bytes).text, si_count((bytes + verdict->mss / 2) / verdict->mss).text,
			bytes + verdict->mss / 2 < 2 * verdict->mss ? "" : "s");
	else
		strbuf_printf(text, ": flight stood still");
	add_loss(text, verdict);
	add_queue(text, verdict);
	add_offer(text, row, verdict);
}

static void
write_receive_window(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	const struct direction_stats *peer = peer_of(row, verdict);

	if (peer->has_window)
		strbuf_printf(text, ": %c never offered more than %s",
			letter(direction_other(verdict->dir)),
			si_bytes(peer->window_max_bytes).text);
	add_loss(text, verdict);
	add_queue(text, verdict);
}

static void
write_zero_window(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	const struct direction_stats *peer = peer_of(row, verdict);

	strbuf_printf(text, ": %c closed its window for %s in all",
		letter(direction_other(verdict->dir)),
		si_duration(verdict->spent[REASON_ZERO_WINDOW]).text);
	if (peer->zero_windows)
		strbuf_printf(text, ", said by %s segment%s", si_count(peer->zero_windows).text,
			peer->zero_windows == 1 ? "" : "s");
}

static void
write_bandwidth(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	(void)row;
	if (verdict->capacity_bps > 0)
		strbuf_printf(text, ": it carried %s when it was full",
			si_rate(verdict->capacity_bps).text);
	else
		strbuf_printf(text, ": a queue stood before it");
	add_queue(text, verdict);
	add_loss(text, verdict);
}

static void
write_congestion(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	const struct direction_stats *data = data_of(row, verdict);

	strbuf_printf(text, ": %s loss episode%s", si_count(verdict->losses).text,
		verdict->losses == 1 ? "" : "s");
	if (data->payload_bytes)
		strbuf_printf(text, ", %.2f" NBSP "%% of the bytes sent again",
			100.0 * (double)data->retransmitted_bytes / (double)data->payload_bytes);
	strbuf_printf(text, ", and the window had to grow anew after each");
}

static void
write_slow_start(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	strbuf_printf(text, ": %s in %s round trip%s, each with more than the last",
		si_bytes(data_of(row, verdict)->unique_bytes).text, si_count(verdict->rounds).text,
		verdict->rounds == 1 ? "" : "s");
}

static void
write_handshake(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	uint64_t again = view_syn_retransmissions(row);

	strbuf_printf(text, ": %s until data flowed",
		si_duration(verdict->spent[REASON_HANDSHAKE]).text);
	if (again)
		strbuf_printf(text, ", %s SYN%s sent again", si_count(again).text,
			again == 1 ? "" : "s");
}

static void
write_application(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	(void)row;
	strbuf_printf(text, ": for %s %c had nothing to send",
		si_duration(verdict->spent[REASON_APPLICATION]).text, letter(verdict->dir));
	if (verdict->think > NSEC_PER_SEC / 10)
		strbuf_printf(text, ", %s of it before the first byte",
			si_duration(verdict->think).text);
}

static void
write_mixed(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	bool any = false;

	(void)row;
	for (int reason = 0; reason < REASON_COUNT; reason++) {
		nsec all = 0;

		for (int i = 0; i < REASON_COUNT; i++)
			all += verdict->spent[i];
		if (all <= 0 || verdict->spent[reason] < all / 10 || reason == REASON_OTHER)
			continue;
		strbuf_printf(text, "%s %s %.0f" NBSP "%%", any ? "," : ":", reason_name(
			(enum reason)reason), 100.0 * (double)verdict->spent[reason] / (double)all);
		any = true;
	}
}

typedef void write(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict);

static write *const writes[LIMIT_COUNT] = {
	[LIMIT_APPLICATION] = write_application, [LIMIT_SENDER_WINDOW] = write_sender_window,
	[LIMIT_RECEIVE_WINDOW] = write_receive_window, [LIMIT_ZERO_WINDOW] = write_zero_window,
	[LIMIT_BANDWIDTH] = write_bandwidth, [LIMIT_CONGESTION] = write_congestion,
	[LIMIT_SLOW_START] = write_slow_start, [LIMIT_HANDSHAKE] = write_handshake,
};

void
sentence_write(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	if (verdict->limit == LIMIT_UNKNOWN) {
		strbuf_printf(text, verdict->min_rtt < NSEC_PER_MSEC
			? "what limited it can't be told: round trips of %s are the hosts', "
			"not the path's" : "what limited it can't be told at round trips of %s",
			si_duration(verdict->min_rtt).text);
		return;
	}
	if (verdict->limit == LIMIT_MIXED) {
		strbuf_printf(text, "limited by several things");
		write_mixed(text, row, verdict);
		return;
	}
	strbuf_printf(text, "limited by %s%s for %.0f" NBSP "%% of the time",
		limit_words(verdict->limit), verdict->limit == LIMIT_SENDER_WINDOW
			? " (send buffer or a clamp)" : "", 100 * verdict->share);
	writes[verdict->limit](text, row, verdict);
}

void
sentence_law(struct strbuf *text, const struct verdict *verdict)
{
	if (verdict->predicted_bps <= 0 || verdict->measured_bps <= 0)
		return;
	strbuf_printf(text, "%s in flight / %s a round trip = %s, measured %s",
		si_bytes((uint64_t)(verdict->mean_flight_bytes + 0.5)).text,
		si_duration((nsec)(verdict->mean_rtt_s * 1e9 + 0.5)).text,
		si_rate(verdict->predicted_bps).text, si_rate(verdict->measured_bps).text);
}

/* ---- advice ---- */

/* "; the path was seen to carry 94 Mbit/s, which needs 1.18 MB in flight" */
static void
add_next_cap(struct strbuf *text, const struct verdict *verdict)
{
	double bytes = verdict->capacity_bps / 8 * (double)verdict->min_rtt / 1e9;

	if (verdict->capacity_bps > 1.1 * verdict->measured_bps)
		strbuf_printf(text, "; the path was seen to carry %s, which needs %s in flight: "
			"beyond that more stops helping", si_rate(verdict->capacity_bps).text,
			si_bytes((uint64_t)bytes).text);
}

static void
advise_sender(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	strbuf_printf(text, "on %s raise tcp_wmem (or the application's SO_SNDBUF)",
		address_of(row, verdict->dir).text);
	add_next_cap(text, verdict);
}

static void
advise_receiver(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	struct address_text host = address_of(row, direction_other(verdict->dir));

	if (row->facts.side[A2B].window_shift == SHIFT_UNUSED)
		strbuf_printf(text, "window scaling is off, so 65,535 bytes are the most: switch "
			"on tcp_window_scaling on both ends");
	else
		strbuf_printf(text, "on %s raise tcp_rmem (or the application's SO_RCVBUF)", host.text);
	add_next_cap(text, verdict);
}

static void
advise_reading(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	strbuf_printf(text, "find out why the application on %s does not read",
		address_of(row, direction_other(verdict->dir)).text);
}

static void
advise_path(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	nsec queue = queue_of(verdict);

	(void)row;
	if (queue > BLOAT)
		strbuf_printf(text, "the path is full, and its queue adds %s to every round trip "
			"(bufferbloat): manage that queue (fq_codel, cake)", si_duration(queue).text);
	else
		strbuf_printf(text, "the path is full: only a faster one, or less of other "
			"traffic on it, helps");
}

static void
advise_loss(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	(void)verdict;
	(void)row;
	strbuf_printf(text, "find where the path loses packets without being full; a congestion "
		"control that minds loss less (BBR) would lose less speed to it");
}

static void
advise_short(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	(void)row;
	(void)verdict;
	strbuf_printf(text, "too short for the window to open: use a connection again, or come "
		"closer to the data");
}

static void
advise_setup(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	(void)verdict;
	if (view_syn_retransmissions(row))
		strbuf_printf(text, "the first SYN or its answer was lost or refused: look at the "
			"listener's backlog and at firewalls");
	else
		strbuf_printf(text, "use a connection again instead of setting up a new one");
}

static void
advise_application(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	strbuf_printf(text, "look at what the application on %s waits for; the network "
		"would have carried more", address_of(row, verdict->dir).text);
}

void
sentence_advice(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	static void (*const advise[LIMIT_COUNT])(struct strbuf *text,
		const struct connection_row *row, const struct verdict *verdict) = {
		[LIMIT_APPLICATION] = advise_application,
		[LIMIT_SENDER_WINDOW] = advise_sender,
		[LIMIT_RECEIVE_WINDOW] = advise_receiver,
		[LIMIT_ZERO_WINDOW] = advise_reading, [LIMIT_BANDWIDTH] = advise_path,
		[LIMIT_CONGESTION] = advise_loss, [LIMIT_SLOW_START] = advise_short,
		[LIMIT_HANDSHAKE] = advise_setup,
	};

	if (verdict->confidence != CONFIDENCE_LOW && advise[verdict->limit])
		advise[verdict->limit](text, row, verdict);
}

/* ---- confidence ---- */

void
sentence_confidence(struct strbuf *text, const struct verdict *verdict)
{
	static const struct {
		enum doubt doubt;
		const char *words;
	} doubts[] = {
		{DOUBT_SHARE, "it held for less than 60 % of the time"},
		{DOUBT_CLOSE, "another limit came close"},
		{DOUBT_FEW_ROUNDS, "few round trips"},
		{DOUBT_NO_SYN, "the handshake was not captured whole"},
		{DOUBT_WINDOW, "so the window's scale is a guess"},
		{DOUBT_NO_TIMESTAMPS, "no time stamps away from the sender"},
		{DOUBT_CAPTURE_LOSS, "the capture lost packets"},
		{DOUBT_SHORT_PATH, "round trips below a millisecond"},
		{DOUBT_ONE_TEST, "one of two tests for a full path"},
		{DOUBT_PACED, "sent at even intervals, as by a timer"},
		{DOUBT_RTT, "the round trip is not certain"},
		{DOUBT_NO_SACK, "the capture cut off what SACK told of the losses"},
	};
	bool any = false;

	strbuf_printf(text, "%s confidence", confidence_name(verdict->confidence));
	for (size_t i = 0; i < sizeof(doubts) / sizeof(doubts[0]); i++)
		if (verdict->doubts & doubts[i].doubt) {
			strbuf_printf(text, "%s %s", any ? "," : ":", doubts[i].words);
			any = true;
		}
}
