/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/xalloc.h"

static void
forget(struct outfile *file)
{
	free(file->path);
	free(file->target);
	free(file->temporary);
	*file = (struct outfile){0};
}

/*
 * Whether there is nothing to rename onto.  Names of open files are among that even where
 * a regular file is open, as in a shell's `> file`: /dev/stdout must not be replaced.
 */
static bool
is_special(const char *path)
{
	static const char *const names[] = {"/dev/std", "/dev/fd/", "/proc/"};
	struct stat status;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strncmp(path, names[i], strlen(names[i])) == 0)
			return true;
	return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* To open /dev/stdout anew would begin at its start, over what has been printed already. */
static int
open_special(const char *path)
{
	if (strcmp(path, "/dev/stdout") == 0)
		return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (strcmp(path, "/dev/stderr") == 0)
		return fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	return open(path, O_WRONLY | O_CLOEXEC);
}

/* A link stays a link: the file behind it is what gets replaced. */
static char *
resolve(const char *path)
{
	struct stat status;
	char *target = NULL;

	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
		target = realpath(path, NULL);
	return target ? target : xstrdup(path);
}

/* mkstemp makes it private; the result should be as readable as any new file. */
static int
create_temporary(struct outfile *file)
{
	struct strbuf name = {0};
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	strbuf_printf(&name, "%s.XXXXXX", file->target);
	file->temporary = xstrdup(strbuf_text(&name));
	strbuf_fini(&name);
	fd = mkstemp(file->temporary);
	if (fd >= 0)
		(void)fchmod(fd, 0666 & ~mask);
	return fd;
}

bool
outfile_open(struct outfile *file, const char *path, struct error *error)
{
	int fd;

	*file = (struct outfile){.path = xstrdup(path), .target = resolve(path)};
	fd = is_special(path) ? open_special(path) : create_temporary(file);
	if (fd >= 0)
		file->stream = fdopen(fd, "wb");
	if (file->stream)
		return true;
	error_set(error, "%s: can't be written: %s", path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		if (file->temporary)
			unlink(file->temporary);
	}
	forget(file);
	return false;
}

void
outfile_abort(struct outfile *file)
{
	fclose(file->stream);
	if (file->temporary)
		unlink(file->temporary);
	forget(file);
}

bool
outfile_commit(struct outfile *file, struct error *error)
{
	int reason = file->reason ? file->reason : ferror(file->stream) ? EIO : 0;

	/* The last bytes are written here, so a full disk often shows only now; and where
	 * it showed before, this tells the reason that ferror does not keep. */
	if (fflush(file->stream) != 0 && !file->reason)
		reason = errno;
	if (fclose(file->stream) != 0 && !reason)
		reason = errno;
	if (!reason && file->temporary && rename(file->temporary, file->target) != 0)
		reason = errno;
	if (reason) {
		error_set(error, "%s: can't be written: %s", file->path, strerror(reason));
		if (file->temporary)
			unlink(file->temporary);
	}
	forget(file);
	return reason == 0;
}
