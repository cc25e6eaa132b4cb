/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "cli/frames.h"

enum id {
	ID_READ, ID_FILTER, ID_NO_TUNNELS, ID_STREAM, ID_TOP, ID_ALL, ID_DIRECTION, ID_ZOOM,
	ID_OUTPUT, ID_GRAPHS, ID_FORMAT, ID_SIZE, ID_SCALE, ID_THEME, ID_LIST_GRAPHS, ID_LIST,
	ID_JSON, ID_NDJSON, ID_STEPS, ID_EXPLAIN, ID_NO_VERDICT, ID_QUIET, ID_NUMERIC, ID_HELP,
	ID_VERSION, ID_COUNT
};

struct option_row {
	const char *section;     /* set where one begins */
	char letter;             /* 0: none */
	const char *name;
	int argument;            /* no_argument, required_argument, optional_argument */
	const char *value;       /* what the argument is called */
	const char *help;        /* lines of up to 50 columns */
};

static const struct option_row rows[ID_COUNT] = {
	[ID_READ] = {"Input", 'r', "read", required_argument, "FILE",
		"the same as FILE"},
	[ID_FILTER] = {NULL, 'f', "filter", required_argument, "BPF",
		"only frames that pass this pcap-filter(7)\n"
		"expression; streams keep their numbers"},
	[ID_NO_TUNNELS] = {NULL, 0, "no-tunnels", no_argument, NULL,
		"look for TCP in no tunnel (IP in IP, GRE, VXLAN,\nGTP-U ...)"},
	[ID_STREAM] = {"Selection", 's', "stream", required_argument, "LIST",
		"streams by number, as tshark's tcp.stream:\n3, 5-8, 4.1 (part 1 of stream 4)"},
	[ID_TOP] = {NULL, 0, "top", required_argument, "N",
		"draw the N connections with most payload"},
	[ID_ALL] = {NULL, 0, "all", no_argument, NULL, "draw every connection"},
	[ID_DIRECTION] = {NULL, 'd', "direction", required_argument, "DIR",
		"draw this direction: data (default: the one\n"
		"that carries more), a2b, b2a, both"},
	[ID_ZOOM] = {NULL, 0, "zoom", required_argument, "A..B",
		"what the details show: seconds since the first\n"
		"segment, e.g. 4.9..5.5; several make several"},
	[ID_OUTPUT] = {"Graphs", 'o', "output-dir", required_argument, "DIR",
		"draw the graphs into this folder"},
	[ID_GRAPHS] = {NULL, 'g', "graphs", required_argument, "LIST",
		"only these graphs, e.g. rtt,throughput"},
	[ID_FORMAT] = {NULL, 'F', "format", required_argument, "LIST",
		"png (default), xpl (for xplot), or both: png,xpl"},
	[ID_SIZE] = {NULL, 0, "size", required_argument, "WxH",
		"size in pixels (default 1280x720)"},
	[ID_SCALE] = {NULL, 0, "scale", required_argument, "X",
		"pixels a pixel, 1 to 4: 2 for dense screens"},
	[ID_THEME] = {NULL, 0, "theme", required_argument, "NAME",
		"light (default), dark, or print (also in grey)"},
	[ID_LIST_GRAPHS] = {NULL, 0, "list-graphs", no_argument, NULL,
		"name the graphs and what they show"},
	[ID_LIST] = {"Output", 0, "list", no_argument, NULL,
		"one line a connection instead of the summary"},
	[ID_JSON] = {NULL, 0, "json", optional_argument, "FILE",
		"write one JSON document (stdout without FILE)"},
	[ID_NDJSON] = {NULL, 0, "ndjson", optional_argument, "FILE",
		"write one line of JSON a connection"},
	[ID_STEPS] = {NULL, 0, "steps", no_argument, NULL,
		"print what was concluded of every segment"},
	[ID_EXPLAIN] = {NULL, 0, "explain", required_argument, "FRAME",
		"say what was concluded of this frame, by which\n"
		"rule and from what; may be given several times"},
	[ID_NO_VERDICT] = {NULL, 0, "no-verdict", no_argument, NULL,
		"don't judge what limited the transfers: faster"},
	[ID_QUIET] = {NULL, 'q', "quiet", no_argument, NULL,
		"no remarks on stderr, only errors"},
	[ID_NUMERIC] = {NULL, 'n', "numeric", no_argument, NULL,
		"accepted: names are never resolved"},
	[ID_HELP] = {NULL, 'h', "help", no_argument, NULL, "print this help"},
	[ID_VERSION] = {NULL, 'V', "version", no_argument, NULL,
		"print versions and licence"},
};

