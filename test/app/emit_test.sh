#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain emit`: the file compiles without a warning as C and as C++, runs, and meets what its model expects.
. "$(dirname "$0")/common.sh"
strict='-Wall -Wextra -Wpedantic -Werror'

emit() { # MODEL NAME
    call emit "$1" --out "$scratch/$2.c"
    exits 0
}

compiles() { # COMPILER FLAGS NAME
    command -v "$1" >/dev/null || return 1
    words="$1 $2 $3.c"
    "$1" $2 "$scratch/$3.c" -lm -o "$scratch/$3" >"$scratch/out" 2>"$scratch/err" || { fail 'it does not compile'; return 1; }
}

holds() { # NAME
    words=$1
    "$scratch/$1" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
    prints ' expectations hold; time '
}

# Closed form with one coordinate, drives, knots and Newton's method, trees in the plane and in space, states, rolling.
for model in slider_crank four_bar user_joint spatial_slider_crank double_pendulum_3d dc_motor rolling_disc; do
    emit model/$model.jd $model
    compiles cc "-std=c11 -O0 $strict" $model && holds $model
done
emit model/bond/rlc.jd rlc
compiles cc "-std=c11 -O0 $strict" rlc && holds rlc

# Ten values that follow from each other, of which only outputs read: what stands between them is asked for first.
emit model/bond/resistors.jd resistors
compiles cc "-std=c11 -O0 $strict" resistors && holds resistors

# Values that follow from each other; forces that read the acceleration that follows from them: an added mass, and friction by a reaction.
emit model/bond/two_valves.jd two_valves
compiles cc "-std=c11 -O0 $strict" two_valves && holds two_valves
cat >"$scratch/added.jd" <<'END'
model added
planar
gravity [0, -10] m/s^2
point O = [0, 0]
body cart { at O mass 2 kg inertia 1 kg*m^2 }
joint rail : prismatic ground -- cart at O axis x
force pull : effort rail.travel value 12 N
force water : effort rail.travel value -4 kg*rail.accel
run to 1 s
expect rail.travel = 1 m at 1 s within 1e-9
expect rail.speed = 2 m/s at 1 s within 1e-9
expect rail.accel = 2 m/s^2 at 1 s within 1e-9
END
call run "$scratch/added.jd"
exits 0
emit "$scratch/added.jd" added
compiles cc "-std=c11 -O0 $strict" added && holds added
prints '3 of 3 expectations hold'

# Rods between balls, which turn about their lines; a body without inertia whose reaction a force reads; the rate of a force's length; rows that repeat
# each other, of two wheels on an axle.
for model in rssr planar/crane_crab hydraulic_boom msl/rolling_wheel_set_driving; do
    emit model/$model.jd "$(basename $model)"
    compiles "$(command -v tcc || echo cc)" "-O0" "$(basename $model)" && holds "$(basename $model)"
done

# Forces that events switch: a clutch lets go of a cart, a brake takes hold of it, and a second run begins as the first.
cat >"$scratch/clutch.jd" <<'END'
model clutch
planar
point O = [0, 0]
body cart { at O mass 2 kg inertia 1 kg*m^2 }
joint rail : prismatic ground -- cart at O axis x
force pull : effort rail.travel value 4 N
force brake : effort rail.travel value -1 N  off
force never : effort rail.travel value 100 N  off
when far : rail.travel > 1 m { off pull  on brake }
output rail.travel, brake.effort
run to 3 s tol 1e-11
expect rail.speed = 1 m/s at 3 s within 1e-8
expect rail.travel = 4 m at 3 s within 1e-8
expect brake.effort = -1 N at 3 s within 1e-9
expect pull.effort = 0 N at 3 s within 1e-9
END
call run "$scratch/clutch.jd"
exits 0
emit "$scratch/clutch.jd" clutch
compiles cc "-std=c11 -O0 $strict" clutch && holds clutch
prints '4 of 4 expectations hold'

# Eighteen corners in each turn, of a table and of gas that changes where pistons turn back: a step that ends just before one does not go over it unseen.
# The angle is that of the interpreter with a tolerance of 1e-13; it was off by 8e-5 rad.
emit model/msl/engine_v6.jd engine_v6
cat >"$scratch/corners.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "engine_v6.c"
int main(void) {
    engine_v6_model m;
    double y[engine_v6_STATES], t = 0;
    engine_v6_defaults(&m);
    if (engine_v6_init(&m, y) || engine_v6_run(&m, &t, y, 0.5, 1e-8)) return 1;
    (void)engine_v6_state_name, (void)engine_v6_output_name, (void)engine_v6_output_unit;
    return !(fabs(y[0] - ANGLE) < 1e-9 * ANGLE);
}
END
compiles "$(command -v tcc || echo cc)" "-O0 -DANGLE=100.58335848 -I$scratch" corners && { "$scratch/corners" || fail 'corners are passed unseen'; }

