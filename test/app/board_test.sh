#!/bin/sh
# SPDX-License-Identifier: MIT
# board_test.sh PROGRAM: the models of model/msl/ and model/planar/, each of which says what a closed form or a script gives, hold; so do those that
# board.txt names for the examples of two libraries. The last line is the score, which `make test` prints.
program=${1:?program}
held=0 count=0 missed=
board=$(dirname "$0")/board.txt
named=$(sed -n 's/^[A-Z][^ ]* *[^ ]* *\(model[^ ]*\)$/\1/p' "$board")
for model in $(printf '%s\n' model/msl/*.jd model/planar/*.jd $named | sort -u); do
    [ -f "$model" ] || continue
    count=$((count + 1))
    if said=$("$program" run "$model" --quiet --out /dev/null 2>&1); then
        held=$((held + 1))
    else
        missed="$missed $model"
        echo "$said"
    fi
done
examples=0 there=0 without=
while read -r _ name model; do
    examples=$((examples + 1))
    if [ -f "$model" ]; then there=$((there + 1)); else without="$without $name"; fi
done <<END
$(sed '/^#/d; /^$/d' "$board")
END
[ -z "$without" ] || echo "without a model:$without"
[ -z "$missed" ] || echo "not:$missed"
echo "board: $held of $count models hold, which are $there of $examples examples"
[ -z "$missed" ] && [ "$there" -ge 51 ]
