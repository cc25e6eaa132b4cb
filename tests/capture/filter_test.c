/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <netdb.h>
#include <netinet/ether.h>
#include <pcap/pcap.h>

#include "build.h"
#include "capture/filter_words.h"

/*
 * These stand in front of libc's, so that every look-up is seen.  The scanner gives IPv6
 * addresses to getaddrinfo, too; that is no look-up.
 */
static int lookups;
static char looked_up[256];

static int
looks_up(const char *name)
{
	snprintf(looked_up, sizeof(looked_up), "%s", name ? name : "");
	lookups++;
	return EAI_NONAME;
}

int
getaddrinfo(const char *restrict name, const char *restrict service,
	const struct addrinfo *restrict hints, struct addrinfo **restrict result)
{
	static struct sockaddr_in6 address = {.sin6_family = AF_INET6};
	static struct addrinfo found = {
		.ai_family = AF_INET6, .ai_addrlen = sizeof(address),
		.ai_addr = (struct sockaddr *)&address,
	};

	(void)hints;
	if (!name || !strchr(name, ':'))
		return looks_up(name ? name : service);
	*result = &found;
	return 0;
}

void
freeaddrinfo(struct addrinfo *result)
{
	(void)result;
}

struct netent *
getnetbyname(const char *name)
{
	looks_up(name);
	return NULL;
}

struct hostent *
gethostbyname(const char *name)
{
	looks_up(name);
	return NULL;
}

int
ether_hostton(const char *name, struct ether_addr *address)
{
	(void)address;
	looks_up(name);
	return -1;
}

struct protoent *
getprotobyname(const char *name)
{
	looks_up(name);
	return NULL;
}

int
getprotobyname_r(const char *name, struct protoent *buffer, char *bytes, size_t size,
	struct protoent **result)
{
	(void)buffer;
	(void)bytes;
	(void)size;
	*result = NULL;
	return looks_up(name);
}

static bool
compiles(const char *expression)
{
	pcap_t *dead = pcap_open_dead(DLT_EN10MB, 65535);
	struct bpf_program code;
	bool good = pcap_compile(dead, &code, expression, 1, PCAP_NETMASK_UNKNOWN) == 0;

	if (good)
		pcap_freecode(&code);
	pcap_close(dead);
	return good;
}

static void
lets_the_language_pass(void)
{
	static const char *const good[] = {
		"", "tcp", "tcp port 80", "host 10.0.0.1", "net 10.0.0.0/8", "net 10.1",
		"src net 192.168.0.0 mask 255.255.0.0", "host 2001:db8::1", "net fe80::/10",
		"host ::1", "host ::ffff:10.0.0.1", "ether host 00:11:22:33:44:55",
		"ether src aa-bb-cc-dd-ee-ff", "ether host aabb.ccdd.eeff",
		"ether host aabbccddeeff", "portrange 80-90", "tcp dst portrange 1-1023",
		"tcp[tcpflags] & (tcp-syn|tcp-fin) != 0", "tcp[13:1]&2!=0", "ip[2:2] > 576",
		"tcp[0 : 2] = 80", "ip[6:2]&0x1fff=0", "icmp[icmptype]=icmp-echo", "len>=100",
		"greater 100", "vlan 100 and tcp", "not (tcp or udp)", "!tcp&&!udp",
		"ip proto 6", "ip proto \\tcp", "ip6 protochain 6", "ether proto \\ip",
		"ether proto 0x0800", "proto \\udp or ip6 proto \\icmp6", "ip protochain \\ah",
		"ether proto \\arp", "link proto \\ip6", "iso proto \\esis",
		"tcp port 80 or (udp and port 53)", "ip[0]-3>5",
		"(ip[2:2] - ((ip[0]&0xf)<<2)) - ((tcp[12]&0xf0)>>2) != 0", "len - 1 > 5",
	};

	for (size_t i = 0; i < COUNT(good); i++) {
		struct error error = {0};
		struct strbuf plain = {0};

		lookups = 0;
		ok(filter_words_check(good[i], &plain, &error), "passes: %s", good[i]);
		ok(compiles(strbuf_text(&plain)) && lookups == 0, "and compiles without a look-up");
		if (error.text[0])
			printf("# %s\n", error.text);
		strbuf_fini(&plain);
	}
}

