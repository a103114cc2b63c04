#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tool/check_emitted.sh PROGRAM [MODEL...]: each model is emitted, compiled by every compiler there is, and meets what it expects;
# one that cannot be emitted says so with its line. COMPILERS='tcc' takes these alone.
program=$1
shift
compilers=${COMPILERS:-gcc clang tcc}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
# Singular on the way: the interpreter changes coordinates there, emitted code says that it left them.
leaves="model/n_four_bar.jd model/msl/engine1b.jd"
bad=0 good=0 refused=0
[ $# -gt 0 ] || set -- $(find model -name '*.jd' | sort)

failed() { # WORDS
    printf '%s\n' "$*"
    bad=$((bad + 1))
}

for model in "$@"; do
    if ! "$program" emit "$model" --out "$scratch/m.c" >"$scratch/out" 2>"$scratch/err"; then
        # with the line: FILE:LINE:COLUMN, or a name in quotes where it is no statement's
        if grep -q 'emit-cannot' "$scratch/err" "$scratch/out"; then
            refused=$((refused + 1))
            grep -h 'emit-cannot' "$scratch/err" "$scratch/out"
        else
            failed "$model: $(tail -1 "$scratch/err")"
        fi
        continue
    fi
    for compiler in $compilers; do
        command -v "$compiler" >/dev/null || continue
        flags='-std=c11 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic -Werror'
        [ "$compiler" = tcc ] && flags=
        if ! "$compiler" $flags "$scratch/m.c" -lm -o "$scratch/m" 2>"$scratch/err"; then
            failed "$model: $compiler: $(head -1 "$scratch/err")"
        elif ! timeout 60 "$scratch/m" >"$scratch/out" 2>&1; then
            case " $leaves " in
            *" $model "*) grep -q 'it left its chart' "$scratch/out" || failed "$model: $compiler" ;;
            *) failed "$model: $compiler: $(tail -1 "$scratch/out")" ;;
            esac
        else
            good=$((good + 1))
        fi
    done
done
echo "$good programs hold, $refused models are refused, $bad fail"
[ "$bad" -eq 0 ]
