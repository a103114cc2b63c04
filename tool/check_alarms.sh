#!/bin/sh
# SPDX-License-Identifier: MIT
# check_alarms.sh PROGRAM AUDIT SEED COUNT: random valid mechanisms of the audit are put to `check`, and what the doctor finds in
# them is a false alarm: each is printed, with its number. Ends with how many there were, and 1 if there was one.
program=$(realpath -e "${1:?program}") || exit 2
audit=$(realpath -e "${2:?audit program}") || exit 2
seed=${3:?seed} count=${4:?count}
export NO_COLOR=1 LC_ALL=C
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
codes='joint-forgotten|joint-misplaced|force-misplaced|not-connected|locks-contradict|couplings-block|gear-drawn|slide-across|axis-idle|axis-across'
codes="$codes|drawn-far|start-other-branch|start-balanced|inertia-implausible|mass-implausible|unit-missing|gravity-implausible"
codes="$codes|damping-negative|spring-implausible|point-implausible|body-held|sibling-differs|group-apart"
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

part() { # FIRST
    for number in $(seq "$1" "$jobs" $((count - 1))); do
        model=$scratch/$number.jd
        "$audit" --seed "$seed" --text "$number" >"$model" 2>/dev/null || { echo "$number: no text"; continue; }
        "$program" check "$model" 2>&1 >/dev/null </dev/null | grep -E "(warning|error): .*\[($codes)\]" | sed "s#^#$number: #"
        rm -f "$model"
    done
}

for first in $(seq 0 $((jobs - 1))); do part "$first" >"$scratch/told.$first" & done
wait
cat "$scratch"/told.*
bad=$(cat "$scratch"/told.* | wc -l)
echo "$count mechanisms of seed $seed, $bad false alarms"
[ "$bad" -eq 0 ]
