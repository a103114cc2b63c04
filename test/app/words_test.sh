#!/bin/sh
# SPDX-License-Identifier: MIT
# What the commands beside `run` say.
. "$(dirname "$0")/common.sh"
model=$here/pendulum.jd

call check $model
exits 0
prints 'by count'
prints 'by rank'
prints 'assembled               yes'
call check $here/apart.jd
exits 3
says error

call info $model
exits 0
prints 'jO.angle'
prints 'chosen since            a tree: no loops to close'
prints 'algebraic unknowns      0'
call info $model --form newton-euler
prints 'algebraic unknowns      2'

call derive prismatic
exits 0
prints "f''"
prints 'd.yi'
call derive --lock 'd.yi'
exits 0
prints "f'' ="
call derive --lock 'd.'
exits 2
says error
call derive $model jO
exits 0
prints 'ground'
prints 'arm'
call derive revolute --spatial
exits 0
prints 'zi.xj'

# Everything that has a table has a page.
for topic in joints forces shapes channels steppers forms language units functions commands errors; do
    call help $topic
    exits 0
    [ "$(wc -l <"$scratch/out")" -gt 3 ] || fail 'a page of nothing'
    call doc $topic
    exits 0
    prints '# '
done
for word in run check info derive fmt help explain doc version revolute hinge spring-damper dt tol; do
    call help $word
    exits 0
    [ -s "$scratch/out" ] || fail 'a page of nothing'
done
call help joint revolute
exits 0
prints 'd.x0'
call help joints
prints 'space'
call help gear
prints 'two frees of other joints'

# Channels of one kind are one line for people; programs get each of them.
call help channels
prints 'euler.xyz.a ... .zyz.c'
prints 'force.x, .y, .z'
call help channels --json
prints_json "any(c['channel'] == 'euler.zxz.b' and c['in'] == 'space' for c in j['channels'])"
call help completion
exits 0
prints 'complete -o filenames -F _jourdain jourdain'
if command -v bash >/dev/null; then bash -n "$scratch/out" || fail 'the script has mistakes'; fi

# Every code of the list is explained.
"$jourdain" explain | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | grep -vx 'code' >"$scratch/codes"
[ "$(wc -l <"$scratch/codes")" -gt 20 ] || fail 'too few codes'
while read -r name; do
    call explain "$name"
    exits 0
done <"$scratch/codes"

mkdir "$scratch/doc"
call doc all --out "$scratch/doc"
exits 0
[ -s "$scratch/doc/errors.md" ] || fail 'errors.md is missing'
if grep -q '' "$scratch/doc"/*.part* 2>/dev/null; then fail 'parts of files are left'; fi
call doc all
exits 2
call doc nothing
exits 2

# A model rewritten: stable, and in place only on request.
call fmt $model
exits 0
cp "$scratch/out" "$scratch/a.jd"
call fmt --write "$scratch/a.jd"
exits 0
prints_nothing
cmp -s "$scratch/a.jd" "$scratch/out" && fail 'nothing was written'
"$jourdain" fmt $model | cmp -s - "$scratch/a.jd" || fail 'the canonical layout is not stable'
call fmt --write --json "$scratch/a.jd"
exits 2
says 'option-value'
"$jourdain" fmt $model | cmp -s - "$scratch/a.jd" || fail 'a text became JSON'
call fmt --json $model --out "$scratch/a.json"
exits 0
cp "$scratch/a.json" "$scratch/b.json"
call fmt --write "$scratch/b.json"
exits 0
cmp -s "$scratch/a.json" "$scratch/b.json" || fail 'JSON did not stay JSON'

# Comments are kept, in place and by way of JSON, and the motion is the same.
cat >"$scratch/c.jd" <<'END'
# A pendulum.

planar    # flat
gravity [0, -9.81] m/s^2
point O = [0, 0]
body bob { # open
    mass 1 kg # one
    # where
    at [1, 0]  inertia 1 kg*m^2 }
joint j : revolute ground -- bob  at O
output j.angle, # first
       energy
run to 1 s  every 0.1 s
# The end.
END
cp "$scratch/c.jd" "$scratch/d.jd"
call fmt --write "$scratch/d.jd"
exits 0
says_nothing
for file in c d; do grep -o '#.*' "$scratch/$file.jd" >"$scratch/$file.comments"; done
has_lines 7 "$scratch/c.comments"
cmp -s "$scratch/c.comments" "$scratch/d.comments" || fail 'comments are lost'
call fmt --json "$scratch/d.jd" --out "$scratch/d.json"
call fmt "$scratch/d.json" --out "$scratch/e.jd"
cmp -s "$scratch/d.jd" "$scratch/e.jd" || fail 'the way by JSON changed the text'
for file in c.jd d.jd d.json e.jd; do call run "$scratch/$file" --out "$scratch/$file.csv"; exits 0; done
for file in d.jd d.json e.jd; do
    cmp -s "$scratch/c.jd.csv" "$scratch/$file.csv" || fail "the motion of $file is another"
done

call fmt $here/wrong-syntax.jd
exits 4
finish
