/* SPDX-License-Identifier: BSD-3-Clause */
#include "place.h"

#include "base/si.h"
#include "layout.h"
#include "view.h"

static void
add_end(struct strbuf *text, const struct connection_row *row, enum vantage vantage)
{
	if (vantage == VANTAGE_MIDDLE)
		strbuf_printf(text, "between A and B");
	else if (vantage != VANTAGE_UNKNOWN)
		strbuf_printf(text, "near %c", row->facts.near == NEAR_A ? 'A' : 'B');
	else if (view_handshake_rtt(row) != NSEC_UNKNOWN)
		strbuf_printf(text, "place unknown: the path has no delay to tell by");
	else
		strbuf_printf(text, "place unknown: there is no whole handshake to tell by");
}

/* The halves of the handshake, when both ends were heard. */
static void
add_handshake(struct strbuf *list, const struct connection_row *row)
{
	struct handshake halves = facts_handshake(&row->facts);

	if (view_handshake_rtt(row) != NSEC_UNKNOWN)
		layout_phrase(list, "handshake %s + %s", si_duration(halves.syn_to_synack).text,
			si_duration(halves.synack_to_ack).text);
}

static void
add_times(struct strbuf *list, const struct verdict *verdict)
{
	if (verdict->evidence & EVIDENCE_DATA_ACK)
		layout_phrase(list, "data to ACK %s", si_duration(verdict->times.answer).text);
	if (verdict->evidence & EVIDENCE_NO_LAG)
		layout_phrase(list, "data that echoes the newest ACK");
	else if (verdict->evidence & EVIDENCE_LOOSE)
		layout_phrase(list, "data that echoes older ACKs than had passed");
	else if (verdict->evidence & EVIDENCE_ECHO)
		layout_phrase(list, "ACK to data %s", si_duration(verdict->times.release).text);
}

static void
add_evidence(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	struct strbuf list = {0};

	add_handshake(&list, row);
	if (verdict)
		add_times(&list, verdict);
	if (list.length)
		strbuf_printf(text, ", by %s", strbuf_text(&list));
	strbuf_fini(&list);
}

static void
add_offload(struct strbuf *text, const struct connection_row *row)
{
	for (int d = 0; d < 2; d++)
		if (row->facts.side[d].offload)
			strbuf_printf(text, "; offload: packets of %c are larger than its segments",
				d == A2B ? 'A' : 'B');
}

void
place_add(struct strbuf *text, const struct connection_row *row,
	const struct verdict *verdict)
{
	static const char *const roles[] = {
		[VANTAGE_SENDER] = "sender", [VANTAGE_RECEIVER] = "receiver"};
	enum direction dir = A2B;
	bool data = row_data_direction(row, &dir);
	enum vantage vantage = view_vantage(row, dir);

	/* Where nothing was measured it is of no matter. */
	if (vantage == VANTAGE_UNKNOWN && !data)
		return;
	add_end(text, row, vantage);
	if (data && (vantage == VANTAGE_SENDER || vantage == VANTAGE_RECEIVER))
		strbuf_printf(text, ", the data's %s", roles[vantage]);
	if (vantage != VANTAGE_UNKNOWN)
		add_evidence(text, row, verdict);
	add_offload(text, row);
}
