#!/bin/sh
# SPDX-License-Identifier: MIT
# check_install.sh BUILD-FOLDER COMPILER: installs into a scratch prefix and uses it as a stranger would: the
# examples by pkg-config and as a CMake project (test/install), shared and static, each of them run.
set -eu
build=$(cd "$1" && pwd) cc=$2
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
unset DESTDIR MAKEFLAGS MFLAGS

quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; exit 1; }; }
run() { # PROGRAM: by its name it gets its model
    case $1 in *read_model*) set -- "$1" "$prefix/share/jourdain/model/slider_crank.jd" ;; esac
    "$@" >"$scratch/out" 2>"$scratch/log" || { cat "$scratch/log"; echo "failed: $*"; exit 1; }
    [ -s "$scratch/out" ] || { echo "printed nothing: $*"; exit 1; }
}

quietly cmake --install "$build" --prefix "$prefix"
[ "$(echo $(ls "$prefix/include"))" = "jourdain.h jourdain_picture.h" ] || { echo "other than the headers are installed"; exit 1; }
"$prefix/bin/jourdain" help >"$scratch/out" || { echo "the installed program does not run"; exit 1; }
first=$(sed -n 's/^First steps: jourdain //p' "$scratch/out")
(cd "$scratch" && quietly "$prefix/bin/jourdain" $first) # its words are split on purpose

# The library of parts: to be read, and found without any of it beside the model.
[ -s "$prefix/share/jourdain/lib/motors.jd" ] || { echo "the library of parts is not installed"; exit 1; }
printf '%s\n' planar 'gravity none' 'include "motors.jd"' 'include "drives.jd"' 'use r : inertia with J = 1e-3 kg*m^2' \
    'use m : dc_motor with shaft = r.shaft, voltage = 12 V' 'output m.current' 'run to 10 ms' >"$scratch/motor.jd"
quietly "$prefix/bin/jourdain" run "$scratch/motor.jd" --safe --out "$scratch/motor.csv"

libdir=$(dirname "$(find "$prefix" -name libjourdain.a)")
export PKG_CONFIG_PATH="$libdir/pkgconfig" LD_LIBRARY_PATH="$libdir"
strict="-std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers"

# pkg-config. (Its words are split on purpose.)
for source in "$root"/example/*.c; do
    name=$(basename "$source" .c)
    quietly $cc $strict $(pkg-config --cflags jourdain) "$source" -o "$scratch/$name.shared" $(pkg-config --libs jourdain)
    quietly $cc $strict $(pkg-config --cflags jourdain) "$source" -o "$scratch/$name.static" -static $(pkg-config --static --libs jourdain)
    run "$scratch/$name.shared"
    run "$scratch/$name.static"
done

# Pictures.
quietly $cc $strict $(pkg-config --cflags jourdain_picture) "$root/test/install/picture.c" -o "$scratch/picture" $(pkg-config --libs jourdain_picture)
"$scratch/picture" "$prefix/share/jourdain/model/slider_crank.jd" "$scratch/crank.svg" "$scratch/crank.json" ||
    { echo "failed: picture"; exit 1; }
for file in crank.svg crank.json; do [ -s "$scratch/$file" ] || { echo "not written: $file"; exit 1; }; done

# A C++ compiler takes the headers too.
if command -v g++ >/dev/null; then
    printf '#include <jourdain.h>\n#include <jourdain_picture.h>\n' >"$scratch/header.cpp"
    quietly g++ -Wall -Wextra -Werror $(pkg-config --cflags jourdain) -fsyntax-only "$scratch/header.cpp"
fi

# CMake.
quietly cmake -S "$root/test/install" -B "$scratch/cmake" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix" -DEXAMPLES="$root/example"
quietly cmake --build "$scratch/cmake"
for program in "$scratch"/cmake/*_static "$scratch"/cmake/*_shared; do run "$program"; done
