/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "cli/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"

static bool
unusable(const char *path, const char *reason, struct error *error)
{
	error_set(error, "%s: can't be used as output folder: %s", path, reason);
	return false;
}

bool
folder_make(const char *path, struct error *error)
{
	struct stat status;

	if (mkdir(path, 0777) == 0)
		return true;
	if (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return true;
	return unusable(path, errno == EEXIST ? "it is not a directory" : strerror(errno), error);
}

/* The folder that `path` lies in; the caller frees it. */
static char *
parent_of(const char *path)
{
	char *parent = xstrdup(path), *slash;
	size_t length = strlen(parent);

	while (length > 1 && parent[length - 1] == '/')
		parent[--length] = '\0';
	slash = strrchr(parent, '/');
	if (!slash)
		strcpy(parent, ".");
	else
		slash[slash == parent] = '\0';
	return parent;
}

bool
folder_check(const char *path, struct error *error)
{
	struct stat status;
	bool there = stat(path, &status) == 0;
	char *parent;
	bool good;

	if (there && !S_ISDIR(status.st_mode))
		return unusable(path, "it is not a directory", error);
	if (!there && errno != ENOENT)
		return unusable(path, strerror(errno), error);
	parent = parent_of(path);
	good = access(there ? path : parent, W_OK | X_OK) == 0;
	free(parent);
	return good || unusable(path, strerror(errno), error);
}
