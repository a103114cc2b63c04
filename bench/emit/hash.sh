#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bench/emit/hash.sh PROGRAM COMPILER [FLAGS]: the bits of 64 slider-cranks and 64 seven-body mechanisms, each with another mass, after
# 500 steps, as `MODEL HASH`. On a GPU: bench/emit/hash.sh build/gcc/jourdain nvcc -x cu -fmad=false. bench/emit/hashes.txt has what
# they are everywhere.
program=$1 compiler=$2
shift 2
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

hash_of() { # MODEL STEP NUMBER FLAGS
    model=$1 step=$2 number=$3
    shift 3
    "$program" emit "model/$model.jd" --target cuda --out "$scratch/$model.c" || exit 1
    "$compiler" "$@" -I"$scratch" "-DEMITTED=\"$model.c\"" "-DMODEL=$model" "-DSTEP=$step" -DSTEPS=500 \
        "-DVARY=m[n].number.$number *= 1.0 + 0.5 * share" bench/emit/hash.c -o "$scratch/run" -lm || exit 1
    printf '%s %s\n' "$model" "$("$scratch/run" || echo "exit $?")"
}

hash_of slider_crank 1e-4 rod_mass "$@"
hash_of seven_body 3e-5 K1_mass "$@"
