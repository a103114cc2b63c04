#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bench/emit/batch.sh PROGRAM [ARCHITECTURE]: variants of mechanisms per second on the GPU of this machine, with contraction and without,
# one line of bench/results/<machine>/batch.csv each. ARCHITECTURE is that of nvcc, native if nothing is said. Exit code 77 without nvcc
# or GPU.
program=$1 architecture=${2:-native}
nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc) || { echo "no nvcc: batches on a GPU are left out" >&2; exit 77; }
nvidia-smi -L >&2 || { echo "no GPU: batches on it are left out" >&2; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
version=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')

rate_of() { # MODEL STEP STEPS NUMBER FLAGS
    model=$1 step=$2 steps=$3 number=$4
    shift 4
    "$program" emit "model/$model.jd" --target cuda --out "$scratch/$model.cu" --quiet || exit 1
    "$nvcc" -O3 -arch="$architecture" "$@" -Xcompiler -ffp-contract=off -I"$scratch" "-DEMITTED=\"$model.cu\"" "-DMODEL=$model" \
        "-DSTEP=$step" "-DSTEPS=$steps" -DLANES=1048576 "-DVARY=m[n].number.$number *= 1.0 + 0.5 * share;" bench/emit/batch.cu \
        -o "$scratch/run" || exit 1
    row=$("$scratch/run") || { echo "$model: exit $?" >&2; exit 1; }
    echo "$model,$row,nvcc $version -O3${*:+ $*}"
}

echo "mechanism,variants,steps,ms,variants per second,worst,failed,other bits than the host,flags"
rate_of slider_crank 1e-4 1300 rod_mass
rate_of slider_crank 1e-4 1300 rod_mass -fmad=false
rate_of seven_body 3e-5 1000 K1_mass
rate_of seven_body 3e-5 1000 K1_mass -fmad=false
