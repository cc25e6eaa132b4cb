/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * xpl_expected.h - how far our .xpl files and tcptrace's agree, and who is right where they
 * don't.
 */
#ifndef CCTRACE_TESTS_XPL_EXPECTED_H
#define CCTRACE_TESTS_XPL_EXPECTED_H

/* Letters: each names the strokes of one of both that the other has not, and who is right. */
#define THIRD "the third duplicate ACK: with SACK the window may change and data may be " \
	"with it (RFC 6675 2), tcptrace waits for one of the same window; ours"
#define KEEP_ALIVE "a keep-alive of one old byte: R in tcptrace, K here, which it is; a probe of " \
	"no byte has its letter here only; ours"
#define RESET "what a reset acknowledges: tcptrace's line ends before it; ours"
#define EARLY "without a SYN: tcptrace's ACKs before the first data of that direction are " \
	"absolute numbers; ours"
#define LATE "a segment that was acknowledged before it was captured: new to tcptrace; ours"
#define COPIES "every packet captured twice: the second is no ACK here, and its HD is as blue as " \
	"its bar; to tcptrace it is one more ACK, and HD is red; ours"
#define SYN_AGAIN "a SYN-ACK that is sent again takes tcptrace's ACK line back to 0; ours"
#define IDLE "answers to keep-alives: their third is a third duplicate to tcptrace, K to us; ours"
#define THIRD_AND_PROBES THIRD "; probes of no byte have their P here only; ours"

static const struct expectation expectations[] = {
	{"samples/tcpdump-client-rmem8192-rtt50.cap.zst", 7669, {{0}}},
	{"samples/tcpdump-client-wmem4096-delay100.cap.zst", 58341, {{0}}},
	{"samples/tcpdump-client-wmem4096.cap.zst", 169276, {{0}}},
	{"samples/tcpdump-server-wmem4096.cap.zst", 169276, {{0}}},
	{"samples/tcpdump-server-sack-loss1.cap.zst", 66199, {
		{LETTERS, 6, 6, THIRD}}},
	{"tests/vectors/rexmit.pcap", 228, {{0}}},
	{"tests/vectors/recv.pcap", 71, {{0}}},
	{"tests/vectors/window.pcap", 127, {
		{SEGMENTS, 3, 3, KEEP_ALIVE},
		{ACK_LINE, 2, 0, RESET},
		{LETTERS, 2, 1, KEEP_ALIVE}}},
	{"tests/vectors/wrap.pcap", 79, {{0}}},
	{"tests/vectors/nosyn.pcap", 62, {
		{ACK_LINE, 2, 2, EARLY},
		{WINDOW_LINE, 2, 2, EARLY},
		{LETTERS, 1, 0, LATE}}},
	{"captures/tcpdump-client-zero-window-3s.cap.zst", 62188, {
		{LETTERS, 7, 5, THIRD_AND_PROBES}}},
	{"captures/tcpdump-server-reorder.cap.zst", 183764, {
		{LETTERS, 130, 105, THIRD}}},
	{"captures/tcpdump-client-duplicate.cap.zst", 66698, {
		{ACK_LINE, 113, 343, COPIES},
		{WINDOW_LINE, 113, 343, COPIES},
		{LETTERS, 120, 119, COPIES}}},
	{"captures/tcpdump-client-midstream.cap.zst", 88274, {
		{ACK_LINE, 96, 96, EARLY},
		{WINDOW_LINE, 96, 96, EARLY}}},
	{"captures/tcpdump-client-reset-mid.cap.zst", 13534, {
		{ACK_LINE, 2, 0, RESET},
		{LETTERS, 4, 4, THIRD}}},
	{"captures/tcpdump-server-multi-conns.cap.zst", 55672, {
		{LETTERS, 9, 4, THIRD}}},
	{"captures/tcpdump-client-ipv6.cap.zst", 97189, {
		{LETTERS, 5, 5, THIRD}}},
	{"captures/tcpdump-client-ecn.cap.zst", 118645, {{0}}},
	{"captures/tcpdump-server-syn-retry.cap.zst", 910, {
		{ACK_LINE, 4, 4, SYN_AGAIN}}},
	{"captures/tcpdump-client-refused.cap.zst", 24, {{0}}},
	{"captures/tcpdump-server-ack-loss20.cap.zst", 61543, {
		{LETTERS, 4, 2, THIRD}}},
	{"captures/tcpdump-client-idle-keepalive.cap.zst", 155, {
		{LETTERS, 6, 2, IDLE}}},
};

/*
 * Of tcptrace's dots: the same, others at that time, none at that time.  What is outstanding
 * with a FIN is 1 more here, since a FIN counts; tcptrace has dots of pure ACKs and probes,
 * too.
 */
struct dots_expectation {
	const char *path;
	int64_t dots[3][3];      /* RTT, outstanding, mean throughput */
};

static const struct dots_expectation dots_expectations[] = {
	{"samples/tcpdump-client-rmem8192-rtt50.cap.zst", {{366, 0, 0}, {725, 1, 1}, {80, 0, 0}}},
	{"samples/tcpdump-client-wmem4096-delay100.cap.zst", {{1192, 0, 0}, {7242, 1, 1}, {804, 0, 0}}},
	{"samples/tcpdump-server-sack-loss1.cap.zst", {{2689, 0, 0}, {5795, 1, 1}, {650, 0, 0}}},
	{"captures/tcpdump-client-zero-window-3s.cap.zst", {{2850, 0, 0}, {5783, 1, 5}, {643, 0, 0}}},
};

#endif
