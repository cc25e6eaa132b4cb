/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * filter_words.h - does a filter expression name anything that would be looked up?
 */
#ifndef CCTRACE_CAPTURE_FILTER_WORDS_H
#define CCTRACE_CAPTURE_FILTER_WORDS_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "cctrace/error.h"

/*
 * False and a sentence when the expression holds a word that libpcap might look up as a
 * host, network, port or protocol.  True says nothing about the expression's grammar.
 *
 * `plain` gets the expression as libpcap is to see it, appended: names of IP's protocols
 * ("ip proto \tcp") are numbers there.  It is unspecified when false is returned.
 */
bool filter_words_check(const char *expression, struct strbuf *plain, struct error *error);

#endif
