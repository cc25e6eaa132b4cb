/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * naming_test.c - names of the files that are written.
 */
#include "cli/naming.h"

#include "../tap.h"

static void
base_is_the_name_without_endings(void)
{
	static const struct {
		const char *path, *base;
	} cases[] = {
		{"wmem.cap.zst", "wmem"},
		{"/a/b.d/wmem.pcap", "wmem"},
		{"../wmem.pcapng.gz", "wmem"},
		{"WMEM.PCAP.GZ", "WMEM"},
		{"wmem", "wmem"},
		{"wmem.txt", "wmem.txt"},
		{"a.b.cap", "a.b"},
		{"trace.2026-11-30.lz4", "trace.2026-11-30"},
		{"-", "stdin"},
		{".pcap", ".pcap"},
		{".pcap.gz", ".pcap"},
		{"", "capture"},
		{"dir/", "capture"},
		{"-rf.cap", "_rf"},
		{"a\nb\x7f.cap", "a_b_"},
		{"\xc3\xa4.cap", "\xc3\xa4"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct strbuf base = {0};

		naming_base(&base, cases[i].path);
		is_str(strbuf_text(&base), cases[i].base, cases[i].base);
		strbuf_fini(&base);
	}
}

static void
picture_names_only_what_differs(void)
{
	static const struct {
		const char *dir;
		struct naming naming;
		const char *path;
	} cases[] = {
		{"out", {"x", false, 3, 0, NULL, 0}, "out/x-rtt.png"},
		{"out", {"x", false, 3, 1, NULL, 0}, "out/x-rtt.png"},
		{"out", {"x", true, 3, 0, NULL, 0}, "out/x-s3-rtt.png"},
		{"out", {"x", true, 3, 1, NULL, 0}, "out/x-s3.1-rtt.png"},
		{"out", {"x", true, 4294967295, 0, "b2a", 0}, "out/x-s4294967295-rtt-b2a.png"},
		{"out/", {"x", false, 0, 0, "a2b", 0}, "out/x-rtt-a2b.png"},
		{"/", {"x", false, 0, 0, NULL, 0}, "/x-rtt.png"},
		{".", {"x", false, 0, 0, NULL, 0}, "./x-rtt.png"},
		{"out", {"x", false, 0, 0, NULL, 1}, "out/x-rtt.png"},
		{"out", {"x", false, 0, 0, NULL, 2}, "out/x-rtt-2.png"},
		{"out", {"x", true, 3, 0, "a2b", 12}, "out/x-s3-rtt-12-a2b.png"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct strbuf path = {0};

		naming_picture(&path, cases[i].dir, &cases[i].naming, "rtt", "png");
		is_str(strbuf_text(&path), cases[i].path, cases[i].path);
		strbuf_fini(&path);
	}
}

int
main(void)
{
	base_is_the_name_without_endings();
	picture_names_only_what_differs();
	return tap_done();
}
