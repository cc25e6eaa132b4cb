#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# layers.sh - data goes one way: a file includes its own layer, the layers its row names, and
# nothing above; and every header compiles alone. Proves on a copy that it would notice.
set -u
: "${top_srcdir:=.}" "${top_builddir:=$top_srcdir/build}" "${CC:=cc}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
run=0

# report NAME FINDINGS: passes when there are none.
report() {
	run=$((run + 1))
	if [ -z "$2" ]; then
		echo "ok $run - $1"
	else
		echo "not ok $run - $1"
		echo "$2" | sed 's/^/# /'
	fi
}

# notices NAME FINDINGS TEXT: passes when the findings speak of TEXT.
notices() {
	case $2 in
	*"$3"*) report "$1" '' ;;
	*) report "$1" "nothing was said of $3; but: $2" ;;
	esac
}

# Contract headers (of include/cctrace) that a layer may include beside units.h and error.h.
# Private headers: its own and those of base.
row() {
	case $1 in
	base) echo ;;
	capture) echo frame capture ;;
	decode) echo frame segment decode ;;
	flow) echo segment connection ;;
	tcp) echo segment connection facts event rules tcp ;;
	stats) echo frame capture segment decode connection facts event stats ;;
	tape) echo connection facts event tape ;;
	sender) echo connection facts event tape sender ;;
	verdict) echo connection facts event stats tape sender verdict ;;
	graph) echo connection facts event stats tape sender verdict scene graph ;;
	render) echo scene render ;;
	export) echo segment connection facts event tape scene export ;;
	report) echo connection facts event rules tcp stats tape sender verdict report explain ;;
	esac
}

# Which layer a contract header belongs to.
owner() {
	case $1 in
	units | error) echo base ;;
	frame | capture) echo capture ;;
	segment | decode) echo decode ;;
	explain) echo report ;;
	connection) echo flow ;;
	facts | event | rules | tcp) echo tcp ;;
	scene | graph) echo graph ;;
	stats | tape | sender | verdict | render | export | report) echo "$1" ;;
	*) echo unknown ;;
	esac
}

# may_include LAYER HEADER
may_include() {
	case $2 in
	config.h | "$1"/* | base/*) return 0 ;;
	cctrace/units.h | cctrace/error.h) return 0 ;;
	cctrace/*)
		name=${2#cctrace/}
		case " $(row "$1") " in
		*" ${name%.h} "*) return 0 ;;
		esac
		return 1
		;;
	*/*) return 1 ;;
	*) return 0 ;; # beside the file
	esac
}

# Lines "FILE HEADER" of the includes of the files named by stdin, of the kind between $1 and $2.
includes_of() {
	while read -r file; do
		sed -n "s|^[ 	]*#[ 	]*include[ 	]*$1\([^>\"]*\)$2.*|$file \1|p" "$file"
	done
}

# upward ROOT: includes that go against the direction.
upward() {
	find "$1/src" "$1/include" -name '*.[ch]' | LC_ALL=C sort | includes_of '"' '"' |
	while read -r file header; do
		path=${file#"$1"/}
		case $path in
		src/main.c | src/cli/*) continue ;;
		src/*) layer=${path#src/} && layer=${layer%%/*} ;;
		*) layer=$(owner "$(basename "$path" .h)") ;;
		esac
		may_include "$layer" "$header" || echo "$path ($layer) includes $header"
	done
}

# foreign ROOT: libraries outside the one layer that may know them.
foreign() {
	find "$1/src" "$1/include" -name '*.[ch]' | LC_ALL=C sort | includes_of '<' '>' |
	while read -r file header; do
		path=${file#"$1"/}
		case $header in
		pcap.h | pcap/* | zlib.h | zstd*.h | lz4*.h) home='src/capture/*' ;;
		cairo*.h | cairo/* | png.h | libpng*) home='src/render/*' ;;
		*) continue ;;
		esac
		# shellcheck disable=SC2254
		case $path in
		$home | src/cli/version.c) ;;
		src/render/png.c) # libpng takes zlib's constants
			[ "$header" = zlib.h ] || echo "$path includes $header" ;;
		*) echo "$path includes $header" ;;
		esac
	done
}

flags=$(sed -n 's/^\(PCAP\|ZLIB\|ZSTD\|LZ4\|CAIRO\|PNG\)_CFLAGS = //p' "$top_builddir/Makefile" |
	tr '\n' ' ')

# lonely ROOT: headers that don't compile alone.
lonely() {
	find "$1/src" "$1/include" -name '*.h' | LC_ALL=C sort |
	while read -r file; do
		# Flags are words.
		# shellcheck disable=SC2086
		$CC -std=c11 -fsyntax-only -I"$top_builddir" -I"$1/include" -I"$1/src" $flags \
			-x c "$file" >"$work/said" 2>&1 || echo "${file#"$1"/}: $(head -n 1 "$work/said")"
	done
}

report "no file includes a layer above its own" "$(upward "$top_srcdir")"
report "libraries are known to their one layer" "$(foreign "$top_srcdir")"
report "every header compiles alone" "$(lonely "$top_srcdir")"
known=$(for layer in "$top_srcdir"/src/*/; do
	layer=$(basename "$layer")
	[ "$layer" = cli ] || [ "$layer" = base ] || [ -n "$(row "$layer")" ] || echo "$layer"
done)
report "every layer has its row here" "$known"

# A tree of four files, each with one fault.
mkdir -p "$work/t/src/tcp" "$work/t/src/graph" "$work/t/include/cctrace"
echo '#include "cctrace/scene.h"' >"$work/t/src/tcp/up.c"
echo '#include "tcp/state.h"' >"$work/t/src/graph/private.c"
echo ' #  include <cairo.h>' >"$work/t/src/graph/ink.c"
echo '#include "cctrace/stats.h"' >"$work/t/include/cctrace/segment.h"
found=$(upward "$work/t")
notices "an include from above would be noticed" "$found" "src/tcp/up.c"
notices "another layer's private header would be noticed" "$found" "src/graph/private.c"
notices "a contract from above would be noticed in a contract" "$found" "cctrace/segment.h"
notices "a library out of its place would be noticed" "$(foreign "$work/t")" "src/graph/ink.c"
rm -r "$work/t"
mkdir -p "$work/t/src/tcp" "$work/t/include"
echo 'uint64_t lonely(void);' >"$work/t/src/tcp/lonely.h"
notices "a header that needs another would be noticed" "$(lonely "$work/t")" "lonely.h"
echo "1..$run"
