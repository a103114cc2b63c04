#!/bin/sh
# SPDX-License-Identifier: MIT
# check_alarms.sh PROGRAM AUDIT SEED COUNT: random valid mechanisms of the audit are put to `check`, and what the doctor finds in
# them is a false alarm, unless a run shows that it is right: each is printed, with its number. Ends with how many there were, and 1
# if there was one.
program=$(realpath -e "${1:?program}") || exit 2
audit=$(realpath -e "${2:?audit program}") || exit 2
seed=${3:?seed} count=${4:?count}
export NO_COLOR=1 LC_ALL=C
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
codes='joint-forgotten|joint-misplaced|force-misplaced|not-connected|locks-contradict|couplings-block|gear-drawn|slide-across|axis-idle|axis-across'
codes="$codes|drawn-far|start-other-branch|start-balanced|inertia-implausible|mass-implausible|unit-missing|gravity-implausible"
codes="$codes|damping-negative|spring-implausible|point-implausible|body-held|sibling-differs|group-apart|use-repeated"
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# Of a joint that cannot move it is told rightly if its free stays what it was in a run: that which a force acts on, or its turn.
stands() { # MODEL FINDING
    joint=$(echo "$2" | sed -n -e "s/.*joint '\([^']*\)', on which a force acts, cannot move.*/\1/p" -e "s/.*joint '\([^']*\)' cannot move.*/\1/p")
    free=$(sed -n "s/^force .* \($joint\.[a-z_0-9]*\) .*/\1/p" "$1" | head -n 1)
    [ -n "$joint" ] && [ -z "$free" ] && free=$joint.angle
    [ -n "$joint" ] && [ -n "$free" ] && "$program" run "$1" --output "$free" 2>/dev/null </dev/null |
        awk -F, 'NR == 2 { least = most = $2 } NR > 2 { if ($2 < least) least = $2; if ($2 > most) most = $2 }
                 END { exit !(NR > 2 && most - least < 1e-9) }'
}

told() { # NUMBER MODEL
    "$program" check "$2" 2>&1 >/dev/null </dev/null | grep -E "(warning|error): .*\[($codes)\]" | while read -r finding; do
        stands "$2" "$finding" || echo "$1: $finding"
    done
}

part() { # FIRST
    for number in $(seq "$1" "$jobs" $((count - 1))); do
        model=$scratch/$number.jd
        "$audit" --seed "$seed" --text "$number" >"$model" 2>/dev/null || { echo "$number: no text"; continue; }
        told "$number" "$model"
        rm -f "$model"
    done
}

for first in $(seq 0 $((jobs - 1))); do part "$first" >"$scratch/told.$first" & done
wait
cat "$scratch"/told.*
bad=$(cat "$scratch"/told.* | wc -l)
echo "$count mechanisms of seed $seed, $bad false alarms"
[ "$bad" -eq 0 ]