# The steps of the interpreter: its errors count coordinates that follow from others, too. A row is the same but for rounding, far below the
# tolerance; with errors of the state alone these were 78 and 12 tolerances apart, with other steps at the start 76.
same_steps() { # MODEL NAME
    emit "$1" "$2"
    sed "s/NAME/$2/g" >"$scratch/steps.c" <<'END'
#include <stdio.h>
#define JOURDAIN_NO_MAIN
#include "NAME.c"
int main(void) {
    NAME_model m;
    double y[NAME_STATES], out[NAME_OUTPUTS], t = 0;
    NAME_defaults(&m);
    if (NAME_init(&m, y) || NAME_run(&m, &t, y, END, 1e-9) || NAME_outputs(&m, t, y, out)) return 1;
    printf("%.17g", t);
    for (int n = 0; n < SHOWN; n++) printf(",%.17g", out[n]);
    (void)NAME_state_name, (void)NAME_output_name, (void)NAME_output_unit;
    return 0;
}
END
    call run "$1" --form minimal --tol 1e-9 --quiet --out "$scratch/steps.csv"
    shown=$(($(head -1 "$scratch/steps.csv" | tr -cd , | wc -c)))
    compiles cc "-std=c11 -O1 -ffp-contract=off -I$scratch -DSHOWN=$shown -DEND=$(tail -1 "$scratch/steps.csv" | cut -d, -f1) $strict" steps || return
    "$scratch/steps" >"$scratch/last.csv" || fail "$2 does not run"
    echo >>"$scratch/last.csv"
    words="the last row of $1"
    tail -1 "$scratch/steps.csv" | awk -F, 'NR == FNR { split($0, was, ","); next }
        { for (n = 1; n <= NF; n++) { d = $n - was[n]; if (d < 0) d = -d; s = $n < 0 ? -$n : $n
            if (!(d <= 1e-11 * (1 + s))) { print $n " and " was[n]; bad = 1 } } }
        END { exit bad || NR != 2 || NF < 2 }' "$scratch/last.csv" - >"$scratch/out"
    code=$?
    exits 0
}
same_steps model/spatial_slider_crank.jd spatial_slider_crank
same_steps model/assembly/rrrp.jd rrrp
same_steps model/msl/gyroscopic_effects.jd gyroscopic_effects

# A knock of 1 ms, two seconds on: a step that ends where it begins, and short ones behind it. Against the closed form of a cart on a spring.
emit model/struck_cart.jd struck_cart
cat >"$scratch/knock.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "struck_cart.c"
int main(void) {
    const double w = 5, pushed = cos(w * 2.98) - cos(w * 3), knock = 3 * sqrt(3.14159265358979) / (2 * w) * exp(-6.25e-6) * sin(w * 2);
    struck_cart_model m;
    double y[struck_cart_STATES], out[struck_cart_OUTPUTS], t = 0;
    struck_cart_defaults(&m);
    if (struck_cart_init(&m, y) || struck_cart_run(&m, &t, y, 4, 1e-9) || struck_cart_outputs(&m, t, y, out)) return 1;
    (void)struck_cart_state_name, (void)struck_cart_output_name, (void)struck_cart_output_unit;
    return fabs(out[0] - pushed - knock) < 1e-8 ? 0 : 2;
}
END
compiles cc "-std=c11 -O0 -I$scratch $strict" knock && { "$scratch/knock" || fail 'a knock is stepped over'; }

# A run that goes on takes the step that comes next, and what has stopped stays where it is.
cat >"$scratch/goes_on.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "rrrp.c"
static long calls(int parts, int goes_on, double *y) {
    rrrp_model m;
    rrrp_pace pace = {0, 0, 0};
    double t = 0;
    long count = 0;
    rrrp_defaults(&m);
    if (rrrp_init(&m, y)) return -1;
    for (int n = 1; n <= parts; n++) {
        if (!goes_on) pace.next = 0;
        if (rrrp_go_on(&m, &t, y, (double)n / parts, 1e-9, &pace)) return -1;
        count += pace.next > 0;
    }
    return count;
}
int main(void) {
    double once[rrrp_STATES], parts[rrrp_STATES], anew[rrrp_STATES];
    (void)rrrp_state_name, (void)rrrp_output_name, (void)rrrp_output_unit;
    if (calls(1, 1, once) != 1 || calls(10, 1, parts) != 10 || calls(10, 0, anew) != 10) return 1;
    return fabs(parts[0] - once[0]) < 1e-8 && fabs(anew[0] - once[0]) < 1e-8 ? 0 : 2;
}
END
compiles cc "-std=c11 -O0 -I$scratch $strict" goes_on && { "$scratch/goes_on" || fail 'a run in parts is another one'; }

