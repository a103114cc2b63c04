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

# Rolling leaves no independent coordinates.
call equations model/knife_edge.jd
exits 3
says '[emit-cannot]'
finish
