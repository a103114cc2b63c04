#!/bin/sh
# SPDX-License-Identifier: MIT
# What newcomers reach for: a word of theirs in `help`, units of measures, the table of a study in `plot`, names of ports.
. "$(dirname "$0")/common.sh"
model=$here/sweep.jd

# ---- Any word is searched for; what names something goes before, what is nearly one is told.
call help transmission
exits 0
prints 'jourdain help channels'
prints 'acute angle'
prints 'doc/model-text.md'
call help GearBox
exits 0
prints 'doc/library.md'
call help stabilise something
exits 2
says "there is no help about 'stabilise something'"
call help baumgarte --json
exits 0
prints_json 'len(j["found"]) > 3 and any("4.4 Baumgarte" in row["what"] for row in j["found"])'
[ "$(grep -c 'Baumgarte: beta likewise' "$scratch/out")" -eq 1 ] || fail "an option of many commands is told more than once"

# ---- A bare number is in SI units, which is told where the model says millimetres: it ran in silence with 160 m.
call run $model --set r=160
says '--set r=160 has no unit, so that it is in m; the model says it in mm [unit-missing]'
says 'write --set r=160mm'
call sweep $model --vary r=150,160
says 'the model says it in mm [unit-missing]'
says '--vary r=150mm'
for given in "run $model --set r=160mm" "run $model --set r=0.16m" "sweep $model --vary r=150mm,160mm"; do
    call $given # split on purpose
    exits 0
    ! grep -qF unit-missing "$scratch/err" || fail "$given is told to lack a unit"
done

# ---- Measures are told in the unit behind `as`, or that of the output; conditions stay what they are.
call sweep $model --vary r=150mm,153mm --measure "peak = max(jB.force) as kN" --measure "max(jO.rate)" --measure "max(energy)" --require "peak < 1 kN"
exits 0
first_line 'variant,r [m],peak [kN],max(jO.rate) [rad/s],max(energy) [J],status,message' "$scratch/out"
# Differences are in the unit that both sides are shown in: joules, not newton metres; of mixed ones none is.
call sweep $model --vary r=150mm,153mm --measure "lost = max(energy) - min(energy)" --measure "gone = -lost" --measure "both = max(energy) + lost*2" --measure "w = time_of_max(jB.force) - time_of_min(jB.force)" --out "$scratch/lost.csv"
exits 0
head -n 1 "$scratch/lost.csv" | grep -qF 'lost [J],gone [J],both [N*m],w [s]' || fail "differences of energy: $(head -n 1 "$scratch/lost.csv")"
call sweep $model --vary r=150mm,153mm --measure "peak = max(jB.force)"
plain=$(sed -n '2s/^[^,]*,[^,]*,\([^,]*\),.*/\1/p' "$scratch/out")
call sweep $model --vary r=150mm,153mm --measure "peak = max(jB.force) as mN"
awk -F, -v newton="$plain" 'NR == 2 { exit !($3/newton > 999.999 && $3/newton < 1000.001) }' "$scratch/out" || fail "mN is not a thousandth of N"
sed 's/^output .*/output jB.force as kN, turned = jO.angle as deg/' $model >"$scratch/shown.jd"
call sweep "$scratch/shown.jd" --vary r=150mm,153mm
exits 0
first_line 'variant,r [m],max(jB.force) [kN],max(turned) [deg],status,message' "$scratch/out"
call sweep $model --vary r=150mm,153mm --measure "peak = max(jB.force) as kg"
exits 2
says "measure 'peak' is in N, which is not told in kg"
call sweep $model --vary r=150mm,153mm --measure "peak = max(jB.force) as kNm"
exits 2
says "there is no unit 'kNm'"

# ---- A table of a study is one of curves; its words are gaps. Other tables with words in them are refused as before.
call sweep $model --vary r=140mm..160mm/3 --vary stabilise=none,projection --measure "peak = max(jB.force)" --out "$scratch/t.csv"
exits 0
call plot "$scratch/t.csv" peak --against r --out "$scratch/t.svg"
exits 0
[ -s "$scratch/t.svg" ] || fail "there is no picture"
call plot "$scratch/t.csv" status --against r
exits 2
says "has no channel 'status'"
printf 'time [s],x [m],status\n0,1,ok\n' >"$scratch/words.csv"
call plot "$scratch/words.csv" x
says "'ok' is no number"

# ---- The ending of a study's table.
for ending in xlsx html svg; do
    call sweep $model --vary r=150mm,153mm --out "$scratch/s.$ending"
    exits 2
    says '[table-ending-unknown]'
    [ ! -e "$scratch/s.$ending" ] || fail "it was written"
done
call sweep $model --vary r=150mm,153mm --out "$scratch/s.json" --quiet
exits 0

