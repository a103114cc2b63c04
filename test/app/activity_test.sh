#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain activity`: activities in closed form, and what the graph without the idle elements is off by.
. "$(dirname "$0")/common.sh"

# A capacitor C = 1 mF is loaded from U = 10 V over R = 100 + 0.1 ohm for T: of the power of both resistors
# U^2 C/2 (1 - exp(-2 T/(R C))) in all, into the capacitor U^2 C (1 - x)^2/2 with x = exp(-T/(R C)).
cat >"$scratch/rc.jd" <<'END'
model rc
node u : Se effort 10 V
node j : one
node r : R resistance 100 ohm
node c : C compliance 1 mF
node tiny : R resistance 0.1 ohm
bond b1 : u to j domain electrical
bond b2 : j to r
bond b3 : j to c
bond b4 : j to tiny
output c.q, b2.flow
run to 0.2 s every 1 ms tol 1e-11
END
call activity "$scratch/rc.jd" --below 0.01 --json
exits 0
prints_json 'abs([e["activity"] for e in j["elements"] if e["element"] == "r"][0] - 0.05*(1 - __import__("math").exp(-0.4/0.1001))*100/100.1) < 1e-10'
prints_json 'abs([e["activity"] for e in j["elements"] if e["element"] == "c"][0] - 0.05*(1 - __import__("math").exp(-0.2/0.1001))**2) < 1e-10'
prints_json 'abs(sum(e["share"] for e in j["elements"]) - 1) < 1e-12 and [e["element"] for e in j["elements"] if e["without"]] == ["tiny"]'
# Without it the current at the start is U/100 ohm, not U/100.1 ohm.
prints_json 'abs([e["off"] for e in j["errors"] if e["output"] == "b2.flow"][0] - (0.1 - 10/100.1)) < 1e-9'

# The energy of a swing goes to and fro, all of it four times a period: |power| counts both ways.
cat >"$scratch/lc.jd" <<'END'
model lc
node j : one
node l : I inertance 2 H start 3 Wb
node c : C compliance 0.125 F
bond b1 : j to l domain electrical
bond b2 : j to c
output c.q
run to 3.141592653589793 s every 10 ms tol 1e-11
END
call activity "$scratch/lc.jd"
exits 0
prints '  c        C            9  J       0.5  0.5'

# Nothing is below: nothing is left out; without a graph there is nothing to tell.
call activity "$scratch/lc.jd" --below 0.1
exits 0
prints 'Nothing can be left out.'
call activity model/double_pendulum.jd
exits 3
says '[bonds-none]'

# By hand the same: the statement leaves the element out; what reads its state reads zero. The capacitor keeps its charge.
sed 's/^run/without l\noutput l.p, l.energy\nrun/; s/0.125 F/0.125 F start 2 C/; s/bond b2/node g : Se effort 16 V\nbond b3 : g to j\nbond b2/' "$scratch/lc.jd" >"$scratch/none.jd"
call run "$scratch/none.jd" --to 1 --out "$scratch/none.csv"
exits 0
tail -1 "$scratch/none.csv" | grep -q '^1,2,0,0$' || fail 'what is left out is not zero'
finish
