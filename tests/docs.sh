#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs.sh - the man page is sound, and it, --help and the program name the same options.
set -u
: "${top_srcdir:=.}" "${top_builddir:=$top_srcdir/build}"
page=$top_srcdir/man/cctrace.1
cctrace=$top_builddir/cctrace
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

if command -v mandoc >/dev/null; then
	# A page that isn't installed refers to pages that may not be there: not our fault.
	if mandoc -T lint -W warning "$page" >"$work/lint" 2>&1; then
		echo "ok 1 - mandoc has nothing to say of the man page"
	else
		echo "not ok 1 - mandoc has nothing to say of the man page"
		sed 's/^/# /' "$work/lint"
	fi
else
	echo "ok 1 # SKIP no mandoc"
fi

# agree NUMBER NAME ONE OTHER: the same lines in both.
agree() {
	if [ -s "$3" ] && diff "$3" "$4" >"$work/diff"; then
		echo "ok $1 - $2"
	else
		echo "not ok $1 - $2"
		sed 's/^/# /' "$work/diff"
	fi
}

# Options as "-o --output-dir": of the page's tags, and of the first columns of --help.
sed -n '/^\.Sh OPTIONS/,/^\.Sh GRAPHS/p' "$page" | sed -n 's/^\.It Fl //p' |
	sed 's/ Ns .*//; s/ Ar .*//; s/ , Fl -/ --/; s/^-/--/; s/^\([a-zA-Z]\) /-\1 /' |
	LC_ALL=C sort >"$work/page"
"$cctrace" --help | sed -n 's/^  \(-.\), \(--[a-z-]*\).*/\1 \2/p; s/^      \(--[a-z-]*\).*/\1/p' |
	LC_ALL=C sort >"$work/help"
agree 2 "the man page and --help name the same options" "$work/help" "$work/page"

sed -n '/^\.Sh GRAPHS/,/^\.Sh FILES/p' "$page" | sed -n 's/^\.It Cm //p' >"$work/page"
"$cctrace" --list-graphs | sed 's/ .*//' >"$work/list"
agree 3 "the man page and --list-graphs name the same graphs" "$work/list" "$work/page"

"$cctrace" --help | awk 'length > 80' >"$work/long"
: >"$work/none"
if cmp -s "$work/long" "$work/none"; then
	echo "ok 4 - --help fits into 80 columns"
else
	echo "not ok 4 - --help fits into 80 columns"
fi
# Names of graphs of a sample, as README.md shows them and as `make readme-pictures` makes them.
sed -n 's/^readme_graphs = //p' "$top_srcdir/doc/local.am" | tr , '\n' | LC_ALL=C sort >"$work/made"
sample=$(sed -n 's/^readme_sample = //p' "$top_srcdir/doc/local.am")
sed -n "s|^!.*(doc/pictures/$sample-\(.*\)\.png)|\1|p" "$top_srcdir/README.md" |
	LC_ALL=C sort >"$work/shown"
agree 5 "README.md shows the pictures that are made for it" "$work/made" "$work/shown"
"$cctrace" --list-graphs | sed 's/ .*//' | LC_ALL=C sort >"$work/list"
LC_ALL=C comm -23 "$work/made" "$work/list" >"$work/unknown"
if cmp -s "$work/unknown" "$work/none" && [ -f "$top_srcdir/samples/$sample.cap.zst" ]; then
	echo "ok 6 - which there are"
else
	echo "not ok 6 - which there are"
fi
echo "1..6"
