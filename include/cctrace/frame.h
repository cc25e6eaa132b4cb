/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * frame.h - what a capture file says about one packet, and nothing of what the
 * packet means.
 */
#ifndef CCTRACE_FRAME_H
#define CCTRACE_FRAME_H

#include "cctrace/units.h"

/*
 * A frame borrowed from the reader: `bytes` stays valid until the next call on the
 * same capture.  All numbers are in host order.
 */
struct frame {
	/* Time of capture; the first possible second (0) for a packet block without a stamp. */
	nsec time;
	/* Number in the capture, from 1, over all files, as Wireshark shows it. */
	uint64_t number;
	const uint8_t *bytes;
	/* Bytes present at `bytes`, and bytes the packet had on the wire.  A file may
	 * claim captured > wire; both are handed on as the file has them. */
	uint32_t captured_bytes;
	uint32_t wire_bytes;
	/* LINKTYPE_ value of https://www.tcpdump.org/linktypes.html */
	uint16_t link_type;
	/* Interface within the whole capture, from 0 (pcapng sections count on). */
	uint16_t interface;
};

#endif
