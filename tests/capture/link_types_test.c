/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * LINKTYPE_ values of files, libpcap's DLT_ values, and what people call them.
 */
#include "config.h"

#include "capture/link_types.h"

#include <pcap/pcap.h>
#include <stdlib.h>
#include <unistd.h>

#include "build.h"

/* The link type that libpcap finds in a file that says `link_type`; -1 when it opens none. */
static int
libpcaps(uint16_t link_type)
{
	struct build *build = build_new(false);
	char reason[PCAP_ERRBUF_SIZE];
	FILE *file = tmpfile();
	pcap_t *pcap;
	int dlt = -1;

	put_pcap_header(build, MAGIC_US, 65535, link_type);
	if (!file || fwrite(build->bytes, 1, build->length, file) != build->length)
		abort();
	rewind(file);
	pcap = pcap_fopen_offline(file, reason);
	if (pcap) {
		dlt = pcap_datalink(pcap);
		pcap_close(pcap);
	} else {
		fclose(file);
	}
	free(build);
	return dlt;
}

/* libpcap itself is asked, for every value that has had a meaning so far. */
static void
values_are_libpcaps(void)
{
	unsigned wrong = 0, other = 0;

	for (uint16_t type = 0; type < 320; type++) {
		int dlt = libpcaps(type);

		if (dlt < 0)
			continue;
		other += dlt != type;
		if (link_type_dlt(type) != dlt) {
			printf("# %u: %d, libpcap has %d\n", type, link_type_dlt(type), dlt);
			wrong++;
		}
	}
	is_int(wrong, 0, "every value becomes what libpcap makes of it");
	ok(other >= 5, "%u of them another number", other);
	is_int(link_type_dlt(101), DLT_RAW, "raw IP");
	is_int(link_type_dlt(65000), 65000, "an unknown one stays itself");
}

static void
packets_have_libpcaps_limits(void)
{
	is_int(link_type_packet_max(1), 262144, "Ethernet");
	is_int(link_type_packet_max(101), 262144, "raw IP");
	is_int(link_type_packet_max(65000), 262144, "an unknown one");
	is_int(link_type_packet_max(249), 1024 * 1024, "USBPcap");
	is_int(link_type_packet_max(279), 8 * 1024 * 1024, "Elektrobit");
	is_int(link_type_packet_max(231), 16 * 1024 * 1024, "D-Bus, less than libpcap's");
}

static void
what_is_not_decoded_has_a_name(void)
{
	is_str(capture_link_name(0), "NULL", "BSD loopback");
	is_str(capture_link_name(12), "RAW", "DLT_RAW of most systems, as some files have it");
	is_str(capture_link_name(105), "IEEE802_11", "wireless");
	is_str(capture_link_name(127), "IEEE802_11_RADIO", "wireless with radio information");
	is_str(capture_link_name(195), "IEEE802_15_4", "low-rate wireless");
	ok(!capture_link_name(64999), "none for what libpcap doesn't know");
}

int
main(void)
{
	values_are_libpcaps();
	packets_have_libpcaps_limits();
	what_is_not_decoded_has_a_name();
	return tap_done();
}
