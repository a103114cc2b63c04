#!/bin/sh
# Emitted code beside code written by hand: bench/emit/gate.sh PROGRAM [CC [FLAGS]]. Prints for each mechanism the least time of
# interleaved rounds and, if valgrind is there, instructions of an evaluation, stepping included.
program=$1 cc=${2:-gcc} flags=${3:--O2 -march=x86-64-v3 -ffp-contract=off}
here=$(dirname "$0") work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
count() { # instructions of one run of the rounds
    valgrind --tool=none --version > /dev/null 2>&1 || { echo 0; return; }
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/$1" "$3" "$2" 2>&1 | awk '/Collected/ { print $4 }'
}
while read -r name model hand step steps; do
    "$program" emit "$model" --out "$work/$name.c" --quiet || exit 2
    for size in "$steps" 200; do
        $cc -std=c11 $flags -DEMITTED="\"$work/$name.c\"" -DMODEL="$name" -DHAND="$hand" -DSTEP="$step" -DSTEPS="$size" -I"$here" \
            "$here/gate.c" -lm -o "$work/$name.$size" || exit 2
    done
    printf '%-13s ' "$name"
    "$work/$name.$steps" 15 || failed=1
    for which in hand emitted; do
        two=$(count "$name.200" $which 3) one=$(count "$name.200" $which 1)
        echo "              $which: $(((two - one) / 1600)) instructions"
    done
done <<END
slider_crank model/slider_crank.jd hand_slider_crank 1e-5 20000
seven_body model/seven_body.jd hand_seven_body 1e-6 10000
v6 bench/emit/v6.jd hand_v6 1e-5 10000
END
exit $failed
