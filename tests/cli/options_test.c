/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * options_test.c - what the command line means, and what is refused with which sentence.
 */
#include "cli/options.h"

#include <stdlib.h>

#include "../tap.h"

enum { WORDS_MAX = 12, LINE_MAX_BYTES = 200 };

struct command_line {
	char text[LINE_MAX_BYTES];
	char *argv[WORDS_MAX];
	struct options options;
	struct error error;
};

/* `line` split at blanks, as a shell would. */
static bool
parse(struct command_line *command, const char *line)
{
	int argc = 0;

	*command = (struct command_line){0};
	snprintf(command->text, sizeof(command->text), "%s", line);
	for (char *at = strtok(command->text, " "); at; at = strtok(NULL, " "))
		command->argv[argc++] = at;
	return options_parse(argc, command->argv, &command->options, &command->error);
}

static void
defaults_are_as_documented(void)
{
	struct command_line command;

	ok(parse(&command, "cctrace a.pcap"), "one file is enough");
	is_int((int64_t)command.options.file_count, 1, "one file");
	is_str(command.options.files[0], "a.pcap", "it is named");
	is_int(command.options.width, 1280, "width 1280");
	is_int(command.options.height, 720, "height 720");
	is_near(command.options.scale, 1, 0, "scale 1");
	is_int(command.options.direction, DRAW_DATA, "the direction with data");
	is_int(command.options.formats, FORMAT_PNG, "as PNG");
	is_int(command.options.theme, RENDER_LIGHT, "on white");
	is_str(command.options.output_dir, NULL, "nothing is drawn");
	is_str(command.options.json, NULL, "no JSON");
	ok(options_wants(&command.options, 0, 0), "stream 0 is wanted");
	ok(options_wants(&command.options, UINT32_MAX, 7), "and any other");
	options_fini(&command.options);
}

static void
options_and_files_mix(void)
{
	struct command_line command;

	ok(parse(&command, "cctrace a -o out -r b -qn c -- -d"), "in any order");
	is_int((int64_t)command.options.file_count, 4, "four files");
	is_str(command.options.files[0], "b", "those of -r come first");
	is_str(command.options.files[1], "a", "then the rest");
	is_str(command.options.files[2], "c", "in order");
	is_str(command.options.files[3], "-d", "behind -- there are only files");
	is_str(command.options.output_dir, "out", "the folder");
	ok(command.options.quiet, "-q and -n share a dash");
	ok(!command.options.no_tunnels, "tunnels are looked into");
	options_fini(&command.options);

	ok(parse(&command, "cctrace -"), "standard input is a file");
	is_str(command.options.files[0], "-", "named -");
	options_fini(&command.options);

	ok(parse(&command, "cctrace --output-dir=x --fil=tcp a --sca 2.5"),
		"long options may be cut and take =");
	is_str(command.options.output_dir, "x", "the value behind =");
	is_str(command.options.filter, "tcp", "--fil is --filter");
	is_near(command.options.scale, 2.5, 1e-9, "--sca is --scale");
	options_fini(&command.options);

	ok(parse(&command, "cctrace --no-tunnels a"), "unless that isn't wanted");
	ok(command.options.no_tunnels, "--no-tunnels says so");
	options_fini(&command.options);
}

static void
streams_are_lists_of_ranges(void)
{
	static const struct {
		uint32_t stream, part;
		bool wanted;
	} cases[] = {
		{3, 0, true}, {3, 9, true}, {2, 0, false}, {5, 0, true}, {8, 2, true},
		{9, 0, false}, {4, 1, true}, {4, 0, false}, {4, 2, false}, {11, 0, true},
	};
	struct command_line command;

	ok(parse(&command, "cctrace a -s 3,5-8,4.1 -s 11"), "3,5-8,4.1 and 11");
	for (size_t i = 0; i < COUNT(cases); i++)
		ok(options_wants(&command.options, cases[i].stream, cases[i].part)
			== cases[i].wanted, "%u.%u is %swanted", cases[i].stream, cases[i].part,
			cases[i].wanted ? "" : "not ");
	options_fini(&command.options);
}

