/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * link_types.h - LINKTYPE_ values, as files have them, and libpcap's DLT_ values.
 */
#ifndef CCTRACE_CAPTURE_LINK_TYPES_H
#define CCTRACE_CAPTURE_LINK_TYPES_H

#include <stdint.h>

/* The DLT_ value of a LINKTYPE_ on this system: equal but for a few old ones. */
int link_type_dlt(uint16_t link_type);

/* The most captured bytes that a packet of this type may have; more means damage. */
uint32_t link_type_packet_max(uint16_t link_type);

#endif
