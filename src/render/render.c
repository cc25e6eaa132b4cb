/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/render.h"

#include <errno.h>

#include "base/outfile.h"
#include "render/picture.h"
#include "render/png.h"

bool
render_png(const struct scene *scene, const struct render_options *options, const char *path,
	struct error *error)
{
	struct outfile file;
	struct canvas canvas;

	if (!outfile_open(&file, path, error))
		return false;
	canvas_init(&canvas, (int)(options->width * options->scale + 0.5),
		(int)(options->height * options->scale + 0.5));
	picture_draw(&canvas, scene, options);

	bool written = png_write(&canvas, &themes[options->theme], options->scale, file.stream);

	if (!written)
		file.reason = errno;
	canvas_fini(&canvas);
	/* Of a failed write the stream knows, and committing tells what it was. */
	if (written || ferror(file.stream))
		return outfile_commit(&file, error);
	outfile_abort(&file);
	error_set(error, "%s: can't be written: the picture does not fit in memory", path);
	return false;
}
