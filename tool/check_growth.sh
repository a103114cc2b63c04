#!/bin/sh
# SPDX-License-Identifier: MIT
# check_growth.sh VALGRIND PROGRAM: reading takes as many instructions more as the text is longer. PROGRAM is the test
# growing_alloc, called with the number of a kind of text and how many items it has: for 400 items it may take five
# times what it takes for 100, less what it takes for none. Counted, so that it is the same on every machine and every day.
valgrind=${1:?valgrind} program=${2:?program}
bad=0 kind=0

count() { # KIND ITEMS
    "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

none=$(count 0 0)
[ "$none" -gt 0 ] || { echo "nothing was counted"; exit 2; }
while name=$("$program" $kind 0) && [ -n "$name" ]; do
    few=$(($(count $kind 100) - none)) many=$(($(count $kind 400) - none))
    # What ends with the first mistakes takes next to nothing.
    if [ "$many" -gt $((5 * few + 200000)) ]; then
        echo "$name: $few instructions for 100, $many for 400"
        bad=$((bad + 1))
    fi
    kind=$((kind + 1))
done
echo "$kind kinds of text, $bad that grow faster than they should"
[ $bad -eq 0 ] && [ $kind -gt 30 ]
