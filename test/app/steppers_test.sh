#!/bin/sh
# SPDX-License-Identifier: MIT
# SUNDIALS is loaded when a stepper needs it, and not before: whoever takes another one does without, and who asks for it is told
# what is missing.
. "$(dirname "$0")/common.sh"
command -v ldd >/dev/null || exit 77
ldd "$jourdain" >"$scratch/out" 2>"$scratch/err" || exit 77
grep -q libjourdain "$scratch/out" || exit 77 # one program of all
grep -q sundials "$scratch/out" && exit 77    # built with it linked
words='ldd jourdain'
grep -q 'libklu\|libamd' "$scratch/out" && fail 'libraries of steppers come with the program'

call run model/slider_crank.jd --stepper cvode --out "$scratch/there.csv"
grep -q 'libsundials-dev' "$scratch/err" && exit 77 # built without it
exits 0
call run model/slider_crank.jd --stepper ida --out "$scratch/there.csv"
exits 0

# A file of its name that is no library hides the one that is there.
for name in libsundials_cvode libsundials_ida libsundials_sunlinsol; do
    mkdir "$scratch/$name"
    for file in /usr/lib/*/$name*.so.* /usr/lib64/$name*.so.*; do
        [ -e "$file" ] && echo none >"$scratch/$name/$(basename "$file")"
    done
    for stepper in cvode ida; do
        export LD_LIBRARY_PATH="$scratch/$name"
        call run model/slider_crank.jd --stepper $stepper --out "$scratch/missing.csv"
        exits 2
        says '[stepper-not-built]'
        says "$name"
        says 'libsundials-dev'
        [ ! -e "$scratch/missing.csv" ] || fail 'a file is left behind'
    done
    call run model/slider_crank.jd --out "$scratch/there.csv"
    exits 0
    call --version
    exits 0
    unset LD_LIBRARY_PATH
done
exit $failures
