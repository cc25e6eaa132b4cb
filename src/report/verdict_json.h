/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * verdict_json.h - the object "verdict" of a connection.
 */
#ifndef CCTRACE_REPORT_VERDICT_JSON_H
#define CCTRACE_REPORT_VERDICT_JSON_H

#include "base/json.h"
#include "cctrace/report.h"

/* `verdict` NULL: null. */
void verdict_json(struct json *json, const struct connection_row *row,
	const struct verdict *verdict);

#endif
