#!/bin/sh
# SPDX-License-Identifier: MIT
# A roboticist: a Stewart platform that is led along a path by the lengths of its legs, and the forces that these take.
. "$(dirname "$0")/common.sh"

cat >hexapod.jd <<'MODEL'
model hexapod
spatial
gravity [0, 0, -9.81] m/s^2
param R = 1 m
param r = 0.5 m
param h = 1.1 m
param w = 2 rad/s
function side(i) = 1 - 2*remainder(i, 2)
function tilted(a, p) = [cos(a)*p.x + sin(a)*p.z, p.y, cos(a)*p.z - sin(a)*p.x]      # about y
body platform { at [0, 0, h]  shape disc  diameter 2*r  height 40 mm  mass 60 kg }
signal tilt = 10 deg*sin(w*time)
repeat i from 0 to 5 {
    point A[i] = R*[cos(120 deg*floor((i + 1)/2) + 12 deg*side(i)), sin(120 deg*floor((i + 1)/2) + 12 deg*side(i)), 0]
    point B[i] = [0, 0, h] + r*[cos(60 deg + 120 deg*floor(i/2) - 12 deg*side(i)), sin(60 deg + 120 deg*floor(i/2) - 12 deg*side(i)), 0]
    body barrel[i] { link A[i], A[i] + 0.5*(B[i] - A[i])  shape cylinder  diameter 60 mm  mass 4 kg }
    body rod[i]    { link A[i] + 0.5*(B[i] - A[i]), B[i]  shape cylinder  diameter 30 mm  mass 2 kg }
    joint u[i]   : universal ground -- barrel[i] at A[i]  axis x  second cross([1, 0, 0], B[i] - A[i])
    joint leg[i] : prismatic barrel[i] -- rod[i] at A[i] B[i]  axis B[i] - A[i]
    joint s[i]   : spherical rod[i] -- platform at B[i]
    drive d[i]   : leg[i].travel = norm([0.1 m*sin(w*time), 0, h + 0.1 m*(1 - cos(w*time))] + tilted(tilt, B[i] - [0, 0, h]) - A[i])
    output d[i].effort, leg[i].travel
}
output platform.x, platform.y, platform.z, platform.cardan.y as deg
# the legs were worked out for this pose; the platform must be there
expect platform.x = 0.1 m*sin(2)         at 1 s  within 1e-9
expect platform.z = h + 0.1 m*(1 - cos(2))  at 1 s  within 1e-9
expect platform.cardan.y = 10 deg*sin(2) at 1 s  within 1e-9
run to 1 s  every 20 ms
MODEL
quietly jourdain check hexapod.jd
quietly jourdain run hexapod.jd --out hexapod.csv
says '3 of 3 held'
quietly jourdain draw hexapod.jd --out hexapod.svg
quietly jourdain plot hexapod.jd 'd[0].effort' 'd[1].effort' --out forces.svg
# What does not go is told with a way that does.
sed 's/^    drive d\[i\].*//; s/^output platform/drive rx : platform.cardan.x = 0 rad by leg[3].travel\n&/' hexapod.jd | sed '/^    output d/d' >tilt.jd
jourdain check tilt.jd >log 2>&1 && fail "an attitude is prescribed by an effort elsewhere"
says "'platform.cardan.x' cannot be prescribed"
says 'where three points of a body go tells its attitude'
printf 'spatial\nbody b { at [0, 0, 1]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\njoint j : free ground -- b at [0, 0, 1]\nrun to 1 s\n' >free.jd
jourdain check free.jd >log 2>&1 && fail "there is a joint type 'free'"
says 'is free already'
