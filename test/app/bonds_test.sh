#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain bonds`: causality, summary, paths and equations for people and programs; the picture.
. "$(dirname "$0")/common.sh"

# The equations of the paper, by the model's own names.
call bonds model/bond/pendulum.jd
exits 0
prints "    y'' = g - 2*lambda*y/m"
prints "    lambda = m*(2*a*(x*x' + y*y') + b^2*(x^2 - l^2 + y^2)/2 + g*y + x'^2 + y'^2)/(2*x^2 + 2*y^2)"
prints '  independent states      mx.p, my.p'
prints '  signal integrators      x, y'

# A lever: one dependent storage, told, and its path.
call bonds model/bond/lever.jd
exits 0
prints '  dependent states        mass2.p'
prints '  class 1  mass2 - mass1: b6.effort > b5.effort > b4.effort > b2.effort'
says '[causality-derivative]'

# The same as LaTeX and C; C compiles.
call bonds model/bond/motor.jd --as latex
exits 0
prints '\dot{\mathit{coil}}_{p} = U - '
call bonds model/bond/motor.jd --as c
prints '    const double rotor_p_dot = coil_p * k / L - d * rotor_p / J;'

# JSON has all of it.
call bonds model/bond/ladder.jd --json
exits 0
prints_json 'len(j["bonds"]) == 16 and j["bonds"][0]["stroke"] in (j["bonds"][0]["from"], j["bonds"][0]["to"])'
prints_json '"c1.coil.p" in j["summary"] and "equations" in j and j["paths"] == "none\n"'

# The picture: every node, the colour of the domain, two lines for a vector bond.
call bonds model/bond/vector.jd --out "$scratch/vector.svg"
exits 0
grep -q 'damper' "$scratch/vector.svg" || fail 'the picture lacks the damper'
grep -qi '1a8f3c' "$scratch/vector.svg" || fail 'the picture lacks the colour of translation'

# The index is from rank: a lever loop of gain 1/6 is no matter of index 2, a constraint without any class 4 is.
cat >"$scratch/ring.jd" <<'END'
model ring
node push : Se effort 3 N
node v : one
node w : one
node m : I inertance 2 kg
node n : R resistance 4 N*s/m
node t : TF modulus 2
node s : TF modulus 3
bond b1 : push to v domain translational
bond b2 : v to m
bond b3 : v to t
bond b4 : t to w domain translational
bond b5 : w to s
bond b6 : s to v
bond b7 : w to n
END
call bonds "$scratch/ring.jd"
exits 0
prints '  index                   1'
prints 'gain 1/6'
prints "  rule of thumb           paths of class 4 give 2; but their equations have full rank in (x', y), so that it is 1"
call bonds model/bond/capacitors.jd
prints '  index                   2'
prints '  rule of thumb           without paths of class 4 less than 2'
prints '  breaks                  no smaller set does'

# A unit behind a vector or a matrix is that of each of its numbers.
sed 's|resistance .*|resistance [[3000, 1e3], [1000, 2e3]] g/s|; s|compliance 0.02 m/N|& start [1, 2] cm|' model/bond/vector.jd >"$scratch/units.jd"
sed 's|compliance 0.02 m/N|& start [1 cm, 0.02 m]|' model/bond/vector.jd >"$scratch/each.jd"
call run "$scratch/each.jd" --to 0.1 --quiet
cp "$scratch/out" "$scratch/each.csv"
call run "$scratch/units.jd" --to 0.1 --quiet
exits 0
cmp -s "$scratch/out" "$scratch/each.csv" || fail 'units behind a list are others than units in it'

# A modulus through zero: told before, found in the run, another choice proposed, which passes.
cat >"$scratch/dead.jd" <<'END'
model dead_centre
param r = 0.1 m
node piston : I inertance 2 kg start 1 kg*m/s
node v : one
node t : MTF modulus r*cos(th)
node w : one
node wheel : I inertance 0.02 kg*m^2
node drag : R resistance 0.1 N*s/m
bond b1 : v to piston domain translational
bond b2 : t to v
bond b3 : w to t domain rotational
bond b4 : w to wheel
bond b5 : v to drag
state th { start 0 rate b4.flow }
output th
run to 1 s
END
for stepper in dop853 ida; do
    call run "$scratch/dead.jd" --out "$scratch/dead.csv" --stepper $stepper
    exits 0
    says '[modulus-divides]'
    says "causality flow\` on bond 'b3' it is passed the other way; then piston depends on others"
    says 't.modulus.zero     1 time, at t = 0.270877 s'
done
sed 's/^bond b3.*/& causality flow/; s/ start 1 kg.m.s//; s/kg.m.2$/& start 0.1 N*m*s/' "$scratch/dead.jd" >"$scratch/alive.jd"
call run "$scratch/alive.jd" --out "$scratch/alive.csv"
exits 0
grep -q 'modulus' "$scratch/err" && fail 'the other causality divides, too'
awk -F, 'END { exit !($2 > 1.6) }' "$scratch/alive.csv" || fail 'the wheel does not pass the dead centre'

