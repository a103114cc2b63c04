#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain export`: the zip opens, its description keeps the rules of the standard, and a tool of our own takes the library through all
# that the standard has, alone and side by side, with sanitizers and under valgrind.
. "$(dirname "$0")/common.sh"
here=$(dirname "$0")/../fmi

checked() { # WHAT COMMAND...
    words=$1
    shift
    "$@" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
}

unpack() { # MODEL VERSION
    rm -rf "$scratch/unit"
    mkdir "$scratch/unit"
    call export "$1" --fmi "$2" --out "$scratch/unit.fmu"
    exits 0
    checked "zip of $1" unzip -q "$scratch/unit.fmu" -d "$scratch/unit"
    xml=$scratch/unit/modelDescription.xml
    command -v xmllint >/dev/null && checked "form of $1" xmllint --noout "$xml"
    checked "rules, $1, FMI $2" awk -v version="$2" -f "$here/rules.awk" "$xml"
}

guid() { sed -n 's/.*\(guid\|instantiationToken\)="\([^"]*\)".*/\2/p' "$xml"; }
count() { grep -c "$1" "$xml"; }

command -v unzip >/dev/null || exit 0

# Without a file there is none; what cannot be emitted is said by line.
call export model/slider_crank.jd
exits 2
says '[export-out]'
cat >"$scratch/half.jd" <<'END'
model half
planar
gravity none
node P at [0.3, 0.4]
force spring : spring ground -- P at [0, 0]  stiffness 10 N/m  length 0.2 m
force law : force-torque ground -- P  force [-40 N/m*P.x - 20 N*s/m*P.vx, -40 N/m*P.y]
run to 1 s
END
call export "$scratch/half.jd" --out "$scratch/none.fmu"
exits 3
says '[emit-cannot]'
[ ! -e "$scratch/none.fmu" ] || fail 'a file was written'

# Without a compiler: the source alone.
CC=/nowhere/cc call export model/simple_pendulum.jd --fmi 3 --out "$scratch/unit.fmu"
exits 0
says '[export-compiler]'
checked 'its list' unzip -l "$scratch/unit.fmu"
prints 'sources/simple_pendulum.c'
prints 'sources/buildDescription.xml'
grep -q binaries "$scratch/out" && fail 'there is a library'

# The same model makes the same bytes.
call export model/simple_pendulum.jd --sources --out "$scratch/a.fmu"
exits 0
call export model/simple_pendulum.jd --sources --out "$scratch/b.fmu"
exits 0
checked 'same bytes' cmp "$scratch/a.fmu" "$scratch/b.fmu"
command -v cc >/dev/null || { finish; exit; }

strict='-std=c11 -Wall -Wextra -Werror -O1'
unpack model/slider_crank.jd 2
checked 'client' cc $strict "$here/client2.c" -o "$scratch/client" -ldl -lm
checked 'FMI 2.0' "$scratch/client" "$scratch/unit/binaries/linux64/slider_crank.so" "$(guid)" 2 "$(count causality=.output)" \
    "$(count causality=.parameter)" 0 0.05
slider=$(sed -n 1p "$scratch/out")
for parameter in r l; do # of the model, beside the numbers of the mechanism
    grep -q "<ScalarVariable name=\"$parameter\" .*causality=\"parameter\" variability=\"tunable\"" "$scratch/unit/modelDescription.xml" ||
        fail "no parameter $parameter"
done
call run model/slider_crank.jd --form minimal --to 0.05 --every 0.05 --tol 1e-11 --output slider.x
awk -F, -v is="$slider" 'END { d = $2 - is; if (d < 0) d = -d; exit !(d < 1e-8) }' "$scratch/out" || fail "slider.x is $slider"

# With sanitizers, from its source.
checked 'sources, with sanitizers' cc $strict -fsanitize=address,undefined -fno-sanitize-recover=all -fPIC -shared \
    "$scratch/unit/sources/slider_crank.c" -o "$scratch/own.so" -lm
checked 'client, with sanitizers' cc $strict -fsanitize=address,undefined "$here/client2.c" -o "$scratch/client" -ldl -lm
checked 'FMI 2.0, with sanitizers' "$scratch/client" "$scratch/own.so" "$(guid)" 2 "$(count causality=.output)" "$(count causality=.parameter)" 0 0.02

# Events, inputs, states of one's own; under valgrind if it is there.
unpack model/flywheel_brake.jd 3
checked 'client' cc $strict "$here/client3.c" -o "$scratch/client3" -ldl -lm
under=
command -v valgrind >/dev/null && under='valgrind -q --error-exitcode=9 --leak-check=full'
checked 'FMI 3.0' $under "$scratch/client3" "$scratch/unit/binaries/x86_64-linux/flywheel_brake.so" "$(guid)" 4 "$(count causality=.input)" \
    "$(count causality=.output)" "$(count causality=.parameter)" "$(count '<EventIndicator')" 1
words='three times braked'
grep -q '^3$' "$scratch/out" || fail 'count is not 3'
unpack model/flywheel_brake.jd 2
[ "$(count 'reinit="true"')" = 4 ] || fail 'events may set all four states'

# A parameter that the start follows from, and a name with signs of XML.
cat >"$scratch/begun.jd" <<'END'
model begun
planar
gravity [0, -9.81] m/s^2
param lift = 0.2 rad
body bob { link [0, 0] [0, -1]  mass 1 kg  inertia 0.1 kg*m^2 }
joint h : revolute ground -- bob at [0, 0]
start h.angle = lift
output h.angle
expect if(h.angle < 1 rad and h.angle > -1 rad, 1, 0) = 1  at 1 s  within 0
run to 1 s
END
unpack "$scratch/begun.jd" 2
reference() { sed -n "s/.*name=\"$1\" valueReference=\"\([0-9]*\)\".*/\1/p" "$xml"; }
checked 'client' cc $strict "$here/start2.c" -o "$scratch/start2" -ldl
checked 'a start that follows' "$scratch/start2" "$scratch/unit/binaries/linux64/begun.so" "$(guid)" "$(reference lift)" 0.7 \
    "$(reference 'state(h.angle)')"
prints 0.7
finish
