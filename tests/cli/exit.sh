#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# exit.sh - exit statuses of the real program, and what it says when something is wrong.
set -u
: "${top_srcdir:=.}" "${top_builddir:=$top_srcdir/build}"
cctrace=$top_builddir/cctrace
vector=$top_srcdir/tests/vectors/rexmit.pcap
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
run=0

result() {
	run=$((run + 1))
	if [ "$1" = 0 ]; then
		echo "ok $run - $2"
	else
		echo "not ok $run - $2"
	fi
}

skip() {
	run=$((run + 1))
	echo "ok $run - $1 # SKIP $2"
}

# expect STATUS TEXT NAME ARGUMENT...: status, and stderr has TEXT ('': nothing at all).
expect() {
	status=$1
	text=$2
	name=$3
	shift 3
	"$cctrace" "$@" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	good=0
	[ "$got" = "$status" ] || good=1
	if [ -z "$text" ]; then
		[ ! -s "$work/err" ] || good=1
	else
		grep -qF -e "$text" "$work/err" || good=1
	fi
	result "$good" "$name"
	[ "$good" = 0 ] || { echo "#   exit $got, expected $status; stderr:" &&
		sed 's/^/#   /' "$work/err"; }
}

silent() {
	[ ! -s "$work/out" ]
	result $? "  and stdout is empty"
}

# 0
expect 0 '' "a sound capture" "$vector"
[ -s "$work/out" ]
result $? "  has a summary"
expect 0 '' "--help" --help
expect 0 '' "--version" --version
expect 0 '' "--list-graphs" --list-graphs
expect 0 '' "graphs into a new folder" "$vector" -o "$work/graphs"
pictures=$(find "$work/graphs" -name 'rexmit-*.png' -size +0 | wc -l)
[ "$pictures" -eq 9 ]
result $? "  are nine"
left=$(find "$work/graphs" ! -name '*.png' -type f)
[ -z "$left" ]
result $? "  and nothing else is left"
expect 0 '' "details asked for twice" "$vector" -o "$work/zoom" -g tcptrace-detail,rtt \
	--zoom 0..0.1 --zoom 0.1..1
zoomed=$(cd "$work/zoom" && echo *)
[ "$zoomed" = "rexmit-rtt.png rexmit-tcptrace-detail-2.png rexmit-tcptrace-detail.png" ]
result $? "  are two, and what has no details is one"
expect 0 '' "as PNG and for xplot" "$vector" -o "$work/xpl" -F png,xpl -g rtt,window-scaling
[ "$(cd "$work/xpl" && echo *)" = \
	'rexmit-owin.xpl rexmit-rtt.png rexmit-rtt.xpl rexmit-window-scaling.png' ]
result $? "  are two of each"
expect 0 '' "for xplot alone" "$vector" -o "$work/xplonly" -F xpl
[ "$(cd "$work/xplonly" && echo *)" = \
	'rexmit-owin.xpl rexmit-rtt.xpl rexmit-tcptrace.xpl rexmit-throughput.xpl' ]
result $? "  are four"
expect 0 '' "in the dark" "$vector" -o "$work/dark" --theme dark -g rtt
! cmp -s "$work/dark/rexmit-rtt.png" "$work/xpl/rexmit-rtt.png"
result $? "  is another picture"
"$cctrace" - <"$vector" >"$work/piped" 2>/dev/null
result $? "standard input"

# 1
expect 1 'no capture file was named' "no file"
silent
expect 1 "Try 'cctrace --help'" "an unknown option" --frobnicate "$vector"
silent
expect 1 'no such graph' "an unknown graph" "$vector" -o "$work/g" -g nonsense
silent
[ ! -e "$work/g" ]
result $? "  and no folder is made"
expect 1 'there is no .xpl of that' "a graph that xplot has no file of" \
	"$vector" -o "$work/g" -F xpl -g stevens-overview
[ ! -e "$work/g" ]
result $? "  makes no folder either"
expect 1 'not a list of png and xpl' "a kind of file that is none" "$vector" -F gif
expect 1 'not a list of streams' "-s that is no list" "$vector" -s x
expect 1 'syntax error' "a filter that is none" "$vector" -f 'tcp and and'
silent
expect 1 'never resolved' "a filter with a name to resolve" "$vector" -f 'host example.org'
expect 0 '' "a filter with a protocol's name" "$vector" -f 'ip proto \tcp'

