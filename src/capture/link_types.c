/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "capture/link_types.h"

#include <pcap/pcap.h>
#include <stddef.h>

#include "cctrace/capture.h"

/* Where systems disagreed on a DLT_ value, files got a LINKTYPE_ of their own. */
static const struct {
	uint16_t link_type;
	int dlt;
} pairs[] = {
	{50, DLT_PPP_SERIAL}, {51, DLT_PPP_ETHER}, {100, DLT_ATM_RFC1483}, {101, DLT_RAW},
	{102, DLT_SLIP_BSDOS}, {103, DLT_PPP_BSDOS}, {106, DLT_ATM_CLIP}, {246, DLT_PFSYNC},
	{258, DLT_PKTAP},
};

int
link_type_dlt(uint16_t link_type)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].link_type == link_type)
			return pairs[i].dlt;
	return link_type;
}

uint32_t
link_type_packet_max(uint16_t link_type)
{
	/* libpcap's limits, but for D-Bus, where its 128 MiB would be memory for no TCP. */
	switch (link_type_dlt(link_type)) {
	case DLT_DBUS:
		return 16 * 1024 * 1024;
	case DLT_EBHSCR:
		return 8 * 1024 * 1024;
	case DLT_USBPCAP:
		return 1024 * 1024;
	default:
		return 262144;
	}
}

const char *
capture_link_name(uint16_t link_type)
{
	return pcap_datalink_val_to_name(link_type_dlt(link_type));
}