enum { LONG_BASE = 256, LETTERS_MAX = 3 * ID_COUNT + 1 };

/* getopt_long's two forms of the table; a leading colon asks it to tell errors apart. */
static void
make_getopt(struct option *longs, char *letters)
{
	*letters++ = ':';
	for (int id = 0; id < ID_COUNT; id++) {
		longs[id] = (struct option){rows[id].name, rows[id].argument, NULL,
			LONG_BASE + id};
		if (!rows[id].letter)
			continue;
		*letters++ = rows[id].letter;
		if (rows[id].argument == required_argument)
			*letters++ = ':';
	}
	longs[ID_COUNT] = (struct option){NULL, 0, NULL, 0};
	*letters = '\0';
}

static int
id_of(int value)
{
	if (value >= LONG_BASE)
		return value - LONG_BASE;
	for (int id = 0; id < ID_COUNT; id++)
		if (rows[id].letter == value)
			return id;
	return -1;
}

/* ---- values ---- */

/* Digits at `*text`, moved behind them; false when there are none or too many. */
static bool
parse_number(const char **text, uint32_t *number)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;

	unsigned long value = strtoul(*text, &end, 10);

	if (errno || value > UINT32_MAX)
		return false;
	*number = (uint32_t)value;
	*text = end;
	return true;
}

/* N, N.P or N-M. */
static bool
parse_range(const char **text, struct stream_range *range)
{
	uint32_t number;

	if (!parse_number(text, &range->first))
		return false;
	range->last = range->first;
	range->part = -1;
	if (**text == '.') {
		(*text)++;
		if (!parse_number(text, &number))
			return false;
		range->part = number;
	} else if (**text == '-') {
		(*text)++;
		if (!parse_number(text, &range->last) || range->last < range->first)
			return false;
	}
	return true;
}

static bool
parse_streams(const char *text, struct options *options, struct error *error)
{
	const char *at = text;

	for (;;) {
		struct stream_range range;

		if (!parse_range(&at, &range) || (*at && *at != ',')) {
			error_set(error, "-s %s: not a list of streams such as 3,5-8,4.1", text);
			return false;
		}
		options->streams = xreallocarray(options->streams, options->stream_count + 1,
			sizeof(*options->streams));
		options->streams[options->stream_count++] = range;
		if (!*at)
			return true;
		at++;
	}
}

static bool
parse_direction(const char *text, struct options *options, struct error *error)
{
	static const char *const names[] = {"data", "a2b", "b2a", "both"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(text, names[i]) == 0) {
			options->direction = (enum draw_direction)i;
			return true;
		}
	error_set(error, "-d %s: not one of data, a2b, b2a, both", text);
	return false;
}

/* Seconds with up to nine decimals. */
static bool
parse_seconds(const char **text, nsec *time)
{
	nsec unit = NSEC_PER_SEC / 10;
	uint32_t whole;

	if (!parse_number(text, &whole))
		return false;
	*time = whole * NSEC_PER_SEC;
	if (**text != '.' || !isdigit((unsigned char)(*text)[1]))
		return true;
	for (++*text; isdigit((unsigned char)**text); ++*text, unit /= 10)
		*time += unit * (**text - '0');
	return true;
}

static bool
parse_zoom(const char *text, struct options *options, struct error *error)
{
	const char *at = text;
	struct zoom zoom;

	if (!parse_seconds(&at, &zoom.begin) || strncmp(at, "..", 2) != 0
		|| (at += 2, !parse_seconds(&at, &zoom.end)) || *at || zoom.begin >= zoom.end) {
		error_set(error, "--zoom %s: not a stretch of time such as 4.9..5.5", text);
		return false;
	}
	options->zooms = xreallocarray(options->zooms, options->zoom_count + 1,
		sizeof(*options->zooms));
	options->zooms[options->zoom_count++] = zoom;
	return true;
}

