/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/rules.h"

#include <assert.h>

#include "cctrace/event.h"

static const struct rule_row rows[RULE_COUNT] = {
	[RULE_NONE] = {"none", "", ""},
	[RULE_DSACK] = {"d-sack",
		"the receiver reports the bytes as received twice", "RFC 2883 4"},
	[RULE_EIFEL] = {"eifel",
		"the ACK echoes a time stamp older than the retransmission", "RFC 3522 3.2"},
	[RULE_SACK_THRESHOLD] = {"sack-threshold",
		"more than two segments' worth or three ranges were SACKed above it",
		"RFC 6675 4"},
	[RULE_RTO] = {"rto",
		"a retransmission timeout holds everything outstanding lost", "RFC 6298 5"},
	[RULE_ACKED_UNSENT] = {"acked-unseen",
		"the bytes were acknowledged but never captured", ""},
	[RULE_ARRIVED] = {"arrived", "the bytes turned up after all", ""},
	[RULE_WINDOW_ZERO] = {"window-zero", "the advertised window closed", "RFC 9293 3.8.6"},
	[RULE_WINDOW_OPEN] = {"window-open", "the advertised window opened again",
		"RFC 9293 3.8.6"},
	[RULE_RECOVERY_POINT] = {"recovery-point",
		"recovery lasts until all that was outstanding at its start is acknowledged",
		"RFC 6675 5"},
	[RULE_HANDSHAKE] = {"handshake", "the three-way handshake is complete",
		"RFC 9293 3.5"},
	[RULE_RESET] = {"reset", "the connection was reset", "RFC 9293 3.5.2"},
	[RULE_CLOCK] = {"clock", "the capture's clock went back", ""},
	[RULE_DATA_NEW] = {"new-data", "it reaches beyond the highest byte seen", "RFC 9293 3.4"},
	[RULE_DATA_AGAIN] = {"again",
		"all its bytes were captured before, or acknowledged", "RFC 9293 3.4"},
	[RULE_DATA_LATE] = {"late",
		"it fills a gap that the capture saw: a straggler, or what replaced a packet "
		"lost before the capture", ""},
	[RULE_DATA_COPY] = {"copy",
		"the capture recorded one packet twice: a sender gives a retransmission another "
		"IP identification, or lets more than a millisecond pass", "RFC 6864 4"},
	[RULE_KEEP_ALIVE] = {"keep-alive",
		"it repeats the last byte, or none, when all is acknowledged", "RFC 9293 3.8.4"},
	[RULE_PROBE] = {"window-probe",
		"it asks, into a closed window, whether that has opened", "RFC 9293 3.8.6.1"},
	[RULE_CAUSE_UNKNOWN] = {"unknown-cause",
		"nothing that passed the capture would make a sender send it again", ""},
	[RULE_CAUSE_FAST] = {"fast-retransmit",
		"three duplicate ACKs had come, or SACKs that prove it lost", "RFC 5681 3.2"},
	[RULE_CAUSE_SACK] = {"sack-recovery",
		"the recovery in progress fills the gaps between SACKed ranges", "RFC 6675 5"},
	[RULE_CAUSE_RACK] = {"rack",
		"duplicates or SACKs had come, but less than three: data sent later had arrived",
		"RFC 8985 6"},
	[RULE_CAUSE_TLP] = {"tail-probe",
		"the last segment, once, after one and a half round trips without an answer",
		"RFC 8985 7"},
	[RULE_CAUSE_TIMEOUT] = {"timeout",
		"the first missing byte after a silence as long as a timeout, or what follows it "
		"until all that was outstanding then is acknowledged", "RFC 6298 5"},
	[RULE_CAUSE_LOST_AGAIN] = {"lost-again",
		"it was sent again before, in the same recovery", "RFC 8985 6"},
	[RULE_CAUSE_SYN] = {"syn-timeout", "a SYN is sent again by timer alone",
		"RFC 6298 5"},
	[RULE_REPLACED] = {"replaced",
		"its sender sent it after data that had passed already, so the first one was lost "
		"before the capture", ""},
	[RULE_ACK_NEW] = {"new-ack", "it is above every ACK before it", "RFC 9293 3.4"},
	[RULE_ACK_DUPLICATE] = {"duplicate-ack",
		"no data, the same ACK and window while data is outstanding; or it SACKs more, or "
		"has a D-SACK", "RFC 5681 2"},
	[RULE_ACK_WINDOW_UPDATE] = {"window-update",
		"the same ACK without data, and another window", "RFC 5681 2"},
	[RULE_ACK_OLD] = {"old-ack",
		"it is below an ACK already seen, or above all that can have been sent",
		"RFC 9293 3.10.7.4"},
	[RULE_ACK_PROBE_ANSWER] = {"probe-answer",
		"the same ACK, in answer to a keep-alive or a window probe", "RFC 9293 3.8.4"},
	[RULE_RTT_ACK] = {"rtt-by-ack",
		"the time since the oldest segment was sent that it acknowledges first, all of "
		"them having been sent once", "RFC 6298 3"},
	[RULE_RTT_SACK] = {"rtt-by-sack",
		"the time since the oldest segment was sent that it SACKs first, that having been "
		"sent once", "RFC 6298 3"},
	[RULE_RTT_KARN] = {"karn",
		"a segment that it acknowledges was sent twice, and either may be "
		"answered", "RFC 6298 3"},
	[RULE_RTT_NOTHING] = {"nothing-new", "it acknowledges nothing for the first time",
		"RFC 6298 3"},
	[RULE_RTT_UNSEEN] = {"unseen",
		"when the data was sent that it acknowledges was not captured", ""},
	[RULE_RATE] = {"delivery-rate",
		"bytes acknowledged since the segment was sent that was answered last, by the longer "
		"of the time to send and the time to acknowledge them",
		"draft-cheng-iccrg-delivery-rate-estimation 3.3"},
};

