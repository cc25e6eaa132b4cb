/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What nobody looks at in every picture: every graph of every sample, at the smallest, the
 * usual and a very large size.  No word lies on another, the legend on no data, all is
 * within the picture, and the first and last points show.
 */
#include "config.h"

#include "render/picture.h"
#include "tests/graph/each_scene.h"
#include "tests/oracle/shared.h"

static const struct {
	int width, height;
} sizes[] = {{640, 360}, {1280, 720}, {3840, 2160}};

enum rule { APART, CLEAR, INSIDE, ENDS, RULES };

static const char *const rule_names[RULES] = {
	"no word lies on another",
	"no legend lies on data, no word of the plot in an inset",
	"all is within the picture",
	"the first and last points show",
};

/* What was found wrong in one capture at one size. */
struct findings {
	int width, height;
	int count[RULES], pictures;
	char first[RULES][240];
};

struct picture {
	struct findings *findings;
	const struct scene *scene;
	const char *file;
	struct canvas canvas;
	struct layout layout;
};

__attribute__((format(printf, 3, 4))) static void
found(struct picture *picture, enum rule rule, const char *format, ...)
{
	struct findings *findings = picture->findings;
	char what[160];
	va_list ap;

	if (findings->count[rule]++)
		return;
	va_start(ap, format);
	vsnprintf(what, sizeof(what), format, ap);
	va_end(ap);
	snprintf(findings->first[rule], sizeof(findings->first[rule]), "%s: %s",
		picture->scene->graph, what);
}

/* ---- words ---- */

static void
words_are_apart(struct picture *picture)
{
	const struct layout *layout = &picture->layout;

	for (size_t i = 0; i < layout->count; i++)
		for (size_t k = 0; k < i && layout->item[i].kind == LAYOUT_TEXT; k++)
			if (layout->item[k].kind == LAYOUT_TEXT
				&& box_overlaps(&layout->item[i].box, &layout->item[k].box))
				found(picture, APART, "\"%s\" on \"%s\"", layout->item[i].text,
					layout->item[k].text);
}

static void
all_is_inside(struct picture *picture)
{
	struct box whole = {0, 0, picture->canvas.width, picture->canvas.height};

	for (size_t i = 0; i < picture->layout.count; i++) {
		const struct layout_item *item = &picture->layout.item[i];

		if (!box_contains(&whole, &item->box))
			found(picture, INSIDE, "kind %d \"%s\" at %d,%d %dx%d", item->kind, item->text,
				item->box.x, item->box.y, item->box.width, item->box.height);
	}
}

static void
insets_hold_their_own(struct picture *picture)
{
	const struct layout *layout = &picture->layout;

	for (size_t i = 0; i < layout->count; i++)
		for (size_t k = 0; k < layout->count && layout->item[i].kind == LAYOUT_INSET; k++)
			if (layout->item[k].kind == LAYOUT_TEXT
				&& layout->item[k].number != layout->item[i].number
				&& box_overlaps(&layout->item[i].box, &layout->item[k].box))
				found(picture, CLEAR, "\"%s\" in inset %d", layout->item[k].text,
					layout->item[i].number);
}

/* ---- points ---- */

static void
legend_keeps_off(struct picture *picture, const struct layer *layer, const struct frame_map *map,
	const struct point *point)
{
	int x = map_x(map, (double)point->x), y = map_y(map, (double)point->lo);

	for (size_t i = 0; i < picture->layout.count; i++)
		if (picture->layout.item[i].kind == LAYOUT_LEGEND && box_has(&map->box, x, y)
			&& box_has(&picture->layout.item[i].box, x, y))
			found(picture, CLEAR, "the legend on a point of \"%s\"",
				layer->name ? layer->name : "(unlisted)");
}

/* A detail shows a stretch of time: what is before and behind it is left out on purpose. */
static bool
is_detail(const struct scene *scene)
{
	return strstr(scene->graph, "-detail") != NULL;
}

