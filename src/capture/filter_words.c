/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filter_words.c - libpcap resolves names while it compiles and can't be told not to, so
 * an expression is read first as libpcap's scanner would.  That scanner takes the longest
 * match: what is neither a word of the language nor a number nor an address is a name,
 * and of names only those pass that stand where the grammar never looks one up.
 *
 * Where the two could divide the text differently (colons), only a whole address or two
 * plain halves pass, so a name can't hide in what looks like an address.
 */
#include "capture/filter_words.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { WORD_MAX = 63 };

/* Of all versions of libpcap since 1.9: a word that one of them lacks is a name there. */
static const char *const words[] = {
	"aarp", "action", "addr1", "addr2", "addr3", "addr4", "address1", "address2",
	"address3", "address4", "ah", "and", "arp", "atalk", "bcc", "broadcast", "byte",
	"carp", "clnp", "connectmsg", "csnp", "decnet", "dir", "direction", "dpc", "dst",
	"es-is", "esis", "esp", "ether", "fddi", "fisu", "gateway", "geneve", "greater",
	"hdpc", "hfisu", "hlssu", "hmsu", "hopc", "host", "hsio", "hsls", "icmp", "icmp6",
	"ifname", "igmp", "igrp", "iih", "ilmic", "inbound", "ip", "ip6", "ipx", "is-is",
	"isis", "iso", "l1", "l2", "lane", "lat", "len", "length", "less", "link", "llc",
	"lsp", "lssu", "lsu", "mask", "metac", "metaconnect", "mopdl", "moprc", "mpls",
	"msu", "multicast", "net", "netbeui", "not", "oam", "oamf4", "oamf4ec", "oamf4sc",
	"on", "opc", "or", "outbound", "pim", "port", "portrange", "ppp", "pppoed",
	"pppoes", "proto", "protochain", "psnp", "ra", "radio", "rarp", "reason", "rnr",
	"rset", "rulenum", "ruleset", "sc", "sca", "sctp", "sio", "slip", "sls", "snp",
	"src", "srnr", "stp", "subrulenum", "subtype", "ta", "tcp", "tr", "type", "udp",
	"vci", "vlan", "vpi", "vrrp", "wlan",
	/* named offsets and values */
	"icmp-echo", "icmp-echoreply", "icmp-ireq", "icmp-ireqreply", "icmp-maskreply",
	"icmp-maskreq", "icmp-paramprob", "icmp-redirect", "icmp-routeradvert",
	"icmp-routersolicit", "icmp-sourcequench", "icmp-timxceed", "icmp-tstamp",
	"icmp-tstampreply", "icmp-unreach", "icmp6code", "icmp6type", "icmpcode", "icmptype",
	"tcp-ack", "tcp-cwr", "tcp-ece", "tcp-fin", "tcp-push", "tcp-rst", "tcp-syn",
	"tcp-urg", "tcpflags",
};

/*
 * Behind a backslash a word of the language is the name of a protocol.  libpcap has a table
 * of those of links, and looks those of IP up in /etc/protocols; where that file is missing
 * it takes 0 for the number and lets nothing pass, silently.  So it gets the numbers of
 * https://www.iana.org/assignments/protocol-numbers.
 */
static const char *const link_protocols[] = {
	"aarp", "arp", "atalk", "clnp", "decnet", "esis", "ip", "ip6", "ipx", "isis", "iso",
	"netbeui", "rarp", "stp",
};
static const struct {
	const char *name, *number;
} ip_protocols[] = {
	{"ah", "51"}, {"esp", "50"}, {"icmp", "1"}, {"icmp6", "58"}, {"igmp", "2"},
	{"igrp", "9"}, {"pim", "103"}, {"sctp", "132"}, {"tcp", "6"}, {"udp", "17"},
	{"vrrp", "112"},
};

/* What stands before "proto" when its name is one of the former. */
static const char *const links[] = {
	"ether", "fddi", "iso", "link", "ppp", "slip", "tr", "wlan",
};

