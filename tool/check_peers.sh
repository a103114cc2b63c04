#!/bin/sh
# SPDX-License-Identifier: MIT
# check_peers.sh CC BENCH: what `make bench-peers` compares are the same problems: the code written by hand for each and the models come
# to the same ends with tight tolerances, chains and nets run, and the scripts make a table and a picture of it.
cc=${1:?compiler} bench=${2:?bench} bad=0
here=$(cd "$(dirname "$0")/.." && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
"$cc" -O2 -std=gnu11 -ffp-contract=off "$here/bench/peers/limit.c" -o "$scratch/limit" -lm || exit 1

for problem in P1 P3 P5 P6 P7 P2-5; do
    "$bench" --peers $problem 1e-9 || bad=1
    [ $problem = P7 ] || "$scratch/limit" $problem "$([ $problem = P2-5 ] && echo rk4 || echo dopri5)" "$([ $problem = P2-5 ] && echo 0.004 || echo 1e-10)" || bad=1
done >"$scratch/all.csv"
{ "$bench" --peers P4-10 && "$scratch/limit" P4-10 && "$bench" --peers P8-5 "$scratch/matrix"; } >>"$scratch/all.csv" || bad=1
awk -F, '$5 != "" && !($5 + 0 <= 1e-7) || $9 != "done" { print "not the same problem: " $0; bad = 1 }
    END { exit bad || NR != 14 }' "$scratch/all.csv" || bad=1
[ "$(head -n 1 "$scratch/matrix")" = 160 ] || { echo "a net of 5 by 5 has $(head -n 1 "$scratch/matrix") locks"; bad=1; }
awk -f "$here/bench/peers/least.awk" "$scratch/all.csv" | awk -f "$here/bench/peers/best.awk" >"$scratch/ratios.csv"
awk -F, 'NR > 1 && $3 == "" { print "no time of ours: " $0; bad = 1 } END { exit bad || NR != 9 }' "$scratch/ratios.csv" ||
    { cat "$scratch/ratios.csv"; bad=1; }
awk -f "$here/bench/peers/picture.awk" "$scratch/all.csv" >"$scratch/peers.svg"
[ "$(grep -c '<circle' "$scratch/peers.svg")" -ge 8 ] || { echo "the picture lacks points"; bad=1; }
exit $bad