# Constraints as signals: the constant said, from the start, lost; without gains it is the Lagrange form.
sed 's/phi x^2 + y^2 - l^2/offset -l^2/' model/bond/pendulum.jd >"$scratch/offset.jd"
call bonds "$scratch/offset.jd"
prints '    lambda.phi = x^2 - l^2 + y^2'
prints "    lambda.phi' = 2*x*x' + 2*y*y'"
prints "    0 = 2*a*lambda.phi' + b^2*lambda.phi + lambda.phi''"
prints "    0 = 2*a*(2*x*x' + 2*y*y') + b^2*(x^2 - l^2 + y^2) + 2*x*(-2*lambda*x/m) + 2*x'^2 + 2*y*(g - 2*lambda*y/m) + 2*y'^2"
call run "$scratch/offset.jd" --quiet --out "$scratch/offset.csv"
exits 0
sed 's/phi x^2 + y^2 - l^2/offset from start/' model/bond/pendulum.jd >"$scratch/from_start.jd"
call run "$scratch/from_start.jd" --quiet --out "$scratch/from_start.csv"
exits 0
sed 's/phi x^2 + y^2 - l^2//' model/bond/pendulum.jd >"$scratch/lost.jd"
call run "$scratch/lost.jd"
exits 3
says 'lambda.offset is not said [constraint-offset]'
sed 's/alpha a beta b phi x^2 + y^2 - l^2//' model/bond/pendulum.jd >"$scratch/lagrange.jd"
call bonds "$scratch/lagrange.jd"
prints "    x'' = -2*lambda*x/m"
prints "    lambda.phi'' = 2*x*x'' + 2*x'^2 + 2*y*y'' + 2*y'^2"
prints "    lambda = m*(g*y + x'^2 + y'^2)/(2*x^2 + 2*y^2)"
prints "    x'' = -x*(g*y + x'^2 + y'^2)/(x^2 + y^2)"
prints "    y'' = g - y*(g*y + x'^2 + y'^2)/(x^2 + y^2)"
call run "$scratch/lagrange.jd" --quiet --out "$scratch/lagrange.csv"
exits 0
sed 's/start 1.5 m/start 1.6 m/' "$scratch/offset.jd" >"$scratch/off.jd"
call check "$scratch/off.jd"
says 'phi is 0.31 there, not 0 [constraint-start]'
says 'the nearest start that does: x = 1.5, y = 0'

# Frobenius on all rows together: a knife edge has no integral, rolling along a line has, and so has a knife edge that does not turn.
call bonds model/bond/knife_edge.jd
prints '  lambda                  has no integral; PD'
prints '  integrable together     0 of 1'
call bonds model/bond/rolling.jd
prints '  lambda                  has an integral (holonomic); PID'
sed 's/^node air.*/node lock : MSe holds/; s/om to air/om to lock/; s/ start J.w//; s/returns 10 1.s/& offset from start/' \
    model/bond/knife_edge.jd >"$scratch/locked.jd"
call bonds "$scratch/locked.jd"
prints '  lambda                  has an integral (holonomic); PID'
prints '  lock                    has an integral (holonomic); its rate is zero (Lagrange)'
prints '  integrable together     2 of 2'
sed 's/returns 10 1.s/alpha 1 1\/s beta 1 1\/s offset from start/' model/bond/knife_edge.jd >"$scratch/blunt.jd"
call check "$scratch/blunt.jd"
says '[constraint-not-integrable]'

# Charges that do not fit: an impulse, told with what it moves.
call run model/bond/spark.jd --quiet --out "$scratch/spark.csv"
exits 0
says "the state of 'b' follows from others: it starts with 5.25e-06 C, not with 6e-06 C [start-dependent]"
says 'an impulse of -7.5e-07 C makes them fit at the start: it moves a.q from 1e-06 to 1.75e-06'

# A causal path stands out; `draw` draws the graph of a model that has no bodies.
call bonds model/bond/lever.jd --out "$scratch/path.svg" --path 1
exits 0
prints '  1  class 1  mass2 - mass1: '
[ "$(grep -ci 'f2b705' "$scratch/path.svg")" -ge 4 ] || fail 'the path does not stand out'
call draw model/bond/lever.jd --path 1 --out "$scratch/drawn.svg"
exits 0
cmp -s "$scratch/path.svg" "$scratch/drawn.svg" || fail 'draw and bonds draw different pictures'
call draw model/bond/motor.jd --out "$scratch/motor.svg"
grep -q '>GY<' "$scratch/motor.svg" || fail 'draw lacks the gyrator'
call draw model/slider_crank.jd --bonds
exits 3
says '[bonds-none]'
call bonds model/bond/lever.jd --path 9 --out "$scratch/no.svg"
exits 2
says 'there is no causal path 9; the graph has 1 [bonds-path]'

