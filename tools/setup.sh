# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tools/run and tools/test, which set `top` to the tree: installs what is missing
# on Debian and its like, and builds in $top/build. Nothing here writes to stdout.

build=$top/build
setup_log=$build/setup.log

setup_say() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

setup_fail() {
	setup_say "$1; the end of $setup_log:"
	tail -n 25 "$setup_log" >&2
	exit 1
}

# Packages for what isn't there. Asks the tools themselves, not dpkg: what was installed in
# other ways counts, and nobody who has everything needs root.
setup_missing() {
	compiler=${CC:-gcc}
	command -v "${compiler%% *}" >/dev/null || command -v cc >/dev/null || echo gcc libc6-dev
	command -v make >/dev/null || echo make
	command -v autoconf >/dev/null || echo autoconf
	command -v automake >/dev/null || echo automake
	command -v pkg-config >/dev/null || echo pkg-config
	for pair in libpcap=libpcap-dev zlib=zlib1g-dev cairo=libcairo2-dev \
		libpng=libpng-dev libzstd=libzstd-dev liblz4=liblz4-dev; do
		pkg-config --exists "${pair%=*}" 2>/dev/null || echo "${pair#*=}"
	done
}

# setup_install PACKAGE...: as root or through sudo, without a question.
setup_install() {
	if [ "$(id -u)" = 0 ]; then
		as_root=env
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
		as_root='sudo -n env'
	else
		as_root=
	fi
	if [ -z "$as_root" ] || ! command -v apt-get >/dev/null; then
		setup_say "some packages are missing, and installing them needs root. On Debian type:"
		printf '  sudo apt-get update && sudo apt-get install -y %s\n' "$*" >&2
		exit 1
	fi
	setup_say "installing $*"
	$as_root apt-get update </dev/null >>"$setup_log" 2>&1 ||
		setup_say "apt-get update failed; trying with what is known"
	$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" \
		</dev/null >>"$setup_log" 2>&1 || setup_fail "apt-get install failed"
}

# What configure's result depends on. Everything else is make's business.
setup_fingerprint() {
	(cd "$top" && find . -path ./build -prune -o \
		\( -name '*.am' -o -name configure.ac -o -path './m4/*.m4' \) -type f -print |
		LC_ALL=C sort | xargs cksum)
}

setup_configure() {
	[ -f "$build/Makefile" ] && [ -f "$top/configure" ] && [ -f "$build/setup.stamp" ] &&
		[ "$(cat "$build/setup.stamp")" = "$(setup_fingerprint)" ] && return
	setup_say "configuring in $build"
	rm -f "$build/setup.stamp"
	(cd "$top" && autoreconf -fi) >>"$setup_log" 2>&1 || setup_fail "autoreconf failed"
	(cd "$build" && "$top/configure") >>"$setup_log" 2>&1 || setup_fail "configure failed"
	setup_fingerprint >"$build/setup.stamp"
}

setup_make() {
	(cd "$build" && make -j"$(nproc 2>/dev/null || echo 1)" "$@") >>"$setup_log" 2>&1 ||
		setup_fail "the build failed"
}

setup_all() {
	mkdir -p "$build" || exit 1
	: >"$setup_log" || exit 1
	missing=$(setup_missing)
	# Words on purpose: one a package.
	[ -z "$missing" ] || setup_install $missing
	setup_configure
	[ -x "$build/cctrace" ] || setup_say "building in $build"
	setup_make
}