const struct rule_row *
rule_row(uint16_t rule)
{
	assert(rule < RULE_COUNT);
	return &rows[rule];
}

enum rule
rule_of_data(uint8_t data_class)
{
	switch ((enum data_class)data_class) {
	case DATA_NONE: break;
	case DATA_NEW: return RULE_DATA_NEW;
	case DATA_AGAIN: return RULE_DATA_AGAIN;
	case DATA_LATE: return RULE_DATA_LATE;
	case DATA_COPY: return RULE_DATA_COPY;
	case DATA_KEEP_ALIVE: return RULE_KEEP_ALIVE;
	case DATA_PROBE: return RULE_PROBE;
	}
	return RULE_NONE;
}

enum rule
rule_of_cause(uint8_t cause)
{
	switch ((enum again_cause)cause) {
	case CAUSE_UNKNOWN: return RULE_CAUSE_UNKNOWN;
	case CAUSE_FAST: return RULE_CAUSE_FAST;
	case CAUSE_SACK: return RULE_CAUSE_SACK;
	case CAUSE_RACK: return RULE_CAUSE_RACK;
	case CAUSE_TLP: return RULE_CAUSE_TLP;
	case CAUSE_TIMEOUT: return RULE_CAUSE_TIMEOUT;
	case CAUSE_LOST_AGAIN: return RULE_CAUSE_LOST_AGAIN;
	}
	return RULE_NONE;
}

enum rule
rule_of_ack(uint8_t ack_class)
{
	switch ((enum ack_class)ack_class) {
	case ACK_NONE: break;
	case ACK_NEW: return RULE_ACK_NEW;
	case ACK_DUPLICATE: return RULE_ACK_DUPLICATE;
	case ACK_WINDOW_UPDATE: return RULE_ACK_WINDOW_UPDATE;
	case ACK_OLD: return RULE_ACK_OLD;
	case ACK_PROBE_ANSWER: return RULE_ACK_PROBE_ANSWER;
	}
	return RULE_NONE;
}
