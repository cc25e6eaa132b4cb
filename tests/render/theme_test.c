/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Colours are held against WCAG 2.1 (contrast) and against eyes that lack a kind of cone:
 * the matrices are those of Machado, Oliveira and Fernandes (2009) for full severity.
 */
#include "render/theme.h"

#include <math.h>

#include "../tap.h"

static const char *const names[INK_COUNT] = {
	"text", "muted", "axis", "grid", "data", "ack", "window", "sack", "again", "late",
	"event", "reference",
};

struct light {
	double red, green, blue;
};

static double
linear(uint8_t value)
{
	double part = value / 255.0;

	return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static struct light
light_of(struct rgb colour)
{
	return (struct light){linear(colour.red), linear(colour.green), linear(colour.blue)};
}

static double
luminance(struct light light)
{
	return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue;
}

static double
contrast(struct rgb a, struct rgb b)
{
	double x = luminance(light_of(a)), y = luminance(light_of(b));

	return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static double
cube_root(double part)
{
	return part > 0.008856 ? cbrt(part) : 7.787 * part + 16.0 / 116;
}

/* CIELAB under D65. */
static void
lab_of(struct light of, double lab[3])
{
	double x = cube_root((0.4124 * of.red + 0.3576 * of.green + 0.1805 * of.blue) / 0.9505);
	double y = cube_root(luminance(of));
	double z = cube_root((0.0193 * of.red + 0.1192 * of.green + 0.9505 * of.blue) / 1.089);

	lab[0] = 116 * y - 16;
	lab[1] = 500 * (x - y);
	lab[2] = 200 * (y - z);
}

static const struct {
	const char *name;
	double rows[3][3];
} eyes[] = {
	{"usual eyes", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopes", {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}}},
	{"deuteranopes", {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}}},
};

static double
seen_part(const double row[3], struct light light)
{
	return fmax(0, fmin(1, row[0] * light.red + row[1] * light.green + row[2] * light.blue));
}

static double
distance(struct rgb a, struct rgb b, size_t eye)
{
	struct light lights[2] = {light_of(a), light_of(b)};
	double lab[2][3];

	for (int i = 0; i < 2; i++) {
		struct light seen = {seen_part(eyes[eye].rows[0], lights[i]),
			seen_part(eyes[eye].rows[1], lights[i]),
			seen_part(eyes[eye].rows[2], lights[i])};

		lab_of(seen, lab[i]);
	}
	return sqrt(pow(lab[0][0] - lab[1][0], 2) + pow(lab[0][1] - lab[1][1], 2)
		+ pow(lab[0][2] - lab[1][2], 2));
}

static void
contrasts_suffice(const struct theme *theme)
{
	for (int ink = 0; ink < INK_COUNT; ink++) {
		double ratio = contrast(theme->ground, theme->ink[ink]);
		double least = ink <= INK_MUTED || ink == INK_EVENT || ink == INK_AGAIN ? 4.5 : 3;

		if (ink == INK_GRID)
			ok(ratio > 1.1 && ratio < 1.6, "%s: the grid is quiet: %.2f", theme->name, ratio);
		else
			ok(ratio >= least, "%s: %s has %.2f of %.1f", theme->name, names[ink], ratio,
				least);
	}
}

static void
inks_of_data_differ(const struct theme *theme)
{
	for (size_t eye = 0; eye < COUNT(eyes); eye++) {
		double least = 1000;
		int one = 0, other = 0;

		for (int a = INK_DATA; a <= INK_LATE; a++)
			for (int b = a + 1; b <= INK_LATE; b++)
				if (distance(theme->ink[a], theme->ink[b], eye) < least) {
					least = distance(theme->ink[a], theme->ink[b], eye);
					one = a;
					other = b;
				}
		ok(least >= 25, "%s: for %s the nearest are %s and %s: %.0f", theme->name,
			eyes[eye].name, names[one], names[other], least);
	}
}

/*
 * A grey printer keeps lightness alone: what lies on each other in one graph must differ by
 * 8 of CIELAB's L*, the most important being the darkest.
 */
static void
greys_differ(const struct theme *theme)
{
	double least = 1000;
	int one = 0, other = 0;

	for (int a = INK_DATA; a <= INK_LATE; a++)
		for (int b = a + 1; b <= INK_LATE; b++) {
			double first[3], second[3];

			lab_of(light_of(theme->ink[a]), first);
			lab_of(light_of(theme->ink[b]), second);
			if (fabs(first[0] - second[0]) < least) {
				least = fabs(first[0] - second[0]);
				one = a;
				other = b;
			}
		}
	ok(least >= 8, "%s: in grey the nearest are %s and %s: %.1f", theme->name, names[one],
		names[other], least);
}

static void
themes_have_names(void)
{
	is_str(render_theme_name(RENDER_LIGHT), "light", "what a user calls them");
	is_str(render_theme_name(RENDER_DARK), "dark", "dark");
	is_str(render_theme_name(RENDER_PRINT), "print", "print");
}

int
main(void)
{
	for (int i = 0; i < RENDER_THEMES; i++) {
		contrasts_suffice(&themes[i]);
		inks_of_data_differ(&themes[i]);
	}
	greys_differ(&themes[RENDER_PRINT]);
	themes_have_names();
	return tap_done();
}
