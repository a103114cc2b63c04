#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BENCH [PROBLEM...]: P1 to P8 with the program BENCH, by code written by hand for each (limit.c), in Simbody, in MuJoCo and, for
# factors and solution alone, by CHOLMOD; all of it in one run. First each program climbs its ladder of settings, problem by problem; the
# cheapest setting that keeps an error of 1e-6 is then repeated in ROUNDS rounds (4) in which the programs take turns, and the least
# time counts. Leaves peers.csv (all that was measured), ratios.csv and peers.svg in bench/results/<machine>/.
# What is missing of libsimbody-dev, libmujoco-dev, libsuitesparse-dev and g++ is installed where apt-get is there.
bench=$1; shift
here=$(cd "$(dirname "$0")" && pwd) || exit 2
results=$here/../results/$("$here/../machine.sh")
build=$(dirname "$bench")/peers
mkdir -p "$results" "$build"

has() { echo "#include <$1>" | g++ -I/usr/include/simbody -I/usr/include/suitesparse -x c++ -E - >/dev/null 2>&1; }
has_all() { has Simbody.h && has mujoco/mujoco.h && has cholmod.h; }
if ! has_all; then
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    $as_root apt-get -qq update >&2
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends g++ libsimbody-dev libmujoco-dev \
        libsuitesparse-dev >&2
    has_all || { echo "missing of Debian's libsimbody-dev, libmujoco-dev, libsuitesparse-dev: see above" >&2; exit 1; }
fi
# Ours and what is written by hand with the same flags.
gcc -O2 -std=gnu11 -ffp-contract=off "$here/limit.c" -o "$build/limit" -lm &&
    gcc -O2 -std=c11 -I/usr/include/suitesparse "$here/cholmod.c" -o "$build/cholmod" -lcholmod &&
    g++ -O2 -std=c++14 "$here/mujoco.cpp" -o "$build/mujoco" -lmujoco &&
    g++ -O2 -std=c++14 -isystem /usr/include/simbody "$here/simbody.cpp" -o "$build/simbody" -lSimTKsimbody -lSimTKmath -lSimTKcommon ||
    exit 1

# Who solves what: beyond these a program takes minutes, or cannot read the model.
solvers() {
    case $1 in
    P2-40 | P2-100 | P2-400) echo jourdain limit ;;
    P2-10) echo jourdain limit simbody ;;
    P2-* | P1 | P3 | P5 | P6) echo jourdain limit simbody mujoco ;;
    P4-10) echo jourdain limit simbody mujoco ;; P4-100 | P4-1000) echo jourdain limit simbody ;; P4-*) echo jourdain limit ;;
    P4s-10) echo jourdain simbody mujoco ;; P4s-*) echo jourdain simbody ;;
    P7) echo jourdain simbody mujoco ;; P8-*) echo jourdain cholmod ;;
    esac
}
solve() { # PROGRAM PROBLEM [METHOD SETTING]
    case $1,$2 in
    jourdain,P8-*) "$bench" --peers "$2" "$build/matrix" ;;
    jourdain,*) "$bench" --peers "$2" ${4:+"$4"} ;;
    cholmod,*) "$build/cholmod" "$2" "$build/matrix" ;;
    *) "$build/$1" "$2" ${3:+"$3"} ${4:+"$4"} ;;
    esac
}

all=$build/all.csv
: >"$all"
problems=${*:-$("$bench" --peers)}
for problem in $problems; do
    for program in $(solvers "$problem"); do solve "$program" "$problem" >>"$all"; done
    echo "$problem is measured once" >&2
done
awk -v chosen=1 -f "$here/best.awk" "$all" >"$build/chosen"
round=1
while [ $round -lt "${ROUNDS:-4}" ]; do
    while IFS=, read -r problem program method setting; do
        case $setting in all-in | factor*) method= setting= ;; esac
        solve "$program" "$problem" "$method" "$setting" </dev/null >>"$all"
    done <"$build/chosen"
    round=$((round + 1))
done

echo problem,program,method,setting,error,seconds,steps,evaluations,end >"$results/peers.csv"
awk -f "$here/least.awk" "$all" >>"$results/peers.csv"
awk -f "$here/best.awk" "$results/peers.csv" >"$results/ratios.csv"
awk -f "$here/picture.awk" "$results/peers.csv" >"$results/peers.svg"
awk -F, '{ printf "%-10s %-17s", $1, $2; for (k = 3; k <= NF; k++) printf " %11s", $k; print "" }' "$results/ratios.csv"
echo "kept in ${results#"$PWD"/}"