# What has no finite value ends with a code: an output, a rate on the way, a rate at the start.
cat >"$scratch/lacks.jd" <<'END'
model lacks
planar
gravity none
body cart { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }
joint rail : prismatic ground -- cart at [0, 0] axis x
force pull : effort rail.travel value 1 N
signal s = log(0.125 - rail.travel/1 m)
output rail.travel, s
run to 1 s
END
emit "$scratch/lacks.jd" lacks
compiles cc "-std=c11 -O0 $strict" lacks && {
    words=lacks
    "$scratch/lacks" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 1
    prints 'time 1 s, something has no finite value'
}
sed 's/value 1 N/value 1 N + 1e-9 N*log(0.125 - rail.travel\/1 m)/; s/^signal.*/state after start 1 rate 1 1\/s/; s/, s$//' "$scratch/lacks.jd" >"$scratch/gone.jd"
emit "$scratch/gone.jd" gone
compiles cc "-std=c11 -O0 $strict" gone && {
    words=gone
    "$scratch/gone" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 1
    prints 'time 0.5 s, something has no finite value' # where the travel is 0.125 m
    cat >"$scratch/lost.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "gone.c"
int main(void) {
    lacks_model m;
    double y[lacks_STATES], t = 0;
    int code = 0;
    (void)lacks_state_name, (void)lacks_output_name, (void)lacks_output_unit;
    lacks_defaults(&m);
    if (lacks_init(&m, y)) return 1;
    lacks_batch(1, &m, y, &t, 0.125, 8, &code);
    if (code != lacks_NO_NUMBER) return 2;
    if (lacks_init(&m, y)) return 3;
    t = 0;
    if (lacks_steps(&m, &t, y, 1, 0.125) != lacks_NO_NUMBER) return 4;
    m.number.cart_mass = NAN;
    return lacks_init(&m, y) == lacks_NO_NUMBER ? 0 : 5;
}
END
    compiles cc "-std=c11 -O0 -I$scratch $strict" lost && { "$scratch/lost" || fail 'what is no number has no code'; }
}

# What is zero on a link but for rounding is no number: six rods, each with both pins on its own axis.
emit bench/emit/v6.jd v6
grep -q '_rod_y' "$scratch/v6.c" && fail 'a rod has places beside its axis'

# Names that are words of C, and names that are the same in C.
cat >"$scratch/names.jd" <<'END'
model int
planar
param class = 2 kg
param t_1 = 1
repeat k from 1 to 2 { param t[k] = 2*k }
body double { at [0, 0]  mass class  inertia 0.1 kg*m^2 }
joint static : revolute ground -- double at [0, 0]
state return { start t_1 + t[1] + t[2]  rate -return*(1 1/s) }
expect return = 7*exp(-1) at 1 s within 1e-8
run to 1 s
END
emit "$scratch/names.jd" names
compiles cc "-std=c11 -O0 $strict" names && holds names
compiles c++ "-x c++ -O0 $strict" names

# The same text is C++, and other compilers take it.
cp "$scratch/slider_crank.c" "$scratch/plus.c"
compiles c++ "-x c++ -O0 $strict" plus && holds plus
cp "$scratch/spatial_slider_crank.c" "$scratch/other.c"
compiles clang "-std=c11 -O0 $strict" other && holds other
compiles tcc "" other && holds other

# Code grows with the mechanism, no faster; what is long stands in parts, which do the same.
lines() { # COUNT
    call emit model/chain.jd --set "n=$1" --out "$scratch/chain.c"
    exits 0
    wc -l <"$scratch/chain.c"
}
ten=$(lines 10) forty=$(lines 40)
[ "$forty" -le $((5 * ten)) ] || fail "chains of 10 and 40 bodies: $ten and $forty lines"
lines 16 >/dev/null
grep -q 'chain_part_1(' "$scratch/chain.c" || fail 'a long function is in one piece'
compiles cc "-std=c11 -O0 $strict" chain && holds chain