# 2
echo 'Dear diary, today I captured nothing.' >"$work/letter"
expect 2 'not a capture' "not a capture" "$work/letter"
silent
: >"$work/empty"
expect 2 'is empty' "an empty file" "$work/empty"
silent
expect 2 'is a directory' "a directory" "$work"
expect 2 'No such file' "a missing file" "$work/missing"
expect 2 "$work/missing" "  which is named" "$work/missing"
if [ "$(id -u)" = 0 ]; then
	skip "a file without permission" "root may read everything"
else
	cp "$vector" "$work/secret" && chmod 0 "$work/secret"
	expect 2 'Permission denied' "a file without permission" "$work/secret"
fi
expect 2 'No such file' "a missing file and a new folder" "$work/missing" -o "$work/unmade"
[ ! -e "$work/unmade" ]
result $? "  which isn't made for nothing"
head -c 10 "$vector" >"$work/stub"
expect 2 'stub' "half a file header" "$work/stub"

# 3
size=$(wc -c <"$vector")
head -c "$((size - 5))" "$vector" >"$work/cut.pcap"
expect 3 'cut or damaged' "a capture that is cut" "$work/cut.pcap" -o "$work/cutgraphs"
[ -s "$work/out" ]
result $? "  still has a summary"
[ "$(find "$work/cutgraphs" -name '*.png' | wc -l)" -eq 9 ]
result $? "  and graphs"
expect 3 'No such file' "a second file that is missing" "$vector" "$work/missing"
[ -s "$work/out" ]
result $? "  leaves the summary of the first"

# 4
head -c 24 "$vector" >"$work/header"
expect 4 'no TCP' "a header and no frame" "$work/header"
expect 4 'no TCP' "a filter that takes nothing" "$vector" -f udp
expect 4 'none of the 1 connections' "-s of what isn't there" "$vector" -s 99
expect 4 'none of the 1 connections' "  with -o" "$vector" -s 99 -o "$work/none"

expect 0 '' "explaining a frame" "$vector" --explain 15
grep -q 'Rule "fast-retransmit" (RFC 5681 3.2)' "$work/out"
result $? "  names the rule"
expect 4 'frame 33 holds no TCP that was analysed' "a frame that isn't there" \
	"$vector" --explain 15 --explain 33
grep -q '^frame 15: stream 0' "$work/out"
result $? "  leaves the other one explained"
expect 4 'none of the 1 connections' "explaining what isn't selected" \
	"$vector" --explain 15 -s 99
expect 1 'not the number of a frame' "frame 0" "$vector" --explain 0

# 5
echo >"$work/file"
expect 5 "$work/file" "a folder that is a file" "$vector" -o "$work/file"
expect 5 "$work/no/such" "a folder in no folder" "$vector" -o "$work/no/such"
expect 5 "$work/no/such" "  with a slash behind it" "$vector" -o "$work/no/such//"
expect 5 "$work/file" "a folder in a file" "$vector" -o "$work/file/such"
mkfifo "$work/fifo"
expect 5 "$work/file" "a folder that is a file, before the capture is read" \
	"$work/fifo" -o "$work/file"
silent
expect 5 "$work/no/such" "JSON into no folder" "$vector" --json="$work/no/such"
if [ "$(id -u)" = 0 ]; then
	skip "a folder without permission" "root may write everywhere"
else
	mkdir "$work/locked" && chmod 500 "$work/locked"
	expect 5 'Permission denied' "a folder without permission" "$vector" -o "$work/locked"
fi
if [ -w /dev/full ]; then
	"$cctrace" "$vector" >/dev/full 2>"$work/err"
	[ $? = 5 ]
	result $? "a full disk behind stdout"
	[ -s "$work/err" ]
	result $? "  is told"
	"$cctrace" --help >/dev/full 2>/dev/null
	[ $? = 5 ]
	result $? "a full disk behind --help"
	expect 5 'No space left' "JSON to a full device" "$vector" --json=/dev/full
	"$cctrace" "$work/cut.pcap" >/dev/full 2>/dev/null
	[ $? = 5 ]
	result $? "unwritable goes before damaged"
else
	skip "a full disk" "no /dev/full"
fi
expect 3 'cut or damaged' "damaged goes before nothing matched" "$work/cut.pcap" -s 99

# A pipe whose reader leaves.
{ "$cctrace" "$vector" --steps 2>"$work/err"; echo $? >"$work/status"; } | true
[ ! -s "$work/err" ]
result $? "a reader who leaves is no news"
echo "1..$run"
