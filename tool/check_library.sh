#!/bin/sh
# SPDX-License-Identifier: MIT
# check_library.sh [--update]: what doc/library.md says of each part, below its line <!-- parts -->, is what the files of
# share/jourdain/lib say: the comment above the part, what it takes, and its channels. --update writes it anew.
cd "$(dirname "$0")/.." || exit 2
page=doc/library.md
mark='<!-- parts -->'

list() {
    for file in share/jourdain/lib/*.jd; do
        awk -v file="$(basename "$file")" '
            function flush_head() { if (!headed) { printf "\n## `include \"%s\"`\n\n%s\n", file, said; headed = 1 } }
            /^#/ { line = $0; sub(/^# ?/, "", line); said = said (said == "" ? "" : "\n") line; next }
            /^$/ { if (!part) { if (said != "") flush_head(); said = "" } next }
            /^part / { part = $2; printf "\n### `%s`\n\n%s\n\n", part, said; said = ""; takes = ""; shows = ""; next }
            /^}/ {
                print "- takes " takes
                if (shows != "") print "- has " shows
                part = ""; next
            }
            part {
                line = $0; sub(/^ +/, "", line); sub(/ +#.*/, "", line); name = $2; sub(/,$/, "", name)
                if ($1 == "param" || $1 == "input" || $1 == "point" || ($1 == "port" && line !~ /= [a-z]+\./))
                    takes = takes (takes == "" ? "" : ", ") "`" line "`"
                else if ($1 == "state" || $1 == "signal" || $1 == "force" || $1 == "port" || $1 == "joint" || $1 == "body")
                    shows = shows (shows == "" ? "" : ", ") "`" name "`"
            }' "$file"
    done
}

said=$(sed "/^$mark\$/q" "$page") || exit 2
fresh=$(printf '%s\n' "$said"; list)
if [ "${1:-}" = --update ]; then
    printf '%s\n' "$fresh" >"$page"
else
    printf '%s\n' "$fresh" | diff -u "$page" - || { echo "tool/check_library.sh --update writes it anew"; exit 1; }
fi