# Parameters of the model: numbers follow from them, as in a run with other values; what does not assemble has a code and a text.
cat >"$scratch/own.jd" <<'END'
model own
planar
gravity [0, -9.81] m/s^2
param r = 0.153 m
param l = 0.306 m
param m = 0.076 kg
param k = 40 N/m
point O = [0, 0]
point A = [r, 0]
point B = [r + l, 0]
body crank  { link O A   mass 38 g   inertia 7.4e-5 kg*m^2 }
body rod    { link A B   mass m   inertia m*l^2/12 }
body slider { at B       mass 38 g   inertia 1.8e-6 kg*m^2 }
joint jO : revolute  ground -- crank  at O
joint jA : revolute  crank  -- rod    at A
joint jB : revolute  rod    -- slider at B
joint jC : prismatic ground -- slider at B  axis x
force pull : spring-damper ground -- slider at [1 m, 0] B stiffness k
start jO.angle = 60 deg, jO.rate = 50 rad/s
output slider.x
run to 0.05 s tol 1e-12
END
emit "$scratch/own.jd" own
cat >"$scratch/use.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "own.c"
#include <stdio.h>
int main(void) {
    own_model m;
    double y[own_STATES], out[own_OUTPUTS], t = 0;
    own_defaults(&m);
    m.parameter.r = 0.12, m.parameter.l = 0.35, m.parameter.m = 0.2;
    own_apply(&m);
    int code = own_init(&m, y);
    if (!code) code = own_run(&m, &t, y, 0.05, 1e-12);
    if (!code) code = own_outputs(&m, t, y, out);
    printf("%d %s %.11f\n", code, own_output_name[0], out[0]);
    m.parameter.r = 0.5;
    own_apply(&m);
    code = own_init(&m, y);
    printf("%d %s\n", code, own_text(code));
    return 0;
}
END
compiles cc "-std=c11 -O0 $strict -I$scratch" use && {
    words='parameters'
    "$scratch/use" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
    prints '0 slider.x 0.26487784949'
    prints '2 loops do not close with these numbers'
}
# Parameters of expressions that run, of drives, events, starts and instants (be they behind the end of the run): as if the model had been
# emitted with these values.
cat >"$scratch/swing.jd" <<'END'
model swing
planar
param g = 9.81 m/s^2
param slope = 12 deg
gravity [g*sin(slope), -g*cos(slope)]
param w = 7 rad/s
param a = 0.4 N*m
param c = 0.05 N*m*s/rad
param phi = 20 deg
param v = 1.5 rad/s
param T = 0.3 s
param reach = 0.5 rad
param tilt = 10 deg
param late = 1.2 s
point O = [0, 0]
point P = [0.5, 0] m
body bob { link O P  mass 1 kg  inertia 0.1 kg*m^2 }
body cart { at [0, 1] m  mass 1 kg  inertia 0.1 kg*m^2 }
joint hinge : revolute ground -- bob at O
joint rail : prismatic ground -- cart at [0, 1] m  axis [cos(tilt), sin(tilt)]
force push : effort hinge.angle value a*sin(w*time) - c*hinge.rate
drive move : rail.travel = 0.1 m*sin(w*time)
state lag start 1 rate (hinge.angle/1 rad - lag)/T
input gain start 1
when beyond : time > late { stop }
when past : hinge.angle < -reach { set gain = 2*reach/1 rad }
start hinge.angle = phi, hinge.rate = v
output hinge.angle, hinge.rate, lag, rail.travel, gain, cart.x
run to 1 s tol 1e-12
END
emit "$scratch/swing.jd" swing
call emit "$scratch/swing.jd" --out "$scratch/other_swing.c" --set w=9 --set a=0.7 --set c=0.2 --set phi=0.5 --set v=-0.4 --set T=0.1 --set reach=0.3 --set slope=0.5 --set g=9 --set tilt=0.4 --set late=0.8
exits 0
compiles cc "-std=c11 -O0 $strict" other_swing && "$scratch/other_swing" >"$scratch/other" 2>&1
cat >"$scratch/swung.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "swing.c"
#include <stdio.h>
int main(void) {
    swing_model m;
    double y[swing_STATES], out[swing_OUTPUTS], t = 0;
    swing_defaults(&m);
    m.parameter.w = 9, m.parameter.a = 0.7, m.parameter.c = 0.2, m.parameter.phi = 0.5, m.parameter.v = -0.4;
    m.parameter.T = 0.1, m.parameter.reach = 0.3, m.parameter.slope = 0.5, m.parameter.g = 9, m.parameter.tilt = 0.4, m.parameter.late = 0.8;
    swing_apply(&m);
    int code = swing_init(&m, y);
    if (!code) code = swing_run(&m, &t, y, 1, 1e-12);
    if (!code) code = swing_outputs(&m, t, y, out);
    for (int k = 0; k < swing_OUTPUTS; k++) printf("%s = %.17g\n", swing_output_name[k], out[k]);
    return code ? code : m.stopped && fabs(t - 0.8) < 1e-12 ? 0 : 9;
}
END
compiles cc "-std=c11 -O0 $strict -I$scratch" swung && {
    words='parameters of expressions'
    "$scratch/swung" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
    awk 'FNR == NR { is[$1] = $3; next } $1 in is { d = is[$1] - $3; n++; if (d > 1e-9 || d < -1e-9) exit 1 } END { if (n != 6) exit 1 }' \
        "$scratch/out" "$scratch/other" || fail "$(cat "$scratch/other")"
}

