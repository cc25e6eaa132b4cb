/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files are written whole or not at all, and the sentence names what was in the way.
 */
#include "config.h"

#include "base/outfile.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tap.h"

/* Names in the working folder, "." and ".." not counted. */
static int
count_files(void)
{
	DIR *dir = opendir(".");
	int count = -2;

	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

static const char *
content_of(const char *path)
{
	static char text[64];
	FILE *file = fopen(path, "rb");
	size_t length = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	text[length] = '\0';
	if (file)
		fclose(file);
	return file ? text : NULL;
}

static void
a_file_appears_when_it_is_complete(void)
{
	struct outfile file;
	struct error error = {{0}};
	struct stat status;

	umask(022);
	ok(outfile_open(&file, "new", &error), "opened");
	fputs("one", file.stream);
	fflush(file.stream);
	ok(access("new", F_OK) != 0, "the name is not taken before the commit");
	ok(outfile_commit(&file, &error), "committed");
	is_str(content_of("new"), "one", "the content is there");
	ok(stat("new", &status) == 0 && (status.st_mode & 0777) == 0644,
		"others may read it, as the umask says");
	is_int(count_files(), 1, "and nothing else is");
}

static void
an_old_file_stays_until_then(void)
{
	struct outfile file;
	struct error error = {{0}};

	ok(outfile_open(&file, "new", &error), "opened again");
	fputs("two", file.stream);
	outfile_abort(&file);
	is_str(content_of("new"), "one", "aborted: the old content is there");
	ok(outfile_open(&file, "new", &error), "opened once more");
	fputs("two", file.stream);
	ok(outfile_commit(&file, &error), "committed");
	is_str(content_of("new"), "two", "the new content is there");
	is_int(count_files(), 1, "and nothing else is");
}

static void
a_place_that_is_not_there_is_told(void)
{
	struct outfile file;
	struct error error = {{0}};

	ok(!outfile_open(&file, "nowhere/new", &error), "refused");
	is_str(error.text, "nowhere/new: can't be written: No such file or directory",
		"with its sentence");
}

static void
a_full_device_is_told(void)
{
	static const char *const lengths[] = {"within the buffer", "beyond the buffer"};

	if (access("/dev/full", W_OK) != 0) {
		skip("a full device", "no /dev/full");
		return;
	}
	for (int beyond = 0; beyond < 2; beyond++) {
		struct outfile file;
		struct error error = {{0}};

		ok(outfile_open(&file, "/dev/full", &error), "opened, %s", lengths[beyond]);
		for (int i = 0; i < (beyond ? 100000 : 10); i++)
			fputc('x', file.stream);
		ok(!outfile_commit(&file, &error), "not committed");
		is_str(error.text, "/dev/full: can't be written: No space left on device",
			"with its sentence");
	}
}

/* The limit of a process stands for a full disk: no mount is needed. */
static void
a_file_that_does_not_fit_is_removed(void)
{
	struct rlimit limit, before;
	struct outfile file;
	struct error error = {{0}};

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	limit = before;
	limit.rlim_cur = 4096;
	ok(outfile_open(&file, "large", &error), "opened");
	setrlimit(RLIMIT_FSIZE, &limit);
	for (int i = 0; i < 100000; i++)
		fputc('x', file.stream);

	bool good = outfile_commit(&file, &error);

	setrlimit(RLIMIT_FSIZE, &before);
	ok(!good, "not committed");
	is_str(error.text, "large: can't be written: File too large", "with its sentence");
	is_int(count_files(), 1, "and no part of it stays");
}

static void
a_link_stays_a_link(void)
{
	struct outfile file;
	struct error error = {{0}};
	struct stat status;

	ok(symlink("new", "link") == 0, "a link to the file");
	outfile_open(&file, "link", &error);
	fputs("through it", file.stream);
	ok(outfile_commit(&file, &error), "is written to");
	ok(lstat("link", &status) == 0 && S_ISLNK(status.st_mode), "and stays a link");
	is_str(content_of("new"), "through it", "the file behind it is replaced");
	is_int(count_files(), 2, "nothing is left beside");
	unlink("link");
}

static void
a_device_is_written_straight(void)
{
	struct outfile file;
	struct error error = {{0}};

	ok(outfile_open(&file, "/dev/null", &error), "a device is opened");
	ok(!file.temporary, "without a temporary name");
	fputs("gone", file.stream);
	ok(outfile_commit(&file, &error), "and written");
	ok(mkfifo("pipe", 0600) == 0, "a pipe is made");

	/* Open for both, so that neither end waits for the other. */
	FILE *reader = fopen("pipe", "r+");

	ok(reader && outfile_open(&file, "pipe", &error), "it is opened");
	fputs("flows\n", file.stream);
	ok(outfile_commit(&file, &error), "and written");

	char line[16] = "";

	ok(reader && fgets(line, sizeof(line), reader), "its reader gets something");
	is_str(line, "flows\n", "namely what was written");
	if (reader)
		fclose(reader);
	unlink("pipe");
}

/* As a shell's `> file` has it: /dev/stdout is then a regular file by another name. */
static void
standard_output_is_never_replaced(void)
{
	struct outfile file;
	struct error error = {{0}};
	int saved, to;

	fflush(stdout);
	saved = dup(1);
	to = creat("stdout", 0600);
	dup2(to, 1);

	bool opened = outfile_open(&file, "/dev/stdout", &error);
	bool straight = opened && !file.temporary;

	printf("printed, then ");
	fflush(stdout);
	if (opened) {
		fputs("written", file.stream);
		outfile_commit(&file, &error);
	}
	dup2(saved, 1);
	close(saved);
	close(to);
	ok(straight, "/dev/stdout is written straight even when it is a file");
	is_str(content_of("stdout"), "printed, then written", "and goes on where it was");
	unlink("stdout");
}

static void
a_closed_folder_is_told(void)
{
	struct outfile file;
	struct error error = {{0}};

	if (geteuid() == 0) {
		skip("a directory without permission", "root may write everywhere");
		return;
	}
	chmod(".", 0500);
	ok(!outfile_open(&file, "other", &error), "a directory without permission");
	ok(strstr(error.text, "Permission denied"), "is told");
	chmod(".", 0700);
}

int
main(void)
{
	char folder[] = "/tmp/outfile_test.XXXXXX";

	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 99;
	a_file_appears_when_it_is_complete();
	an_old_file_stays_until_then();
	a_place_that_is_not_there_is_told();
	a_full_device_is_told();
	a_file_that_does_not_fit_is_removed();
	a_link_stays_a_link();
	a_device_is_written_straight();
	standard_output_is_never_replaced();
	a_closed_folder_is_told();
	unlink("new");
	if (chdir("/") != 0 || rmdir(folder) != 0)
		return 99;
	return tap_done();
}
