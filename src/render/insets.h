/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * insets.h - parts of a panel, enlarged, in its empty ground.
 */
#ifndef CCTRACE_RENDER_INSETS_H
#define CCTRACE_RENDER_INSETS_H

#include "render/page.h"
#include "render/spots.h"

/* For each inset of the scene and each layer, which points it shows. */
struct inset_parts {
	struct layer_part part[SCENE_LAYERS_MAX][SCENE_INSETS_MAX];
};

/* What is to be noted while the panel's layers are drawn. */
void insets_ask(const struct scene *scene, struct inset_parts *parts);

/*
 * Draw the insets of panel `panel`, complete with their marks and calipers, where there is
 * room; one that finds none, or a picture that is narrow, goes without.
 */
void insets_draw(struct page *page, const struct frame_map *map, uint8_t panel,
	const struct inset_parts *parts);

#endif