# The rate of a drive jumps at instants that follow from parameters, and by how much does, too: the wheel keeps its place whatever the arm does. Where
# conditions change in another order, or say something else in between, it is told. Of what has more instants than are looked for they are fixed.
cat >"$scratch/jumps.jd" <<'END'
model jumps
planar
gravity none
param A = 1.2
param T1 = 0.5 s
param D = 0.25 s
param cycle = 20 ms
param push = 1 N
param on = 0.4 s
param off = 0.3 s
body arm { link [0, 0] [1, 0]  mass 0.5 kg  inertia 4e-2 kg*m^2 }
body wheel { at [1, 0]  mass 0.2 kg  inertia 1e-3 kg*m^2 }
body cart { at [0, 1]  mass 1 kg  inertia 1 kg*m^2 }
joint jA : revolute ground -- arm at [0, 0]
joint jB : revolute arm -- wheel at [1, 0]
joint rail : prismatic ground -- cart at [0, 1] axis x
drive ramp : jA.angle = A*clamp((time - T1)/D, 0, 1)
force pull : effort rail.travel value if(time > on and time < 0.9 s and time > off, push, 0 N)
force hum : effort rail.travel value if(remainder(time, cycle) < 0.5*cycle, 1e-9 N, -1e-9 N)
output jA.angle, jA.rate, jB.angle, jB.rate, rail.speed
run to 1 s
END
emit "$scratch/jumps.jd" jumps
grep -q "'cycle' is fixed: an instant of force 'hum' (line 19) depends on it" "$scratch/jumps.c" || fail 'jumps: cycle'
sed '/^force hum/d' "$scratch/jumps.jd" >"$scratch/few.jd"
call emit "$scratch/few.jd" --out "$scratch/jumps.c"
exits 0
cat >"$scratch/jumped.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "jumps.c"
static int near(double a, double b) { return fabs(a - b) < 1e-9; }
int main(void) {
    jumps_model m;
    double y[jumps_STATES], out[jumps_OUTPUTS], t = 0;
    (void)jumps_state_name, (void)jumps_output_name, (void)jumps_output_unit;
    jumps_defaults(&m);
    m.parameter.A = 2.4, m.parameter.T1 = 0.3, m.parameter.D = 0.4, m.parameter.on = 0.2, m.parameter.off = 0.1, m.parameter.push = 3;
    jumps_apply(&m);
    if (jumps_init(&m, y) || jumps_run(&m, &t, y, 0.5, 1e-11) || jumps_outputs(&m, t, y, out)) return 1;
    if (!(near(out[0], 1.2) && near(out[1], 6) && near(out[2], -1.2) && near(out[3], -6) && near(out[4], 0.9))) return 2;
    if (jumps_run(&m, &t, y, 1, 1e-11) || jumps_outputs(&m, t, y, out)) return 3;
    if (!(near(out[0], 2.4) && near(out[1], 0) && near(out[2], -2.4) && near(out[3], 0) && near(out[4], 2.1))) return 4;
    m.parameter.T1 = -0.1, jumps_apply(&m);
    if (jumps_init(&m, y) != jumps_ORDER) return 5;
    m.parameter.T1 = 0.3, m.parameter.off = 0.25, jumps_apply(&m);
    if (jumps_init(&m, y) != jumps_ORDER) return 6;
    m.parameter.off = 0.1, jumps_apply(&m);
    return jumps_init(&m, y) ? 7 : jumps_text(jumps_ORDER)[0] == 'c' ? 0 : 8;
}
END
compiles cc "-std=c11 -O0 $strict -I$scratch" jumped && {
    words='instants that follow from parameters'
    "$scratch/jumped" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
}
compiles c++ "-x c++ -O0 $strict -I$scratch" jumped

# Directions by vectors, and distances between points: roots of ratios, through zero and to the other side, too. As if emitted so.
cat >"$scratch/ways.jd" <<'END'
model ways
planar
gravity [0, -10] m/s^2
param ax = 0.3
param ay = 0.8
param px = 0.4 m
param qy = 0.3 m
point O = [0, 0]
point P = [px, qy]
point S = [0, 2]
body bob { link O P  mass 1 kg  inertia 0.01 kg*m^2  frame end at P }
body cart { at S  mass 1 kg  inertia 1 kg*m^2 }
joint hinge : revolute ground -- bob at O
joint rail : prismatic ground -- cart at S axis [ax, ay]
force s : spring ground -- cart at O S  stiffness 3 N/m  length 1.5 m
output hinge.angle, rail.travel, bob.end.x, bob.end.y, cart.x, cart.y
run to 1 s tol 1e-12
END
emit "$scratch/ways.jd" ways
call emit "$scratch/ways.jd" --out "$scratch/other_ways.c" --set ax=-0.2 --set ay=0.5 --set px=-0.1m --set qy=0.6m
exits 0
compiles cc "-std=c11 -O0 $strict" other_ways && "$scratch/other_ways" >"$scratch/other" 2>&1
cat >"$scratch/went.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "ways.c"
#include <stdio.h>
int main(void) {
    ways_model m;
    double y[ways_STATES], out[ways_OUTPUTS], t = 0;
    ways_defaults(&m);
    m.parameter.ax = -0.2, m.parameter.ay = 0.5, m.parameter.px = -0.1, m.parameter.qy = 0.6;
    ways_apply(&m);
    int code = ways_init(&m, y);
    if (!code) code = ways_run(&m, &t, y, 1, 1e-12);
    if (!code) code = ways_outputs(&m, t, y, out);
    (void)ways_state_name, (void)ways_output_unit;
    for (int k = 0; k < ways_OUTPUTS; k++) printf("%s = %.17g\n", ways_output_name[k], out[k]);
    return code;
}
END
compiles cc "-std=c11 -O0 $strict -I$scratch" went && {
    words='directions that follow from parameters'
    "$scratch/went" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
    awk 'FNR == NR { is[$1] = $3; next } $1 in is { d = is[$1] - $3; n++; if (d > 1e-9 || d < -1e-9) exit 1 } END { if (n != 6) exit 1 }' \
        "$scratch/out" "$scratch/other" || fail "$(cat "$scratch/other")"
}

