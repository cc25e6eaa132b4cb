/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * theme.c - the hues of Okabe and Ito (2008), moved in lightness until graphics have 3:1 on
 * the ground, text 4.5:1 (WCAG 2.1, 1.4.3 and 1.4.11), and any two stay apart for eyes that
 * lack a kind of cone: at least 25 of CIELAB for protanopes and deuteranopes.
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
		[INK_DATA] = {0, 60, 190},
		[INK_ACK] = {0, 160, 115},
		[INK_WINDOW] = {218, 118, 0},
		[INK_SACK] = {125, 80, 135},
		[INK_AGAIN] = {200, 0, 40},
		[INK_LATE] = {55, 145, 235},
		[INK_EVENT] = {17, 17, 17},
		[INK_REFERENCE] = {110, 110, 110},
	},
};