static void
refuses_names(void)
{
	static const char *const bad[][2] = {
		{"host example.com", "example.com"}, {"host localhost", "localhost"},
		{"port http", "http"}, {"net loopback", "loopback"}, {"example", "example"},
		{"tcp and host a", "a"}, {"host tcp.example", "tcp.example"},
		{"host 1-2", "1-2"}, {"host 1.2.3.4.5", "1.2.3.4.5"},
		{"host 10.0.0.1-5", "10.0.0.1-5"}, {"host \\tcp", "tcp"},
		{"host \\example.com", "example.com"}, {"ip proto \\example", "example"},
		{"ether host router", "router"}, {"gateway router", "router"},
		{"portrange 80-http", "80-http"}, {"portrange ssh-http", "ssh-http"},
		{"host ::1example.com", "::1example.com"}, {"host 1:2:3", "1:2:3"},
		{"host tcp-synx", "tcp-synx"}, {"host vxlan", "vxlan"}, {"on eth0 host b.c", "b.c"},
		{"ip proto \\arp", "arp"}, {"proto \\stp", "stp"}, {"ether proto \\udp", "udp"},
		{"not \\tcp", "tcp"}, {"tcp[foo:1]", "tcp"}, {"host(foo)", "foo"}, {"host!foo", "foo"},
	};

	for (size_t i = 0; i < COUNT(bad); i++) {
		struct error error = {0};
		struct strbuf plain = {0};

		ok(!filter_words_check(bad[i][0], &plain, &error), "refused: %s", bad[i][0]);
		strbuf_fini(&plain);
		ok(strstr(error.text, bad[i][1]) && strstr(error.text, "never resolved"),
			"and named");
	}
}

static void
writes_protocols_as_numbers(void)
{
	static const char *const cases[][2] = {
		{"ip proto \\tcp", "ip proto 6"},
		{"  proto\t\\udp and not(ip6 protochain \\icmp6)",
			"  proto\t17 and not(ip6 protochain 58)"},
		{"ether proto \\ip and ip proto \\vrrp", "ether proto \\ip and ip proto 112"},
		{"tcp[13:1]&2 != 0 || host fe80::1", "tcp[13:1]&2 != 0 || host fe80::1"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error error = {0};
		struct strbuf plain = {0};

		ok(filter_words_check(cases[i][0], &plain, &error), "%s", cases[i][0]);
		is_str(strbuf_text(&plain), cases[i][1], "  as libpcap sees it");
		strbuf_fini(&plain);
	}
}

/* Whatever is put together of pieces that a scanner may divide wrongly. */
static void
lets_nothing_pass_that_is_looked_up(void)
{
	static const char *const pieces[] = {
		"host", "net", "port", "portrange", "proto", "gateway", "ether", "src", "dst", "tcp",
		"ip", "ip6", "and", "or", "not", "type", "dir", "on", "len", "tcpflags", "tcp-syn",
		"\\", "\\tcp", "a", "fe", "cafe", "x.y", "1", "80", "0x1f", "1.2", "1.2.3.4", "5-6",
		"aa:bb:cc:dd:ee:ff", "::", "fe80::1", "1:2", ":", ":", "-", ".", "_", "/", "/8", "[",
		"]", "(", ")", "&", "|", "!", "=", "$", " ", " ", " ", " ", " ", " ", " ", " ", "\t",
	};
	uint32_t random = 1;

	lookups = 0;
	compiles("host example.com or port example");
	ok(lookups > 0, "a look-up would be seen");

	int64_t passed = 0, meant = 0, looked = 0;

	for (int i = 0; i < 60000; i++) {
		char expression[256] = "host ";
		struct error error;
		struct strbuf plain = {0};
		int count = 1 + i % 6;

		for (int j = 0; j < count; j++) {
			random = random * 1664525 + 1013904223;
			strcat(expression, pieces[(random >> 8) % COUNT(pieces)]);
		}

		const char *start = expression + (i % 2 ? 5 : 0);

		if (filter_words_check(start, &plain, &error)) {
			passed++;
			lookups = 0;
			meant += compiles(strbuf_text(&plain));
			looked += lookups;
			if (lookups)
				printf("# %s: %s\n", start, looked_up);
		}
		strbuf_fini(&plain);
	}
	ok(passed > 2000 && meant > 200, "%" PRId64 " expressions passed, %" PRId64 " compiled",
		passed, meant);
	is_int(looked, 0, "none had anything looked up");
}

static struct build *
ports_80_and_81(void)
{
	struct build *build = build_new(true);

	put_section(build);
	put_interface(build, 1, 0, -1, 0);
	put_interface(build, 101, 0, -1, 0);
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t raw = i / 2;
		size_t start = begin_block(build, 6);

		put(build, raw, 4);
		put(build, 0, 4);
		put(build, i, 4);
		put(build, raw ? 40 : 54, 4);
		put(build, raw ? 40 : 54, 4);
		if (!raw) {
			put(build, 0, 12);
			put(build, 0x0800, 2);
		}
		put(build, 0x4500, 2);
		put(build, 40, 2);
		put(build, 0, 4);
		put(build, 64 << 8 | 6, 2);
		put(build, 0, 2);
		put(build, 0x0a000001, 4);
		put(build, 0x0a000002, 4);
		put(build, 1024, 2);
		put(build, 80 + (i & 1), 2);
		put_payload(build, 16, 0);
		end_block(build, start);
	}
	return build;
}