# Ratios, in the plan and over numbers: as if emitted so. Where inputs start and what tables say is fixed, and said to be.
cat >"$scratch/ratio.jd" <<'END'
model ratio
planar
param a = 0.7
param n = 3
param b = 2 N*m
param J = 0.4 kg*m^2
point O = [0, 0]
body wheel { at O mass 1 kg inertia J }
body pinion { at [2 m, 0] mass 1 kg inertia 0.1 kg*m^2 }
joint axle : revolute ground -- wheel at O
joint shaft : revolute ground -- pinion at [2 m, 0]
joint mesh : gear axle.angle -- shaft.angle  ratio n
table torque {
    column angle rad
    column value N*m
    row 0, b
    row 0.5, 1
    row 1, -1
}
input gain start a
force motor : torque ground -- wheel  value torque(axle.angle) + gain*1 N*m
output axle.rate, shaft.rate, mesh.lambda1
run to 0.5 s tol 1e-12
END
call emit "$scratch/ratio.jd" --out "$scratch/ratio.c"
exits 0
grep -q "'a' is fixed: the start of input 'gain' (line 20) depends on it" "$scratch/ratio.c" || fail 'ratio: a'
grep -q "'b' is fixed: a row of a table depends on it" "$scratch/ratio.c" || fail 'ratio: b'
call emit "$scratch/ratio.jd" --out "$scratch/other_ratio.c" --set n=1.7 --set J=0.9
exits 0
for name in ratio other_ratio; do
    sets='m.parameter.n = 1.7, m.parameter.J = 0.9;'
    [ $name = ratio ] || sets=
    cat >"$scratch/use_$name.c" <<END
#define JOURDAIN_NO_MAIN
#include "$name.c"
#include <stdio.h>
int main(void) {
    ratio_model m;
    double y[ratio_STATES], out[ratio_OUTPUTS], t = 0;
    ratio_defaults(&m);
    $sets
    ratio_apply(&m);
    int code = ratio_init(&m, y);
    for (int k = 0; k < 100 && !code; k++) code = ratio_rk4(&m, &t, y, 1e-3);
    if (!code) code = ratio_outputs(&m, t, y, out);
    for (int k = 0; k < ratio_OUTPUTS; k++) printf("%s %.11g\n", ratio_output_name[k], out[k]);
    (void)ratio_state_name, (void)ratio_output_unit;
    return code;
}
END
    compiles cc "-std=c11 -O0 $strict -I$scratch" "use_$name" && "$scratch/use_$name" >"$scratch/$name.txt" || fail "$name does not run"
done
cmp -s "$scratch/ratio.txt" "$scratch/other_ratio.txt" || fail "ratios: $(paste "$scratch/ratio.txt" "$scratch/other_ratio.txt" | tr '\n' ' ')"

cat >"$scratch/power.jd" <<'END'
model power
planar
param J = 0.4 kg*m^2
param q = 2.5
point O = [0, 0]
body wheel { at O mass 1 kg inertia sqrt(J*1 kg*m^2)/q^2 }
joint axle : revolute ground -- wheel at O
force motor : torque ground -- wheel  value 1 N*m
output axle.rate
run to 1 s
END
call emit "$scratch/power.jd" --out "$scratch/power.c"
exits 0
cat >"$scratch/use_power.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "power.c"
int main(void) {
    power_model m;
    double y[power_STATES], rate[power_STATES];
    power_defaults(&m);
    m.parameter.J = 0.9, m.parameter.q = 1.7;
    power_apply(&m);
    if (power_init(&m, y) || power_rates(&m, 0, y, rate)) return 1;
    (void)power_state_name, (void)power_output_name, (void)power_output_unit;
    return !(fabs(rate[1] * sqrt(0.9) / (1.7 * 1.7) - 1) < 1e-13);
}
END
compiles cc "-std=c11 -O0 $strict -I$scratch" use_power && { "$scratch/use_power" || fail 'a product of powers'; }

# Other numbers of the mechanism: a rod that is too short does not close, and says so.
cat >"$scratch/short.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "slider_crank.c"
int main(void) {
    slider_crank_model m;
    double y[slider_crank_STATES], out[slider_crank_OUTPUTS], t = 0;
    slider_crank_defaults(&m);
    m.number.crank_mass *= 2;
    if (slider_crank_init(&m, y) != slider_crank_OK) return 1;
    if (slider_crank_run(&m, &t, y, 0.01, 1e-10) != slider_crank_OK) return 2;
    if (slider_crank_outputs(&m, t, y, out) != slider_crank_OK) return 3;
    m.number.jA_on_rod_x *= 0.1;
    m.number.jB_on_rod_x *= 0.1;
    y[0] = 1.5;
    double rate[slider_crank_STATES];
    slider_crank_prepare(&m);
    return slider_crank_rates(&m, 0, y, rate) == slider_crank_LEFT ? 0 : 4;
}
END
compiles cc "-std=c11 -O0 -I$scratch" short
words='other numbers'
"$scratch/short"
code=$?
exits 0

