/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filter.h - BPF expressions as in pcap-filter(7), by libpcap.
 */
#ifndef CCTRACE_CAPTURE_FILTER_H
#define CCTRACE_CAPTURE_FILTER_H

#include "cctrace/capture.h"

struct filter;

/*
 * `expression` is borrowed.  NULL and a sentence when it holds a word that libpcap would
 * look up as the name of a host, net, port or protocol: nothing is ever resolved.
 */
struct filter *filter_new(const char *expression, struct error *error);

/* Compile for a link type, once each: false and libpcap's reason when it has no meaning there. */
bool filter_compile(struct filter *filter, uint16_t link_type, struct error *error);

/* Does the frame pass?  Its link type has been compiled. */
bool filter_accepts(const struct filter *filter, const struct frame *frame);

void filter_free(struct filter *filter);

#endif
