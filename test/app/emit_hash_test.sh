#!/bin/sh
# SPDX-License-Identifier: MIT
# Emitted code has the same bits with every compiler, and on a GPU: its file for CUDA, compiled for the host, beside the hashes that are
# kept (bench/emit/hash.sh).
. "$(dirname "$0")/common.sh"

same_bits() { # COMPILER FLAGS
    command -v "$1" >/dev/null || return
    words="bench/emit/hash.sh $*"
    bench/emit/hash.sh "$jourdain" "$@" >"$scratch/out" 2>"$scratch/err"
    code=$?
    exits 0
    cmp -s "$scratch/out" bench/emit/hashes.txt || fail "other bits: $(tr '\n' ' ' <"$scratch/out")"
}

same_bits cc -O1 -ffp-contract=off
same_bits tcc
finish
