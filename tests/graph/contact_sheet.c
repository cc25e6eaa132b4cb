/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * contact_sheet.c - every graph of many captures, small, on sheets of twelve: a kind's
 * pictures lie side by side, so that what is odd catches the eye.  No test: a person looks.
 *
 * usage: contact_sheet FOLDER CAPTURE...
 */
#include "config.h"

#include <stdio.h>

#include "render/picture.h"
#include "render/png.h"
#include "tests/graph/each_scene.h"

enum {
	TILE_WIDTH = 640, TILE_HEIGHT = 360, COLUMNS = 4, ROWS = 3, GAP = 4, KINDS_MAX = 16,
	CONNECTIONS = 2
};

struct sheet {
	struct canvas canvas;
	int tiles;               /* 0: the canvas isn't there */
	int number;              /* of those written */
	const char *kind;
};

struct sheets {
	const char *folder;
	struct sheet of[KINDS_MAX];
	bool failed;
};

static void
flush(struct sheets *sheets, struct sheet *sheet)
{
	char path[512];
	FILE *out;

	if (sheet->tiles == 0)
		return;
	snprintf(path, sizeof(path), "%s/%s-%02d.png", sheets->folder, sheet->kind,
		++sheet->number);
	out = fopen(path, "wb");
	if (!out || !png_write(&sheet->canvas, &themes[RENDER_LIGHT], 1, out)) {
		perror(path);
		sheets->failed = true;
	}
	if (out)
		fclose(out);
	canvas_fini(&sheet->canvas);
	sheet->tiles = 0;
}

static void
begin(struct sheet *sheet, const char *kind)
{
	canvas_init(&sheet->canvas, COLUMNS * (TILE_WIDTH + GAP), ROWS * (TILE_HEIGHT + GAP));
	canvas_fill(&sheet->canvas, (struct box){0, 0, sheet->canvas.width,
		sheet->canvas.height}, INK_AXIS);
	sheet->kind = kind;
}

static void
paste(struct canvas *sheet, const struct canvas *tile, int place)
{
	int x = place % COLUMNS * (TILE_WIDTH + GAP), y = place / COLUMNS * (TILE_HEIGHT + GAP);

	for (int row = 0; row < TILE_HEIGHT; row++)
		memcpy(sheet->pixels + (size_t)(y + row) * (size_t)sheet->width + x,
			tile->pixels + (size_t)row * TILE_WIDTH, TILE_WIDTH);
}

static struct sheet *
sheet_of(struct sheets *sheets, const char *graph)
{
	size_t at = 0;

	while (strcmp(graph_kinds[at].name, graph) != 0)
		at++;
	return &sheets->of[at % KINDS_MAX];
}

static void
add(void *context, const struct scene *scene, const char *file, const struct connection_row *row)
{
	struct sheets *sheets = context;
	struct sheet *sheet = sheet_of(sheets, scene->graph);
	struct render_options options = {TILE_WIDTH, TILE_HEIGHT, 1, RENDER_LIGHT};
	struct canvas tile;

	if (sheet->tiles == 0)
		begin(sheet, scene->graph);
	canvas_init(&tile, TILE_WIDTH, TILE_HEIGHT);
	picture_draw(&tile, scene, &options);
	paste(&sheet->canvas, &tile, sheet->tiles);
	canvas_fini(&tile);
	printf("%s-%02d.png %d: %s stream %u\n", scene->graph, sheet->number + 1,
		++sheet->tiles, file, (unsigned)row->stream);
	if (sheet->tiles == COLUMNS * ROWS)
		flush(sheets, sheet);
}

int
main(int argc, char **argv)
{
	static struct sheets sheets;

	if (argc < 3) {
		fputs("usage: contact_sheet FOLDER CAPTURE...\n", stderr);
		return 1;
	}
	sheets.folder = argv[1];
	for (int i = 2; i < argc; i++)
		if (!each_scene(argv[i], CONNECTIONS, add, &sheets)) {
			fprintf(stderr, "%s: can't be read\n", argv[i]);
			sheets.failed = true;
		}
	for (size_t i = 0; i < KINDS_MAX; i++)
		flush(&sheets, &sheets.of[i]);
	return sheets.failed;
}