static void
values_reach_their_fields(void)
{
	struct command_line command;

	ok(parse(&command, "cctrace a --json --ndjson=x --size 640x480 --top 3 -d both -g rtt"),
		"many at once");
	is_str(command.options.json, "-", "--json alone is stdout");
	is_str(command.options.ndjson, "x", "--ndjson=FILE is a file");
	is_int(command.options.width, 640, "width");
	is_int(command.options.height, 480, "height");
	is_int(command.options.top, 3, "--top");
	is_int(command.options.direction, DRAW_BOTH, "-d");
	is_str(command.options.graphs, "rtt", "-g");
	options_fini(&command.options);
	ok(parse(&command, "cctrace a --theme print"), "--theme print");
	is_int(command.options.theme, RENDER_PRINT, "is for paper");
	options_fini(&command.options);
	ok(parse(&command, "cctrace a -F xpl"), "-F xpl");
	is_int(command.options.formats, FORMAT_XPL, "one kind of file instead of another");
	options_fini(&command.options);
	ok(parse(&command, "cctrace a -F xpl --format png,xpl,png"), "--format png,xpl,png");
	is_int(command.options.formats, FORMAT_PNG | FORMAT_XPL, "both; the last -F counts");
	options_fini(&command.options);
}

static void
zoom_is_in_seconds(void)
{
	struct command_line command;

	ok(parse(&command, "cctrace a --zoom 4.9..5.5 --zoom 0..12 --zoom 1.000000001..1.25"),
		"several");
	is_int((int64_t)command.options.zoom_count, 3, "three");
	is_int(command.options.zooms[0].begin, 4900 * NSEC_PER_MSEC, "from 4.9 s");
	is_int(command.options.zooms[0].end, 5500 * NSEC_PER_MSEC, "to 5.5 s");
	is_int(command.options.zooms[1].begin, 0, "from 0 s");
	is_int(command.options.zooms[1].end, 12 * NSEC_PER_SEC, "to 12 s");
	is_int(command.options.zooms[2].begin, NSEC_PER_SEC + 1, "to the nanosecond");
	is_int(command.options.zooms[2].end, 1250 * NSEC_PER_MSEC, "to 1.25 s");
	options_fini(&command.options);
}

static void
help_needs_no_file(void)
{
	static const char *const lines[] = {
		"cctrace --help", "cctrace -h", "cctrace -V", "cctrace --version",
		"cctrace --list-graphs", "cctrace -h --top 1 --all",
	};
	struct command_line command;

	for (size_t i = 0; i < COUNT(lines); i++) {
		ok(parse(&command, lines[i]), "%s", lines[i]);
		options_fini(&command.options);
	}
}

