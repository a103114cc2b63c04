#!/bin/sh
# SPDX-License-Identifier: MIT
# board_test.sh PROGRAM: the models of model/msl/ and model/planar/, each of which says what a closed form gives, hold; the last line is
# the score.
program=${1:?program}
held=0 count=0 missed=
for model in model/msl/*.jd model/planar/*.jd; do
    count=$((count + 1))
    if said=$("$program" run "$model" --quiet --out /dev/null 2>&1); then
        held=$((held + 1))
    else
        missed="$missed $model"
        echo "$said"
    fi
done
echo "board: $held of $count models hold"
[ -z "$missed" ] || { echo "not:$missed"; exit 1; }
[ "$count" -ge 17 ]
