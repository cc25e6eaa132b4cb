/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/rules.h"

#include <assert.h>

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
};

const struct rule_row *
rule_row(uint16_t rule)
{
	assert(rule < RULE_COUNT);
	return &rows[rule];
}
