#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain bonds`: causality, summary, paths and equations for people and programs; the picture.
. "$(dirname "$0")/common.sh"

# The equations of the paper, by the model's own names.
call bonds model/bond/pendulum.jd
exits 0
prints "    y'' = g - 2*lambda*y/m"
prints "    lambda = m*(4*a*(x*x' + y*y') - b^2*(l^2 - x^2 - y^2) + 2*g*y + 2*x'^2 + 2*y'^2)/(4*(x^2 + y^2))"
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

# Parameters from outside.
call bonds model/bond/lever.jd --set n=0
exits 3
says '[modulus-zero]'

# A model without bonds.
call bonds model/slider_crank.jd
exits 3
says '[bonds-none]'

finish
