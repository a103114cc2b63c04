#!/bin/sh
# SPDX-License-Identifier: MIT
# check_bad.sh PROGRAM [--update]: each wrong model test/bad/<code>.jd (a second one: <code>.<what>.jd) makes
# the program say exactly <code>.expected: its stderr, whole, and a last line with the exit code. The command is
# `check`, or what the first line says: `# command: run --to 1`. Every code of codes.def has such a model, or a
# reason in test/bad/NOT_BY_MODEL (lines: code, blank, reason), and every clause of every statement and every field of
# every force is pointed at by one of their messages. --update writes the .expected anew: read the diff.
# EVERY=6: every sixth model, as slow builds have it.
program=$(realpath -e "${1:?program}") || exit 2
update=${2:-}
cd "$(dirname "$0")/../test/bad" || exit 2
export NO_COLOR=1 LC_ALL=C
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
codes=$(sed -n 's/^ *CODE("\([^"]*\)".*/\1/p' ../../src/base/codes.def)
bad=0 count=0

fail() { echo "$1"; bad=$((bad + 1)); }
known() { echo "$codes" | grep -qx -- "$1"; }

for model in *.jd *.json; do
    [ -f "$model" ] || continue
    name=${model%.*} code=${model%%.*} count=$((count + 1))
    [ $((count % ${EVERY:-1})) -eq 0 ] || continue
    command=$(sed -n '1s/^# command: *//p' "$model")
    # shellcheck disable=SC2086 # the command is words
    set -- ${command:-check}
    word=$1; shift
    "$program" "$word" "$model" "$@" >"$scratch/out" 2>"$scratch/said" </dev/null
    echo "[exit $?]" >>"$scratch/said"

    if [ "$update" = --update ]; then
        cmp -s "$scratch/said" "$name.expected" || { echo "updated $name.expected"; cp "$scratch/said" "$name.expected"; }
    elif [ ! -f "$name.expected" ]; then
        fail "$name.expected is missing; the program says:"; cat "$scratch/said"
    elif ! diff -u --label "$name.expected" --label "what the program says" "$name.expected" "$scratch/said"; then
        fail "test/bad/$model: the message differs"
    fi
    known "$code" || fail "test/bad/$model is named after no code of codes.def"
    grep -qF "[$code]" "$scratch/said" || fail "test/bad/$model does not cause [$code]"
done

for code in $codes; do
    [ -f "$code.jd" ] || [ -f "$code.json" ] || grep -q "^$code [^ ]" NOT_BY_MODEL 2>/dev/null ||
        fail "code $code has no test/bad/$code.jd and no reason in test/bad/NOT_BY_MODEL"
done
for name in *.expected; do
    [ -f "${name%.expected}.jd" ] || [ -f "${name%.expected}.json" ] || [ ! -f "$name" ] || fail "test/bad/$name has no model"
done
cd ../.. || exit 2
awk -f tool/bad_words.awk doc/model-text.md doc/reference/forces.md test/bad/*.expected >"$scratch/words"
while read -r words; do fail "no message of test/bad points at \`$words\`: say it wrong in one of its models"; done <"$scratch/words"
echo "$count wrong models, $bad complaints"
[ $bad -eq 0 ]
