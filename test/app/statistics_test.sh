#!/bin/sh
# SPDX-License-Identifier: MIT
# Statistics, expressions and units, in `jourdain run` and `jourdain plot`.
. "$(dirname "$0")/common.sh"
export LC_ALL=C
model=$scratch/wave.jd
cat >"$model" <<'TEXT'
state x { start 1  rate v }
state v { start 0 1/s  rate -9*x/1 s^2 }
param k = 2
output x, double = k*x, angle = x*1 rad as deg
expect max(abs(x) - 1/2) = 1/2  within 1e-8
expect time_of_min(x) = 1.0471975511966  within 1e-6
run to 5 s every 5 s
TEXT

# Of the motion, though there are two rows.
call run "$model" --statistics
exits 0
says 'statistics'
says '2 of 2 held'
grep -q '^  double \[1\] .* -2 .* 1\.0472 .* 2  *0 .* 0\.086705' "$scratch/err" || fail 'no line of double'
prints 'time [s],x [1],double [1],angle [deg]'
prints '0,1,2,57.295779513082'
call run "$model" --statistics --json
exits 0
prints '"statistics": ['
prints '{"name": "double", "unit": "1", "min": -1.99999'
prints '"statistic": "time_of_min"'
call run "$model" --json
exits 0
! grep -q '"statistics"' "$scratch/out" || fail 'statistics that nobody asked for'

# One that is missed is told by its name.
sed 's/= 1\/2  within/= 1\/3  within/' "$model" >"$scratch/missed.jd"
call run "$scratch/missed.jd"
exits 5
says "'max(abs(x) - 1 / 2)' is 0.5"

# Expressions and units on the command line.
call run "$model" --output 'atan2(x, k), x/k' --unit 'atan2(x, k)=deg'
exits 0
prints 'x/k [1]'
prints '"atan2(x, k) [deg]"'
prints '0,26.56505117707'
call run "$model" --unit furlong
exits 2
says "there is no unit 'furlong'"
call run "$model" --unit m
exits 2
says 'nothing that is shown can be shown in m'
call run "$model" --unit nothing=m
exits 2
says "'nothing' is not among what is shown"
call run "$model" --unit x=m
exits 2
says "'x' is in 1, which is not shown in m"
call run "$model" --output 'x +'
exits 2
says 'expression.value:1:4: error: a value is missing here'
call plot "$model" 'k*x + 1' x --unit deg
exits 0
prints 'k*x + 1 over time: from -57.2957 to 171.887 deg'
call run "$model" --out "$scratch/wave.csv" --every 0.1
exits 0
call plot "$scratch/wave.csv" angle --unit rad
exits 0
prints '>angle [rad]</text>'
call plot "$scratch/wave.csv" angle --unit kg
exits 2
says 'nothing that is shown can be shown in kg'

exit $failures
