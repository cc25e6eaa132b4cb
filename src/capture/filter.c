/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filter.c - one program a link type, compiled when a frame of that type is met.
 */
#include "config.h"

#include "capture/filter.h"

#include <pcap/pcap.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "capture/filter_words.h"
#include "capture/link_types.h"

struct program {
	uint16_t link_type;
	struct bpf_program code;
};

struct filter {
	const char *expression;  /* for sentences */
	struct strbuf plain;     /* for libpcap */
	struct program *programs;
	size_t count, capacity, latest;
};

struct filter *
filter_new(const char *expression, struct error *error)
{
	struct filter *filter = xcalloc(1, sizeof(*filter));

	filter->expression = expression;
	if (filter_words_check(expression, &filter->plain, error))
		return filter;
	filter_free(filter);
	return NULL;
}

static bool
select_program(struct filter *filter, uint16_t link_type)
{
	for (size_t i = 0; i < filter->count; i++)
		if (filter->programs[i].link_type == link_type) {
			filter->latest = i;
			return true;
		}
	return false;
}

bool
filter_compile(struct filter *filter, uint16_t link_type, struct error *error)
{
	if ((filter->count && filter->programs[filter->latest].link_type == link_type)
		|| select_program(filter, link_type))
		return true;

	struct bpf_program code;
	pcap_t *dead = pcap_open_dead(link_type_dlt(link_type), 262144);

	if (!dead) {
		error_set(error, "filter \"%s\": out of memory", filter->expression);
		return false;
	}
	if (pcap_compile(dead, &code, strbuf_text(&filter->plain), 1,
		PCAP_NETMASK_UNKNOWN) < 0) {
		error_set(error, "filter \"%s\": %s", filter->expression, pcap_geterr(dead));
		pcap_close(dead);
		return false;
	}
	pcap_close(dead);
	filter->programs = xgrow(filter->programs, &filter->capacity, filter->count,
		sizeof(*filter->programs), 4);
	filter->latest = filter->count;
	filter->programs[filter->count++] = (struct program){link_type, code};
	return true;
}

bool
filter_accepts(const struct filter *filter, const struct frame *frame)
{
	struct pcap_pkthdr header = {
		.caplen = frame->captured_bytes, .len = frame->wire_bytes,
	};

	return pcap_offline_filter(&filter->programs[filter->latest].code, &header,
		frame->bytes);
}

void
filter_free(struct filter *filter)
{
	if (!filter)
		return;
	for (size_t i = 0; i < filter->count; i++)
		pcap_freecode(&filter->programs[i].code);
	free(filter->programs);
	strbuf_fini(&filter->plain);
	free(filter);
}

bool
capture_filter_check(const char *expression, struct error *error)
{
	/* Ethernet, raw IP, both kinds of Linux's cooked one, BSD's loopback. */
	static const uint16_t link_types[] = {1, 101, 113, 276, 0};
	struct filter *filter = filter_new(expression, error);
	struct error first = {{0}};
	bool good = false;

	if (!filter)
		return false;
	for (size_t i = 0; i < sizeof(link_types) / sizeof(link_types[0]) && !good; i++)
		good = filter_compile(filter, link_types[i], i == 0 ? &first : NULL);
	filter_free(filter);
	if (!good)
		error_set(error, "%s", first.text);
	return good;
}
