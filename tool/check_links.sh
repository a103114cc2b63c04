#!/bin/sh
# SPDX-License-Identifier: MIT
# check_links.sh [DOCUMENT...]: in the documents every link within the project leads to a file and, behind `#`, to one of its
# headings; every file named between backticks (`form/minimal.c`, `tool/test.sh`) exists: seen from the root, from src/ or
# from the document's own folder, and so does every function (`jd_compile`) and every source file of a diagram. Names with
# < * { or of results (build/, out/) are no names of files.
cd "$(dirname "$0")/.." || exit 2
[ $# -gt 0 ] || set -- ./*.md .github/*.md doc/*.md doc/tutorial/*.md doc/coming-from/*.md viewer/*.md
bad=0

# Links and names of a document, a line each: LINE link|name|call|source TEXT. Of what stands in fences only diagrams count.
list() {
    awk '/^ *```/ { inside = !inside; diagram = /text/; next }
        inside && diagram { text = $0
          while (match(text, /[A-Za-z0-9_*]+\.(c|def)/)) { name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
              print FNR, "source", name } }
        inside { next }
        { text = $0
          while (match(text, /\]\([^)]+\)/)) { print FNR, "link", substr(text, RSTART + 2, RLENGTH - 3); text = substr(text, RSTART + RLENGTH) }
          text = $0
          while (match(text, /srcset="[^"]+"|src="[^"]+"/)) { name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
              gsub(/^[a-z]+="|"$/, "", name); print FNR, "link", name }
          text = $0
          while (match(text, /`[^`]+`/)) { name = substr(text, RSTART + 1, RLENGTH - 2); text = substr(text, RSTART + RLENGTH)
              if (name ~ /^[A-Za-z_.][A-Za-z0-9_.-]*(\/[A-Za-z0-9_.-]+)*\/([A-Za-z0-9_-]+\.(c|h|def|sh|awk|sed|md|jd|mjs|js|css|cmake|csv|svg))?$/ && name !~ /^(build|out)\//)
                  print FNR, "name", name
              if (name ~ /^jd_[a-z0-9_]+$/) print FNR, "call", name } }' "$1"
}
# The headings as a forge turns them into marks.
marks() { sed -n 's/^#\{1,6\} *//p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'; }
fail() { echo "$document:$line: $1"; bad=$((bad + 1)); }

scratch=$(mktemp) || exit 2
trap 'rm -f "$scratch"' EXIT
count=0
for document; do
    [ -f "$document" ] || continue
    document=${document#./}
    folder=$(dirname "$document")
    list "$document" >"$scratch"
    while read -r line what name; do
        count=$((count + 1))
        case $what:$name in
        link:http*://* | link:mailto:*) continue ;;
        link:*)
            file=${name%%#*} mark=
            case $name in *'#'*) mark=${name#*#} ;; esac
            file=${file:+$folder/$file}
            [ -e "${file:-$document}" ] || { fail "the link leads nowhere: $name"; continue; }
            [ -z "$mark" ] || marks "${file:-$document}" | grep -qx -- "$mark" || fail "there is no heading for $name" ;;
        source:*) [ -n "$(find src -name "$name")" ] || fail "there is no source file '$name'" ;;
        call:*) grep -rqw -- "$name" include src || fail "there is no function \`$name\`" ;;
        name:*) [ -e "$name" ] || [ -e "src/$name" ] || [ -e "$folder/$name" ] || fail "there is no file \`$name\`" ;;
        esac
    done <"$scratch"
done
echo "$count links and names of files, $bad complaints"
[ $bad -eq 0 ] && [ $count -gt 0 ]
