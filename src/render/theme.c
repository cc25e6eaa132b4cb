/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * theme.c - hues of Okabe and Ito (2008), darkened where they would fall below 3:1 on
 * white; text at 4.5:1 and more.
 */
#include "render/theme.h"

const struct theme theme_light = {
	.name = "light",
	.ground = {255, 255, 255},
	.ink = {
		[INK_TEXT] = {17, 17, 17},
		[INK_MUTED] = {94, 94, 94},
		[INK_AXIS] = {70, 70, 70},
		[INK_GRID] = {228, 228, 228},
		[INK_DATA] = {0, 90, 150},
		[INK_ACK] = {0, 130, 95},
		[INK_WINDOW] = {178, 112, 0},
		[INK_SACK] = {160, 80, 140},
		[INK_AGAIN] = {205, 40, 0},
		[INK_LATE] = {200, 90, 30},
		[INK_EVENT] = {17, 17, 17},
		[INK_REFERENCE] = {110, 110, 110},
	},
};
