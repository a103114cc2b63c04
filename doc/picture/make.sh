#!/bin/sh
# SPDX-License-Identifier: MIT
# make.sh [JOURDAIN]: runs the seven-body mechanism and draws seven_body.svg from what the run gives.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
jourdain=${1:-$here/../../build/gcc/jourdain}
body() { printf '%s.x,%s.y,%s.angle,' "$1" "$1" "$1"; }
channels=$(for k in 1 2 3 4 5 6 7; do body K$k; done)K1.rate,jF.force
"$jourdain" run "$here/../../model/seven_body.jd" --quiet --every 0.00005 --output "$channels" |
    awk -f "$here/seven_body.awk" >"$here/seven_body.svg.new" && mv "$here/seven_body.svg.new" "$here/seven_body.svg"
