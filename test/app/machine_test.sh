#!/bin/sh
# SPDX-License-Identifier: MIT
# What is asked of machines: the ledger of a run, ports of components, and a word about gravity that nobody mentioned.
. "$(dirname "$0")/common.sh"
model=$scratch/machine.jd
cat >"$model" <<'TEXT'
body m { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }
joint j : prismatic ground -- m at [0, 0]  axis x
force spring : free-spring j.travel  stiffness 50 N/m  damping 1 N*s/m
force push : effort j.travel value 3 N
run to 1 s  every 0.5 s
TEXT

call run "$model" --ledger --tol 1e-12
exits 0
grep -q 'ledger \[J\]  *work  *stored  *heat  *brought in' "$scratch/err" || fail 'no ledger'
says 'spring '
grep -q 'left over  *[-0-9.e]*, [0-9.]*e-1[0-9] of all that was moved' "$scratch/err" || fail 'much is left over'
call run "$model" --ledger --json
exits 0
prints '"ledger": {'
prints '"name": "spring", "work": '
prints '"residual": '
call run "$model"
exits 0
grep -q ledger "$scratch/err" && fail 'a ledger that nobody asked for'

call info "$model" --ports
exits 0
grep -q 'm  *body  *force and torque of j' "$scratch/out" || fail 'no ports of a body'
grep -q 'push  *force  *motion of j.travel  *effort on j.travel' "$scratch/out" || fail 'no ports of a force'
prints 'the model says nothing about gravity'
cat >"$scratch/own.jd" <<'TEXT'
gravity none
body m { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }
joint j : prismatic ground -- m at [0, 0]  axis x
table lift {
  column when s
  column push N
  row 0, 0
  row 1, 3
}
table unread {
  column when s
  column push N
  row 0, 0
  row 1, 3
}
part held {
  table force { column way m  column force N
    row 0, 0
    row 1, -3 }
  node knot at [0.5, 1]
  force near : spring ground -- knot at [0, 1] stiffness 10 N/m
  force far : line-force knot -- m at [0, 0] tension -force(far.length)
}
use h1 : held
use h2 : held
function doubled(a) = 2 * lift(a)
input brake start 0 N
state heat { start 0 J  rate brake*j.speed }
signal pull = doubled(time) + pull_before - brake
delay pull_before = pull  by 0.1 s  history 0 N
sensor eye : m
force push : effort j.travel value pull + 2 * pull
force idle : free-spring j.travel stiffness 1 N/m
when far : j.travel > 1 m { set brake = 2 N  off idle  impulse j.travel = 1 N*s }
when late : time > 0.9 s { stop }
run to 1 s
TEXT
call info "$scratch/own.jd" --ports
exits 0
# The names stand once, and those of a function's arguments not at all.
while IFS='|' read -r name kind in out; do
    grep -q "$name  *$kind  *$in  *$out" "$scratch/out" || fail "no ports of $name"
done <<'ROWS'
push|force|motion of j.travel, pull|effort on j.travel
idle|force|motion of j.travel, event far|effort on j.travel
heat|state|j.speed, brake|its value
pull|signal|brake, pull_before, lift, time|its value
brake|input|event far|its value
pull_before|delay|pull|its value
eye|sensor|m, ground|what it measures, as channels
far|event|j.travel|brake, idle, j.travel
late|event|time|a row, or the end of the run
lift|table|its argument, of pull|its value there
unread|table|nothing: none of these reads it|its value there
h1.force|table|its argument, of h1.far|its value there
h2.force|table|its argument, of h2.far|its value there
h1.knot|node|force of h1.near, h1.far|its place and velocity
ROWS
grep -q 'knot\.x' "$scratch/out" && fail 'places of a node are listed as states of their own'
call check "$model"
prints 'the model says nothing about gravity'
call run "$model"
says 'the model says nothing about gravity'
sed '1i gravity none' "$model" >"$scratch/said.jd"
call run "$scratch/said.jd"
grep -q 'says nothing' "$scratch/err" && fail 'gravity was said, and a run asks for it'
call check "$scratch/said.jd"
grep -q 'says nothing' "$scratch/out" && fail 'gravity was said'
exit "$failures"
