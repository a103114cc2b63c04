#!/bin/sh
# SPDX-License-Identifier: MIT
# A researcher: what Baumgarte's stabilisation does to drift and energy, over its gains and the step.
. "$(dirname "$0")/common.sh"

quietly jourdain help baumgarte
says '4.4 Baumgarte'

sed '/^expect/d; /^run/d' "$share/jourdain/model/four_bar_free.jd" >study.jd
cat >>study.jd <<'MODEL'
param p = 10 1/s
run to 0.5 s  every 10 ms  form newton-euler  stabilise baumgarte  alpha p  beta p  stepper rk4  step 1 ms
sweep {
    vary p = [1, 3, 10, 30, 100, 300] 1/s
    measure off  = max(drift)
    measure lost = max(energy) - min(energy) as mJ
}
MODEL
quietly jourdain check study.jd
quietly jourdain sweep study.jd --out gains.csv --picture gains.svg
[ "$(head -n 1 gains.csv)" = 'variant,p [1/s],off,lost [mJ],status,message' ] || fail "other columns: $(head -n 1 gains.csv)"
# Too small gains let it drift, too large ones feel the step: the best lies between.
awk -F, 'NR > 1 { off[NR - 1] = $3 } END { exit !(off[1] > 3*off[4] && off[6] > 3*off[4]) }' gains.csv || { cat gains.csv; fail "no best gain"; }
quietly jourdain plot gains.csv off --against p --log --out gains_log.svg

# Of order four in the step.
quietly jourdain sweep study.jd --vary p=10 --vary dt=0.5ms,1ms,2ms --measure "off = max(drift)" --out steps.csv
awk -F, 'NR > 1 { off[NR - 1] = $4 } END { a = log(off[2]/off[1])/log(2); b = log(off[3]/off[2])/log(2); exit !(a > 3.5 && b > 3.5 && b < 5) }' steps.csv ||
    { cat steps.csv; fail "the drift is not of order four"; }
quietly jourdain sweep study.jd --vary p=10 --vary stabilise=none,baumgarte,projection --measure "off = max(drift)" --out ways.csv
awk -F, 'NR > 1 { off[$3] = $4 } END { exit !(off["none"] > off["baumgarte"] && off["baumgarte"] > 1e6*off["projection"]) }' ways.csv ||
    { cat ways.csv; fail "projection is not the best"; }
quietly jourdain compare study.jd --stabilise all
says udwadia-kalaba
