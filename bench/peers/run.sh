#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BENCH: the same mechanisms in Simbody and with the program BENCH, one after the other on this machine, and the
# ratio of their times: Simbody with the best of its settings tried, BENCH with its default stepper and stabilisation,
# in the plane and in space. Needs Debian's libsimbody-dev and g++; where apt-get is there it installs them.
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
g++ -O2 -std=c++14 -isystem /usr/include/simbody "$here/simbody.cpp" -o "$build/simbody" \
    -lSimTKsimbody -lSimTKmath -lSimTKcommon || exit 1

# Case after case, theirs and ours next to each other in time: a machine that is busy for a while slows both.
ladder() { "$bench" --precision "$1" | awk -F, '$2 == "dop853" && $3 == "projection"'; }
evaluation() {
    "$bench" "$1" | awk -F, '$3 == "newton-euler" && $4 == "dop853" && $5 == "projection" {
        print $1 ",evaluation,,,," $6 * 1e-9 ",,,,,done" }'
}
columns=case,stepper,stabilise,setting,error,seconds_per_second,steps,rejected,evaluations,worst_drift,end
echo $columns >"$results/simbody.csv"
echo $columns >"$results/ours.csv"
for name in $("$build/simbody" --list); do
    "$build/simbody" "$name" | tail -n +2 >>"$results/simbody.csv"
    for ours in $("$bench" --list | grep -x -e "$name" -e "$name-in-space"); do
        evaluation "$ours"
        ladder "$ours"
    done >>"$results/ours.csv"
done

# One line a case and target: theirs, ours in the plane and in space, and how many times theirs is ours.
awk -F, '$2 == "evaluation"' "$results/simbody.csv" >"$build/theirs"
awk -F, '$2 == "evaluation"' "$results/ours.csv" >"$build/ours"
awk -v best=1 -f "$here/../best.awk" "$results/simbody.csv" >>"$build/theirs"
awk -v best=1 -f "$here/../best.awk" "$results/ours.csv" >>"$build/ours"
awk -F, '
    function key() { name = $1; sub(/-in-space$/, "", name)
        return name "," ($2 == "evaluation" ? "one evaluation" : "error <= " $4) }
    function time() { return $2 == "evaluation" ? $6 * 1e6 : $5 }
    function times(ratio) { return sprintf(ratio < 10 ? "%.1f" : "%.0f", ratio) }
    function both(k, ours) { return k in ours ? sprintf("%.4g,", ours[k]) times(theirs[k] / ours[k]) : "," }
    $1 == "case" { next }
    FNR == NR { k = key(); theirs[k] = time(); order[++n] = k; unit[k] = $2 == "evaluation" ? "us" : "s/s"; next }
    { k = key(); seen[$1]; if ($1 != name) space[k] = time(); else plane[k] = time() }
    END { print "case,measured,unit,simbody,plane,ratio,space,ratio"
        for (i = 1; i <= n; i++) { k = order[i]; split(k, part, ",")
            if (k in plane && !((part[1] "-in-space") in seen)) { space[k] = plane[k]; delete plane[k] }
            if (k in plane || k in space) printf "%s,%s,%.4g,%s,%s\n", k, unit[k], theirs[k], both(k, plane), both(k, space) } }
    ' "$build/theirs" "$build/ours" | tee "$results/ratios.csv" |
    awk -F, '{ printf "%-21s %-15s %-4s %9s %10s %6s %10s %6s\n", $1, $2, $3, $4, $5, $6, $7, $8 }'
