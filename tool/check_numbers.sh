#!/bin/sh
# SPDX-License-Identifier: MIT
# A tolerance has a name, a unit and a reason: a number with an exponent stands in the definition of a constant, or says
# by a member what it is (.tol = 1e-9).
cd "$(dirname "$0")/.." || exit 2

# The bare ones, as FILE:LINE NUMBER. Comments and texts are left out; a constant, or a table, ends at its semicolon.
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
    FNR == 1 { inside = constant = 0 }
    {
        line = code($0)
        if (line ~ /^ *(static |extern )*const [A-Za-z ]+[A-Za-z0-9_]+(\[[^=]*)? *=/ || line ~ /^ *#define/ ||
            line ~ /^ *} *[a-z_]+\[[^]]*\] *=/) constant = 1
        rest = line
        while (!constant && match(rest, /[0-9][0-9.]*e[-+]?[0-9]+/)) {
            before = substr(rest, 1, RSTART - 1)
            if (before !~ /[A-Za-z0-9_]$/ && before !~ /\.[a-z_]+ = -?$/)
                print FILENAME ":" FNR, substr(rest, RSTART, RLENGTH)
            rest = substr(rest, RSTART + RLENGTH)
        }
        if (constant && (line ~ /;/ || line ~ /^ *#define/)) constant = 0
    }' src/*/*.[ch]
}

found=$(bare)
[ -z "$found" ] && exit 0
printf 'numbers without a name:\n%s\n' "$found"
echo 'give it a name, its unit and the reason: static const double near = 1e-9;'
exit 1
