#!/bin/sh
# SPDX-License-Identifier: MIT
# Cairo is loaded when something is drawn with it, and not before: whoever runs a model does without, and who draws is told what is
# missing.
. "$(dirname "$0")/common.sh"
command -v ldd >/dev/null || exit 77
ldd "$jourdain" >"$scratch/out" 2>"$scratch/err" || exit 77
grep -q libcairo "$scratch/out" && exit 77 # built with it linked
words='ldd jourdain'
grep -q 'libX11\|fontconfig\|pixman' "$scratch/out" && fail 'libraries of pictures come with the program'

call draw model/slider_crank.jd --out "$scratch/there.png"
grep -q 'libcairo2-dev' "$scratch/err" && exit 77 # built without it
exits 0
[ -s "$scratch/there.png" ] || fail 'there is no picture'

# A file of its name that is no library hides the one that is there.
mkdir "$scratch/none"
for name in libcairo.so.2 libcairo.so; do echo none >"$scratch/none/$name"; done
export LD_LIBRARY_PATH="$scratch/none"
for ending in png pdf; do
    call draw model/slider_crank.jd --out "$scratch/missing.$ending"
    exits 4
    says '[picture-not-drawn]'
    says 'libcairo.so.2'
    says 'install it'
    [ ! -e "$scratch/missing.$ending" ] || fail 'a file is left behind'
done
call draw model/slider_crank.jd --out "$scratch/there.svg"
exits 0
call run model/slider_crank.jd --out "$scratch/there.csv"
exits 0
call --version
exits 0
exit $failures
