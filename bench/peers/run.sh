#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BENCH: the same mechanisms in Simbody and with the program BENCH, one after the other on this machine, and the
# ratio of their times: Simbody with the best of its settings tried, BENCH with its default stepper and stabilisation. Needs Debian's libsimbody-dev and g++; where apt-get is there it installs them.
bench=$1
here=$(cd "$(dirname "$0")" && pwd) || exit 2
results=$here/../results/$("$here/../machine.sh")
build=$(dirname "$bench")/peers
mkdir -p "$results" "$build"

has_simbody() { echo '#include <Simbody.h>' | g++ -I/usr/include/simbody -x c++ -E - >/dev/null 2>&1; }
if ! has_simbody; then
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    $as_root apt-get -qq update >&2
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends g++ libsimbody-dev >&2
    has_simbody || { echo "Simbody is missing: Debian calls it libsimbody-dev" >&2; exit 1; }
fi
g++ -O2 -std=c++14 -I/usr/include/simbody "$here/simbody.cpp" -o "$build/simbody" \
    -lSimTKsimbody -lSimTKmath -lSimTKcommon || exit 1

"$build/simbody" >"$results/simbody.csv" || exit 1
for name in slider-crank seven-body; do
    "$bench" --precision $name | awk -F, '$1 == "case" || ($2 == "dop853" && $3 == "projection")'
done >"$results/ours.csv"
for name in slider-crank seven-body chain-10 chain-100 chain-1000; do
    "$bench" $name | awk -F, '$4 == "dop853" && $5 == "projection" {
        print $1 ",evaluation,,,," $6 * 1e-9 ",,,,,done" }'
done >>"$results/ours.csv"

# One line a case and target: theirs, ours, and how many times theirs is ours.
awk -F, '$2 == "evaluation"' "$results/simbody.csv" >"$build/theirs"
awk -F, '$2 == "evaluation"' "$results/ours.csv" >"$build/ours"
awk -v best=1 -f "$here/../best.awk" "$results/simbody.csv" >>"$build/theirs"
awk -v best=1 -f "$here/../best.awk" "$results/ours.csv" >>"$build/ours"
awk -F, '
    function key() { return $2 == "evaluation" ? $1 ",one evaluation" : $1 ",error <= " $4 }
    function time() { return $2 == "evaluation" ? $6 * 1e6 : $5 }
    $1 == "case" { next }
    FNR == NR { theirs[key()] = time(); next }
    key() in theirs { unit = $2 == "evaluation" ? "us" : "s/s"
        printf "%s,%s,%.4g,%.4g,%.0f\n", key(), unit, theirs[key()], time(), theirs[key()] / time() }
    ' "$build/theirs" "$build/ours" >"$build/ratios"
{ echo "case,measured,unit,simbody,jourdain,ratio"; cat "$build/ratios"; } | tee "$results/ratios.csv" |
    awk -F, '{ printf "%-14s %-16s %-5s %12s %12s %8s\n", $1, $2, $3, $4, $5, $6 }'