/* Some ink within 4 page units of where the point belongs. */
static bool
shows(const struct picture *picture, const struct frame_map *map, const struct point *point)
{
	int reach = (int)(4 * map->scale + 0.5);
	struct box box = {map_x(map, (double)point->x) - reach,
		map_y(map, (double)point->lo) - reach, 2 * reach + 1, 2 * reach + 1};

	return canvas_count_ink(&picture->canvas, box) > 0;
}

static void
end_shows(struct picture *picture, const struct layer *layer, const struct frame_map *map,
	const struct point *point, const char *which)
{
	int x = map_x(map, (double)point->x), y = map_y(map, (double)point->lo);

	if (is_detail(picture->scene) && !box_has(&map->box, x, y))
		return;
	/* What a panel cuts off on purpose is said by arrowheads: there, only the time counts. */
	if (x < map->box.x || x >= map->box.x + map->box.width)
		found(picture, ENDS, "%s point of \"%s\" at x %d of %d..%d", which,
			layer->name ? layer->name : "(unlisted)", x, map->box.x,
			map->box.x + map->box.width - 1);
	else if (box_has(&map->box, x, y) && !shows(picture, map, point))
		found(picture, ENDS, "%s point of \"%s\" has no ink at %d,%d", which,
			layer->name ? layer->name : "(unlisted)", x, y);
	else if (layer->panel == 0 && picture->scene->panel[0].y.knee == 0
		&& (y < map->box.y || y > map->box.y + map->box.height))
		found(picture, ENDS, "%s point of \"%s\" at y %d of %d..%d", which,
			layer->name ? layer->name : "(unlisted)", y, map->box.y,
			map->box.y + map->box.height - 1);
}

static void
points_of(struct picture *picture, const struct layer *layer)
{
	const struct frame_map *map = &picture->layout.panel[layer->panel];
	struct point points[256], first = {0}, last = {0};
	size_t cursor = 0, got;
	bool any = false;

	if (layer->glyph == GLYPH_RULE)
		return;
	while ((got = layer->read(layer, &cursor, points, COUNT(points))) > 0)
		for (size_t i = 0; i < got; i++) {
			if (points[i].lo == POINT_GAP)
				continue;
			legend_keeps_off(picture, layer, map, &points[i]);
			if (!any || points[i].x < first.x)
				first = points[i];
			if (!any || points[i].x > last.x)
				last = points[i];
			any = true;
		}
	if (any) {
		end_shows(picture, layer, map, &first, "first");
		end_shows(picture, layer, map, &last, "last");
	}
}

/* ---- every picture ---- */

static void
look_at(void *context, const struct scene *scene, const char *file,
	const struct connection_row *row)
{
	struct findings *findings = context;

	(void)row;
	for (size_t size = 0; size < COUNT(sizes); size++) {
		struct render_options options = {sizes[size].width, sizes[size].height, 1,
			RENDER_LIGHT};
		struct picture picture = {&findings[size], scene, file, {0}, {0}};

		canvas_init(&picture.canvas, options.width, options.height);
		picture_lay_out(&picture.canvas, scene, &options, &picture.layout);
		words_are_apart(&picture);
		all_is_inside(&picture);
		insets_hold_their_own(&picture);
		for (size_t i = 0; i < scene->layer_count && picture.layout.panel_count; i++)
			points_of(&picture, &scene->layer[i]);
		findings[size].pictures++;
		layout_fini(&picture.layout);
		canvas_fini(&picture.canvas);
	}
}

static void
check_capture(const char *path, const char *name)
{
	struct findings findings[COUNT(sizes)];

	memset(findings, 0, sizeof(findings));
	if (!each_scene(path, 2, look_at, findings)) {
		ok(false, "%s can be read", name);
		return;
	}
	for (size_t size = 0; size < COUNT(sizes); size++) {
		ok(findings[size].pictures > 0, "%s at %dx%d", name, sizes[size].width,
			sizes[size].height);
		for (int rule = 0; rule < RULES; rule++)
			if (!ok(findings[size].count[rule] == 0, "  %s", rule_names[rule]))
				printf("#   %d times; %s\n", findings[size].count[rule],
					findings[size].first[rule]);
	}
}

static void
check_folder(const char *folder)
{
	const char *top = getenv("top_srcdir");
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", top ? top : ".", folder);
	folder_each(path, check_capture);
}

