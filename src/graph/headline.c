/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/headline.h"

#include "base/si.h"

static const char *
plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

static const char *
carried(struct scene *scene, const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	double bps;

	if (!row_throughput(input->row, input->dir, &bps))
		return scene_text(scene, "%s in %s packet%s", si_bytes(total->payload_bytes).text,
			si_count(total->data_packets).text, plural(total->data_packets));
	return scene_text(scene, "%s in %s, %s", si_bytes(total->payload_bytes).text,
		si_duration(drawing_since(total->last_data, total->first_data)).text,
		si_rate(bps).text);
}

/* What was sent again; behind the loss only gaps that were filled are seen. */
static const char *
repaired(struct scene *scene, const struct direction_stats *total)
{
	uint64_t again = total->retransmitted_packets;

	if (again == 0 && total->reordered_packets)
		return scene_text(scene, "%s packet%s filling gaps",
			si_count(total->reordered_packets).text,
			plural(total->reordered_packets));
	if (again == 0)
		return "no retransmission";
	return scene_text(scene, "%s retransmission%s%s%s%s%s%s%s", si_count(again).text,
		plural(again), total->recoveries ? " in " : "",
		total->recoveries ? si_count(total->recoveries).text : "",
		total->recoveries == 1 ? " recovery" : total->recoveries ? " recoveries" : "",
		total->timeouts ? ", " : "",
		total->timeouts ? si_count(total->timeouts).text : "",
		total->timeouts == 1 ? " timeout" : total->timeouts ? " timeouts" : "");
}

/* How often the window closed; else how little of it was used. */
static const char *
windowed(struct scene *scene, const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];
	const struct direction_stats *peer = &input->row->dir[!input->dir];

	if (peer->zero_windows)
		return scene_text(scene, ", %s zero window%s", si_count(peer->zero_windows).text,
			plural(peer->zero_windows));
	/* Where there was loss, little flight comes from it; one packet fills no window. */
	if (drawing_vantage(input) != DRAWING_SENDER || total->flight.duration == 0
		|| !peer->has_window || total->retransmitted_packets || total->data_packets < 2)
		return "";
	if (total->flight.p50_bytes == 0)
		return ", half the time nothing in flight";
	return scene_text(scene, ", %s in flight (P50) of a window of %s",
		si_bytes(total->flight.p50_bytes).text, si_bytes(peer->window_max_bytes).text);
}

/* What limited it, where that is more than a guess; "" else. */
static const char *
limited(struct scene *scene, const struct verdict *verdict)
{
	if (!verdict || verdict->confidence == CONFIDENCE_LOW || verdict->limit == LIMIT_UNKNOWN
		|| verdict->limit == LIMIT_MIXED)
		return "";
	return scene_text(scene, "limited by %s for %.0f %% of the time, ",
		limit_words(verdict->limit), 100 * verdict->share);
}

const char *
headline_text(struct scene *scene, const struct graph_input *input)
{
	const struct direction_stats *total = &input->row->dir[input->dir];

	if (total->data_packets == 0)
		return NULL;
	return scene_text(scene, "%s: %s%s%s", carried(scene, input),
		limited(scene, input->verdict), repaired(scene, total), windowed(scene, input));
}

/* No more than a SYN: refused, or never answered. */
static const char *
unopened(struct scene *scene, const struct connection_row *row)
{
	const struct side_facts *a = &row->facts.side[A2B], *b = &row->facts.side[B2A];
	nsec took = drawing_since(row->last_time, row->first_time);

	if (a->syns == 0 || a->syn_ack || b->syns)
		return NULL;
	if (b->reset)
		return "Refused: the SYN was answered by a reset, and no data was carried.";
	if (row->dir[B2A].packets || row->dir[A2B].pure_acks || a->reset)
		return NULL;
	if (a->syns == 1)
		return "Never answered: one SYN, and nothing after it.";
	return scene_text(scene, "Never answered: %s SYNs in %s, and nothing after them.",
		si_count(a->syns).text, si_duration(took).text);
}

const char *
headline_nothing(struct scene *scene, const struct graph_input *input)
{
	const struct connection_row *row = input->row;
	const char *why = row->dir[A2B].data_packets || row->dir[B2A].data_packets ? NULL
		: unopened(scene, row);

	return why ? why : "This direction carried no data.";
}

const char *
headline_ribbon(struct scene *scene, const struct graph_input *input)
{
	nsec handshake = drawing_handshake(input);

	if (input->view)
		return scene_text(scene, "captured %s: RTT and flight through time stamps, ± %s",
			input->view->vantage == VANTAGE_RECEIVER ? "at the receiver" : "on the way",
			si_duration(input->view->tick).text);
	switch (drawing_vantage(input)) {
	case DRAWING_SENDER:
		return "captured at the sender: RTT and flight as it had them";
	case DRAWING_RECEIVER:
		/* The vantage comes from the handshake, so its RTT is known. */
		return scene_text(scene, "captured at the receiver: flight is a lower bound; "
			"the path's RTT by the handshake is %s", si_duration(handshake).text);
	case DRAWING_MIDDLE:
		return scene_text(scene, "captured on the way: RTT and flight are from here to the "
			"receiver and back; the path's RTT by the handshake is %s",
			si_duration(handshake).text);
	case DRAWING_UNKNOWN:
		break;
	}
	if (handshake == NSEC_UNKNOWN)
		return "capture point unknown: RTT and flight are lower bounds";
	return scene_text(scene, "capture point unknown on a path of %s (RTT of the handshake): "
		"RTT and flight are lower bounds", si_duration(handshake).text);
}
