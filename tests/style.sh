#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# style.sh - what can be said of the look of the tree without reading it.
set -u
: "${top_srcdir:=.}"
cd "$top_srcdir" || exit 99
run=0

report() {
	run=$((run + 1))
	if [ -z "$2" ]; then
		echo "ok $run - $1"
	else
		echo "not ok $run - $1"
		echo "$2" | head -n 20 | sed 's/^/# /'
	fi
}

code=$(find src include tests fuzz -name '*.[ch]' | LC_ALL=C sort)
# What people write beside it; golden files are output, not style.
text=$(
	find src tests fuzz man samples tools \
		\( -name '*.am' -o -name '*.sh' -o -name '*.1' -o -name '*.md' \)
	find Makefile.am configure.ac m4/cctrace.m4 tools/run tools/test
)
licensed=$(printf '%s\n' "$text" | grep -v '\.md$')
tab=$(printf '\t')
# A word a line: what the build knows.
known=$(cat Makefile.am ./*/local.am ./*/*/local.am | tr '\t ' '\n\n')
files=$(
	printf '%s\n' "$code" "$text" | grep -vE '\.am$|^configure\.ac$|^m4/'
	find tests samples -name '*.txt' -o -name '*.pcap' -o -name '*.zst'
	find fuzz/seeds -type f
)

# shellcheck disable=SC2086
{
	report "every file names its licence in its first three lines" \
		"$(for file in $code $licensed; do
			head -n 3 "$file" | grep -q 'SPDX-License-Identifier: ' || echo "$file"
		done)"
	# In two halves, or this line would be found.
	report "nothing is left for later" "$(grep -nwE 'TO''DO|FIX''ME|XX''X' $code $text)"
	report "no line of code is over 100 columns" \
		"$(for file in $code; do
			case $file in *_data.c) continue ;; esac
			expand -t 4 "$file" | awk -v file="$file" 'length > 100 { print file ":" NR }'
		done)"
	report "every file is built or handed out: no test is left behind" \
		"$(printf '%s\n' $files $known $known | LC_ALL=C sort | uniq -u)"
	report "no line ends in blanks" "$(grep -nE "[ $tab]+\$" $code $text)"
	report "no file is over 800 lines" \
		"$(for file in $code $text; do
			case $file in *_data.c) continue ;; esac
			lines=$(wc -l <"$file")
			[ "$lines" -le 800 ] || echo "$file: $lines"
		done)"
}
echo "1..$run"
