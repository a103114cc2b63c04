#!/bin/sh
# SPDX-License-Identifier: MIT
# Every equation that a comment cites, `theory (3.7)` or `theory (3.7)-(3.9), (4.1)`, stands in doc/theory.md, and no
# equation and no section of it has the number of another.
cd "$(dirname "$0")/.." || exit 2
twice=$(grep -oE '\\tag\{[0-9]+\.[0-9]+\}|^#+ [0-9]+(\.[0-9]+)? ' doc/theory.md | sort | uniq -d)
[ -z "$twice" ] || { echo "doc/theory.md has twice: $twice"; exit 1; }
grep -rEno 'theory \([0-9]+\.[0-9]+\)([-, and]*\([0-9]+\.[0-9]+\))*' --include='*.[ch]' --include='*.def' \
    src test bench example | awk -F: '
    BEGIN { while ((getline line < "doc/theory.md") > 0)
                while (match(line, /\([0-9]+\.[0-9]+\)|\\tag\{[0-9]+\.[0-9]+\}/)) {
                    number = substr(line, RSTART, RLENGTH); gsub(/[^0-9.]/, "", number); known[number]
                    line = substr(line, RSTART + RLENGTH) } }
    { rest = $3
      while (match(rest, /\([0-9]+\.[0-9]+\)/)) {
          number = substr(rest, RSTART + 1, RLENGTH - 2); rest = substr(rest, RSTART + RLENGTH)
          if (!(number in known)) { print $1 ":" $2 ": theory (" number ") does not exist"; bad = 1 } } }
    END { exit bad }'
