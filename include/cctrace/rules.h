/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rules.h - the rules by which notes were made, as rows: a name for --steps, a sentence
 * for --explain, and where the rule comes from.
 */
#ifndef CCTRACE_RULES_H
#define CCTRACE_RULES_H

#include <stdint.h>

enum rule {
	RULE_NONE,
	RULE_DSACK,          /* a D-SACK reports the bytes as received twice */
	RULE_EIFEL,          /* the ACK echoes a time stamp older than the retransmission */
	RULE_SACK_THRESHOLD, /* RFC 6675 IsLost */
	RULE_RTO,            /* everything outstanding is held lost at a timeout */
	RULE_ACKED_UNSENT,   /* acknowledged without having been captured */
	RULE_ARRIVED,        /* acknowledged or captured after all */
	RULE_WINDOW_ZERO,
	RULE_WINDOW_OPEN,
	RULE_RECOVERY_POINT,
	RULE_HANDSHAKE,
	RULE_RESET,
	RULE_CLOCK,
	RULE_COUNT
};

struct rule_row {
	const char *name;   /* lower case, dashes */
	const char *text;   /* one sentence */
	const char *source; /* "RFC 2883 4" or "" */
};

/* `rule` below RULE_COUNT. */
const struct rule_row *rule_row(uint16_t rule);

#endif
