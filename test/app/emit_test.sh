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

# The same text is C++, and other compilers take it.
cp "$scratch/slider_crank.c" "$scratch/plus.c"
compiles c++ "-x c++ -O0 $strict" plus && holds plus
cp "$scratch/spatial_slider_crank.c" "$scratch/other.c"
compiles clang "-std=c11 -O0 $strict" other && holds other
compiles tcc "" other && holds other

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

# What cannot be emitted, by line; nothing is written then.
call emit model/flywheel_brake.jd --out "$scratch/none.c"
exits 3
says '[emit-cannot]'
says 'model/flywheel_brake.jd:'
[ ! -e "$scratch/none.c" ] || fail 'a file was written'

# To the standard output.
call emit model/simple_pendulum.jd
exits 0
prints 'int simple_pendulum_rates('

finish