# Sixteen variants side by side end where they end one after the other.
cat >"$scratch/lanes.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "slider_crank.c"
int main(void) {
    enum { N = slider_crank_STATES, L = slider_crank_LANES };
    static slider_crank_model m[L];
    static slider_crank_lanes lanes;
    double y[L * N], z[N][L], t[L] = {0}, time = 0;
    int code[L], codes[L] = {0};
    for (int l = 0; l < L; l++) {
        slider_crank_defaults(&m[l]);
        m[l].number.rod_mass *= 1 + 0.05 * l;
        if (slider_crank_init(&m[l], y + N * l)) return 1;
        slider_crank_lanes_set(&lanes, l, &m[l]);
        for (int i = 0; i < N; i++) z[i][l] = y[N * l + i];
    }
    slider_crank_batch(L, m, y, t, 1e-5, 200, code);
    for (int n = 0; n < 200; n++) slider_crank_lanes_rk4(&lanes, &time, z, 1e-5, codes);
    for (int l = 0; l < L; l++)
        for (int i = 0; i < N; i++)
            if (code[l] || codes[l] || !(fabs(z[i][l] - y[N * l + i]) < 1e-10)) return 2;
    return 0;
}
END
compiles cc "-std=c11 -O1 -I$scratch" lanes
nm "$scratch/lanes" 2>/dev/null | grep -q 'U sin' && fail 'lanes call the C library for sines, and are no vectors'
words='sixteen variants'
"$scratch/lanes"
code=$?
exits 0

# A torque that sets in: no step goes over its instant. A drive of a rate has its position in a state.
cat >"$scratch/instants.jd" <<'END'
model instants
planar
point O = [0, 0]
body wheel { at O   mass 1 kg   inertia 1 kg*m^2 }
joint axle : revolute ground -- wheel at O
force motor : torque ground -- wheel  value 2 N*m*step(time - 0.3 s)
run to 1 s
expect axle.rate  = 0    rad/s at 0.3 s within 1e-12
expect axle.rate  = 1.4  rad/s at 1 s within 1e-12
expect axle.angle = 0.49 rad   at 1 s within 1e-12
END
emit "$scratch/instants.jd" instants
compiles cc "-std=c11 -O0 $strict" instants && holds instants
prints '3 of 3 expectations hold'

# Tables of time and of what moves, in two of their ways; expected: the interpreter's own numbers, of a run with tol 1e-11.
cat >"$scratch/tables.jd" <<'END'
model tables
planar
point O = [0, 0]
point P = [1, 0] m
body wheel { at O mass 1 kg inertia 1 kg*m^2 }
body cart { at P mass 2 kg inertia 1 kg*m^2 }
joint axle : revolute ground -- wheel at O
joint rail : prismatic ground -- cart at P axis x
table torque {
    column angle rad
    column value N*m
    interpolate natural
    ends extend
    row 0, 2
    row 0.5, 1
    row 1, -1
    row 2, -3
}
table lift {
    column t s
    column s mm
    interpolate monotone
    row 0, 0
    row 0.2, 10
    row 0.5, 4
    row 1, 20
}
force motor : torque ground -- wheel  value torque(axle.angle)
drive cam : rail.travel = lift(time)
run to 0.9 s
expect axle.angle = 0.72161592464 rad at 0.9 s within 1e-9
expect axle.rate = 1.35640483446 rad/s at 0.9 s within 1e-9
expect rail.travel = 10 mm at 0.2 s within 1e-12
expect rail.speed = 0.05136 m/s at 0.9 s within 1e-12
END
emit "$scratch/tables.jd" tables
compiles cc "-std=c11 -O0 $strict" tables && holds tables
prints '4 of 4 expectations hold'
call run "$scratch/tables.jd" --to 0.9
exits 0

# A ball that bounces on a rail, a counter, a clock: events of the state and of time, blows, inputs and states set, the end. The
# fall takes sqrt(2 h/g) s, each bounce after it as long as the speed that is left: (1 + 2 e)/(...) by hand.
cat >"$scratch/bounces.jd" <<'END'
model bounces
planar
gravity [0, -10] m/s^2
point O = [0, 0]
body ball { at [0, 5] m mass 2 kg point }
joint rail : prismatic ground -- ball at O [0, 5] axis y
state count { unit 1 rate 0 start 0 }
state clock { unit s rate 1 start 0 s }
input gate
when hit : rail.travel < 0 m { impulse rail.travel = -1.5*2 kg*rail.speed   set count = count + 1 }
when late : time > 1.25 s { set gate = 7   set clock = clock + 10 s }
when enough : count > 1.5 { stop }
run to 10 s
output count, clock, gate, rail.travel, rail.speed
expect rail.speed = 0 m/s at 1.5 s within 1e-8
expect rail.travel = 1.25 m at 1.5 s within 1e-8
expect count = 2 within 1e-12
expect clock = 12 s within 1e-8
expect gate = 7 within 1e-12
END
call run "$scratch/bounces.jd"
exits 0
emit "$scratch/bounces.jd" bounces
compiles cc "-std=c11 -O0 $strict" bounces && holds bounces
prints '5 of 5 expectations hold; time 2 s'
for model in flywheel_brake struck_cart; do
    emit model/$model.jd $model
    compiles cc "-std=c11 -O0 $strict" $model && holds $model
done

# A corner that cubics between the ends of a step see at its beginning, where a gear begins to turn: once, not for ever. And coordinates that end
# at a dead point are left there at once, not by ever shorter steps.
emit model/msl/robot_one_axis.jd robot
compiles cc "-std=c11 -O0 $strict" robot && holds robot
emit model/msl/engine1b.jd engine
compiles cc "-std=c11 -O0 $strict" engine && {
    words=engine
    timeout 20 "$scratch/engine" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 1
    prints 'it left its chart'
}