static void
nonsense_is_refused_by_name(void)
{
	static const struct {
		const char *line, *says;
	} cases[] = {
		{"cctrace", "no capture file"},
		{"cctrace --frobnicate a", "--frobnicate"},
		{"cctrace -Z a", "-Z"},
		{"cctrace --qu=1 a", "--qu=1"},
		{"cctrace --s 1 a", "--s"},
		{"cctrace a -o", "-o"},
		{"cctrace a --filter", "--filter"},
		{"cctrace a -s 1,,2", "1,,2"},
		{"cctrace a -s 1,", "1,"},
		{"cctrace a -s x", "x"},
		{"cctrace a -s -1", "-1"},
		{"cctrace a -s 8-5", "8-5"},
		{"cctrace a -s 4.", "4."},
		{"cctrace a -s 4.1-5", "4.1-5"},
		{"cctrace a -s 4294967296", "4294967296"},
		{"cctrace a -s 99999999999999999999", "99999999999999999999"},
		{"cctrace a -d up", "up"},
		{"cctrace a --theme sepia", "--theme sepia"},
		{"cctrace a -F pn", "pn"},
		{"cctrace a -F png,", "png,"},
		{"cctrace a -F png,,xpl", "png,,xpl"},
		{"cctrace a --format pngx", "pngx"},
		{"cctrace a --top 0", "--top 0"},
		{"cctrace a --top 3x", "--top 3x"},
		{"cctrace a --zoom 5", "--zoom 5"},
		{"cctrace a --zoom 5.", "--zoom 5."},
		{"cctrace a --zoom 5.5..4.9", "5.5..4.9"},
		{"cctrace a --zoom 5..5", "5..5"},
		{"cctrace a --zoom ..5", "..5"},
		{"cctrace a --zoom 4..5s", "4..5s"},
		{"cctrace a --size 1280", "--size 1280"},
		{"cctrace a --size 319x200", "319x200"},
		{"cctrace a --size 320x199", "320x199"},
		{"cctrace a --size 8193x8192", "8193x8192"},
		{"cctrace a --size 640x480x", "640x480x"},
		{"cctrace a --scale 0.9", "0.9"},
		{"cctrace a --scale 4.1", "4.1"},
		{"cctrace a --scale 1e0", "1e0"},
		{"cctrace a --scale nan", "nan"},
		{"cctrace a --output-dir=", "--output-dir: the value is empty"},
		{"cctrace a --graphs=", "--graphs: the value is empty"},
		{"cctrace a --json=", "--json: the value is empty"},
		{"cctrace a --json --ndjson", "stdout"},
		{"cctrace a --steps --list", "stdout"},
		{"cctrace a --steps --explain 1", "stdout"},
		{"cctrace a --explain 0", "--explain 0: not the number of a frame"},
		{"cctrace a --explain -1", "--explain -1"},
		{"cctrace a --explain 1x", "--explain 1x"},
		{"cctrace a --explain 99999999999999999999", "99999999999999999999"},
		{"cctrace a --top 1 --all", "--all"},
	};
	struct command_line command;

	for (size_t i = 0; i < COUNT(cases); i++) {
		ok(!parse(&command, cases[i].line), "%s", cases[i].line);
		if (!ok(strstr(command.error.text, cases[i].says) != NULL, "  says %s",
			cases[i].says))
			printf("#   said '%s'\n", command.error.text);
		options_fini(&command.options);
	}
}

/* Bounds themselves are fine. */
static void
bounds_are_inside(void)
{
	static const char *const lines[] = {
		"cctrace a --size 320x200", "cctrace a --size 8192x8192", "cctrace a --scale 4",
		"cctrace a --scale 1.0", "cctrace a -s 4294967295", "cctrace a -s 5-5",
		"cctrace a --json --ndjson=x", "cctrace a --json=x --list",
	};
	struct command_line command;

	for (size_t i = 0; i < COUNT(lines); i++) {
		ok(parse(&command, lines[i]), "%s", lines[i]);
		options_fini(&command.options);
	}
}

/* A parse that gave up inside "-xq" must not leave its "q" to the next. */
static void
one_parse_leaves_nothing_to_the_next(void)
{
	struct command_line command;

	ok(!parse(&command, "cctrace -xq a"), "the first is refused");
	options_fini(&command.options);
	ok(parse(&command, "cctrace a"), "the second is accepted");
	ok(!command.options.quiet, "and is not quiet");
	is_int((int64_t)command.options.file_count, 1, "and has its file");
	options_fini(&command.options);
}

int
main(void)
{
	defaults_are_as_documented();
	options_and_files_mix();
	streams_are_lists_of_ranges();
	values_reach_their_fields();
	zoom_is_in_seconds();
	help_needs_no_file();
	nonsense_is_refused_by_name();
	bounds_are_inside();
	one_parse_leaves_nothing_to_the_next();
	return tap_done();
}
