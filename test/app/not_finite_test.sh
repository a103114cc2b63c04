#!/bin/sh
# SPDX-License-Identifier: MIT
# A value that is no number ends every command that runs a model with an error: nobody takes a hole in a table or a picture for a result.
. "$(dirname "$0")/common.sh"
model=$scratch/root.jd
cat >"$model" <<'EOF'
model root
planar
gravity [0, -9.81] m/s^2
body p { link [0, 0] [1, 0]  mass 1 kg  inertia 0.1 kg*m^2 }
joint j : revolute ground -- p at [0, 0]
signal height = sqrt(j.angle + 0.5)
output j.angle, height
run to 2 s  every 0.1 s
EOF

for words in "run $model --out $scratch/rows.csv" "run $model --native --out $scratch/rows.csv" "plot $model --out $scratch/rows.svg" \
    "view $model --no-open --out $scratch/page.html" "compare $model --forms newton-euler,minimal" "compare $model --json" \
    "run $model --verify --out $scratch/rows.csv" "run $model --statistics --out $scratch/rows.csv"; do
    call $words
    exits 1
    case $words in *--json) prints value-not-finite ;; *) says value-not-finite ;; esac
done
call sweep "$model" --vary tol=1e-6,1e-8
exits 1
prints number-not-finite

# Where all are numbers nothing is said.
call compare "$model" --forms newton-euler,minimal --to 0.1
exits 0
says_nothing
finish
