#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BENCH [cost|precision]: measures with the program BENCH, prints a table and keeps the numbers in
# bench/results/<machine>/. cost: evaluations and steps; precision: work for a wanted accuracy.
bench=$1 what=${2:-cost}
here=$(cd "$(dirname "$0")" && pwd) || exit 2
results=$here/results/$("$here/machine.sh")
mkdir -p "$results"

table() { # aligns the columns of a CSV
    awk -F, '{ for (k = 1; k <= NF; k++) { cell[NR, k] = $k; if (length($k) > wide[k]) wide[k] = length($k) } n = NF }
        END { for (r = 1; r <= NR; r++) { line = ""
              for (k = 1; k <= n; k++) line = line sprintf(k < 4 ? "%-*s  " : "%*s  ", wide[k], cell[r, k])
              sub(/ +$/, "", line); print line } }' "$1"
}

# Instructions of one evaluation or step: the difference between K and 2 K of them, over K.
collected() { # MODE CASE K [FORM]
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$1" "$2" "$3" ${4:+"$4"} 2>&1 |
        sed -n 's/.*Collected : *//p'
}
instructions() { # MODE CASE BODIES [FORM]
    times=$((4000 / $3 + 20))
    once=$(collected "$1" "$2" $times "$4") twice=$(collected "$1" "$2" $((2 * times)) "$4")
    [ -n "$once" ] && [ -n "$twice" ] && echo $(((twice - once) / times))
}

if [ "$what" = precision ]; then
    "$bench" --precision >"$results/precision.csv" || exit 1
    awk -f "$here/best.awk" "$results/precision.csv" >"$results/best.csv"
    table "$results/best.csv"
    echo "kept in ${results#"$PWD"/}"
    exit 0
fi

"$bench" >"$results/cost.csv" || exit 1
echo case,bodies,instructions_per_evaluation,per_body,target,instructions_per_rk4_step >"$results/instructions.csv"
if command -v valgrind >/dev/null; then
    awk -F, 'NR > 1 && !seen[$1]++ { print $1, $2 }' "$results/cost.csv" | while read -r name bodies; do
        count=$(instructions --count "$name" "$bodies") || continue
        step=$(instructions --count-steps "$name" "$bodies") || continue
        case $name in
        slider-crank) target=4000 ;; seven-body) target=12000 ;; chain-*-in-space | twisted-chain-*) target=$((6000 * bodies)) ;;
        chain-*) target=$((900 * bodies)) ;; *) target= ;;
        esac
        echo "$name,$bodies,$count,$((count / bodies)),$target,$step" >>"$results/instructions.csv"
    done
    # Other formulations: case, its bodies, form, wanted.
    echo case,bodies,form,instructions_per_evaluation,per_body,target >"$results/forms.csv"
    while read -r name bodies form target; do
        count=$(instructions --count "$name" "$bodies" "$form") || continue
        echo "$name,$bodies,$form,$count,$((count / bodies)),$target" >>"$results/forms.csv"
    done <<END
slider-crank 3 minimal 1000
seven-body 7 minimal 3500
engine-v6 13 newton-euler
engine-v6 13 minimal
chain-100 100 cut-joint 40000
chain-1000 1000 cut-joint 400000
twisted-chain-100 100 cut-joint 200000
twisted-chain-1000 1000 cut-joint 2000000
bricard 5 cut-joint
bricard 5 minimal
END
else
    echo "valgrind is missing: instructions are not counted" >&2
fi
table "$results/cost.csv"
echo
table "$results/instructions.csv"
[ -f "$results/forms.csv" ] && echo && table "$results/forms.csv"
echo "kept in ${results#"$PWD"/}"
# Nothing may allocate during a run.
awk -F, 'NR > 1 && $10 + 0 != 0 { print $1 " with " $4 " and " $5 ": " $10 " allocations"; bad = 1 } END { exit bad }' \
    "$results/cost.csv"