/* Words of a list, each once or more. */
static bool
parse_formats(const char *text, struct options *options, struct error *error)
{
	static const struct {
		const char *name;
		enum output_format format;
	} formats[] = {{"png", FORMAT_PNG}, {"xpl", FORMAT_XPL}};

	options->formats = 0;
	for (const char *at = text;; at++) {
		size_t length = strcspn(at, ","), i = 0;

		while (i < sizeof(formats) / sizeof(formats[0])
			&& (strlen(formats[i].name) != length
				|| strncmp(at, formats[i].name, length) != 0))
			i++;
		if (i == sizeof(formats) / sizeof(formats[0])) {
			error_set(error, "-F %s: not a list of png and xpl", text);
			return false;
		}
		options->formats |= formats[i].format;
		at += length;
		if (!*at)
			return true;
	}
}

static bool
parse_theme(const char *text, struct options *options, struct error *error)
{
	for (int theme = 0; theme < RENDER_THEMES; theme++)
		if (strcmp(text, render_theme_name((enum render_theme)theme)) == 0) {
			options->theme = (enum render_theme)theme;
			return true;
		}
	error_set(error, "--theme %s: not one of light, dark, print", text);
	return false;
}

static bool
parse_top(const char *text, struct options *options, struct error *error)
{
	const char *at = text;

	if (parse_number(&at, &options->top) && *at == '\0' && options->top > 0)
		return true;
	error_set(error, "--top %s: not a number above 0", text);
	return false;
}

static bool
parse_size(const char *text, struct options *options, struct error *error)
{
	const char *at = text;
	uint32_t width, height;

	if (parse_number(&at, &width) && *at++ == 'x' && parse_number(&at, &height)
		&& *at == '\0' && width >= 320 && width <= 8192 && height >= 200
		&& height <= 8192) {
		options->width = (int)width;
		options->height = (int)height;
		return true;
	}
	error_set(error, "--size %s: not a size such as 1280x720, from 320x200 to 8192x8192",
		text);
	return false;
}

/* Digits and one point: strtod would listen to the locale. */
static bool
parse_scale(const char *text, struct options *options, struct error *error)
{
	const char *at = text;
	uint32_t whole;
	double value = 0, unit = 0.1;

	if (parse_number(&at, &whole) && whole <= 4) {
		value = whole;
		if (*at == '.')
			for (at++; isdigit((unsigned char)*at); at++, unit /= 10)
				value += unit * (*at - '0');
		if (*at == '\0' && value >= 1 && value <= 4) {
			options->scale = value;
			return true;
		}
	}
	error_set(error, "--scale %s: not a number from 1 to 4", text);
	return false;
}

static void
add_file(struct options *options, const char *file)
{
	options->files = xreallocarray(options->files, options->file_count + 1,
		sizeof(*options->files));
	options->files[options->file_count++] = file;
}

static bool
take(enum id id, const char *value, struct options *options, struct error *error)
{
	switch (id) {
	case ID_READ: add_file(options, value); break;
	case ID_FILTER: options->filter = value; break;
	case ID_STREAM: return parse_streams(value, options, error);
	case ID_TOP: return parse_top(value, options, error);
	case ID_ALL: options->all = true; break;
	case ID_DIRECTION: return parse_direction(value, options, error);
	case ID_ZOOM: return parse_zoom(value, options, error);
	case ID_OUTPUT: options->output_dir = value; break;
	case ID_GRAPHS: options->graphs = value; break;
	case ID_FORMAT: return parse_formats(value, options, error);
	case ID_SIZE: return parse_size(value, options, error);
	case ID_SCALE: return parse_scale(value, options, error);
	case ID_THEME: return parse_theme(value, options, error);
	case ID_LIST_GRAPHS: options->list_graphs = true; break;
	case ID_LIST: options->list = true; break;
	case ID_JSON: options->json = value ? value : "-"; break;
	case ID_NDJSON: options->ndjson = value ? value : "-"; break;
	case ID_STEPS: options->steps = true; break;
	case ID_EXPLAIN: return frames_parse(value, options, error);
	case ID_NO_TUNNELS: options->no_tunnels = true; break;
	case ID_NO_VERDICT: options->no_verdict = true; break;
	case ID_QUIET: options->quiet = true; break;
	case ID_NUMERIC: break;
	case ID_HELP: options->help = true; break;
	case ID_VERSION: options->version = true; break;
	case ID_COUNT: break;
	}
	return true;
}

