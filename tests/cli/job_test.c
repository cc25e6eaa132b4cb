/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The main job: which status and which sentences an input has, what goes to stdout, which
 * files appear, and that a tape which the budget dropped is recorded again.
 */
#include "config.h"

#include "cli/job.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/capture/build.h"

enum { ONE_BYTE = 1, TEXT_MAX = 1 << 20 };

/* Everything happens in here, so paths are names. */
static char folder[] = "/tmp/job_test.XXXXXX";

struct said {
	enum job_status status;
	char out[TEXT_MAX], err[4096];
};

static void
read_text(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "rb");
	size_t length = file ? fread(text, 1, size - 1, file) : 0;

	text[length] = '\0';
	if (file)
		fclose(file);
}

static int
redirect(int fd, const char *path)
{
	int saved = dup(fd), file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (saved < 0 || file < 0 || dup2(file, fd) < 0)
		abort();
	close(file);
	return saved;
}

static void
restore(int fd, int saved)
{
	dup2(saved, fd);
	close(saved);
}

/* A command line as people type it, without the program's name. */
static struct said *
run_with(const char *const *arguments, size_t count, size_t tape_budget)
{
	static struct said said;
	char *argv[32] = {(char[]){"cctrace"}};
	struct options options;
	struct error error = {{0}};

	for (size_t i = 0; i < count; i++)
		argv[i + 1] = strdup(arguments[i]);
	if (!options_parse((int)count + 1, argv, &options, &error))
		abort();
	options.tape_budget = tape_budget;
	fflush(stdout);

	int out = redirect(STDOUT_FILENO, "stdout"), err = redirect(STDERR_FILENO, "stderr");

	said.status = job_run(&options);
	fflush(stdout);
	restore(STDOUT_FILENO, out);
	restore(STDERR_FILENO, err);
	options_fini(&options);
	for (size_t i = 0; i < count; i++)
		free(argv[i + 1]);
	read_text("stdout", said.out, sizeof(said.out));
	read_text("stderr", said.err, sizeof(said.err));
	return &said;
}

#define RUN_WITH(budget, ...) (run_with((const char *const[]){__VA_ARGS__}, \
	COUNT(((const char *const[]){__VA_ARGS__})), budget))
#define RUN(...) RUN_WITH(0, __VA_ARGS__)

/* Files of a folder whose names hold `part`; -1 when there is no folder. */
static int
count_files(const char *path, const char *part)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int count = 0;

	if (!dir)
		return -1;
	while ((entry = readdir(dir)))
		count += entry->d_name[0] != '.' && strstr(entry->d_name, part);
	closedir(dir);
	return count;
}

static void
remove_folder(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	char name[600];

	while (dir && (entry = readdir(dir))) {
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (entry->d_name[0] != '.')
			unlink(name);
	}
	if (dir)
		closedir(dir);
	rmdir(path);
}

static void
copy_vector(const char *name)
{
	char path[600];
	struct build *build = build_new(false);
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/vectors/%s", getenv("top_srcdir"), name);
	file = fopen(path, "rb");
	build->length = file ? fread(build->bytes, 1, BUILD_MAX, file) : 0;
	if (!file || fclose(file) != 0 || !(file = fopen(name, "wb"))
		|| fwrite(build->bytes, 1, build->length, file) != build->length)
		abort();
	fclose(file);
	free(build);
}

/* ---- statuses ---- */

static void
a_good_capture(void)
{
	struct said *said = RUN("rexmit.pcap");

	is_int(said->status, JOB_DONE, "a good capture: done");
	is_str(said->err, "", "  without a word");
	ok(strstr(said->out, "rexmit.pcap") && strstr(said->out, "32, "), "  a summary");
	is_int(RUN("rexmit.pcap", "recv.pcap")->status, JOB_DONE, "two of them");
}

static void
wrong_requests_read_nothing(void)
{
	struct said *said = RUN("missing", "-g", "rtt,nonsense", "-o", "out");

	is_int(said->status, JOB_USAGE, "an unknown graph");
	is_str(said->err, "cctrace: -g nonsense: there is no such graph; --list-graphs names them\n",
		"  is told before the file is looked at");
	is_int(count_files("out", ""), -1, "  and no folder is made");
	said = RUN("rexmit.pcap", "-f", "tcp and and");
	is_int(said->status, JOB_USAGE, "a filter that is none");
	ok(strstr(said->err, "syntax error"), "  is told");
	is_str(said->out, "", "  and nothing else is");
}