# Exchange with BondGraphTools: what is written is read again and moves the same; what is lost is told.
call exchange model/bond/quarter_car.jd --out "$scratch/car.bg"
exits 0
says_nothing
grep -q '    - tyre base/C C=' "$scratch/car.bg" || fail 'the tyre was not written'
grep -q '    - hub wheel' "$scratch/car.bg" || fail 'the bond of the wheel was not written'
call exchange "$scratch/car.bg" --out "$scratch/car.jd"
exits 0
sed 's/^run.*/output wheel.p, car.p, spring.q\nexpect car.p = 193.4687718694 at 0.5 s within 1e-8\nrun to 0.5 s tol 1e-12/' \
    "$scratch/car.jd" >"$scratch/car_run.jd"
call run "$scratch/car_run.jd" --quiet --out "$scratch/car.csv"
exits 0
call exchange model/bond/pendulum.jd --out "$scratch/lost.bg"
exits 0
says "that it holds something of MSe 'lambda' has no counterpart in a .bg file [exchange-lost]"
says "the signal 'x' has no counterpart in a .bg file [exchange-lost]"
cat >"$scratch/foreign.bg" <<'END'
# A file of BondGraphTools: models within models, ports that invert, a transformer.
root: "system"
version: 0.1
models:
  /:
    components:
      - Vs source
      - R1 base/R 1
      - C1 base/C C=2
      - kvl base/1
      - T base/TF r=4
      - X1 bio/Re 3
    netlist:
      - Vs.A kvl
      - R1 kvl.inverting
      - kvl T.0
      - C1 T.1
      - X1 kvl
  source:
    components:
      - pout base/SS
      - Se base/Se 3
    netlist:
      - Se pout
    ports:
      - pout A
END
call exchange "$scratch/foreign.bg" --out "$scratch/foreign.jd"
exits 0
says "line 12: there is no such component 'X1 bio/Re 3' [exchange-strange]"
# 3 V over 1 ohm through r = 4, e1 = e0 r, into 2 F: q of C1 with tau = R C r^2 and U = 3 r at the end.
sed 's/^run.*/output C1.q\nexpect C1.q = 24*(1 - exp(-10\/32)) at 10 s within 1e-9\nrun to 10 s tol 1e-12/' \
    "$scratch/foreign.jd" >"$scratch/foreign_run.jd"
call run "$scratch/foreign_run.jd" --quiet --out "$scratch/foreign.csv"
exits 0
echo 'nothing here' >"$scratch/empty.bg"
call exchange "$scratch/empty.bg"
exits 3
says '[exchange-none]'

# A motor on the slider-crank: what the battery gives is heat, is stored, or moves the mechanism, under every exact form.
for form in newton-euler cut-joint minimal; do
    call run model/bond_slider_crank.jd --form $form --quiet --out "$scratch/motor.csv"
    exits 0
    awk -F, 'NR > 1 { off = $7 < 0 ? -$7 : $7; if (off > most) most = off; given = $5 }
             END { exit !(given > 250 && most <= 1e-9 * given) }' "$scratch/motor.csv" || fail "$form loses energy"
done

# Every command that makes sense on a graph.
for command in info check equations compare fmt "plot --out $scratch/plot.svg" "emit --out $scratch/motor.c" \
    "run --verify --quiet --out $scratch/verify.csv"; do
    # shellcheck disable=SC2086 # the command is words
    set -- $command
    word=$1; shift
    call "$word" model/bond/motor.jd "$@"
    exits 0
done

# Parameters from outside.
call bonds model/bond/lever.jd --set n=0
exits 3
says '[modulus-zero]'

# A model without bonds.
call bonds model/slider_crank.jd
exits 3
says '[bonds-none]'

# The page of a model with a graph has its picture, bond by bond, and the causal paths that can be picked.
call view model/bond/lever.jd --out "$scratch/lever.json"
exits 0
"${PYTHON:-python3}" - "$scratch/lever.json" <<'END' || fail 'the page lacks the graph'
import json, sys
graph = json.load(open(sys.argv[1]))["graph"]
assert all(f"<title>b{n}</title>" in graph["svg"] for n in range(1, 8)) and graph["basis"] is False
assert graph["paths"][0]["text"].startswith("class 1") and graph["paths"][0]["bonds"] == ["b6", "b5", "b4", "b2"]
END

# Signals are thin: the servo's valve reads the way, which is the integral of a speed.
call draw model/bond/hydraulic_servo.jd --out "$scratch/servo.svg"
exits 0
grep -q 'stroke-width="0*\.5"' "$scratch/servo.svg" || fail 'the picture lacks the signal'

finish