/* ---- what breaks the rules is found ---- */

static struct scene *
scene_of_two_points(void)
{
	static const struct point points[] = {{0, 0, 0}, {NSEC_PER_SEC, 1000, 1000}};
	struct scene *scene = scene_new("test");

	scene->x = (struct axis){UNIT_NSEC, -NSEC_PER_SEC, 2 * NSEC_PER_SEC, "time", 0};
	scene->panel[0].y = (struct axis){UNIT_BYTES, -500, 1500, "bytes", 0};
	scene_layer_points(scene, "points", GLYPH_DOT, INK_DATA, points, COUNT(points));
	return scene;
}

static void
is_found(struct picture *picture, enum rule rule, bool expected, const char *name)
{
	memset(picture->findings, 0, sizeof(*picture->findings));
	words_are_apart(picture);
	all_is_inside(picture);
	insets_hold_their_own(picture);
	points_of(picture, &picture->scene->layer[0]);
	ok((picture->findings->count[rule] > 0) == expected, "%s", name);
}

static void
faults_are_found(void)
{
	struct findings findings;
	struct scene *scene = scene_of_two_points();
	struct render_options options = {1280, 720, 1, RENDER_LIGHT};
	struct picture picture = {&findings, scene, "", {0}, {0}};
	struct box words = {600, 300, 50, 12};

	canvas_init(&picture.canvas, 1280, 720);
	picture_lay_out(&picture.canvas, scene, &options, &picture.layout);
	for (enum rule rule = 0; rule < RULES; rule++)
		is_found(&picture, rule, false, "a picture as it should be");

	struct frame_map *map = &picture.layout.panel[0];

	layout_add(&picture.layout, LAYOUT_TEXT, words, 0, "one");
	is_found(&picture, APART, false, "a word more");
	layout_add(&picture.layout, LAYOUT_TEXT, words, 0, "another");
	is_found(&picture, APART, true, "a word on it is found");
	layout_add(&picture.layout, LAYOUT_INSET, words, 1, NULL);
	is_found(&picture, CLEAR, true, "an inset on a word is found");
	layout_add(&picture.layout, LAYOUT_TEXT, (struct box){1270, 0, 11, 9}, 0, "edge");
	is_found(&picture, INSIDE, true, "a word over the edge is found");
	picture.layout.count = 0;
	layout_add(&picture.layout, LAYOUT_LEGEND,
		(struct box){map_x(map, 0) - 1, map_y(map, 0) - 1, 3, 3}, 0, NULL);
	is_found(&picture, CLEAR, true, "a legend on a point is found");
	canvas_fill(&picture.canvas, map->box, INK_GRID);
	is_found(&picture, ENDS, true, "a point without ink is found");
	map->x_origin = 0.5e9;
	is_found(&picture, ENDS, true, "a point outside is found");
	layout_fini(&picture.layout);
	canvas_fini(&picture.canvas);
	scene_free(scene);
}

/* The odd ones, and one of every kind of trouble. */
static const char *const shared[] = {
	"client-refused", "client-syn-unanswered", "client-reset-mid", "server-multi-conns",
	"server-ipv6", "client-midstream", "client-ack-loss20", "client-duplicate",
	"client-zero-window-3s", "client-none-offload", "client-idle-keepalive",
	"server-no-wscale-rtt100", "server-short-200k-rtt100", "client-dl-bbr-rtt100",
	"sender-cc-bbr-rtt100-loss1.5", "receiver-cc-cubic-rtt100-loss1.5", "server-reorder",
	"client-ecn", "client-syn-retry", "client-slow-first-byte", "server-app-limited",
};

int
main(void)
{
	char name[128];

	faults_are_found();
	check_folder("samples");
	check_folder("tests/vectors");
	for (size_t i = 0; i < COUNT(shared); i++) {
		char *path;

		snprintf(name, sizeof(name), "captures/tcpdump-%s.cap.zst", shared[i]);
		path = shared_path(name);
		if (path)
			check_capture(path, shared[i]);
		else
			skip(shared[i], "no ../shared");
		free(path);
	}
	return tap_done();
}
