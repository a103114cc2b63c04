#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain equations`: mass matrix, velocities and forces as formulas, in three styles.
. "$(dirname "$0")/common.sh"

call equations model/simple_pendulum.jd
exits 0
prints '    M = bob.mass*jO.on.bob.x^2'
prints '    h = 0'
prints '    Q = -bob.mass*gravity.y*jO.on.bob.x*cos(jO.angle)'

# Two coordinates: the entries have their numbers, and M22 is the inertia about the pin.
call equations model/double_pendulum.jd
exits 0
prints '    M22 = '
prints 'lower.inertia'
prints '    u2 = jA.rate'

# A loop in closed form: one coordinate.
call equations model/slider_crank.jd
exits 0
prints '    p1 = cos(jO.angle)'
prints "    M u' + h = Q"

call equations model/simple_pendulum.jd --as latex
exits 0
prints '\begin{align*}'
prints '\cos\left(\mathit{jO}_{angle}\right)'
call equations model/simple_pendulum.jd --as markdown
exits 0
prints '### Mass matrix M'
prints '$$ M = '

# Other forms: multipliers, constraints, their derivatives, and how bodies move.
call equations model/slider_crank.jd --form newton-euler
exits 0
prints 'f8 = jC.2'
prints '    D33 = jA.on.crank.x*p2'
prints "    M v' + h + D^T lambda = Q"
call equations model/slider_crank.jd --form cut-joint --as latex
exits 0
prints '\begin{bmatrix}'
prints '\gamma'
call equations model/slider_crank.jd
prints "    M(jO.angle) jO.angle'' + h(jO.angle, jO.rate) = Q"
prints 'row 4 of W = rod.vx'

# Joints that give way.
call equations model/slider_crank.jd --form elastic
exits 0
prints 'jB.stiffness1'
call equations model/slider_crank.jd --form clearance
exits 0
prints 'f1 = jB.1'

# Numbers: the system of 17 equations at the start, whose solution the model expects.
call equations model/slider_crank.jd --form newton-euler --at 0
exits 0
prints 'A: of the whole system'
prints 'lambda(jC.2)'
prints "  crank.rate'      -113.1794"
prints "  slider.vx'        -5163.75"
call equations model/slider_crank.jd --form minimal --at 0.13
exits 0
prints "  jO.rate'  -14581.05"
call equations model/rssr.jd --form cut-joint --at 0.1 --json
exits 0
prints '"gamma"'

# Tables, conditions, delays: what is no formula has a name.
call equations model/engine_v6.jd
exits 0
call equations model/crane.jd
exits 0

# Rolling leaves no independent coordinates.
call equations model/knife_edge.jd
exits 3
says '[emit-cannot]'
says '--form cut-joint'
call equations model/knife_edge.jd --form cut-joint
exits 0
call equations model/knife_edge.jd --form nonsense
exits 3
finish
