/* SPDX-License-Identifier: BSD-3-Clause */
#include "cctrace/render.h"

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
	/* A failed write leaves its mark on the stream, and committing says what it was. */
	(void)png_write(&canvas, &theme_light, options->scale, file.stream);
	canvas_fini(&canvas);
	return outfile_commit(&file, error);
}
