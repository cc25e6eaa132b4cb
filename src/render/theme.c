/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * theme.c - the hues of Okabe and Ito (2008), moved in lightness until graphics have 3:1 on
 * the ground, text 4.5:1 (WCAG 2.1, 1.4.3 and 1.4.11), and any two stay apart for eyes that
 * lack a kind of cone: at least 25 of CIELAB for protanopes and deuteranopes.  Those for print
 * also differ by 8 of its L* in grey, where the most important is the darkest.
 */
#include "render/theme.h"

const struct theme themes[RENDER_THEMES] = {
	[RENDER_LIGHT] = {
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
	},
	[RENDER_DARK] = {
		.name = "dark",
		.ground = {22, 24, 28},
		.ink = {
			[INK_TEXT] = {236, 236, 236},
			[INK_MUTED] = {160, 164, 170},
			[INK_AXIS] = {150, 154, 160},
			[INK_GRID] = {44, 47, 53},
			[INK_DATA] = {78, 150, 255},
			[INK_ACK] = {30, 188, 141},
			[INK_WINDOW] = {244, 149, 6},
			[INK_SACK] = {174, 103, 167},
			[INK_AGAIN] = {226, 80, 55},
			[INK_LATE] = {255, 255, 36},
			[INK_EVENT] = {236, 236, 236},
			[INK_REFERENCE] = {160, 164, 170},
		},
	},
	[RENDER_PRINT] = {
		.name = "print",
		.ground = {255, 255, 255},
		.ink = {
			[INK_TEXT] = {0, 0, 0},
			[INK_MUTED] = {80, 80, 80},
			[INK_AXIS] = {60, 60, 60},
			[INK_GRID] = {225, 225, 225},
			[INK_DATA] = {0, 38, 156},
			[INK_ACK] = {3, 118, 74},
			[INK_WINDOW] = {226, 116, 0},
			[INK_SACK] = {111, 59, 132},
			[INK_AGAIN] = {80, 3, 5},
			[INK_LATE] = {48, 124, 218},
			[INK_EVENT] = {0, 0, 0},
			[INK_REFERENCE] = {100, 100, 100},
		},
	},
};

const char *
render_theme_name(enum render_theme theme)
{
	return themes[theme].name;
}
