#!/bin/sh
# SPDX-License-Identifier: MIT
# check_instructions.sh VALGRIND BENCH: an evaluation or a row of output takes no more instructions than bench/guard.txt says, by 3 % at most.
# Counted, so that it is the same on every day; of another compiler or machine the counts would be others.
valgrind=${1:?valgrind} bench=${2:?bench} bad=0 seen=0
here=$(cd "$(dirname "$0")/.." && pwd) || exit 2

collected() { # CASE K FORM
    mode=--count
    case $3 in rows:*) mode=--count-rows ;; run:*) mode=--count-runs ;; esac
    "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "$bench" $mode "$1" "$2" "${3#*:}" 2>&1 | sed -n 's/.*Collected : *//p'
}

while read -r name form allowed; do
    case $name in '' | '#'*) continue ;; esac
    from=100 to=200
    case $form in run:*) from=1 to=3 ;; esac
    few=$(collected "$name" $from "$form") many=$(collected "$name" $to "$form")
    [ -n "$few" ] && [ -n "$many" ] || { echo "$name, $form: nothing was counted"; exit 2; }
    count=$(((many - few) / (to - from))) seen=$((seen + 1))
    echo "$name, $form: $count instructions, $allowed are written down"
    [ $((100 * count)) -le $((103 * allowed)) ] || bad=$((bad + 1))
done <"$here/bench/guard.txt"
[ $seen -gt 0 ] || { echo "bench/guard.txt names no case"; exit 2; }
[ $bad -eq 0 ] || { echo "$bad above by more than 3 %: find out why, or say in bench/guard.txt why it has to be"; exit 1; }
