#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain run --verify`: digits that stand, for people and programs; the rows stay what they are.
. "$(dirname "$0")/common.sh"

# A slider-crank has many, and its CSV is that of a run that is not verified.
call run model/slider_crank.jd --verify --out "$scratch/a.csv"
exits 0
says 'verified     again with tol 1e-13, and under newton-euler and cut-joint'
awk '/^  slider.x \[m\] +[0-9]+ +[0-9.e-]+ +[0-9.]+$/ { digits = $3 } END { exit !(digits >= 10) }' "$scratch/err" ||
    fail 'fewer than ten digits of slider.x'
"$jourdain" run model/slider_crank.jd --quiet --out "$scratch/b.csv"
cmp -s "$scratch/a.csv" "$scratch/b.csv" || fail 'the rows are others'

# Under another form; and what never leaves zero is called so.
call run model/slider_crank.jd --verify --form minimal --output slider.x,slider.y --out "$scratch/a.csv"
exits 0
says 'and under newton-euler and cut-joint'
grep -q '^  slider.y \[m\] *zero ' "$scratch/err" || fail 'slider.y is not zero'

# A fixed step: half of it.
call run $here/pendulum.jd --verify --stepper rk4 --dt 1e-2 --json
exits 0
prints_json 'j["verify"]["dt"] == 0.005 and j["verify"]["tol"] is None and j["verify"]["forms"] == ["newton-euler", "minimal"]'

# JSON: one object for each output, one row of errors for each row, which never get less.
call run model/slider_crank.jd --verify --json
exits 0
prints_json 'abs(j["verify"]["tol"] - 1e-13) < 1e-18'
prints_json '[o["name"] for o in j["verify"]["outputs"]] == [c["name"] for c in j["channels"][1:]]'
prints_json 'all(o["digits"] >= 9 and 0 < o["error"] < 1e-8 * o["size"] for o in j["verify"]["outputs"])'
prints_json '[e[0] for e in j["verify"]["errors"]] == [r[0] for r in j["rows"]]'
prints_json 'all(a <= b for p, q in zip(j["verify"]["errors"], j["verify"]["errors"][1:]) for a, b in zip(p, q))'
prints_json 'j["verify"]["errors"][-1][1] == j["verify"]["outputs"][0]["error"]'
call run model/slider_crank.jd --json
prints_json '"verify" not in j'

# A double pendulum: few digits late, which is warned about, and many early.
call run model/double_pendulum.jd --verify --to 40 --out "$scratch/a.csv"
says 'fewer than three digits'
says '[verify-few-digits]'
grep -q '^  upper.angle \[rad\] *0 .*three up to [0-9.]* s$' "$scratch/err" || fail 'nobody says up to when'
call run model/double_pendulum.jd --verify --to 2 --quiet --output upper.angle --out "$scratch/a.csv"
exits 0
says_nothing

# With states of its own it is compared with the other forms, not with itself.
call run model/dc_motor.jd --verify --out "$scratch/a.csv"
exits 0
grep -q 'and under newton-euler and cut-joint$' "$scratch/err" || fail 'compared with itself'

# A run that failed is not verified.
call run test/bad/run-incomplete.jd --verify --out "$scratch/a.csv"
exits 1
! grep -q verified "$scratch/err" || fail 'a failed run is verified'

finish