static void
filters_by_each_link_type(void)
{
	struct build *build = ports_80_and_81();
	struct capture_options options = {.filter = "tcp port 81"};
	struct error error = {0};
	struct frame frame;
	struct capture *capture = capture_open_memory(build->bytes, build->length, "made",
		&options, &error);

	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "a frame passes");
	is_int((int64_t)frame.number, 2, "and keeps its number");
	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "another, of another link");
	is_int((int64_t)frame.number, 4, "and its number");
	is_int(capture_next(capture, &frame, &error), CAPTURE_END, "no more");

	const struct capture_info *info = capture_info(capture);

	is_int((int64_t)info->frames, 4, "all are counted");
	is_int((int64_t)info->filtered_frames, 2, "the rejected apart");
	is_int((int64_t)info->bytes, 94, "bytes of those that passed");
	is_int(info->first_time, 1000, "first time of those that passed");
	capture_close(capture);

	options.filter = "ether src 00:00:00:00:00:00 and tcp port 80";
	capture = capture_open_memory(build->bytes, build->length, "made", &options, &error);
	is_int(capture_next(capture, &frame, &error), CAPTURE_FRAME, "an Ethernet filter");
	is_int(capture_next(capture, &frame, &error), CAPTURE_UNREADABLE,
		"has no meaning for raw IP");
	ok(strstr(error.text, "ether src"), "names the expression: %s", error.text);
	is_int(capture_next(capture, &frame, &error), CAPTURE_END, "which ends the file");
	capture_close(capture);

	options.filter = "tcp port";
	ok(!capture_open_memory(build->bytes, build->length, "made", &options, &error),
		"a bad expression is found at opening");
	ok(strstr(error.text, "filter \"tcp port\": "), "and quoted: %s", error.text);
	options.filter = "host example.com";
	ok(!capture_open_memory(build->bytes, build->length, "made", &options, &error),
		"so is a name");
	free(build);
}

int
main(void)
{
	lets_the_language_pass();
	refuses_names();
	writes_protocols_as_numbers();
	lets_nothing_pass_that_is_looked_up();
	filters_by_each_link_type();
	return tap_done();
}
