#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain run`: data to stdout, words to stderr, files, exit codes.
. "$(dirname "$0")/common.sh"
model=$here/pendulum.jd

# The CSV goes to stdout, the summary to stderr.
call run $model
exits 0
first_line 'time [s],jO.angle [rad],jO.rate [rad/s],energy [J]' "$scratch/out"
has_lines 7 "$scratch/out"
says 'pendulum'
says '1 of 1 held'
says 'steps'

# Quiet: no words.
call run $model --quiet
exits 0
says_nothing
has_lines 7 "$scratch/out"

# With --out the file has it, and stdout is empty.
mkdir "$scratch/folder"
# Nothing is written under a name that promises another kind of file; times have few digits.
for ending in xlsx json png; do
    call run $model --out "$scratch/folder/s.$ending"
    exits 2
    says 'table-ending-unknown'
    [ ! -e "$scratch/folder/s.$ending" ] || fail "s.$ending was written"
done
call run $here/../../model/slider_crank.jd --to 0.03 --every 0.005 --out "$scratch/s.dat"
exits 0
[ "$(cut -d, -f1 "$scratch/s.dat" | tr '\n' ' ')" = 'time [s] 0 0.005 0.01 0.015 0.02 0.025 0.03 ' ] || fail 'times are not short'

call run $model --out "$scratch/folder/a.csv"
exits 0
prints_nothing
has_lines 7 "$scratch/folder/a.csv"
says "a.csv"
alone "$scratch/folder" 1

# The same numbers either way, and twice.
"$jourdain" run $model -q >"$scratch/b.csv"
cmp -s "$scratch/folder/a.csv" "$scratch/b.csv" || fail 'stdout and --out differ'

# Options go before the model's words; times have units.
call run $model --to 200ms --every 0.05
exits 0
has_lines 6 "$scratch/out"
call run $model --output energy,jO.force --quiet
exits 0
first_line 'time [s],energy [J],jO.force [N]' "$scratch/out"
call run $model --every 0 --stepper rk4 --dt 0.05 --quiet
exits 0
has_lines 12 "$scratch/out"
call run $model --stabilise baumgarte --alpha 20 --beta 20
exits 0
says baumgarte
call run $model --stabilise none --form newton-euler --tol 1e-6
exits 0
"$jourdain" run - --quiet <$model >"$scratch/out" 2>"$scratch/err"
code=$?
exits 0
has_lines 7 "$scratch/out"

# Which coordinates count, and how the others follow.
call run $here/../../model/slider_crank.jd --form minimal --out "$scratch/c.csv"
exits 0
says '1 independent (at the start jO.angle), 2 follow in closed form by dyads RRP (jA, jB, jC)'

# Parameters from outside: expectations without `when` are left out, with a note.
call run $model --set l=600mm --set 'm=2 kg'
exits 0
says 'not checked'
call run $model --set nothing=3
exits 2
call run $model --stepper rk4
exits 3
says '--dt'

# An expectation after the end is left out; a missed one is told with its place.
call run $here/missed.jd --to 0.25
exits 0
says 'not checked'
call run $here/missed.jd --out "$scratch/missed.csv"
exits 5
says 'missed.jd:14'
says 'expect-missed'
has_lines 4 "$scratch/missed.csv"
call run $here/missed.jd --quiet
exits 5
says 'expect-missed'

# A model without outputs and end.
call run $here/endless.jd
exits 2
says 'run-end-missing'
call run $here/endless.jd --to 1 --every 0.5
exits 0
prints 'time [s],jO.angle [rad],stone.x [m],stone.y [m],stone.angle [rad],energy [J]'

# Wrong models are 3, all mistakes at once; files that cannot be read or written are 4.
call run $here/wrong.jd
exits 3
prints_nothing
says 'wrong.jd:10:'
says 'wrong.jd:11:'
call run $here/missing.jd
exits 4
says 'file-read'
call run $here/pendulum
exits 4
says "did you mean '$here/pendulum.jd'?"
call run $here
exits 4
call run $model --out "$scratch/no/folder/a.csv"
exits 4
says 'file-write'
call run $model --out "$scratch/folder"
exits 4
if [ -w /dev/full ]; then
    "$jourdain" run $model >/dev/full 2>"$scratch/err"
    code=$?
    exits 4
    call run $model --out /dev/full
    exits 4
fi
call run $model --out /dev/null
exits 0
[ -c /dev/null ] || fail '/dev/null was replaced'

# A failed write leaves the old file as it was.
echo old >"$scratch/folder/a.csv"
call run $here/wrong.jd --out "$scratch/folder/a.csv"
first_line old "$scratch/folder/a.csv"
alone "$scratch/folder" 1

# Too few steps: the run fails, the rows up to there are kept.
call run $model --stepper rk4 --dt 1e-3 --max-steps 250 --out "$scratch/part.csv"
exits 1
says 'run-incomplete'
first_line 'time [s],jO.angle [rad],jO.rate [rad/s],energy [J]' "$scratch/part.csv"
finish
