#!/bin/sh
# SPDX-License-Identifier: MIT
# A Modelica user: a gearbox of two stages with motor and load, of the library; and the ideal gear of the library's example First.
. "$(dirname "$0")/common.sh"

quietly jourdain help gearbox # finds the library
says doc/library.md
[ -s "$share/doc/jourdain/doc/coming-from/modelica.md" ] || fail "the page for Modelica is not installed"

cat >gearbox.jd <<'MODEL'
model gearbox
gravity none
include "drives.jd"
include "motors.jd"
use rotor : inertia  at [0, 0]     with J = 1e-4 kg*m^2
use mid   : inertia  at [0.1, 0]   with J = 5e-4 kg*m^2
use load  : inertia  at [0.25, 0]  with J = 0.2 kg*m^2
use motor : dc_motor with shaft = rotor.shaft, voltage = 24 V, R = 0.5 ohm, L = 1 mH, k = 0.05 N*m/A
use g1 : gearbox with a = rotor.shaft, b = mid.shaft, ratio = 4, stiffness = 500 N*m, damping = 0.5 N*m*s, backlash = 0.2 deg
use g2 : gearbox with a = mid.shaft, b = load.shaft, ratio = 5, stiffness = 2 kN*m, damping = 2 N*m*s
force brake : effort load.shaft  value -2 N*m
output load.shaft.rate as rpm, motor.current, g1.torque
run to 2 s  every 10 ms
MODEL
quietly jourdain check gearbox.jd
quietly jourdain run gearbox.jd --out gearbox.csv
# At rest: the brake takes 2 N*m/20 of the rotor, the current is that over k, and k w = U - R i.
near "the current in the end" "$(column gearbox.csv motor.current '$')" 2 1e-3
near "the speed in the end" "$(column gearbox.csv load.turn.rate '$')" "$(awk 'BEGIN { print (24 - 0.5*2)/0.05/20*60/(2*3.14159265358979) }')" 0.05
# Ports are names on the command line, and the train is drawn.
quietly jourdain plot gearbox.jd rotor.shaft.rate load.shaft.rate --unit rpm --out gearbox.svg
quietly jourdain draw gearbox.jd --out train.svg
[ "$(grep -c '<path\|<circle' train.svg)" -gt 6 ] || fail "the train is not drawn"

cat >first.jd <<'MODEL'
gravity none
include "drives.jd"
use j1 : inertia  with J = 0.1 kg*m^2
use j2 : inertia  at [0.2, 0]  with J = 2 kg*m^2
joint gear : belt j1.shaft -- j2.shaft  ratio 10
force torque : effort j1.shaft  value 10 N*m
output j2.shaft.rate
expect j2.shaft.rate = 10*10/(100*0.1 + 2)*(1 rad/s)  at 1 s  within 1e-9
run to 1 s
MODEL
quietly jourdain run first.jd --out first.csv
says '1 of 1 held'
