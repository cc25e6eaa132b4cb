#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# font.sh - the table of outlines is what tools/make-font makes of DejaVu Sans.
set -u
: "${top_srcdir:=.}"
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
name="font_data.c is what the script writes"

if [ ! -r "$font" ]; then
	echo "ok 1 - $name # SKIP $font is not installed"
elif ! python3 -c 'import struct' 2>/dev/null; then
	echo "ok 1 - $name # SKIP no python3"
elif python3 "$top_srcdir/tools/make-font" "$font" | cmp - "$top_srcdir/src/render/font_data.c"; then
	echo "ok 1 - $name"
else
	echo "not ok 1 - $name"
fi
echo "1..1"
