#!/bin/sh
# SPDX-License-Identifier: MIT
# A tolerance has a name, a unit and a reason: a number with an exponent stands in the definition of a constant, or says
# by a member what it is (.tol = 1e-9). tool/numbers.txt says how many of a folder do not; never more.
cd "$(dirname "$0")/.." || exit 2

# The bare ones of a file, as FOLDER FILE:LINE NUMBER. Comments and texts are left out; a constant ends at its semicolon.
bare() {
    awk '
    function code(line,   out, at) {
        out = ""
        while (line != "") {
            if (inside) {
                at = index(line, "*/")
                if (!at) return out
                line = substr(line, at + 2); inside = 0
            } else if (match(line, /\/\*|"([^"\\]|\\.)*"/)) {
                out = out substr(line, 1, RSTART - 1)
                if (substr(line, RSTART, 2) == "/*") { inside = 1; line = substr(line, RSTART + 2) }
                else { out = out "\"\""; line = substr(line, RSTART + RLENGTH) }
            } else { out = out line; line = "" }
        }
        return out
    }
    FNR == 1 { inside = constant = 0; split(FILENAME, path, "/") }
    {
        line = code($0)
        if (line ~ /^ *(static |extern )*const [A-Za-z ]+[A-Za-z0-9_]+(\[[^=]*)? *=/ || line ~ /^ *#define/) constant = 1
        rest = line
        while (!constant && match(rest, /[0-9][0-9.]*e[-+]?[0-9]+/)) {
            before = substr(rest, 1, RSTART - 1)
            if (before !~ /[A-Za-z0-9_]$/ && before !~ /\.[a-z_]+ = -?$/)
                print path[2], FILENAME ":" FNR, substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
        }
        if (constant && (line ~ /;/ || line ~ /^ *#define/)) constant = 0
    }' src/*/*.[ch]
}

if [ "$1" = --list ]; then bare; exit; fi
bare | awk '
    BEGIN { while ((getline line < "tool/numbers.txt") > 0) if (line !~ /^#/) { split(line, word); allowed[word[1]] = word[2] } }
    { count[$1]++; where[$1] = where[$1] "\n  " $2 "  " $3 }
    END {
        for (folder in count) if (count[folder] > allowed[folder] + 0) {
            printf "src/%s: %d numbers without a name, %d are allowed:%s\n", folder, count[folder], allowed[folder], where[folder]
            bad = 1
        }
        if (bad) print "give it a name, its unit and the reason: static const double near = 1e-9; (tool/check_numbers.sh --list shows all)"
        exit bad
    }'