static void
inputs_that_fail(void)
{
	struct said *said = RUN("missing", "rexmit.pcap", "-o", "out");

	is_int(said->status, JOB_UNREADABLE, "a first file that is missing");
	is_str(said->err, "cctrace: missing: No such file or directory\n", "  is named");
	is_str(said->out, "", "  no summary");
	is_int(count_files("out", ""), -1, "  no folder");
	said = RUN("rexmit.pcap", "missing");
	is_int(said->status, JOB_DAMAGED, "a second one that is missing");
	ok(strstr(said->out, "32, ") && strstr(said->err, "missing: No such file"),
		"  a summary of the first, and a sentence");
}

static void
nothing_matches(void)
{
	struct build *build = build_new(false);
	FILE *file = fopen("foreign.pcap", "wb");
	struct said *said = RUN("rexmit.pcap", "-f", "udp", "-o", "out");

	is_int(said->status, JOB_NOTHING, "a filter that nothing passes");
	is_str(said->err, "cctrace: no TCP was found in 32 frames\n", "  is told");
	is_int(count_files("out", ""), -1, "  no folder");
	said = RUN("rexmit.pcap", "-s", "7");
	is_int(said->status, JOB_NOTHING, "a stream that isn't there");
	is_str(said->err, "cctrace: none of the 1 connections was selected\n", "  is told");

	put_pcap_header(build, MAGIC_US, 65535, 187);
	put_record(build, 1, 0, 60, 60);
	if (!file || fwrite(build->bytes, 1, build->length, file) != build->length)
		abort();
	fclose(file);
	said = RUN("foreign.pcap");
	is_int(said->status, JOB_NOTHING, "a link type without decoder");
	is_str(said->err, "cctrace: no TCP was found: link type 187 "
		"(BLUETOOTH_HCI_H4) is not decoded\n",
		"  by number and name");
	free(build);
}

static void
the_worst_status_wins(void)
{
	if (truncate("reuse.pcap", 2300) != 0)
		abort();

	struct said *said = RUN("reuse.pcap", "-o", "out");

	is_int(said->status, JOB_DAMAGED, "a cut file");
	ok(count_files("out", ".png") > 0, "  its graphs are drawn");
	remove_folder("out");
	is_int(RUN("reuse.pcap", "-s", "7")->status, JOB_DAMAGED, "damage before nothing matched");
	said = RUN("reuse.pcap", "--json=no/such");
	is_int(said->status, JOB_UNWRITABLE, "unwritable before damage");
	ok(strstr(said->err, "no/such") != NULL, "  the file is named");
	said = RUN("rexmit.pcap", "-o", "rexmit.pcap");
	is_int(said->status, JOB_UNWRITABLE, "a folder that is a file");
	is_str(said->err, "cctrace: rexmit.pcap: can't be used as output folder: it is not a "
		"directory\n", "  is told");
	ok(said->out[0] == '\0', "  before anything is read");
	copy_vector("reuse.pcap");
}

/* ---- what is written ---- */

static void
stdout_belongs_to_what_asks_for_it(void)
{
	struct said *said = RUN("rexmit.pcap", "--json=-");

	ok(said->out[0] == '{' && !strstr(said->out, "  format "), "JSON instead of the summary");
	said = RUN("rexmit.pcap", "--json=row.json");
	ok(said->out[0] != '{' && said->out[0] != '\0', "JSON in a file leaves the summary");
	is_int(access("row.json", F_OK), 0, "  beside the file");
	unlink("row.json");
	said = RUN("rexmit.pcap", "--steps");
	ok(strncmp(said->out, "0.0 0 frame=1 ", 14) == 0, "steps instead of the summary");
	said = RUN("reuse.pcap", "--steps", "-s", "1");
	ok(strncmp(said->out, "1.0 0 ", 6) == 0 && !strstr(said->out, "\n2.0 "),
		"  of what is selected alone");
}

/* Blocks in the order asked for, and a tape that the budget dropped recorded again. */
static void
frames_are_explained(void)
{
	struct said *said = RUN("rexmit.pcap", "--explain", "21", "--explain", "3");
	static char once[TEXT_MAX];

	is_int(said->status, JOB_DONE, "two frames explained");
	ok(strncmp(said->out, "frame 21: stream 0, ", 20) == 0, "  the one asked for first");
	ok(strstr(said->out, "\n\nframe 3: ") != NULL, "  before the other");
	ok(strstr(said->out, "frame 22, 20.0 ms later: proven needless") != NULL,
		"  with what turned out later");
	said = RUN("reuse.pcap", "--explain", "1", "--explain", "20");
	strcpy(once, said->out);
	said = RUN_WITH(ONE_BYTE, "reuse.pcap", "--explain", "1", "--explain", "20");
	is_str(said->out, once, "  the same when their tapes were dropped");
	said = RUN("reuse.pcap", "--explain", "20", "-s", "0");
	is_int(said->status, JOB_NOTHING, "one of another stream than selected");
	is_str(said->err, "cctrace: frame 20 holds no selected TCP that was analysed\n",
		"  is told");
}

