#!/bin/sh
# SPDX-License-Identifier: MIT
# A student: the transmission angle of a four-bar linkage, and a GIF of it with its coupler curve.
. "$(dirname "$0")/common.sh"

quietly jourdain help transmission # finds the sensor
says 'jourdain help channels'

cat >four_bar.jd <<'MODEL'
model four_bar
gravity none
param a = 0.2 m
param b = 0.5 m
param c = 0.4 m
param d = 0.5 m
point A = [0, 0]
point D = [d, 0]
point B = polar(a, 60 deg)
point C = meet(B, b, D, c, left)
point P = B + rot(40 deg, 0.3 m*unit(C - B))
body crank   { link A B  shape rod  mass 1 kg }
body coupler { link B C P  mass 2 kg  inertia 0.02 kg*m^2  frame tip at P }
body rocker  { link D C  shape rod  mass 1 kg }
joint jA : revolute ground -- crank at A
joint jB : revolute crank -- coupler at B
joint jC : revolute coupler -- rocker at C
joint jD : revolute ground -- rocker at D
drive motor : jA.angle = 360 deg/s*time
sensor mu : coupler -- rocker
output mu.transmission as deg, coupler.tip.x, coupler.tip.y
# cos mu = (b^2 + c^2 - (d - a)^2)/2bc where the crank lies along the frame
expect min(mu.transmission) = acos((b^2 + c^2 - (d - a)^2)/(2*b*c))  within 1e-7
run to 1 s  every 5 ms
MODEL
quietly jourdain check four_bar.jd
quietly jourdain run four_bar.jd --out four_bar.csv
says '1 of 1 held'
quietly jourdain plot four_bar.jd mu.transmission --out mu.svg
quietly jourdain plot four_bar.jd coupler.tip.y --against coupler.tip.x --equal --out curve.svg
quietly jourdain view four_bar.jd --paths coupler.tip --size 160x120 --fps 6 --out four_bar.gif
[ "$(head -c 6 four_bar.gif)" = GIF89a ] || fail "four_bar.gif is none"
frames=$(od -An -v -tx1 four_bar.gif | tr -d ' \n' | grep -o '21f904' | wc -l)
[ "$frames" -ge 6 ] || fail "the GIF has $frames frames"
quietly jourdain draw four_bar.jd --strip 4 --out strip.svg
# The curve closes after a turn.
near "x of the tip after a turn" "$(column four_bar.csv coupler.tip.x '$')" "$(column four_bar.csv coupler.tip.x 1)" 1e-8
