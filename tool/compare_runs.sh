#!/bin/sh
# SPDX-License-Identifier: MIT
# compare_runs.sh OLD NEW [FORM...]: rows that two programs print of every model, under these forms (newton-euler cut-joint minimal elastic).
# What only costs less prints the same bytes. Prints where the first difference is; OLD's refusals and what takes it longer than LIMIT seconds
# (20) are left out.
old=${1:?OLD} new=${2:?NEW}; shift 2
forms=${*:-newton-euler cut-joint minimal elastic}
here=$(cd "$(dirname "$0")/.." && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
untimed() { sed 's/evaluations, [0-9.e-]* s$/evaluations/' "$1" >"$1.untimed"; }
same=0 bad=0 left=0
for model in "$here"/model/*.jd; do
    for form in $forms; do
        if ! timeout "${LIMIT:-20}" "$old" run "$model" --form "$form" >"$scratch/old" 2>"$scratch/old.words"; then
            left=$((left + 1))
            continue
        fi
        timeout $((3 * ${LIMIT:-20})) "$new" run "$model" --form "$form" >"$scratch/new" 2>"$scratch/new.words"
        untimed "$scratch/old.words" && untimed "$scratch/new.words"
        if cmp -s "$scratch/old" "$scratch/new" && cmp -s "$scratch/old.words.untimed" "$scratch/new.words.untimed"; then
            same=$((same + 1))
        else
            bad=$((bad + 1))
            echo "${model##*/}, $form: $(cmp "$scratch/old" "$scratch/new" 2>&1 | sed 's/.*differ: //')"
            diff "$scratch/old.words.untimed" "$scratch/new.words.untimed" | head -4
        fi
    done
done
echo "$same alike, $bad not, $left left out"
[ $bad -eq 0 ]
