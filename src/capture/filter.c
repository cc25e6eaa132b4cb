/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filter.c - libpcap resolves names while it compiles, so an expression is looked over
 * first: words of the language, numbers and addresses pass, anything else is a name.
 * A whitelist, since libpcap has no way to be told not to resolve.
 */
#include "config.h"

#include "capture/filter.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "capture/link_types.h"

enum { WORD_MAX = 63 };

struct program {
	uint16_t link_type;
	struct bpf_program code;
};

struct filter {
	const char *expression;
	struct program *programs;
	size_t count, capacity, latest;
};

/* pcap-filter(7), sorted. */
static const char *const words[] = {
	"aarp", "action", "addr1", "addr2", "addr3", "addr4", "address1", "address2",
	"address3", "address4", "ah", "and", "arp", "atalk", "broadcast", "carp", "clnp",
	"dir", "direction", "dst", "esis", "esp", "ether", "fddi", "gateway", "geneve",
	"greater", "host", "icmp", "icmp6", "igmp", "igrp", "inbound", "ip", "ip6", "ipx",
	"isis", "iso", "lat", "len", "length", "less", "link", "link-type", "linktype",
	"mask", "moprc", "mpls", "multicast", "net", "netbeui", "not", "on", "or",
	"outbound", "pim", "port", "portrange", "ppp", "pppoed", "pppoes", "proto",
	"protochain", "ra", "radio", "rarp", "sca", "sctp", "slip", "src", "stp", "subtype",
	"ta", "tcp", "tr", "type", "udp", "vlan", "vrrp", "wlan",
	/* named offsets and values of the language */
	"tcpflags", "tcp-ack", "tcp-cwr", "tcp-ece", "tcp-fin", "tcp-push", "tcp-rst",
	"tcp-syn", "tcp-urg", "icmptype", "icmpcode", "icmp6type", "icmp6code",
	"icmp-echo", "icmp-echoreply", "icmp-unreach", "icmp-redirect", "icmp-timxceed",
};

static bool
is_language(const char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i], word) == 0)
			return true;
	return false;
}

/* Numbers, hexadecimal ones, ranges of ports, dotted and coloned addresses. */
static bool
is_number(const char *word)
{
	struct in6_addr address;
	size_t decimal = strspn(word, "0123456789.-");

	if (word[decimal] == '\0' && isdigit((unsigned char)word[0]))
		return true;
	if (word[0] == '0' && (word[1] == 'x' || word[1] == 'X')
		&& word[2] && word[2 + strspn(word + 2, "0123456789abcdefABCDEF")] == '\0')
		return true;
	if (inet_pton(AF_INET6, word, &address) == 1)
		return true;
	/* MAC addresses, with colons, dashes, dots or nothing between the digits. */
	size_t mac = strspn(word, "0123456789abcdefABCDEF:");

	return word[mac] == '\0' && strchr(word, ':') != NULL;
}

static bool
check_words(const char *expression, struct error *error)
{
	const char *at = expression;

	while (*at) {
		size_t length = 0;
		char word[WORD_MAX + 1];

		/* A backslash only keeps a word from being read as a keyword. */
		while (isalnum((unsigned char)at[length]) || at[length] == '_'
			|| (length && strchr(".:-", at[length]) && at[length]))
			length++;
		if (length == 0) {
			at++;
			continue;
		}
		if (length > WORD_MAX) {
			error_set(error, "filter \"%s\": a word is too long", expression);
			return false;
		}
		memcpy(word, at, length);
		word[length] = '\0';
		at += length;
		/* "tcp[13:1]" has its colon inside brackets: the parts stand alone. */
		if (is_language(word) || is_number(word)
			|| (word[strspn(word, "0123456789:")] == '\0'))
			continue;
		error_set(error, "filter \"%s\": \"%s\" is a name, and names are never resolved; "
			"write the address or number", expression, word);
		return false;
	}
	return true;
}

struct filter *
filter_new(const char *expression, struct error *error)
{
	if (!check_words(expression, error))
		return NULL;

	struct filter *filter = xcalloc(1, sizeof(*filter));

	filter->expression = expression;
	return filter;
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
	if (pcap_compile(dead, &code, filter->expression, 1, PCAP_NETMASK_UNKNOWN) < 0) {
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
	free(filter);
}
