# SPDX-License-Identifier: MIT
#
# What the personas share. Each is a script that begins in an empty folder with nothing but an installed copy: `jourdain` is
# on PATH, $share is where its models and documents are. A step that fails ends it.
set -eu
fail() { echo "FAILED: $(basename "$0"): $1"; exit 1; }
quietly() { "$@" >log 2>&1 || { cat log; fail "$*"; }; }
says() { grep -qF -e "$1" log || { cat log; fail "nobody says '$1'"; }; }
# near WHAT VALUE WANTED WITHIN
near() { awk -v a="$2" -v b="$3" -v e="$4" 'BEGIN { d = a - b; exit !(a != "" && d <= e && -d <= e) }' || fail "$1 is '$2', wanted $3 within $4"; }
# column FILE NAME ROW: a number of a CSV file, by the name in its heading (without the unit); row 1 is the first of numbers, $ the last
column() {
    awk -F, -v name="$2" -v row="$3" '
        NR == 1 { for (n = 1; n <= NF; n++) { head = $n; sub(/ \[.*/, "", head); if (head == name) at = n } next }
        { last = $at; if (NR - 1 == row) { print last; found = 1; exit } }
        END { if (!found && row == "$") print last }' "$1"
}
