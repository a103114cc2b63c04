#!/bin/sh
# SPDX-License-Identifier: MIT
# `make gallery` of a few models: a folder whose page is well-formed, names only files that are there, and has no fault
# that a browser and axe can see.
. "$(dirname "$0")/common.sh"
gallery=$scratch/gallery
words="gallery"
: >"$scratch/out"

tool/gallery.sh "$jourdain" "$gallery" model/slider_crank.jd model/top.jd model/four_bar.jd >"$scratch/out" 2>"$scratch/err" || fail "tool/gallery.sh failed"
page=$gallery/index.html
[ -f "$page" ] || { fail "no page"; finish; }
[ "$(grep -c '<article' "$page")" -eq 3 ] || fail "not three models"
grep -q 'Watch it move' "$page" || exit 77 # a program without the page

# What it names is there, and beside it; what is there is named.
named=$(grep -oE '(src|srcset|href)="[^"]*"' "$page" | sed 's/^[a-z]*="//; s/"$//' | sort -u)
for name in $named; do
    case $name in */* | *:*) fail "$name is not in the folder" ;; esac
    [ -s "$gallery/$name" ] || fail "$name is not there"
done
for file in "$gallery"/*; do
    name=$(basename "$file")
    [ "$name" = index.html ] || echo "$named" | grep -qxF "$name" || fail "$name is named nowhere"
done
if command -v xmllint >/dev/null; then
    xmllint --noout "$page" 2>"$scratch/err" || fail "the page is not well-formed"
    for file in "$gallery"/*.svg; do xmllint --noout "$file" 2>"$scratch/err" || fail "$file is not well-formed"; done
fi

tool/browser.sh viewer/test/gallery.mjs "$page" >"$scratch/out" 2>&1
code=$?
[ $code -eq 0 ] || [ $code -eq 77 ] || fail "the browser finds fault with it"
finish
