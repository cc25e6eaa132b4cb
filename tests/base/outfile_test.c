/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files are written whole or not at all, and the sentence names what was in the way.
 */
#include "config.h"

#include "base/outfile.h"

#include <dirent.h>
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
	unlink("new");
	if (chdir("/") != 0 || rmdir(folder) != 0)
		return 99;
	return tap_done();
}
