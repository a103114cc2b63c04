#!/bin/sh
# SPDX-License-Identifier: MIT
# doctor_slow_test.sh PROGRAM: broken models that only a run shows to be wrong, since their `expect` lines are missed.
# test/doctor/missed.txt has them as broken.txt does: kind | base | text | what it is broken to | in the line of the finding.
# `run` must tell the one change in that line, and the line that it shows, put in as it stands, must make all of them hold.
# Those of bare.txt with the code `run` have no `expect` lines: their run fails, and with the change it must come to its end.
program=$(realpath -e "${1:?program}") || exit 2
cd "$(dirname "$0")/../doctor" || exit 2
export NO_COLOR=1 LC_ALL=C
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
bad=0 count=0

fail() { echo "missed.txt: $kind | $base | $new: $1"; bad=$((bad + 1)); }

# The first place of a text in a file gets another text; \n in it is the end of a line.
put() { # OLD NEW <FILE
    OLD=$1 NEW=$2 awk 'BEGIN { old = ENVIRON["OLD"]; new = ENVIRON["NEW"]; gsub(/\\n/, "\n", new) }
        !done && (at = index($0, old)) { $0 = substr($0, 1, at - 1) new substr($0, at + length(old)); done = 1 }
        { print } END { exit !done }'
}

# "LINE TAB TEXT" of the change that a run told, or a finding that it looked at before: what this line becomes; nothing if the statement goes. "LINE TAB TEXT TAB add": a line more.
told() {
    awk '/: note: .*\[single-change\]$/ || /: warning: .*\[.*\]$/ { split($0, part, ":"); line = part[2]; next }
        line && /^  hint: .*: `.*` \(tried/ {
            more = /^  hint: add: / ? "\tadd" : ""
            sub(/^.*: `/, ""); sub(/` \(tried.*$/, ""); print line "\t" $0 more; exit }
        line && /^  hint: without .* \(tried/ { print line "\t"; exit }' "$1"
}

# KIND | BASE | OLD | NEW | PLACE on the input; "bare": without `expect` lines.
try_list() { # [bare]
    while IFS='|' read -r kind base old new place; do
        case $kind in '#'* | '') continue ;; esac
        for field in kind base old new place; do
            eval "value=\$$field"
            # shellcheck disable=SC2154 # set by eval
            value=${value#"${value%%[! ]*}"} value=${value%"${value##*[! ]}"}
            eval "$field=\$value"
        done
        count=$((count + 1))
        put "$old" "$new" <"base/$base.jd" >"$scratch/broken.jd" || { fail "'$old' is not in base/$base.jd"; continue; }
        [ -z "$1" ] || sed -i '/^expect /d' "$scratch/broken.jd"
        (cd "$scratch" && "$program" run broken.jd --every 1 >out 2>said) && { fail "it runs as it is"; continue; }
        told "$scratch/said" >"$scratch/change"
        line=$(cut -f1 "$scratch/change") text=$(cut -f2 "$scratch/change") how=$(cut -f3 "$scratch/change")
        [ -n "$line" ] || { fail "no single change is told"; cat "$scratch/said"; continue; }
        sed -n "${line}p" "$scratch/broken.jd" | grep -qF -- "$place" || { fail "it is told of line $line"; continue; }
        if [ "$how" = add ]; then
            cp "$scratch/broken.jd" "$scratch/mended.jd" && printf '%s\n' "$text" >>"$scratch/mended.jd"
        else
            LINE=$line TEXT=$text awk 'NR == ENVIRON["LINE"] { $0 = ENVIRON["TEXT"] } { print }' "$scratch/broken.jd" >"$scratch/mended.jd"
        fi
        "$program" run "$scratch/mended.jd" --every 1 >"$scratch/out" 2>&1 || { fail "with '$text'"; tail -5 "$scratch/out"; }
    done
}

awk -F'|' '$5 ~ /^ *run *$/ { print $1 "|" $2 "|" $3 "|" $4 "|" $6 }' bare.txt >"$scratch/bare"
try_list <missed.txt
try_list bare <"$scratch/bare"

echo "$count broken models, $bad not told or not mended"
[ "$count" -ge 21 ] && [ "$bad" -eq 0 ]
