#!/bin/sh
# SPDX-License-Identifier: MIT
# glTF of models in the plane and in space, with springs, of a run that fails and of one that does not begin, seen by
# the Khronos validator.
. "$(dirname "$0")/common.sh"
command -v node >/dev/null || exit 77
node viewer/test/validate_glb.mjs || exit 77

for model in slider_crank seven_body bricard governor engine_v6 msl_free_body planetary_gear rolling_disc; do
    call view model/$model.jd --out "$scratch/$model.glb" --quiet --no-open
    exits 0
done
call view test/bad/run-stuck.jd --out "$scratch/stuck.glb" --quiet
exits 1
call view $here/apart.jd --out "$scratch/apart.glb" --quiet
exits 3
call view model/slider_crank.jd --forms newton-euler,minimal --out "$scratch/two.glb"
exits 0
says 'of the 2 runs'
words='validate_glb.mjs'
node viewer/test/validate_glb.mjs "$scratch"/*.glb >"$scratch/out" 2>"$scratch/err" || fail 'the validator complains'
alone "$scratch" 13

finish
