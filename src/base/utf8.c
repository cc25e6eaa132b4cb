/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/utf8.h"

size_t
utf8_decode(const char *text, uint32_t *code)
{
	const unsigned char *at = (const unsigned char *)text;
	unsigned char lead = at[0], low = 0x80, high = 0xbf;
	size_t length;

	*code = lead;
	if (lead < 0x80)
		return 1;
	if (lead >= 0xc2 && lead <= 0xdf)
		length = 2;
	else if (lead >= 0xe0 && lead <= 0xef)
		length = 3;
	else if (lead >= 0xf0 && lead <= 0xf4)
		length = 4;
	else
		return 0;
	/* No overlong form, no surrogate, nothing past U+10FFFF. */
	if (lead == 0xe0)
		low = 0xa0;
	else if (lead == 0xf0)
		low = 0x90;
	else if (lead == 0xed)
		high = 0x9f;
	else if (lead == 0xf4)
		high = 0x8f;
	if (at[1] < low || at[1] > high)
		return 0;
	*code = lead & (0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if (at[i] < 0x80 || at[i] > 0xbf)
			return 0;
		*code = *code << 6 | (at[i] & 0x3fu);
	}
	return length;
}

struct span {
	uint32_t first, last;
};

/* The blocks that matter for file names; Unicode's own tables are much longer. */
static const struct span combining[] = {
	{0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x064b, 0x065f},
	{0x0e34, 0x0e3a}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f},
	{0x202a, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0x3099, 0x309a},
	{0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
};
static const struct span wide[] = {
	{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xa960, 0xa97f},
	{0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60},
	{0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff},
	{0x20000, 0x3fffd},
};

static int
spans_contain(const struct span *spans, size_t count, uint32_t code)
{
	for (size_t i = 0; i < count; i++)
		if (code >= spans[i].first && code <= spans[i].last)
			return 1;
	return 0;
}

size_t
utf8_width(uint32_t code)
{
	if (code < 0x300)
		return 1;
	if (spans_contain(combining, sizeof(combining) / sizeof(combining[0]), code))
		return 0;
	return spans_contain(wide, sizeof(wide) / sizeof(wide[0]), code) ? 2 : 1;
}

size_t
utf8_columns(const char *text)
{
	size_t columns = 0;

	while (*text) {
		uint32_t code;
		size_t length = utf8_decode(text, &code);

		columns += length ? utf8_width(code) : 1;
		text += length ? length : 1;
	}
	return columns;
}
