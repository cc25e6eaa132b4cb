/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * community.h - the Community ID of a connection, version 1 with seed 0
 * (https://github.com/corelight/community-id-spec): the same text that Zeek, Suricata
 * and Wireshark give it, whoever is A.
 */
#ifndef CCTRACE_REPORT_COMMUNITY_H
#define CCTRACE_REPORT_COMMUNITY_H

#include "cctrace/connection.h"

struct community_text {
	char text[32]; /* "1:" and 28 letters of base64 */
};

struct community_text community_id(const struct endpoint end[2], uint8_t ip_version);

#endif
