#!/bin/sh
# SPDX-License-Identifier: MIT
# check_deb.sh BUILD-FOLDER: makes the Debian package, installs it into an empty root, uses what is there as a newcomer
# would, removes it, and sees that nothing is left.
set -eu
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { [ ! -s "$scratch/log" ] || cat "$scratch/log"; echo "failed: $*"; exit 1; }

(cd "$scratch" && cpack --config "$build/CPackConfig.cmake" -G DEB -B "$scratch/made" >"$scratch/log" 2>&1) || fail "cpack"
package=$(ls "$scratch"/made/*.deb)
dpkg-deb --info "$package" | grep -q '^ Package: jourdain$' || fail "the package has another name"

root=$scratch/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers"
: >"$root/var/lib/dpkg/status"; : >"$root/var/lib/dpkg/available"
debian() { # as root of its own, with no other package there
    dpkg --root="$root" --force-depends --force-not-root --force-script-chrootless --log=/dev/null "$@" >"$scratch/log" 2>&1
}
debian -i "$package" || fail "the package does not install"

libdir=$(dirname "$(find "$root/usr" -name 'libjourdain.so.*' | head -n 1)")
run() { LD_LIBRARY_PATH=$libdir "$root/usr/bin/jourdain" "$@" >"$scratch/log" 2>&1 || fail "jourdain $*"; }
cd "$scratch"
run help
run run model/slider_crank.jd --out motion.csv # the first steps of `jourdain help`, far from the sources
[ -s motion.csv ] || fail "the first run of an installed copy wrote nothing"
for file in share/man/man1/jourdain-run.1 share/bash-completion/completions/jourdain share/zsh/site-functions/_jourdain \
    share/fish/vendor_completions.d/jourdain.fish share/vim/vimfiles/syntax/jourdain.vim share/doc/jourdain/README.md \
    share/doc/jourdain/doc/model-text.md share/jourdain/vscode/package.json include/jourdain.h; do
    [ -s "$root/usr/$file" ] || [ -s "$root/usr/$file.gz" ] || fail "/usr/$file is not there"
done

debian -r jourdain || fail "the package does not go"
left=$(find "$root" -path "$root/var" -prune -o -type f -print | head -n 3)
[ -z "$left" ] || fail "left behind: $left"
