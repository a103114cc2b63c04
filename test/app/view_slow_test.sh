#!/bin/sh
# SPDX-License-Identifier: MIT
# Pages of thousands of bodies: what is left out, and when that is not enough.
. "$(dirname "$0")/common.sh"
page=html
"$jourdain" view "$here/pendulum.jd" --out "$scratch/try.html" --quiet >/dev/null 2>&1 || page=json

cat >"$scratch/row.jd" <<'END'
model row
planar
param n = 3000
repeat i from 1 to n {
    body rod[i] { link [i*0.1 m, 0 m] [i*0.1 m, 1 m]  mass 1 kg  inertia 0.1 kg*m^2 }
    joint pin[i] : revolute ground -- rod[i] at [i*0.1 m, 0 m]
}
start pin[1].rate = 1 rad/s
output rod[1].angle
run to 1 s  every 0.5 s
END
call view "$scratch/row.jd" --every 0.5 --out "$scratch/row.$page"
exits 0
[ "$(wc -c <"$scratch/row.$page")" -lt 2000000 ] || fail '3,000 bodies take more than 2 MB'
grep -q '"name":"rod\[7\]"' "$scratch/row.$page" || fail 'a body is not there'
grep -q 'as drawn' "$scratch/row.$page" && fail 'what is known of each body is still there'
call view "$scratch/row.jd" --set n=4500 --form newton-euler --every 0.5 --out "$scratch/row.$page"
exits 0
says 'show-large'

finish
