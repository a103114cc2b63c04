#!/bin/sh
# SPDX-License-Identifier: MIT
# A machine designer: motor torque and bearing loads, RMS and peak, over a range of crank lengths, as one table and one plot.
. "$(dirname "$0")/common.sh"

cat >press.jd <<'MODEL'
model press
gravity [0, -9.81] m/s^2
param r = 60 mm
param l = 240 mm
point O = [0, 0]
point A = [r, 0]
point B = [r + l, 0]
body crank { link O A  shape rod  mass 2 kg }
body rod   { link A B  shape rod  mass 1.5 kg }
body ram   { at B  mass 5 kg  inertia 0.01 kg*m^2 }
joint main  : revolute  ground -- crank at O
joint pin   : revolute  crank -- rod at A
joint wrist : revolute  rod -- ram at B
joint guide : prismatic ground -- ram at B  axis x
drive motor : main.rate = 300 rpm
force load : point-force ram  value [if(ram.vx > 0, -500 N, 0 N), 0 N]
run to 0.2 s  every 1 ms
sweep {
    vary r = 40 mm..80 mm/5
    measure torque_rms  = rms(motor.effort)
    measure torque_peak = peak(motor.effort)
    measure torque_mean = mean(motor.effort)
    measure main_rms    = rms(main.force) as kN
    measure main_peak   = peak(main.force) as kN
    measure wrist_peak  = peak(wrist.force) as kN
}
MODEL
# The range as the command line has it: the message says what to write.
jourdain check press.jd >log 2>&1 && fail "a range with dots is taken"
says 'in a model write: range(40 mm, 80 mm, 5)'
sed 's,40 mm\.\.80 mm/5,range(40 mm\, 80 mm\, 5),' press.jd >study.jd
quietly jourdain sweep study.jd --out loads.csv --picture loads.svg --picture loads.html
[ "$(head -n 1 loads.csv)" = 'variant,r [m],torque_rms [N*m],torque_peak [N*m],torque_mean [N*m],main_rms [kN],main_peak [kN],wrist_peak [kN],status,message' ] ||
    fail "the table has other columns: $(head -n 1 loads.csv)"
[ "$(wc -l <loads.csv)" -eq 6 ] || fail "the table has not five rows"
grep -q '<svg' loads.svg || fail "there is no picture"
# 500 N over twice the crank, in each turn: the mean torque is F 2r / 2 pi.
for row in 1 3 5; do
    r=$(column loads.csv r $row)
    near "the mean torque at r = $r" "$(column loads.csv torque_mean $row)" "$(awk -v r="$r" 'BEGIN { print 500*2*r/(2*3.14159265358979) }')" 1e-5
done
# The table is one that can be drawn, with other units, too; other endings are refused.
quietly jourdain plot loads.csv torque_rms torque_peak --against r --out torque.svg
jourdain sweep study.jd --out loads.xlsx >log 2>&1 && fail "a spreadsheet is promised"
says table-ending-unknown
quietly jourdain run study.jd --set r=60mm --output motor.effort,main.force --statistics --out one.csv
near "the peak of the run" "$(awk '/^ *main.force/ { peak = $5 } END { print peak/1000 }' log)" "$(column loads.csv main_peak 3)" 1e-5
