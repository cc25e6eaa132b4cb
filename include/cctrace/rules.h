/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rules.h - the rules by which conclusions were drawn, as rows: a name for --steps, a
 * sentence for --explain, and where the rule comes from.
 */
#ifndef CCTRACE_RULES_H
#define CCTRACE_RULES_H

#include <stdint.h>

enum rule {
	RULE_NONE,
	/* of notes */
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
	/* of what a segment carried: enum data_class */
	RULE_DATA_NEW,
	RULE_DATA_AGAIN,
	RULE_DATA_LATE,
	RULE_DATA_COPY,
	RULE_KEEP_ALIVE,
	RULE_PROBE,
	/* why it was sent again: enum again_cause */
	RULE_CAUSE_UNKNOWN,
	RULE_CAUSE_FAST,
	RULE_CAUSE_SACK,
	RULE_CAUSE_RACK,
	RULE_CAUSE_TLP,
	RULE_CAUSE_TIMEOUT,
	RULE_CAUSE_LOST_AGAIN,
	RULE_CAUSE_SYN,      /* CAUSE_TIMEOUT of a SYN */
	RULE_REPLACED,       /* DATA_LATE that proved to have replaced a lost packet */
	/* of its acknowledgment: enum ack_class */
	RULE_ACK_NEW,
	RULE_ACK_DUPLICATE,
	RULE_ACK_WINDOW_UPDATE,
	RULE_ACK_OLD,
	RULE_ACK_PROBE_ANSWER,
	/* of samples, and of their absence */
	RULE_RTT_ACK,
	RULE_RTT_SACK,
	RULE_RTT_KARN,
	RULE_RTT_NOTHING,    /* nothing is acknowledged for the first time */
	RULE_RTT_UNSEEN,     /* what is acknowledged was not captured */
	RULE_RATE,
	RULE_COUNT
};

struct rule_row {
	const char *name;   /* lower case, dashes */
	const char *text;   /* one sentence */
	const char *source; /* "RFC 2883 4" or "" */
};

/* `rule` below RULE_COUNT. */
const struct rule_row *rule_row(uint16_t rule);

/* The rule of a value of enum data_class, again_cause, ack_class; RULE_NONE for what is none. */
enum rule rule_of_data(uint8_t data_class);
enum rule rule_of_cause(uint8_t cause);
enum rule rule_of_ack(uint8_t ack_class);

#endif