/* A name right behind one of these is compared or searched in a table, never looked up. */
static const char *const takers[] = {
	"type", "subtype", "dir", "direction", "on", "ifname", "reason", "action", "rset",
	"ruleset",
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static bool
is_among(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

static size_t
hex_digits(const char *at)
{
	return strspn(at, "0123456789abcdefABCDEF");
}

/* Length of a decimal, octal or hexadecimal number; 0 when there is none. */
static size_t
number_length(const char *at)
{
	if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && hex_digits(at + 2))
		return 2 + hex_digits(at + 2);
	return strspn(at, "0123456789");
}

/* A number, or two to four with dots between. */
static bool
is_dotted(const char *word)
{
	for (int part = 0; part < 4; part++) {
		size_t length = number_length(word);

		if (length == 0)
			return false;
		word += length;
		if (*word == '\0')
			return true;
		if (*word++ != '.')
			return false;
	}
	return false;
}

/* Six groups of one or two hexadecimal digits, each but the last followed by `between`. */
static bool
is_mac_of_six(const char *word, char between)
{
	for (int group = 0; group < 6; group++) {
		size_t length = hex_digits(word);

		if (length < 1 || length > 2)
			return false;
		word += length;
		if (*word != (group < 5 ? between : '\0'))
			return false;
		word++;
	}
	return true;
}

/* 12 digits, or three groups of four with dots between. */
static bool
is_mac_of_three(const char *word)
{
	size_t length = strlen(word);

	if (length == 12)
		return hex_digits(word) == 12;
	return length == 14 && hex_digits(word) == 4 && word[4] == '.'
		&& hex_digits(word + 5) == 4 && word[9] == '.' && hex_digits(word + 10) == 4;
}

static bool
is_number_or_address(const char *word)
{
	return is_dotted(word) || is_mac_of_six(word, '-') || is_mac_of_six(word, '.')
		|| is_mac_of_three(word);
}

static bool
is_port_range(const char *word)
{
	size_t first = strspn(word, "0123456789");

	if (first == 0 || word[first] != '-')
		return false;

	size_t second = strspn(word + first + 1, "0123456789");

	return second && word[first + 1 + second] == '\0';
}

struct scan {
	const char *at;
	char word[WORD_MAX + 1];
	char before[WORD_MAX + 1]; /* the word right before, "" after anything else */
	char earlier[WORD_MAX + 1]; /* the one before that */
	const char *number;        /* to write for the word; NULL: the word */
};

/* A word without a colon in it. */
static bool
is_plain_word_good(const struct scan *scan, const char *word)
{
	if (is_among(word, words, COUNT_OF(words)) || is_number_or_address(word))
		return true;
	if (strcmp(scan->before, "portrange") == 0)
		return is_port_range(word);
	return is_among(scan->before, takers, COUNT_OF(takers));
}

/* `colon` is the first one in the scan's word. */
static bool
is_colon_word_good(struct scan *scan, char *colon)
{
	struct in6_addr address;

	if (inet_pton(AF_INET6, scan->word, &address) == 1 || is_mac_of_six(scan->word, ':'))
		return true;
	if (strchr(colon + 1, ':'))
		return false;
	/* "13:1" of "tcp[13:1]", or "tcpflags:", ":2". */
	*colon = '\0';
	scan->before[0] = '\0';

	bool good = (scan->word[0] == '\0' || is_plain_word_good(scan, scan->word))
		&& (colon[1] == '\0' || is_plain_word_good(scan, colon + 1));

	*colon = ':';
	return good;
}

static bool
is_word_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("-_.:", c));
}

/* Copy `length` characters at `at` into the word: false when it is too long. */
static bool
take(struct scan *scan, size_t length)
{
	if (length > WORD_MAX)
		return false;
	memcpy(scan->word, scan->at, length);
	scan->word[length] = '\0';
	scan->at += length;
	return true;
}

static bool
check_word(struct scan *scan)
{
	size_t length = 1;

	while (is_word_char(scan->at[length]))
		length++;
	/* The scanner leaves a minus at the end to the arithmetic. */
	while (length > 1 && scan->at[length - 1] == '-')
		length--;
	if (!take(scan, length))
		return false;

	char *colon = strchr(scan->word, ':');

	return colon ? is_colon_word_good(scan, colon) : is_plain_word_good(scan, scan->word);
}

static const char *
ip_protocol_number(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(ip_protocols); i++)
		if (strcmp(ip_protocols[i].name, name) == 0)
			return ip_protocols[i].number;
	return NULL;
}

/* A backslash makes a name of a word of the language: "ip proto \tcp". */
static bool
check_escaped(struct scan *scan)
{
	scan->at++;
	if (!take(scan, strcspn(scan->at, " !()\n\t"))
		|| (strcmp(scan->before, "proto") != 0 && strcmp(scan->before, "protochain") != 0))
		return false;
	if (is_among(scan->earlier, links, COUNT_OF(links)))
		return is_among(scan->word, link_protocols, COUNT_OF(link_protocols));
	scan->number = ip_protocol_number(scan->word);
	return scan->number != NULL;
}

/* Pass one word, or one character that is none. */
static bool
check_next(struct scan *scan)
{
	scan->word[0] = '\0';
	scan->number = NULL;
	if (*scan->at == '\\')
		return check_escaped(scan);
	if (isalnum((unsigned char)*scan->at) || *scan->at == ':')
		return check_word(scan);
	scan->at++;
	return true;
}

bool
filter_words_check(const char *expression, struct strbuf *plain, struct error *error)
{
	struct scan scan = {.at = expression};

	while (*scan.at) {
		const char *start = scan.at;

		if (isspace((unsigned char)*scan.at)) {
			strbuf_append(plain, scan.at++, 1);
			continue;
		}
		if (!check_next(&scan)) {
			error_set(error, "filter \"%s\": \"%s\" is a name, and names are never "
				"resolved; write the address or number", expression,
				scan.word[0] ? scan.word : scan.at);
			return false;
		}
		if (scan.number)
			strbuf_append(plain, scan.number, strlen(scan.number));
		else
			strbuf_append(plain, start, (size_t)(scan.at - start));
		memcpy(scan.earlier, scan.before, sizeof(scan.earlier));
		memcpy(scan.before, scan.word, sizeof(scan.before));
	}
	return true;
}
