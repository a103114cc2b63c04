#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh FOLDER TARGET [CMAKE OPTION...]: configures and builds in build/FOLDER. Silent if all is well;
# otherwise shows what the compiler said, or what was left out.
cd "$(dirname "$0")/.." || exit 2
folder=build/$1 target=$2; shift 2
unset MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p "$folder"
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

cmake -S . -B "$folder" "$@" >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log" >&2; exit 1; }
if cmake --build "$folder" --target "$target" -j "$jobs" -- -k >"$folder/build.log" 2>&1; then
    grep '^left out:' "$folder/build.log" >&2
    exit 0
fi
grep -vE '^\[ *[0-9]+%\]|^g?make' "$folder/build.log" | head -n 200 >&2
echo "building $target in $folder failed; the whole story: $folder/build.log" >&2
exit 1
