/* SPDX-License-Identifier: BSD-3-Clause */
/* Advances are those that DejaVu Sans is known for: a digit is 1303 of 2048 units wide. */
#include "render/text.h"

#include <stdlib.h>

#include "../tap.h"

static void
widths_come_from_the_table(void)
{
	is_near(text_width("", 12), 0, 0, "nothing is 0 wide");
	is_near(text_width("0", 2048), 1303, 0.001, "a digit at an em of 2048");
	is_near(text_width("0123456789", 2048), 13030, 0.001, "all digits are equally wide");
	is_near(text_width("0", 12), 1303 * 12 / 2048.0, 1e-9, "at 12 pixels an em");
	is_near(text_width(" ", 2048), 651, 0.001, "a space");
	is_near(text_width("i", 2048), 569, 0.001, "an i is narrow");
}

/* Ink of `text` on a small surface, and in `*columns` how far right it reaches. */
static long
ink_of(const char *text, int *columns)
{
	struct raster raster;
	uint8_t coverage[40 * 200];
	long ink = 0;

	raster_init(&raster, 200, 40);
	text_trace(&raster, text, &(struct text_place){.x = 4, .y = 30, .size = 20});
	raster_coverage(&raster, coverage);
	raster_fini(&raster);
	*columns = 0;
	for (int y = 0; y < 40; y++)
		for (int x = 0; x < 200; x++) {
			unsigned char value = coverage[y * 200 + x];

			ink += value;
			if (value && x > *columns)
				*columns = x;
		}
	return ink;
}

static void
every_letter_we_write_is_drawn(void)
{
	static const char *const letters[] = {
		"A", "z", "0", "~", "é", "ß", "→", "−", "×", "≥", "≤", "µ", "σ", "·", "…",
		"–", "—", "±", "°", "²", "%", "[", "@",
	};
	int columns;
	long box = ink_of("□", &columns);

	for (size_t i = 0; i < COUNT(letters); i++) {
		long ink = ink_of(letters[i], &columns);

		ok(ink > 0 && ink != box, "'%s' has an outline", letters[i]);
	}
	is_int(ink_of(" ", &columns), 0, "a space has none");
}

static void
strange_text_becomes_boxes(void)
{
	int columns, expected;
	long boxes = ink_of("a□b", &expected);

	is_int(ink_of("a\xe4\xb8\xad" "b", &columns), boxes, "a Chinese letter is a box");
	is_int(columns, expected, "of the box's width");
	is_int(ink_of("a\xff" "b", &columns), boxes, "so is a byte that is no UTF-8");
	is_int(columns, expected, "and what follows it is drawn");
	is_int(ink_of("a\xc3", &columns), ink_of("a□", &expected), "and a sequence cut short");
	is_near(text_width("\xff\xfe", 10), text_width("□□", 10), 1e-9, "widths agree");
}

static void
fit_keeps_both_ends(void)
{
	static const char address[] = "[2001:db8:85a3:8d3:1319:8a2e:370:7348]:49152";
	double width = text_width(address, 12);
	char *fit = text_fit(address, 12, width);

	is_str(fit, address, "what fits stays");
	free(fit);
	for (double room = width - 1; room > 12; room /= 1.7) {
		fit = text_fit(address, 12, room);
		ok(text_width(fit, 12) <= room, "%.0f pixels hold '%s'", room, fit);
		ok(fit[0] == '[' || strncmp(fit, "…", 3) == 0, "it begins as the whole does");
		ok(strstr(fit, "…") != NULL, "and says that something is left out");
		free(fit);
	}
	fit = text_fit(address, 12, 100);
	is_str(fit, "[2001:d…49152", "about three fifths are of the beginning");
	free(fit);
	fit = text_fit(address, 12, 2);
	is_str(fit, "", "no room, no text");
	free(fit);
	fit = text_fit("→→→→→→→→→→", 12, 60);
	is_str(fit, "→→…→→", "letters are cut whole");
	free(fit);
}

int
main(void)
{
	widths_come_from_the_table();
	every_letter_we_write_is_drawn();
	strange_text_becomes_boxes();
	fit_keeps_both_ends();
	return tap_done();
}
