#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# xplot.sh - xplot.org's xplot opens what we write, on a display that nobody sees. It shows a
# file until it is told to stop, and ends at once with a word about a line it can't read.
set -u
: "${top_srcdir:=.}" "${top_builddir:=$top_srcdir/build}"
cctrace=$top_builddir/cctrace
run=0
server=

result() {
	run=$((run + 1))
	if [ "$1" = 0 ]; then
		echo "ok $run - $2"
	else
		echo "not ok $run - $2"
	fi
}

if ! command -v xplot.org >/dev/null || ! command -v Xvfb >/dev/null; then
	echo "ok 1 - xplot opens our files # SKIP no xplot.org or no Xvfb"
	echo "1..1"
	exit 0
fi
work=$(mktemp -d) || exit 99
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
mkfifo "$work/number"
Xvfb -displayfd 3 -screen 0 800x600x24 3>"$work/number" >"$work/server.log" 2>&1 &
server=$!
read -r number <"$work/number"
DISPLAY=:$number
export DISPLAY

# shows FILE: xplot still stands there when its time is up, and has said nothing.
shows() {
	timeout 2 xplot.org "$1" >"$work/said" 2>&1
	[ $? = 124 ] && [ ! -s "$work/said" ]
}

for capture in samples/tcpdump-server-sack-loss1.cap.zst tests/vectors/window.pcap \
	tests/vectors/nosyn.pcap; do
	rm -rf "$work/out"
	"$cctrace" -q -F xpl -o "$work/out" "$top_srcdir/$capture" >/dev/null
	for file in "$work"/out/*.xpl; do
		shows "$file"
		result $? "${file##*/}"
		[ ! -s "$work/said" ] || sed 's/^/# /' "$work/said"
	done
done
file=$work/out/nosyn-tcptrace.xpl
sed 's/^line/lnie/' "$file" >"$work/bad.xpl"
! cmp -s "$file" "$work/bad.xpl" && ! shows "$work/bad.xpl"
result $? "a word that xplot doesn't know would be noticed"
echo "1..$run"