# Points without mass: springs in series, 30 and 60 N/m, are one of 20 N/m, and the point between them moves by its share; dampers make a
# state that fades with 2/s; two bars that are pushed down have no equilibrium any more, from where the interpreter goes on and code does not.
cat >"$scratch/series.jd" <<'END'
model series
planar
gravity none
body cart { at [1, 0]  mass 5 kg  point }
joint way : prismatic ground -- cart at [1, 0]  axis x
node P at [0.45, 0]
node S at [0.3, 0.4]
force a : spring ground -- P at [0, 0]  stiffness 30 N/m  length 0.4 m
force b : spring P -- cart at [1, 0]    stiffness 60 N/m  length 0.5 m
force c : force-torque ground -- P      force [0 N, -900 N/m*P.y]
force fades : force-torque ground -- S  force [-40 N/m*S.x - 20 N*s/m*S.vx, -40 N/m*S.y - 20 N*s/m*S.vy]
output S.vy, b.power
run to 1 s  tol 1e-11
expect cart.x = 0.858385316345286 m  at 1 s within 1e-8
expect P.x = 0.372256877563524 m     at 1 s within 1e-8
expect P.vx = -0.121239656910091 m/s at 1 s within 1e-8
expect b.rate = -0.060619828455045 m/s at 1 s within 1e-8
expect S.x = 0.0406005849709838 m    at 1 s within 1e-8
expect S.vy = -0.108268226589290 m/s at 1 s within 1e-8
END
call run "$scratch/series.jd"
exits 0
emit "$scratch/series.jd" series
compiles cc "-std=c11 -O0 $strict" series && holds series
prints '6 of 6 expectations hold'
cat >"$scratch/snap.jd" <<'END'
model snap
planar
gravity none
node P at [0, 0.5]
force left  : spring ground -- P at [-1, 0]  stiffness 100 N/m  length 1.118 m
force right : spring ground -- P at [1, 0]   stiffness 100 N/m  length 1.118 m
force push  : force-torque ground -- P  force [0 N, -20 N/s*time]
output P.y
run to 1 s
expect P.y = -0.7 m at 1 s within 0.2 m
END
call run "$scratch/snap.jd"
exits 0
emit "$scratch/snap.jd" snap
compiles cc "-std=c11 -O0 $strict" snap && {
    words=snap
    "$scratch/snap" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 1
    prints '0 of 1 expectations hold; time 0.2144' # 10 (l0^(2/3) - 1)^(3/2) s is the top of the force: 0.21451
}
# Dampers in some directions alone: which these are changes on the way.
cat >"$scratch/half.jd" <<'END'
model half
planar
gravity none
node P at [0.3, 0.4]
force spring : spring ground -- P at [0, 0]  stiffness 10 N/m  length 0.2 m
force law : force-torque ground -- P  force [-40 N/m*P.x - 20 N*s/m*P.vx, -40 N/m*P.y]
run to 1 s
END
call emit "$scratch/half.jd" --out "$scratch/none.c"
exits 3
says '[emit-cannot]'
says "node 'P', which dampers hold in some directions alone: that cannot be emitted"
says 'half.jd:4:6'
[ ! -e "$scratch/none.c" ] || fail 'a file was written'
# A force that reads a reaction of a lock that repeats others: the line is that of the force.
cat >"$scratch/reads.jd" <<'END'
model reads
planar
gravity [0, -10] m/s^2
body cart { at [0, 0]  mass 0.5 kg  inertia 0.01 kg*m^2 }
joint front : prismatic ground -- cart at [0.2, 0] axis x
joint back : prismatic ground -- cart at [-0.2, 0] axis x
force f : effort front.travel value -0.01*back.force
run to 1 s
END
call emit "$scratch/reads.jd" --out "$scratch/reads.c"
exits 3
says "forces read 'back.force': that cannot be emitted"
says 'reads.jd:7:7'
# In formulas they stand where their names say, not at the ground's origin.
call equations model/msl/three_springs.jd
exits 0
prints '= P.x'
prints "P.x' = P.vx"

# The same with steps of rk4: two of them meet in the blow.
cat >"$scratch/fixed.c" <<'END'
#define JOURDAIN_NO_MAIN
#include "bounces.c"
int main(void) {
    bounces_model m;
    double y[bounces_STATES], out[bounces_OUTPUTS], t = 0;
    bounces_defaults(&m);
    if (bounces_init(&m, y)) return 1;
    if (bounces_steps(&m, &t, y, 10, 0.03)) return 2;
    if (bounces_outputs(&m, t, y, out)) return 3;
    (void)bounces_state_name, (void)bounces_output_name, (void)bounces_output_unit;
    return m.stopped && fabs(t - 2) < 1e-8 && fabs(out[1] - 12) < 1e-8 && out[2] > 6.5 ? 0 : 4;
}
END
compiles cc "-std=c11 -O0 -I$scratch $strict" fixed
words='fixed steps over events'
"$scratch/fixed"
code=$?
exits 0

# To the standard output.
call emit model/simple_pendulum.jd
exits 0
prints 'int simple_pendulum_rates('

finish