static void
graphs_by_name_and_direction(void)
{
	RUN("rexmit.pcap", "-o", "out", "-g", "rtt,tcptrace");
	is_int(count_files("out", ""), 2, "two of the graphs");
	is_int(count_files("out", "rexmit-rtt.png"), 1, "  one is the RTT");
	remove_folder("out");
	RUN("rexmit.pcap", "-o", "out", "-g", "rtt", "-d", "both");
	is_int(count_files("out", "a2b"), 1, "both directions: one of A");
	is_int(count_files("out", "b2a"), 1, "  and one of B");
	remove_folder("out");
}

static void
what_is_left_out_is_told(void)
{
	struct said *said = RUN("reuse.pcap", "-o", "out", "-g", "rtt", "--top", "1");

	is_int(count_files("out", ""), 1, "one of several");
	ok(strstr(said->err, "cctrace: drew 1 of ") && strstr(said->err, "--all draws every one"),
		"  is told: %.60s", said->err);
	remove_folder("out");
	is_str(RUN("reuse.pcap", "-o", "out", "-g", "rtt", "--top", "1", "-q")->err, "",
		"  or not");
	remove_folder("out");
	is_str(RUN("reuse.pcap", "-o", "out", "-g", "rtt", "--all")->err, "", "all: nothing to tell");
	remove_folder("out");
}

/* ---- the second pass ---- */

static bool
same_file(const char *one, const char *other)
{
	static char first[TEXT_MAX], second[TEXT_MAX];
	struct stat status;

	read_text(one, first, sizeof(first));
	read_text(other, second, sizeof(second));
	return stat(one, &status) == 0 && status.st_size > 0 && status.st_size < TEXT_MAX
		&& memcmp(first, second, (size_t)status.st_size) == 0;
}

static int
count_same(const char *one, const char *other)
{
	DIR *dir = opendir(one);
	struct dirent *entry;
	char first[600], second[600];
	int count = 0;

	while (dir && (entry = readdir(dir))) {
		snprintf(first, sizeof(first), "%s/%s", one, entry->d_name);
		snprintf(second, sizeof(second), "%s/%s", other, entry->d_name);
		count += entry->d_name[0] != '.' && same_file(first, second);
	}
	if (dir)
		closedir(dir);
	return count;
}

static void
dropped_tapes_are_recorded_again(void)
{
	struct said *said = RUN("reuse.pcap", "-o", "whole", "--all");
	int files = count_files("whole", ".png");

	ok(files >= 10, "%d pictures with room for every tape", files);
	said = RUN_WITH(ONE_BYTE, "reuse.pcap", "-o", "again", "--all");
	is_int(said->status, JOB_DONE, "no room but for one tape");
	is_str(said->err, "", "  without a word");
	is_int(count_files("again", ".png"), files, "  as many pictures");
	is_int(count_same("whole", "again"), files, "  the same, byte for byte");
	remove_folder("again");
	remove_folder("whole");
}

static void
what_cannot_be_read_twice_is_told(void)
{
	int saved = dup(STDIN_FILENO), file = open("reuse.pcap", O_RDONLY);
	struct said *said;

	dup2(file, STDIN_FILENO);
	close(file);
	said = RUN_WITH(ONE_BYTE, "-", "-o", "out", "--all");
	is_int(said->status, JOB_DONE, "the same through standard input");
	ok(strstr(said->err, "the input can't be read twice"), "  is told: %s", said->err);
	ok(count_files("out", "stdin-") > 0, "  what is still there is drawn");
	remove_folder("out");
	dup2(saved, STDIN_FILENO);
	close(saved);
}

static void
kinds_are_listed(void)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	job_list_graphs(out);
	fclose(out);
	ok(strncmp(text, "stevens-overview ", 17) == 0 && strstr(text, "\nthroughput "),
		"one line a graph");
	free(text);
}

int
main(void)
{
	if (!mkdtemp(folder) || chdir(folder) != 0)
		abort();
	copy_vector("rexmit.pcap");
	copy_vector("recv.pcap");
	copy_vector("reuse.pcap");
	a_good_capture();
	wrong_requests_read_nothing();
	inputs_that_fail();
	nothing_matches();
	the_worst_status_wins();
	stdout_belongs_to_what_asks_for_it();
	frames_are_explained();
	graphs_by_name_and_direction();
	what_is_left_out_is_told();
	dropped_tapes_are_recorded_again();
	what_cannot_be_read_twice_is_told();
	kinds_are_listed();
	remove_folder(folder);
	return tap_done();
}
