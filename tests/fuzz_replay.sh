#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every fuzz target over every seed it has, one by one: none may crash.
n=0
failed=0

for source in "$top_srcdir"/fuzz/fuzz_*.c; do
	name=$(basename "$source" .c)
	name=${name#fuzz_}
	for seed in "$top_srcdir/fuzz/seeds/$name"/*; do
		n=$((n + 1))
		if "$top_builddir/fuzz/fuzz_$name" "$seed" >fuzz_replay.$$ 2>&1; then
			echo "ok $n - $name: ${seed##*/}"
		else
			echo "not ok $n - $name: ${seed##*/}"
			sed 's/^/# /' fuzz_replay.$$
			failed=1
		fi
	done
done
rm -f fuzz_replay.$$
echo "1..$n"
exit $failed