# ---- Other files, too, are what their names say; the model is not among them.
cp $model "$scratch/mine.jd"
for words in 'emit mine.py' 'emit mine.jd' 'equations mine.docx' 'export mine.zip' 'fmt mine.csv'; do
    call ${words% *} "$scratch/mine.jd" --out "$scratch/${words#* }"
    exits 2
    says '[file-ending-unknown]'
done
cmp -s $model "$scratch/mine.jd" || fail "the model was overwritten"
call fmt "$scratch/mine.jd" --json --out "$scratch/mine.json"
exits 0

# ---- Values of an option are completed by those alone.
if command -v bash >/dev/null; then
    call doc bash
    cp "$scratch/out" "$scratch/completion"
    (cd "$scratch" && bash -c '. ./completion; COMP_WORDS=(jourdain run x.jd --stepper ""); COMP_CWORD=4; _jourdain; echo "${COMPREPLY[@]}"
        COMP_WORDS=(jourdain run min); COMP_CWORD=2; _jourdain; echo "${COMPREPLY[@]}"') >"$scratch/words" 2>&1
    [ "$(sed -n 1p "$scratch/words")" = 'dop853 dopri5 rk4 semi-implicit-euler euler cvode ida' ] || fail "steppers: $(sed -n 1p "$scratch/words")"
    sed -n 2p "$scratch/words" | grep -q mine.jd || fail "models are not completed: $(sed -n 2p "$scratch/words")"
fi

# ---- Ports are names of channels on the command line, too.
printf '%s\n' planar 'gravity none' 'include "drives.jd"' 'use in : inertia with J = 1e-3 kg*m^2' \
    'use out : inertia at [0.2, 0] with J = 2e-3 kg*m^2' 'joint g : gear in.shaft -- out.shaft ratio 2' \
    'force torque : effort in.shaft value 1 N*m' 'run to 0.1 s' >"$scratch/train.jd"
call run "$scratch/train.jd" --output in.shaft.rate,out.shaft,in.shaft.accel --quiet
exits 0
first_line 'time [s],in.turn.rate [rad/s],out.turn.angle [rad],in.turn.accel [rad/s^2]' "$scratch/out"
tail -n 1 "$scratch/out" | awk -F, '{ exit !($2 > 66.66 && $2 < 66.67 && $3 < -1.666 && $3 > -1.667 && $4 > 666.6 && $4 < 666.7) }' ||
    fail "a torque of 1 N*m on 1e-3 + 2e-3/4 kg*m^2 gives another motion"
call run "$scratch/train.jd" --output in.shaft.angel
exits 2
call sweep "$scratch/train.jd" --vary in.J=1e-3,2e-3 --measure "max(in.shaft.rate) as rpm"
exits 0
first_line 'variant,in.J [kg*m^2],max(in.shaft.rate) [rpm],status,message' "$scratch/out"

# ---- A check of each variant is that of the model with this value; what is wrong is told in its line.
sed 's/^point B .*/point B = [sqrt(l^2 - r^2), 0]/; s/^point A .*/point A = [0 m, r]/; s/^start .*/start jO.rate = 1/; /^expect/d' $model >"$scratch/upright.jd"
call check "$scratch/upright.jd" --vary r=100mm,400mm,200mm
exits 3
sed -n 2p "$scratch/out" | grep -Eq '^ *r = 100 mm +yes .* 1 +1 +0 *$' || fail "the first assembles with one freedom"
sed -n 3p "$scratch/out" | grep -Eq '^ *r = 400 mm +NO .*square root of a' || fail "the second has no such point"
grep -Eq '^ *r = 200 mm +yes .* 1 +1 +0 *$' "$scratch/out" || fail "the third is checked after one that is wrong"
call check "$scratch/upright.jd" --set r=400mm
exits 3
call check "$scratch/upright.jd" --stabilise baumgarte --vary alpha=1,10
exits 0
call check "$scratch/upright.jd" --vary q=1,2
exits 2
says "the model has no parameter 'q' to set"
call check "$scratch/upright.jd" --vary r=100mm --json
exits 0
prints '"variant": "r = 100 mm"'

# ---- A word of the language has its statement; one that is an option besides has both.
call help table
exits 0
first_line 'table <name>' "$scratch/out"
prints 'row <value> ...'
call help output
first_line 'output <channel> [= <value>] [as <unit>], ...' "$scratch/out"
prints 'channels to record'
call help state --json
prints '"form": "rate <expression>"'

# ---- Paths of points are in pictures that move, too, and within their frame.
call view model/four_bar.jd --no-open --paths coupler --to 0.5 --out "$scratch/moves.svg"
exits 0
grep -q 'stroke-dasharray' "$scratch/moves.svg" || fail "there is no path"
call view model/four_bar.jd --no-open --to 0.5 --out "$scratch/moves.svg"
! grep -q 'stroke-dasharray' "$scratch/moves.svg" || fail "there is a path that nobody asked for"

# ---- Rotors of the library are seen.
call draw "$scratch/train.jd"
prints '<path'
finish
