/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict_json.h"

#include "sentence.h"

/* 0 is unknown. */
static void
write_rate(struct json *json, const char *key, double bps)
{
	if (bps > 0)
		json_fixed(json, key, bps, 1);
	else
		json_null(json, key);
}

static void
write_law(struct json *json, const struct verdict *verdict)
{
	if (verdict->predicted_bps <= 0) {
		json_null(json, "window_law");
		return;
	}
	json_begin_object(json, "window_law");
	json_uint(json, "mean_flight_bytes", (uint64_t)(verdict->mean_flight_bytes + 0.5));
	json_seconds(json, "mean_rtt_s", (nsec)(verdict->mean_rtt_s * 1e9 + 0.5));
	write_rate(json, "predicted_bps", verdict->predicted_bps);
	write_rate(json, "measured_bps", verdict->measured_bps);
	json_end_object(json);
}

static void
write_sentence(struct json *json, const struct connection_row *row,
	const struct verdict *verdict)
{
	struct strbuf text = {0}, plain = {0};

	sentence_write(&text, row, verdict);
	/* No-break spaces are for terminals. */
	for (const char *at = strbuf_text(&text); *at; at++) {
		if (at[0] == '\xc2' && at[1] == '\xa0') {
			strbuf_append(&plain, " ", 1);
			at++;
		} else {
			strbuf_append(&plain, at, 1);
		}
	}
	json_string(json, "sentence", strbuf_text(&plain));
	strbuf_fini(&text);
	strbuf_fini(&plain);
}

void
verdict_json(struct json *json, const struct connection_row *row,
	const struct verdict *verdict)
{
	if (!verdict) {
		json_null(json, "verdict");
		return;
	}
	json_begin_object(json, "verdict");
	json_string(json, "limit", limit_name(verdict->limit));
	json_fixed(json, "share", verdict->share, 3);
	json_string(json, "confidence", confidence_name(verdict->confidence));
	write_sentence(json, row, verdict);
	json_begin_object(json, "spans_ns");
	for (int reason = 0; reason < REASON_COUNT; reason++)
		json_uint(json, reason_name((enum reason)reason),
			(uint64_t)verdict->spent[reason]);
	json_end_object(json);
	write_law(json, verdict);
	write_rate(json, "bottleneck_bps", verdict->capacity_bps);
	if (verdict->capacity_bps > 0)
		json_uint(json, "bdp_bytes", (uint64_t)(verdict->capacity_bps / 8
			* (double)verdict->min_rtt / 1e9 + 0.5));
	else
		json_null(json, "bdp_bytes");
	/* Not looked for: an empty list would say that there were none. */
	json_null(json, "stalls");
	json_end_object(json);
}