/* Only one thing can go to stdout. */
static bool
check(const struct options *options, struct error *error)
{
	int to_stdout = (options->json && strcmp(options->json, "-") == 0)
		+ (options->ndjson && strcmp(options->ndjson, "-") == 0) + options->steps
		+ options->list + (options->explain_count > 0);

	if (options->help || options->version || options->list_graphs)
		return true;
	if (options->file_count == 0)
		error_set(error, "no capture file was named");
	else if (to_stdout > 1)
		error_set(error, "--json, --ndjson, --steps, --explain and --list all write to "
			"stdout: give the first two a file");
	else if (options->top && options->all)
		error_set(error, "--top and --all contradict each other");
	else
		return true;
	return false;
}

bool
options_parse(int argc, char *const *argv, struct options *options, struct error *error)
{
	struct option longs[ID_COUNT + 1];
	char letters[LETTERS_MAX];
	int value;

	*options = (struct options){.width = 1280, .height = 720, .scale = 1, .formats = FORMAT_PNG};
	make_getopt(longs, letters);
	optind = 0; /* starts getopt afresh, where 1 leaves it within the last argv */
	opterr = 0;
	while ((value = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const char *word = argv[optind - 1];

		if (value == ':') {
			error_set(error, "%s wants a value", word);
			return false;
		}
		int id = id_of(value);

		if (value == '?' || id < 0) {
			if (optopt && optopt < LONG_BASE)
				error_set(error, "option -%c is unknown", optopt);
			else
				error_set(error, "option %s is unknown, ambiguous, or takes no value",
					word);
			return false;
		}
		/* A folder "" would be the root, and a list "" would silently be nothing. */
		if (optarg && !*optarg && id != ID_FILTER) {
			error_set(error, "--%s: the value is empty", rows[id].name);
			return false;
		}
		if (!take((enum id)id, optarg, options, error))
			return false;
	}
	while (optind < argc)
		add_file(options, argv[optind++]);
	return check(options, error);
}

void
options_fini(struct options *options)
{
	free(options->files);
	free(options->streams);
	free(options->zooms);
	free(options->explain);
}

/* ---- help ---- */

enum { HELP_COLUMN = 28 };

static int
print_name(FILE *out, const struct option_row *row)
{
	int width = row->letter ? fprintf(out, "  -%c, --%s", row->letter, row->name)
		: fprintf(out, "      --%s", row->name);

	if (row->argument == required_argument)
		width += fprintf(out, " %s", row->value);
	else if (row->argument == optional_argument)
		width += fprintf(out, "[=%s]", row->value);
	return width;
}

void
options_help(FILE *out)
{
	fputs("Usage: cctrace [OPTIONS] FILE...\n"
		"Say and draw why a TCP transfer ran at the speed it did, from a packet capture.\n"
		"Several FILEs are one capture, in order; \"-\" is standard input.\n", out);
	for (int id = 0; id < ID_COUNT; id++) {
		if (rows[id].section)
			fprintf(out, "\n%s\n", rows[id].section);

		int width = print_name(out, &rows[id]);

		for (const char *at = rows[id].help; *at; width = 0) {
			size_t length = strcspn(at, "\n");

			if (width >= HELP_COLUMN)
				width = fprintf(out, "\n") - 1;
			fprintf(out, "%*s%.*s\n", HELP_COLUMN - width, "", (int)length, at);
			at += length + (at[length] == '\n');
		}
	}
	fputs("\nWithout -o nothing is drawn.  Exit status: 0 done, 1 usage, 2 no input could be\n"
		"read, 3 input damaged or cut (results for the rest are written), 4 nothing\n"
		"matched, 5 could not write.  See cctrace(1).\n", out);
}

void
options_names(FILE *out)
{
	for (int id = 0; id < ID_COUNT; id++) {
		if (rows[id].letter)
			fprintf(out, "-%c, ", rows[id].letter);
		fprintf(out, "--%s\n", rows[id].name);
	}
}

bool
options_wants(const struct options *options, uint32_t stream, uint32_t part)
{
	if (options->stream_count == 0)
		return true;
	for (size_t i = 0; i < options->stream_count; i++) {
		const struct stream_range *range = &options->streams[i];

		if (stream >= range->first && stream <= range->last
			&& (range->part < 0 || range->part == part))
			return true;
	}
	return false;
}
